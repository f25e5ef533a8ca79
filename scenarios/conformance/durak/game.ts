/**
 * A game against the board. One of the two handshakes opens it. Every packet of the board is judged as a move.
 */
import { deal, isDeal, started } from '../../../protocols/durak/deal';
import { encode } from '../../../protocols/durak/durak';
import { judge, refusalClause, type Illegal, type Judgement } from '../../../protocols/durak/judge';
import { type Move } from '../../../protocols/durak/moves';
import {
  afterMove,
  handOf,
  sameCards,
  stockOf,
  winner,
  type Player,
  type State,
} from '../../../protocols/durak/rules';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import type { Sent } from '../../bench/channel';
import { hex } from '../../bench/channel';
import { latency } from '../../../protocols/monitor/measurement';
import { deckBytes, describeRx, type Choose, type Deck, type DurakHost, type RxEvent } from './host';

/** Latest first deck after the acknowledged hello (DRK-HS-05). */
export const LATEST_DEAL = millis(1000);

/** Why a game could not go on. `malformed`: nothing that the board sends after this can be judged. */
export type BreakReason = 'malformed' | 'illegal' | 'refused' | 'silent' | 'unacknowledged';

export const MALFORMED = 'not judged: the board sent a malformed packet before';

export class Game {
  state: State;
  broken: BreakReason | undefined;
  /** Told of each legal move, ours and the board's, with the state before it. */
  onMove: (before: State, move: Move) => void = () => undefined;
  /** When the turn last came to the board. */
  turnStart: { readonly notAfter: Micros; readonly lastNotBefore: Micros; readonly notBefore: Micros };

  private constructor(
    readonly host: DurakHost,
    private readonly deal: Deck,
    /** Which player the board is. */
    readonly board: Player,
    turnCame: Game['turnStart'],
  ) {
    this.state = started(this.deal);
    this.turnStart = turnCame;
  }

  get over(): boolean {
    return winner(this.state) !== undefined;
  }

  get boardsTurn(): boolean {
    return !this.over && this.state.turn === this.board;
  }

  /** Greets the board first, so that the harness is player 1, and deals. undefined: no game came about. */
  static async dealAsHost(
    host: DurakHost,
    choose: Choose,
    dealCards: (choose: Choose) => Deck = deal,
  ): Promise<Game | undefined> {
    if (!(await host.greetFirst())) return undefined;
    const cards = dealCards(choose);
    const sent = await host.sendDeck(cards, 'the deal');
    return sent === undefined ? undefined : Game.fromHostDeal(host, cards, sent);
  }

  /** The game that our deal opened. */
  static fromHostDeal(host: DurakHost, cards: Deck, sent: Game['turnStart']): Game {
    return new Game(host, cards, 2, sent);
  }

  /** Acknowledges the board's hello, so that the board is player 1 and deals. undefined: no game came about. */
  static async awaitBoardDeal(host: DurakHost): Promise<Game | undefined> {
    await host.powerCycle();
    if ((await host.afterStart())?.kind !== 'hello') return undefined;
    const acked = await host.ack();
    const dealt = await host.next(after(acked.notAfter, micros(4 * LATEST_DEAL)));
    return dealt === undefined ? undefined : Game.fromBoardDeal(host, dealt);
  }

  /** The game that a deal of the board opens. Acknowledges the deal. */
  static async fromBoardDeal(host: DurakHost, dealt: RxEvent): Promise<Game | undefined> {
    if (dealt.kind !== 'deck' || !isDeal(dealt.cards)) return undefined;
    return new Game(host, dealt.cards, 1, await host.ack());
  }

  /** Waits for the board's move, judges it and, by default, acknowledges it. */
  async awaitMove(options: { readonly acknowledge?: boolean } = {}): Promise<Move | undefined> {
    const rx = await this.awaitDeck();
    if (rx === undefined) return undefined;
    this.measureMove(latency(this.turnStart, rx.received));
    const before = this.state;
    const judgement = judge(before, rx.cards, this.board);
    this.recordJudgement(judgement, rx.cards);
    if (judgement.legal) this.onMove(before, judgement.move);
    if (options.acknowledge !== false) await this.host.ack();
    if (!judgement.legal) {
      this.broken ??= 'illegal';
      return undefined;
    }
    this.applyBoardMove(rx.cards);
    return judgement.move;
  }

  /** Applies a move of the board that was judged. */
  applyBoardMove(cards: Deck): void {
    this.state = afterMove(this.state, cards);
  }

  /** The deck packet that is due from the board. `charge`: what its silence breaks. */
  async awaitDeck(charge?: string): Promise<Extract<RxEvent, { kind: 'deck' }> | undefined> {
    const { host } = this;
    this.askForMove();
    const rx = await this.nextPastHellos();
    if (rx?.kind === 'deck') return rx;
    if (rx?.kind === 'malformed') this.failMalformed(rx);
    else if (!host.auto) {
      const clause = charge ?? 'DRK-PL-11';
      host.bench.inconclusive(clause, `no move was made at the buttons within ${host.maxMoveTime / 1e6} s`);
      this.broken = 'silent';
    } else {
      host.bench.check(charge ?? this.missingClause(), false, () => ({
        title: 'the board is on turn',
        expected: `a deck packet within ${(host.maxMoveTime / 1000).toFixed(0)} ms`,
        seen: describeRx(rx),
      }));
      this.broken = 'silent';
    }
    return undefined;
  }

  /** Asks the person at the board's buttons for a move. Throws if nobody is there. */
  askForMove(): void {
    const { auto, bench, maxMoveTime } = this.host;
    if (!auto) bench.operate(`make the board's move at its buttons (${maxMoveTime / 1e6} s)`);
  }

