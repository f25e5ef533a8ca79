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
export type Stand =
  PromptItem | { readonly kind: 'silent' | 'flood' } | { readonly kind: 'ended'; readonly error: LinkError };

/** What keys came to. */
export interface Reaction {
  readonly keys: Uint8Array;
  readonly stand: Stand;
  readonly items: readonly Item[];
}

/** The board stands still, is gone, or prints without end, where the game was to go on. */
export class Derailed extends Error {
  override readonly name = 'Derailed';
  constructor(
    readonly stand: Stand,
    readonly detail: CheckDetail,
  ) {
    super(`${detail.title}: ${detail.seen ?? ''}`);
  }
}

const LINK = 'main';
/** A prompt stands once so long nothing was printed behind it. */
const QUIET = { virtual: millis(20), real: millis(50) } as const;
/** A key that draws nothing for so long is typed again: sooner, a slow program would read it twice. The menu takes 3 s. */
const AGAIN = { key: millis(2000), scoreboard: millis(4500) } as const;
const TRIES = 4;
const BOOT = millis(10_000);
/** Behind an echo of a few bytes alone a key may have been thrown away too. */
const ECHO_BYTES = 8;
const ECHO_TRIES = 2;
/** Until a prompt of ours, in patiences: computer players may have their turns before it, or the whole game. */
const LONGEST_WAIT = { computers: 60, alone: 10 } as const;
const COMPUTER = /^COMPUTER_/;

const UTF8 = new TextEncoder();
const SILENT: Stand = { kind: 'silent' };

export class TenHost {
  readonly random: Random;
  readonly patience: Micros;
  /** Called with every item, as it comes. */
  onItem: (item: Item) => void = () => undefined;
  private readonly console: Console<Item>;
  private readonly quiet: Micros;
  /** The first players of the game that is on are so many computer players, of these names. */
  private computerCount = 0;
  private readonly computers = new Set<string>();
  private turn: string | undefined;
  private standing: Stand = SILENT;
  private firstPromptAt: Micros | undefined;

  constructor(readonly bench: Bench) {
    const [seed = 0] = bench.sample(fc.nat(), 1);
    this.random = random(seed);
    this.patience = millis(bench.number('patienceMs'));
    this.quiet = bench.exhaustive ? QUIET.virtual : QUIET.real;
    this.console = new Console(bench, LINK, () => new ConsoleReader());
  }

  /** Where the board stood when it was last waited for. */
  get stand(): Stand {
    return this.standing;
  }

  get prompt(): Prompt | undefined {
    return this.standing.kind === 'prompt' ? this.standing.prompt : undefined;
  }

  /** The earliest that the first prompt of ours can have come behind what was typed last; undefined: none has. */
  get promptAt(): Micros | undefined {
    return this.firstPromptAt;
  }

  get resettable(): boolean {
    return this.bench.board.reset !== undefined;
  }

  /** Whether the turn that is on is a computer player's. */
  get watching(): boolean {
    const { turn } = this;
    if (turn === undefined || this.computerCount === 0) return false;
    return this.computers.has(turn) || COMPUTER.test(turn);
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
    this.standing = SILENT;
    return true;
  }

  /** The board stands at its main menu: it was left there. */
  assumeMenu(): void {
    this.expectComputers(0);
    this.standing = { kind: 'prompt', prompt: 'menu' };
  }

  /** Types keys, again where they draw nothing, and waits until the board waits. */
  async press(keys: Uint8Array | string): Promise<Reaction> {
    const bytes = bytesOf(keys);
    const soon = this.prompt === 'scoreboard' ? AGAIN.scoreboard : AGAIN.key;
    const items: Item[] = [];
    for (let tries = 1; ; tries++) {
      await this.console.type(bytes);
      const last = tries >= TRIES;
      const stand = await this.settle(items, micros(last ? this.patience : Math.min(soon, this.patience)));
      const drew = this.console.bytesPrinted;
      const echo = drew <= ECHO_BYTES && items.every(({ kind }) => kind === 'echo');
      const most = drew === 0 ? TRIES : ECHO_TRIES;
      if (stand.kind !== 'silent' || !echo || tries >= most) return { keys: bytes, stand, items };
    }
  }

