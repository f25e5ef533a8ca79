/**
 * The player at the keyboard: waits for a prompt of its own, types keys, and reports the reaction.
 *
 * A prompt counts once nothing is printed after it for a while: computer players print prompts too, and the program
 * discards keys that are typed just after a prompt was printed. Keys that draw nothing are typed again.
 */
import * as fc from 'fast-check';
import type { LinkError } from '../../../devices/links/link';
import { random, type Random } from '../../../devices/random';
import { ConsoleReader } from '../../../protocols/chinese-ten/console-reader';
import type { Item, Prompt } from '../../../protocols/chinese-ten/item';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { BoardSilent, type Bench } from '../../bench/bench';
import { Console, type ConsoleOutcome } from '../../bench/console';
import type { CheckDetail } from '../../runner/verdict-ledger';
import { courseText, keyText, promptText } from '../../../protocols/chinese-ten/monitor/descriptions';

type PromptItem = Extract<Item, { kind: 'prompt' }>;

/** The prompt that waits for us, or why there is none. */
export type PromptState =
  PromptItem | { readonly kind: 'silent' | 'flood' } | { readonly kind: 'ended'; readonly error: LinkError };

/** The reaction to keys. */
export interface Reaction {
  readonly keys: Uint8Array;
  readonly state: PromptState;
  readonly items: readonly Item[];
}

/** No prompt came where the game must go on: the board is silent, gone, or prints without end. */
export class NoPrompt extends Error {
  override readonly name = 'NoPrompt';
  constructor(
    readonly state: PromptState,
    readonly detail: CheckDetail,
  ) {
    super(`${detail.title}: ${detail.seen ?? ''}`);
  }
}

const LINK = 'main';
/** A prompt counts once nothing was printed after it for this long. */
const PROMPT_QUIET = { virtual: millis(20), real: millis(50) } as const;
/**
 * A key without any reaction for this long is typed again. Sooner, a slow program would read it twice. The menu takes 3
 * s.
 */
const RETRY_AFTER = { key: millis(2000), scoreboard: millis(4500) } as const;
const MAX_TRIES = 4;
const BOOT_TIMEOUT = millis(10_000);
/** A key with only an echo of a few bytes may have been discarded too. */
const ECHO_BYTES = 8;
const ECHO_TRIES = 2;
/** The longest wait for a prompt of ours, in timeouts. Computer players may play the whole game before it. */
const MAX_TIMEOUTS = { computers: 60, alone: 10 } as const;
const COMPUTER_NAME = /^COMPUTER_/;

const UTF8 = new TextEncoder();
const SILENT_STATE: PromptState = { kind: 'silent' };

export class TenHost {
  readonly random: Random;
  readonly timeout: Micros;
  /** Called with every item that is printed. */
  onItem: (item: Item) => void = () => undefined;
  private readonly console: Console<Item>;
  private readonly promptQuietTime: Micros;
  /** The first players of the game are this many computer players. */
  private computerCount = 0;
  private readonly computers = new Set<string>();
  private turn: string | undefined;
  private lastState: PromptState = SILENT_STATE;
  private firstPromptAt: Micros | undefined;

  constructor(readonly bench: Bench) {
    const [seed = 0] = bench.sample(fc.nat(), 1);
    this.random = random(seed);
    this.timeout = millis(bench.number('patienceMs'));
    this.promptQuietTime = bench.exhaustive ? PROMPT_QUIET.virtual : PROMPT_QUIET.real;
    this.console = new Console(bench, LINK, () => new ConsoleReader());
  }

  /** The state when the board was last waited for. */
  get state(): PromptState {
    return this.lastState;
  }

  get prompt(): Prompt | undefined {
    return this.lastState.kind === 'prompt' ? this.lastState.prompt : undefined;
  }

  /** The earliest time at which our first prompt after the last keys can have come. undefined: none came. */
  get promptAt(): Micros | undefined {
    return this.firstPromptAt;
  }

  get resettable(): boolean {
    return this.bench.board.reset !== undefined;
  }

