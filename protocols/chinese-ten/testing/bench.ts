/** A bench for tests: one Chinese Ten board, played by its screen. */
import { canCapture, type Players } from '../cards';
import { ConsoleReader } from '../reader/console-reader';
import type { Item, Prompt } from '../reader/item';
import { Referee } from '../referee/referee';
import { indexName } from '../render';
import { micros, millis } from '../../time';
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { BoardBench, type BoardBenchOptions } from '../../../devices/virtual/testing/board-bench';

/** Longer than the largest screen is on its way. */
const QUIET = millis(500);
const MOST_KEYS = 400;

export interface CtGame {
  readonly players?: Players;
  readonly computers?: number;
  /** Choices without a capture come first, if there are any. */
  readonly wrong?: boolean;
}

export class CtBench extends BoardBench {
  readonly items: Item[] = [];
  /** Deviations from the page: `CT-PL-01 …`. */
  readonly failures: string[] = [];
  /** All the text of the board. */
  printed = '';
  private readonly text = new TextDecoder();
  private readonly reader = new ConsoleReader();
  private referee = this.newReferee(2);
  private tried = '';

  constructor(kind: BoardKind, options?: BoardBenchOptions) {
    super(kind, options);
    this.advanceToIdle();
  }

  /** The last prompt on the screen. */
  get prompt(): Prompt | undefined {
    return this.items.findLast((item) => item.kind === 'prompt')?.prompt;
  }

  /** Types these keys in one chunk, and lets time pass until the board waits. */
  type(keys: string | Uint8Array): this {
    return this.send(keys).advanceToIdle();
  }

  /** Types these keys in one chunk. */
  send(keys: string | Uint8Array): this {
    const bytes = typeof keys === 'string' ? new TextEncoder().encode(keys) : keys;
    this.board.receive('main', bytes, micros(this.now));
    this.collect();
    return this;
  }

  /** Lets time pass until the board waits for a key. */
  advanceToIdle(): this {
    for (let wake = this.board.wakeAt(); wake !== undefined; wake = this.board.wakeAt()) {
      this.now = Math.max(this.now, wake);
      this.collect();
    }
    return this.advance(QUIET);
  }

  override powerOn(): this {
    return super.powerOn().advanceToIdle();
  }

  /** Plays from the menu to the first prompt of a game that shows cards, or on to `until`. */
  playGame({ players = 2, computers = 0, wrong = false }: CtGame = {}, until: Prompt = 'scoreboard'): this {
    this.referee = this.newReferee(players);
    this.tried = '';
    this.type('1');
    for (let keys = 0; this.prompt !== until && keys < MOST_KEYS; keys++)
      this.type(this.answer(this.prompt ?? 'any-key', players, computers, wrong));
    return this;
  }

  private answer(prompt: Prompt, players: Players, computers: number, wrong: boolean): string {
    if (prompt === 'players') return String(players);
    if (prompt === 'computers') return String(computers);
    if (prompt === 'name') return '\r';
    if (prompt === 'discard') return '0';
    if (prompt !== 'use-x' && prompt !== 'use-y' && prompt !== 'take') return ' ';
    return this.choice(prompt, wrong);
  }

  private choice(prompt: 'use-x' | 'use-y' | 'take', wrong: boolean): string {
    const { hand, layout, turned, turn } = this.referee.view;
    const askedTwice = this.tried === `${turn} ${prompt}` || this.tried === `${turn} again`;
    const aim = !wrong || askedTwice;
    const pairs = (prompt === 'take' && turned !== undefined ? [turned] : hand).flatMap((card) =>
      layout.filter((other) => canCapture(card, other) === aim).map((other) => [card, other] as const),
    );
    const [pair] = pairs;
    const fits = pair ?? [hand[0], layout[0]];
    if (prompt === 'use-x') return keyOf(fits[0] === undefined ? 0 : hand.indexOf(fits[0]));
    this.tried = `${turn} ${prompt === 'use-y' ? 'again' : prompt}`;
    return keyOf(fits[1] === undefined ? 0 : layout.indexOf(fits[1]));
  }

  protected override collect(): void {
    for (const { bytes } of this.board.poll(micros(this.now))) {
      this.printed += this.text.decode(bytes, { stream: true });
      for (const item of this.reader.push(bytes)) this.take(item);
    }
  }

  private newReferee(players: Players): Referee {
    return new Referee(players, (clause, holds, seen) => {
      if (!holds) this.failures.push(`${clause}: ${seen}`);
    });
  }

  private take(item: Item): void {
    this.items.push(item);
    this.referee.take(item);
    const flaws = 'flaws' in item ? item.flaws : [];
    this.failures.push(...flaws.map((flaw) => `CT-UI-01: ${flaw}`));
  }
}

function keyOf(index: number): string {
  return indexName(Math.max(0, index));
}