  /** Types keys, again where they draw nothing, up to an item behind which the board need not wait. false: it did not come. */
  async pressTo(keys: string, accept: (item: Item) => boolean): Promise<boolean> {
    for (let tries = 1; tries <= TRIES; tries++) {
      await this.console.type(bytesOf(keys));
      for (;;) {
        const patience = this.console.bytesPrinted > 0 || tries === TRIES ? this.patience : AGAIN.key;
        const heard = await this.console.next(patience);
        if (heard.kind !== 'found') this.standing = standOf(heard, undefined);
        if (heard.kind === 'quiet' && this.console.bytesPrinted === 0) break;
        if (heard.kind !== 'found') return false;
        this.follow(heard.item);
        if (accept(heard.item)) return true;
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
  async settle(items: Item[] = [], soon = this.patience): Promise<Stand> {
    const longest = this.computerCount > 0 ? LONGEST_WAIT.computers : LONGEST_WAIT.alone;
    const end = after(this.bench.now(), micros(longest * this.patience));
    let prompt: PromptItem | undefined;
    while (this.bench.now() < end) {
      const patience = this.console.bytesPrinted === 0 ? soon : this.patience;
      const heard = await this.console.next(prompt === undefined ? patience : this.quiet);
      if (heard.kind !== 'found') return (this.standing = standOf(heard, prompt));
      const { item } = heard;
      items.push(item);
      this.follow(item);
      if (item.kind === 'prompt') prompt = this.isOurs(item) ? item : undefined;
      else if (item.kind !== 'echo') prompt = undefined;
    }
    return (this.standing = { kind: 'flood' });
  }

  /** Whether the board goes on waiting where it stands: nothing is printed for `span`. `items` gets what is. */
  async waits(span: Micros, items: Item[] = []): Promise<boolean> {
    const { standing } = this;
    const before = this.console.bytesPrinted;
    const heard = await this.console.next(span);
    if (heard.kind === 'quiet' && this.console.bytesPrinted === before) return true;
    if (heard.kind === 'found') {
      items.push(heard.item);
      this.follow(heard.item);
    }
    const stand = await this.settle(items);
    if (stand.kind === 'silent' && heard.kind !== 'ended') this.standing = standing;
    return false;
  }

  /** What a check says of what keys came to. */
  seen({ stand, items }: Pick<Reaction, 'stand' | 'items'>): string {
    const course = courseText(items);
    switch (stand.kind) {
      case 'prompt':
        return course;
      case 'silent':
        return `${course === 'nothing' ? '' : `${course}, then `}nothing for ${this.patience / 1000} ms`;
      case 'flood':
        return 'the program prints without end';
      case 'ended':
        return stand.error.message;
    }
  }

  /** The error of a board that does not go on from where it stood. */
  derailed(reaction: Reaction, at: Stand): Derailed {
    const where = at.kind === 'prompt' ? promptText(at.prompt, at.player) : 'the start';
    return new Derailed(reaction.stand, {
      title: `${keyText(reaction.keys)} typed at ${where}`,
      expected: 'the program goes on and asks for the next key',
      seen: this.seen(reaction),
      evidence: this.console.evidence(),
      screen: this.console.screen(),
    });
  }

  /** Waits for the first prompt of a board that starts: a program takes its time until it prints anything. */
  boot(): Promise<Stand> {
    return this.settle([], this.bench.exhaustive ? this.patience : micros(Math.max(this.patience, BOOT)));
  }

  /** After a reset: the board's main menu. Rejects with {@link BoardSilent} where it does not come. */
  async bootMenu(): Promise<void> {
    await this.boot();
    if (this.prompt !== 'menu') throw new BoardSilent(this.noMenu());
  }

  /** Why there is no menu, in a sentence. */
  noMenu(): string {
    const seen =
      this.stand.kind === 'prompt'
        ? promptText(this.stand.prompt)
        : this.seen({ stand: this.stand, items: [] });
    return `the main menu '(1) Play the game!' did not come: ${seen}`;
  }

  private isOurs({ prompt, player }: PromptItem): boolean {
    if (prompt === 'name') return player === undefined || player > this.computerCount;
    const everybodys =
      prompt === 'menu' || prompt === 'players' || prompt === 'computers' || prompt === 'order';
    return everybodys || prompt === 'special' || prompt === 'scoreboard' || !this.watching;
  }

  private follow(item: Item): void {
    if (item.kind === 'turn') this.turn = item.name;
    else if (item.kind === 'named' && item.player <= this.computerCount) this.computers.add(item.name);
    else if (item.kind === 'prompt' && item.prompt === 'menu') this.turn = undefined;
    if (item.kind === 'prompt' && this.isOurs(item)) this.firstPromptAt ??= this.console.notBefore;
    this.onItem(item);
  }
}

function standOf(
  heard: Exclude<ConsoleOutcome<Item>, { kind: 'found' }>,
  prompt: PromptItem | undefined,
): Stand {
  if (heard.kind === 'quiet') return prompt ?? SILENT;
  return heard.kind === 'flood' ? { kind: 'flood' } : { kind: 'ended', error: heard.error };
}

function bytesOf(keys: Uint8Array | string): Uint8Array {
  return typeof keys === 'string' ? UTF8.encode(keys) : keys;
}