  /** Whether a computer player is in turn. */
  get isComputersTurn(): boolean {
    const { turn } = this;
    if (turn === undefined || this.computerCount === 0) return false;
    return this.computers.has(turn) || COMPUTER_NAME.test(turn);
  }

  /** A game with `count` computer players begins. Their prompts are not ours. */
  expectComputers(count: number): void {
    this.computerCount = count;
    this.computers.clear();
    this.turn = undefined;
  }

  /** Resets the board, and does not wait for its output. false: it has no reset recipe. */
  async reset(): Promise<boolean> {
    if (!(await this.bench.reset())) return false;
    this.console.restart();
    this.expectComputers(0);
    this.lastState = SILENT_STATE;
    return true;
  }

  /** The board was left at its main menu. */
  assumeMenu(): void {
    this.expectComputers(0);
    this.lastState = { kind: 'prompt', prompt: 'menu' };
  }

  /** Types keys, again if nothing happens, and waits for the next prompt. */
  async press(keys: Uint8Array | string): Promise<Reaction> {
    const bytes = bytesOf(keys);
    const soon = this.prompt === 'scoreboard' ? RETRY_AFTER.scoreboard : RETRY_AFTER.key;
    const items: Item[] = [];
    for (let tries = 1; ; tries++) {
      await this.console.type(bytes);
      const last = tries >= MAX_TRIES;
      const state = await this.awaitPrompt(items, micros(last ? this.timeout : Math.min(soon, this.timeout)));
      const drew = this.console.bytesPrinted;
      const echo = drew <= ECHO_BYTES && items.every(({ kind }) => kind === 'echo');
      const most = drew === 0 ? MAX_TRIES : ECHO_TRIES;
      if (state.kind !== 'silent' || !echo || tries >= most) return { keys: bytes, state, items };
    }
  }

