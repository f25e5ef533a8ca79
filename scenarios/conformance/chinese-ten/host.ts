/**
 * The player at the keyboard: waits until a prompt is its own, types keys, and says what they came to.
 *
 * A prompt counts once nothing is printed behind it for a while, for computer players print prompts too, and the
 * program throws away what is typed just after printing one. Keys that draw nothing are typed again.
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
import { courseText, keyText, promptText } from '../../oracle/chinese-ten/descriptions';

type PromptItem = Extract<Item, { kind: 'prompt' }>;

/** What the board stands at: a prompt of ours, or, where there is none, why. */
export type PromptState =
  PromptItem | { readonly kind: 'silent' | 'flood' } | { readonly kind: 'ended'; readonly error: LinkError };

/** What keys came to. */
export interface Reaction {
  readonly keys: Uint8Array;
  readonly state: PromptState;
  readonly items: readonly Item[];
}

/** The board stands still, is gone, or prints without end, where the game was to go on. */
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
/** A prompt stands once so long nothing was printed behind it. */
const PROMPT_QUIET = { virtual: millis(20), real: millis(50) } as const;
/** A key that draws nothing for so long is typed again: sooner, a slow program would read it twice. The menu takes 3 s. */
const RETRY_AFTER = { key: millis(2000), scoreboard: millis(4500) } as const;
const MAX_TRIES = 4;
const BOOT_TIMEOUT = millis(10_000);
/** Behind an echo of a few bytes alone a key may have been thrown away too. */
const ECHO_BYTES = 8;
const ECHO_TRIES = 2;
/** Until a prompt of ours, in patiences: computer players may have their turns before it, or the whole game. */
const MAX_TIMEOUTS = { computers: 60, alone: 10 } as const;
const COMPUTER_NAME = /^COMPUTER_/;

const UTF8 = new TextEncoder();
const SILENT_STATE: PromptState = { kind: 'silent' };

export class TenHost {
  readonly random: Random;
  readonly timeout: Micros;
  /** Called with every item, as it comes. */
  onItem: (item: Item) => void = () => undefined;
  private readonly console: Console<Item>;
  private readonly promptQuietTime: Micros;
  /** The first players of the game that is on are so many computer players, of these names. */
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

  /** Where the board stood when it was last waited for. */
  get state(): PromptState {
    return this.lastState;
  }

  get prompt(): Prompt | undefined {
    return this.lastState.kind === 'prompt' ? this.lastState.prompt : undefined;
  }

  /** The earliest that the first prompt of ours can have come behind what was typed last; undefined: none has. */
  get promptAt(): Micros | undefined {
    return this.firstPromptAt;
  }

  get resettable(): boolean {
    return this.bench.board.reset !== undefined;
  }

  /** Whether the turn that is on is a computer player's. */
  get isComputersTurn(): boolean {
    const { turn } = this;
    if (turn === undefined || this.computerCount === 0) return false;
    return this.computers.has(turn) || COMPUTER_NAME.test(turn);
  }

  /** A game with so many computer players begins: their prompts are not ours. */
  expectComputers(count: number): void {
    this.computerCount = count;
    this.computers.clear();
    this.turn = undefined;
  }

  /** Resets the board, without waiting for what it prints. false: it cannot be. */
  async reset(): Promise<boolean> {
    if (!(await this.bench.reset())) return false;
    this.console.restart();
    this.expectComputers(0);
    this.lastState = SILENT_STATE;
    return true;
  }

  /** The board stands at its main menu: it was left there. */
  assumeMenu(): void {
    this.expectComputers(0);
    this.lastState = { kind: 'prompt', prompt: 'menu' };
  }

  /** Types keys, again where they draw nothing, and waits until the board waits. */
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

  /** Types keys, again where they draw nothing, up to an item behind which the board need not wait. false: it did not come. */
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

  /** Types keys once, and does not wait. */
  type(keys: Uint8Array | string): Promise<void> {
    this.firstPromptAt = undefined;
    return this.console.type(bytesOf(keys));
  }

  /** Waits until the board waits; `items` gets what is printed meanwhile. `soon`: the patience until the first byte. */
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

  /** Whether the board goes on waiting where it stands: nothing is printed for `span`. `items` gets what is. */
  async staysQuiet(span: Micros, items: Item[] = []): Promise<boolean> {
    const { lastState: standing } = this;
    const before = this.console.bytesPrinted;
    const outcome = await this.console.next(span);
    if (outcome.kind === 'quiet' && this.console.bytesPrinted === before) return true;
    if (outcome.kind === 'found') {
      items.push(outcome.item);
      this.trackItem(outcome.item);
    }
    const state = await this.awaitPrompt(items);
    if (state.kind === 'silent' && outcome.kind !== 'ended') this.lastState = standing;
    return false;
  }

  /** What a check says of what keys came to. */
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

  /** The error of a board that does not go on from where it stood. */
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

  /** Waits for the first prompt of a board that starts: a program takes its time until it prints anything. */
  boot(): Promise<PromptState> {
    return this.awaitPrompt(
      [],
      this.bench.exhaustive ? this.timeout : micros(Math.max(this.timeout, BOOT_TIMEOUT)),
    );
  }

  /** After a reset: the board's main menu. Rejects with {@link BoardSilent} where it does not come. */
  async bootMenu(): Promise<void> {
    await this.boot();
    if (this.prompt !== 'menu') throw new BoardSilent(this.noMenu());
  }

  /** Why there is no menu, in a sentence. */
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
