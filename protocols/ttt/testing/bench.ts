/**
 * A bench for tests: one TTT server by itself, compared with the model of the rules step by step.
 *
 * A session is words, each followed by 10 ms of silence (a word that is a number: silence of that many milliseconds):
 *
 *     a+ a-       a joins, leaves                            a45   a sends these characters together, \hh a byte
 *     a           a sends nothing: an empty datagram          *9    nine moves of whoever is in turn
 *     !           the reset button                            ?9    the same, without a line of theirs where they can
 */
import { emptyCells, linesIn, withCell, freshGame, type Game, type GameState } from '../game';
import { BYTE, cellOf, type Binding, type Cell } from '../wire';
import { eventsOf, expect, follow, type Delivery, type GameEvent } from './model';
import { micros, millis } from '../../time';
import type { BoardKind, Emission } from '../../../devices/virtual/engine/board';
import { BoardBench, type BoardBenchOptions } from '../../../devices/virtual/testing/board-bench';

const SILENCE = millis(10);
const JOINS_FOR_CHANCE = 64;
const LEAST_ANSWERS = 4;

export class TttBench extends BoardBench {
  /** Differences from the rules. */
  readonly failures: string[] = [];
  /** Everything that was received, with times. */
  readonly transcript: string[] = [];
  private readonly binding: Binding;
  private state: GameState;
  private moves = 0;
  private received: Emission[] = [];
  private readonly open = new Set<string>();
  private readonly firstAnswers: number[] = [];
  private fresh = false;

  constructor(kind: BoardKind, game: Game, options?: BoardBenchOptions) {
    super(kind, { ...options, parameters: { game } });
    this.binding = kind.links[0]?.binding ?? 'serial';
    this.state = freshGame(game);
  }

  /** Plays a session. */
  play(session: string): this {
    for (const playWord of session.split(' ').filter((one) => one !== '')) this.word(playWord);
    const { size } = new Set(this.firstAnswers);
    if (this.firstAnswers.length >= JOINS_FOR_CHANCE && size < LEAST_ANSWERS)
      this.failures.push(`${size} different first answers`);
    return this;
  }

  private word(word: string): void {
    if (/^\d+$/.test(word)) return this.judge(word, [], millis(Number(word)));
    if (word === '!') return this.reset();
    if (/^[*?]\d+$/.test(word)) {
      for (let i = Number(word.slice(1)); i > 0; i--) this.move(word.startsWith('?'));
      return;
    }
    const [player = ''] = word;
    if (word.endsWith('+') && word.length === 2) this.join(player);
    else if (word.endsWith('-') && word.length === 2) this.leave(player);
    else this.send(player, bytesOf(word.slice(1)));
  }

  private join(player: string): void {
    if (this.binding !== 'tcp') return this.send(player, Uint8Array.of(BYTE.join));
    this.leave(player);
    this.open.add(player);
    this.board.connected?.(player, micros(this.now));
    this.judge(`${player}+`, [{ kind: 'join', player }]);
  }

  private leave(player: string): void {
    if (this.binding !== 'tcp') return this.send(player, Uint8Array.of(BYTE.leave));
    if (!this.open.delete(player)) return;
    this.board.disconnected?.(player, micros(this.now));
    this.judge(`${player}-`, [{ kind: 'leave', player }]);
  }

  private send(player: string, bytes: Uint8Array): void {
    if (this.binding === 'tcp' && !this.open.has(player)) return;
    this.board.receive(player, bytes, micros(this.now));
    this.judge(`${player}${Buffer.from(bytes).toString('latin1')}`, eventsOf(this.binding, player, bytes));
  }

  private reset(): void {
    this.board.reset(micros(this.now));
    this.judge('!', [{ kind: 'shutdown' }]);
  }

  private move(careful: boolean): void {
    const { state } = this;
    const player = state.seats[state.turn];
    if (player === undefined) return;
    const empty = emptyCells(state.board);
    const harmless = empty.filter(
      (cell) => linesIn(withCell(state.board, state.turn, cell)[state.turn]).length === 0,
    );
    const cells = careful && harmless.length > 0 ? harmless : empty;
    const cell = cells[careful ? this.moves++ % cells.length : 0] ?? 0;
    this.send(player, Uint8Array.of(BYTE.cell0 + cell));
  }

  /** Waits, and compares the received bytes with those that the events require. */
  private judge(what: string, events: readonly GameEvent[], span = SILENCE): void {
    this.advance(span);
    const wanted: string[] = [];
    const emissions = this.received.splice(0);
    const digits = emissions.flatMap(({ bytes }) => (bytes.length === 1 ? (cellOf(bytes[0]!) ?? []) : []));
    let closes: string[] = [];
    for (const event of events) {
      const { deliveries, closes: closed } = expect(this.state, event);
      closes = [...closes, ...closed];
      let machine: Cell | undefined;
      for (const delivery of deliveries) {
        if (delivery.kind === 'digit') machine = this.answer(delivery, digits.shift());
        wanted.push(
          `${delivery.to}${delivery.kind === 'byte' ? String.fromCharCode(delivery.byte) : machine}`,
        );
      }
      this.state = follow(this.state, event, machine).state;
      this.fresh = event.kind === 'join';
    }
    if (this.binding === 'tcp') wanted.push(...closes.map((player) => `${player}#`));
    this.compare(what, wanted, emissions);
  }

  /** The machine's cell; an empty cell instead, if it sent none that is empty. */
  private answer(delivery: Extract<Delivery, { kind: 'digit' }>, digit: Cell | undefined): Cell {
    const right = digit !== undefined && delivery.empty.includes(digit);
    if (!right) this.failures.push(`the machine sends ${digit ?? 'nothing'}`);
    else if (this.fresh) this.firstAnswers.push(digit);
    return right ? digit : (delivery.empty[0] ?? 0);
  }

  private compare(what: string, wanted: readonly string[], emissions: readonly Emission[]): void {
    const seen = emissions.map(({ link, bytes, hangUp }) =>
      hangUp ? `${link}#` : `${link}${Buffer.from(bytes).toString('latin1')}`,
    );
    // Between players there is no order.
    const sorted = (words: readonly string[]): string =>
      [...words].sort((a, b) => a.charCodeAt(0) - b.charCodeAt(0)).join(' ');
    if (sorted(seen) !== sorted(wanted))
      this.failures.push(`${what}: ${sorted(seen)}, not ${sorted(wanted)}`);
    for (const { link, hangUp } of emissions) if (hangUp) this.leave(link);
  }

  protected override collect(): void {
    const emissions = this.board.poll(micros(this.now));
    this.received.push(...emissions);
    for (const { link, bytes, hangUp } of emissions)
      this.transcript.push(`${this.now} ${link} ${Buffer.from(bytes).toString('hex')}${hangUp ? '#' : ''}`);
  }
}

function bytesOf(text: string): Uint8Array {
  const characters = text.replace(/\\([0-9a-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Uint8Array.from(Buffer.from(characters, 'latin1'));
}