  /** Types keys, again if nothing happens, and waits for an item instead of a prompt. false: it did not come. */
  async pressUntil(keys: string, accept: (item: Item) => boolean): Promise<boolean> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      await this.console.type(bytesOf(keys));
      for (;;) {
        const timeout = this.console.bytesPrinted > 0 || tries === MAX_TRIES ? this.timeout : RETRY_AFTER.key;
        const outcome = await this.console.next(timeout);
        if (outcome.kind !== 'found') this.lastState = stateAfter(outcome, undefined);
        if (outcome.kind === 'quiet' && this.console.bytesPrinted === 0) break;
        if (outcome.kind !== 'found') return false;
        this.trackItem(outcome.item);
        if (accept(outcome.item)) return true;
      }
    }
    return false;
  }

  /** Types keys once and does not wait. */
  type(keys: Uint8Array | string): Promise<void> {
    this.firstPromptAt = undefined;
    return this.console.type(bytesOf(keys));
  }

  /** Waits for the next prompt. `items` gets what is printed meanwhile. `soon`: the timeout of the first byte. */
  async awaitPrompt(items: Item[] = [], soon = this.timeout): Promise<PromptState> {
    const longest = this.computerCount > 0 ? MAX_TIMEOUTS.computers : MAX_TIMEOUTS.alone;
    const end = after(this.bench.now(), micros(longest * this.timeout));
    let prompt: PromptItem | undefined;
    while (this.bench.now() < end) {
      const timeout = this.console.bytesPrinted === 0 ? soon : this.timeout;
      const outcome = await this.console.next(prompt === undefined ? timeout : this.promptQuietTime);
      if (outcome.kind !== 'found') return (this.lastState = stateAfter(outcome, prompt));
      const { item } = outcome;
      items.push(item);
      this.trackItem(item);
      if (item.kind === 'prompt') prompt = this.isOurs(item) ? item : undefined;
      else if (item.kind !== 'echo') prompt = undefined;
    }
    return (this.lastState = { kind: 'flood' });
  }

  /** Whether nothing is printed for `span`. `items` gets what is. */
  async staysQuiet(span: Micros, items: Item[] = []): Promise<boolean> {
    const { lastState, console } = this;
    const before = console.bytesPrinted;
    const outcome = await this.console.next(span);
    if (outcome.kind === 'quiet' && this.console.bytesPrinted === before) return true;
    if (outcome.kind === 'found') {
      items.push(outcome.item);
      this.trackItem(outcome.item);
    }
    const state = await this.awaitPrompt(items);
    if (state.kind === 'silent' && outcome.kind !== 'ended') this.lastState = lastState;
    return false;
  }

  /** Judges that the prompt waits: nothing is printed for `watch`. */
  async checkWaits(
    id: string,
    title: string,
    watch: { readonly virtual: Micros; readonly real: Micros },
    waitsFor = 'a key',
  ): Promise<void> {
    const items: Item[] = [];
    const holds = await this.staysQuiet(this.bench.exhaustive ? watch.virtual : watch.real, items);
    this.bench.check(id, holds, () => ({
      title,
      expected: `it waits for ${waitsFor}`,
      seen: courseText(items),
    }));
  }

  /** The reaction to keys, for a check. */
  describeReaction({ state, items }: Pick<Reaction, 'state' | 'items'>): string {
    const course = courseText(items);
    switch (state.kind) {
      case 'prompt':
        return course;
      case 'silent':
        return `${course === 'nothing' ? '' : `${course}, then `}nothing for ${this.timeout / 1000} ms`;
      case 'flood':
        return 'the program prints without end';
      case 'ended':
        return state.error.message;
    }
  }

  /** The error of a board that does not go on after keys that were typed `at` a prompt. */
  noPrompt(reaction: Reaction, at: PromptState): NoPrompt {
    const where = at.kind === 'prompt' ? promptText(at.prompt, at.player) : 'the start';
    return new NoPrompt(reaction.state, {
      title: `${keyText(reaction.keys)} typed at ${where}`,
      expected: 'the program goes on and asks for the next key',
      seen: this.describeReaction(reaction),
      evidence: this.console.evidence(),
      screen: this.console.screen(),
    });
  }

  /** Waits for the first prompt of a board that starts, which may take longer than others. */
  boot(): Promise<PromptState> {
    return this.awaitPrompt(
      [],
      this.bench.exhaustive ? this.timeout : micros(Math.max(this.timeout, BOOT_TIMEOUT)),
    );
  }

  /** Waits for the main menu after a reset. Rejects with {@link BoardSilent} if it does not come. */
  async bootMenu(): Promise<void> {
    await this.boot();
    if (this.prompt !== 'menu') throw new BoardSilent(this.noMenu());
  }

  /** Why there is no menu, as a sentence. */
  noMenu(): string {
    const seen =
      this.state.kind === 'prompt'
        ? promptText(this.state.prompt)
        : this.describeReaction({ state: this.state, items: [] });
    return `the main menu '(1) Play the game!' did not come: ${seen}`;
  }

  private isOurs({ prompt, player }: PromptItem): boolean {
    if (prompt === 'name') return player === undefined || player > this.computerCount;
    const everybodys =
      prompt === 'menu' || prompt === 'players' || prompt === 'computers' || prompt === 'order';
    return everybodys || prompt === 'special' || prompt === 'scoreboard' || !this.isComputersTurn;
  }

  private trackItem(item: Item): void {
    if (item.kind === 'turn') this.turn = item.name;
    else if (item.kind === 'named' && item.player <= this.computerCount) this.computers.add(item.name);
    else if (item.kind === 'prompt' && item.prompt === 'menu') this.turn = undefined;
    if (item.kind === 'prompt' && this.isOurs(item)) this.firstPromptAt ??= this.console.notBefore;
    this.onItem(item);
  }
}

function stateAfter(
  outcome: Exclude<ConsoleOutcome<Item>, { kind: 'found' }>,
  prompt: PromptItem | undefined,
): PromptState {
  if (outcome.kind === 'quiet') return prompt ?? SILENT_STATE;
  return outcome.kind === 'flood' ? { kind: 'flood' } : { kind: 'ended', error: outcome.error };
}

function bytesOf(keys: Uint8Array | string): Uint8Array {
  return typeof keys === 'string' ? UTF8.encode(keys) : keys;
}