  /** true: nobody made the board's move at its buttons, so the board is not to blame. */
  get operatorAbsent(): boolean {
    return !this.host.auto && this.broken === 'silent';
  }

  private measureMove({ low, high }: { readonly low: number; readonly high: number }): void {
    const { auto, bench, maxMoveTime } = this.host;
    if (!auto && high > maxMoveTime)
      return bench.inconclusive('DRK-PL-11', 'the move was made at the buttons, but late');
    const bounds = { name: 'turn to move', unit: 'us', low, high, max: maxMoveTime } as const;
    bench.measure('DRK-PL-11', bounds, () => 'the move of the board');
  }

  /** The next event that is no hello. A hello in play breaks DRK-HS-03 or 04, and the game goes on. */
  private async nextPastHellos(): Promise<RxEvent | undefined> {
    const { host } = this;
    for (let n = 0; ; n++) {
      const rx = await host.next(after(this.turnStart.notAfter, host.moveTimeout));
      if (rx?.kind !== 'hello' || n === 4) return rx;
      host.bench.check(this.board === 1 ? 'DRK-HS-04' : 'DRK-HS-03', false, () => ({
        title: `player ${this.board} in play`,
        expected: 'no hello',
        seen: describeRx(rx),
      }));
      await host.ack();
    }
  }

  failMalformed(rx: RxEvent): void {
    this.host.bench.check('DRK-PL-07', false, () => ({
      title: 'a packet of the board in play',
      expected: 'a well-formed deck: nothing changes but what the move changes',
      seen: describeRx(rx),
    }));
    this.broken = 'malformed';
  }

  /** Sends a packet. undefined: it was not acknowledged, and the game cannot go on. */
  async sendPacket(bytes: Uint8Array, what: string, charge?: string): Promise<Sent | undefined> {
    const sent = await this.host.sendPacket(bytes, what, charge);
    if (sent === undefined) this.broken = 'unacknowledged';
    return sent;
  }

  /** Makes a move of ours. */
  async sendMove(move: Move): Promise<boolean> {
    const sent = await this.sendPacket(deckBytes(move.cards), `our move (${move.text})`);
    if (sent !== undefined) this.applyHostMove(move, sent);
    return sent !== undefined;
  }

  /** Applies our move: the turn is the board's. */
  applyHostMove(move: Move, sent: Game['turnStart']): void {
    this.onMove(this.state, move);
    this.before = { state: this.state, move, afterRefusal: this.lastRefused };
    this.lastRefused = false;
    this.state = afterMove(this.state, move.cards);
    this.turnStart = sent;
  }

  /** Whether the board would take the packet for a repeated one (DRK-LK-14): it equals the last one applied, of ours or its own. */
  isRepetition(cards: Deck): boolean {
    const bytes = hex(encode({ type: 'deck', cards }));
    return [this.state.cards, this.before?.move.cards, this.deal].some(
      (last) => last !== undefined && hex(encode({ type: 'deck', cards: last })) === bytes,
    );
  }

  /** Our last move and the state before it, to recognise a refusal. */
  private before: { readonly state: State; readonly move: Move; readonly afterRefusal: boolean } | undefined;
  private lastRefused = false;

  /** The board refused an illegal move of ours: it is still our turn. */
  noteRefusal(): void {
    this.lastRefused = true;
  }

  /** Records the judgement of the board's packet. */
  private recordJudgement(judgement: Judgement, cards: Deck): void {
    const { bench } = this.host;
    if (judgement.legal) {
      const { kind, clause } = judgement.move;
      const clauses = [
        clause,
        'DRK-PL-07',
        ...(kind === 'bito' || kind === 'take' ? ['DRK-PL-06'] : []),
        ...(kind === 'defence' ? ['DRK-PL-08'] : []),
      ];
      for (const id of clauses) bench.check(id, true, () => ({ title: '' }));
      return;
    }
    const { clause, title, expected, seen } = this.attributeFault(judgement, cards);
    bench.check(clause, false, () => ({ title, expected, seen }));
  }

  /** The clause that an illegal packet breaks: the board refused our move, moved out of turn, or broke a rule. */
  private attributeFault(
    judgement: Illegal,
    cards: Deck,
  ): { clause: string; title: string; expected: string; seen: string } {
    const { before } = this;
    const own = {
      title: 'the move of the board',
      expected: 'a legal move',
      seen: `the deck of player ${this.board}: ${judgement.reason}`,
    };
    if (before === undefined) return { clause: judgement.clause, ...own };
    const title = `our legal move (${before.move.text}) is applied`;
    const expected = 'a move of the board that follows it';
    if (sameCards(cards, before.state.cards)) {
      this.broken = 'refused';
      const clause = before.afterRefusal ? 'DRK-PL-10' : refusalClause(before.state, before.move);
      return { clause, title, expected, seen: 'the state before it, sent again' };
    }
    if (judge({ ...before.state, turn: this.board }, cards, this.board).legal)
      return {
        clause: 'DRK-PL-12',
        title,
        expected,
        seen: 'a move of the board out of turn, as if ours had not been made',
      };
    return { clause: judgement.clause, ...own };
  }

  /** The clause that a missing move breaks. A board that may take the game for finished breaks PL-09. */
  private missingClause(): string {
    const { cards } = this.state;
    const hands = [handOf(cards, 1).length, handOf(cards, 2).length];
    const maySeemOver =
      hands.some((size) => size === 0 || size >= 9) ||
      (stockOf(cards).length === 0 && hands.some((size) => size <= 1));
    return maySeemOver ? 'DRK-PL-09' : 'DRK-PL-11';
  }
}
