/** The player at the keyboard: types keys, again where they draw nothing, and waits for what is due. The judge judges all that passes. */
import { BoardSilent, dice, fc, isLost, micros, millis } from '../../../api/index';
import type { Bench, ConsoleText, ConversationHost, Dice, Micros } from '../../../api/index';
import { keyText, promptText } from '../judge/descriptions';
import type { PromptState } from '../judge/key-outcome';
import type { TenState } from '../judge/state';
import type { TenValues } from '../parameters';
import type { Item, Prompt } from '../reader/item';

export type Host = ConversationHost<ConsoleText, TenState, TenValues>;

/** The reaction to keys. */
export interface Reaction {
  /** What was printed, echoes and text apart. */
  readonly items: readonly Item[];
  /** Nothing was wrong. */
  readonly isRight: boolean;
}

/** No prompt came where the game must go on. */
export class NoPrompt extends Error {
  override readonly name = 'NoPrompt';
  constructor(
    /** The error of a link that is lost. Absent: the board is silent, or prints without end, and that is judged. */
    readonly lost: Error | undefined,
    readonly title: string,
    readonly seen: string,
  ) {
    super(`${title}: ${seen}`);
  }
}

/** A key without any reaction for this long is typed again. Sooner, a slow program would read it twice. The menu takes 3 s. */
const RETRY_AFTER = { key: millis(2000), scoreboard: millis(4500) } as const;
const MAX_TRIES = 4;
/** A key with only an echo may have been discarded too. */
const ECHO_TRIES = 2;
const BOOT_TIMEOUT = millis(10_000);
/** Nothing is printed for this long: the program pauses. */
const PAUSE = millis(60);
const MOST_CHUNKS = 200;
/** The judge does not wait for so long. */
const LONG = millis(3_600_000);
const NEVER = (): boolean => false;

const UTF8 = new TextEncoder();

export class TenHost {
  readonly bench: Bench;
  readonly dice: Dice;
  private readonly timeout: Micros;
  /** The error of a lost link: a program has ended, for example. */
  lost: Error | undefined;

  constructor(private readonly host: Host) {
    this.bench = host.bench;
    const [seed = 0] = host.bench.sample(fc.nat(), 1);
    this.dice = dice(seed);
    this.timeout = millis(host.p.patienceMs);
  }

  get view(): TenState {
    return this.host.state;
  }

  /** The prompt that waits, with the cards on the screen. */
  get shown(): PromptState | undefined {
    return this.lost === undefined ? this.view.shown : undefined;
  }

  get prompt(): Prompt | undefined {
    return this.shown?.prompt;
  }

  get resettable(): boolean {
    return this.host.canReset;
  }

  /** Resets the board, and does not wait for its output. false: it has no reset recipe. */
  async reset(): Promise<boolean> {
    if (!(await this.host.reset())) return false;
    this.lost = undefined;
    return true;
  }

  shuffled<T>(items: readonly T[]): readonly T[] {
    const rest = [...items];
    return items.flatMap(() => rest.splice(this.dice.int(0, rest.length - 1), 1));
  }

  /** Types keys, again if nothing happens, and waits for the next prompt, or until `enough`. */
  async press(keys: Uint8Array | string, enough = NEVER): Promise<Reaction> {
    const retry = this.prompt === 'scoreboard' ? RETRY_AFTER.scoreboard : RETRY_AFTER.key;
    const soon = micros(Math.min(retry, this.timeout / 2));
    let isRight = true;
    for (let tries = 1; ; tries++) {
      await this.type(keys);
      isRight = (await this.settle(enough, soon)) && isRight;
      const { isEcho, printed } = this.view;
      const most = printed === 0 ? MAX_TRIES : ECHO_TRIES;
      if (this.lost !== undefined || this.prompt !== undefined || !isEcho || enough() || tries >= most) break;
    }
    isRight = (await this.settle(enough)) && isRight;
    return { items: this.view.items, isRight };
  }

  /** Types keys once and does not wait. */
  async type(keys: Uint8Array | string): Promise<void> {
    await this.unlessLost(() => this.host.write(typeof keys === 'string' ? UTF8.encode(keys) : keys));
  }

  /** Waits for the next prompt. */
  async awaitPrompt(): Promise<void> {
    await this.settle();
  }

  /** Waits until the program pauses. */
  async awaitPause(): Promise<void> {
    for (let n = 0; n < MOST_CHUNKS; n++) {
      const { printed } = this.view;
      await this.listen(PAUSE, () => this.view.printed !== printed);
      if (this.view.printed === printed) return;
    }
  }

  /** Listens for so long that a prompt which waits is told from one that does not. */
  async watch(span: { readonly virtual: Micros; readonly real: Micros }): Promise<void> {
    await this.listen(this.bench.exhaustive ? span.virtual : span.real);
  }

  /** Waits for the first prompt of a board that starts, which may take longer than others. After output without end none is awaited. */
  async boot(): Promise<void> {
    const end = this.bench.now() + Math.max(this.timeout, BOOT_TIMEOUT);
    const isOver = (): boolean => this.prompt !== undefined || this.view.stalled?.isFlood === true;
    while (!isOver() && this.lost === undefined && this.bench.now() < end) await this.listen(PAUSE, isOver);
  }

  /** Waits for the main menu after a reset. Rejects with {@link BoardSilent} if it does not come. */
  async bootMenu(): Promise<void> {
    await this.boot();
    if (this.prompt !== 'menu') throw new BoardSilent(this.noMenu());
  }

  /** Why there is no menu, as a sentence. */
  noMenu(): string {
    return `the main menu '(1) Play the game!' did not come: ${this.describeEnd()}`;
  }

  /** The error of a board that does not go on after keys that were typed at a prompt. */
  noPrompt(keys: Uint8Array | string, at: PromptState | undefined): NoPrompt {
    const where = at === undefined ? 'the start' : promptText(at.prompt, at.asked);
    const text = keyText(typeof keys === 'string' ? UTF8.encode(keys) : keys);
    return new NoPrompt(this.lost, `${text} typed at ${where}`, this.describeEnd());
  }

  /** Where the board stands. */
  private describeEnd(): string {
    const { shown, lost, view } = this;
    if (shown !== undefined) return promptText(shown.prompt, shown.asked);
    if (lost !== undefined) return lost.message;
    return view.stalled?.seen ?? `no prompt that waits, for ${this.timeout / 1000} ms`;
  }

  /** Waits until nothing is due any more, or until `enough`; where only an echo has come, for `soon`. Resolves to whether all was right. */
  private async settle(enough = NEVER, soon?: Micros): Promise<boolean> {
    const isOver = (): boolean =>
      this.view.shown !== undefined || this.view.stalled !== undefined || enough();
    if (soon !== undefined) {
      const isRight = await this.listen(soon, isOver);
      if (this.view.isEcho || isOver()) return isRight;
    }
    return this.listen(LONG, isOver);
  }

  private async listen(span: Micros, enough = NEVER): Promise<boolean> {
    let isRight = true;
    await this.unlessLost(async () => void (isRight = await this.host.listen(span, '', enough)));
    return isRight;
  }

  private async unlessLost(work: () => Promise<unknown>): Promise<void> {
    if (this.lost !== undefined) return;
    try {
      await work();
    } catch (error) {
      if (!isLost(error)) throw error;
      this.lost = error;
    }
  }
}
