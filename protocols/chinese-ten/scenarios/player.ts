/**
 * The player at the keyboard: types keys, again where they draw nothing, waits for what is due, and plays games by the rules. The judge
 * judges all that passes.
 */
import { BoardSilent, dice, fc, isLost, micros, millis } from '../../../api/index';
import type { Bench, ConsoleText, ConversationHost, Dice, Micros } from '../../../api/index';
import { canCapture, type Card } from '../cards';
import { keyText, promptText } from '../judge/descriptions';
import type { TenState } from '../judge/judge';
import { pileAt, type PromptState } from '../prompts';
import { rightKey, type GamePlan } from '../prompts';
import type { Item, Prompt } from '../reader/item';
import { keyOf } from '../render';
import type { TenValues } from '../wire';

export type Host = ConversationHost<ConsoleText, TenState, TenValues>;

/** What is done at a prompt before it is answered. It may type keys, and must leave the board at some prompt. */
export type Tactic = (player: TenPlayer, at: PromptState) => Promise<void>;

/** No prompt came where the game must go on. */
export class NoPrompt extends BoardSilent {
  constructor(
    /** The error of a link that is lost. Absent: the board is silent, or prints without end, and that is judged. */
    readonly lost: Error | undefined,
    readonly title: string,
    readonly seen: string,
  ) {
    super(`${title}: ${seen}`);
  }
}

/** A key that brings an echo at the most for this long is typed again. Sooner, a slow program would read it twice. */
const RETRY_AFTER = millis(4500);
const MAX_TRIES = 3;
const BOOT_TIMEOUT = millis(10_000);
/** Nothing is printed for this long: the program pauses. */
const PAUSE = millis(60);
const MOST_CHUNKS = 200;
/** A prompt that waits prints nothing for this long. */
const WATCH = { virtual: millis(2000), real: millis(400) } as const;
/** The judge does not wait for so long. */
const LONG = millis(3_600_000);
const NEVER = (): boolean => false;
const MAX_KEYS = 4000;
/** Keys in a row that bring no other screen: then any card is tried, and at last the game is given up. */
const FRUITLESS = { any: 8, most: 160 } as const;
/** More cards than this on the table are many: a game begins with four. */
const LARGE_TABLE = 5;

export class TenPlayer {
  readonly bench: Bench;
  readonly dice: Dice;
  plan: GamePlan = { players: 2, computers: 0 };
  /** The error of a lost link: a program has ended, for example. */
  lost: Error | undefined;
  /** A turned card could capture, with more cards on the table than the game began with. */
  hadLargeTable = false;
  private fruitless = 0;

  constructor(readonly host: Host) {
    this.bench = host.bench;
    const [seed = 0] = host.bench.sample(fc.nat(), 1);
    this.dice = dice(seed);
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

  get turn(): number {
    return this.view.referee?.view.turn ?? -1;
  }

  get situation(): string {
    const { players, computers } = this.plan;
    const game = `a game of ${players}${computers > 0 ? ` (${computers} of them computers)` : ''}`;
    return this.turn < 0 ? game : `${game}, turn ${this.turn + 1}`;
  }

  /** The first in virtual time, where everything is tried, the second on a real clock. */
  most<T>({ virtual, real }: { readonly virtual: T; readonly real: T }): T {
    return this.bench.exhaustive ? virtual : real;
  }

  shuffled<T>(items: readonly T[]): readonly T[] {
    const rest = [...items];
    return items.flatMap(() => rest.splice(this.dice.int(0, rest.length - 1), 1));
  }

  /** Whether something of this kind was printed since the last key. */
  has(kind: Item['kind']): boolean {
    return this.view.items.some((item) => item.kind === kind);
  }

  /** Resets the board, and does not wait for its output. false: it has no reset recipe. */
  async reset(): Promise<boolean> {
    if (!(await this.host.reset())) return false;
    this.lost = undefined;
    return true;
  }

  /** Plays to the scoreboard, or until `enough`. false: the board went another way. */
  async play(plan: GamePlan, tactic?: Tactic, enough = NEVER): Promise<boolean> {
    this.plan = plan;
    this.fruitless = 0;
    let begun = this.prompt !== 'menu';
    for (let keys = 0; keys < MAX_KEYS; keys++) {
      const { shown } = this;
      if (shown?.prompt === 'scoreboard' || enough()) return true;
      const isLost = shown === undefined || (shown.prompt === 'menu' && begun);
      if (isLost || this.fruitless > FRUITLESS.most) return false;
      begun = true;
      this.noteLargeTable(shown);
      await tactic?.(this, shown);
      if (this.prompt === shown.prompt) await this.step();
    }
    return false;
  }

  /** Answers the prompt. Resolves to whether all was right. Rejects with {@link NoPrompt} if no other one comes. */
  async step(): Promise<boolean> {
    this.fruitless++;
    return this.press(this.answer());
  }

  /** A legal key for the prompt; where those lead nowhere, any. */
  answer(): string {
    const { shown, dice } = this;
    if (shown === undefined) return ' ';
    const pile = this.fruitless > FRUITLESS.any ? pileAt(shown) : undefined;
    const any = (cards: readonly Card[]): Card | undefined => dice.any(cards);
    return pile === undefined ? rightKey(shown, this.plan, any) : keyOf(pile, any(pile));
  }

  /** Types keys, and waits for the next prompt. Resolves to whether all was right. Rejects with {@link NoPrompt} if none comes. */
  async press(keys: Uint8Array | string): Promise<boolean> {
    const at = this.shown;
    const isRight = await this.tryKeys(keys);
    if (this.prompt === undefined) throw this.noPrompt(keys, at);
    if (this.has('clear')) this.fruitless = 0;
    return isRight;
  }

  /** Types keys, again if nothing happens, and waits for the next prompt, or until `enough`. */
  async tryKeys(keys: Uint8Array | string, enough = NEVER): Promise<boolean> {
    const soon = micros(Math.min(RETRY_AFTER, millis(this.host.p.patienceMs) / 2));
    let isRight = true;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      await this.type(keys);
      isRight = (await this.settle(enough, soon)) && isRight;
      if (this.lost !== undefined || this.prompt !== undefined || !this.view.isEcho || enough()) break;
    }
    return (await this.settle(enough)) && isRight;
  }

  /** Types a key, and others into the pause after what it draws. The next prompt must wait. Resolves to whether they were typed. */
  async typeIntoPause(key: string, pause: Item['kind'], keys: string, isRight = (): boolean => true) {
    const at = this.shown;
    await this.tryKeys(key, () => this.has(pause));
    const types = this.has(pause) && isRight();
    if (types) await this.typeNow(keys);
    await this.settle();
    if (this.prompt === undefined) throw this.noPrompt(key, at);
    if (types) await this.watch();
    return types;
  }

  /** Types keys once the program pauses. */
  async typeNow(keys: string): Promise<void> {
    let printed = -1;
    for (let n = 0; n < MOST_CHUNKS && printed !== this.view.printed; n++) {
      ({ printed } = this.view);
      await this.listen(PAUSE, () => this.view.printed !== printed);
    }
    await this.type(keys);
  }

  /** Listens for so long that a prompt which waits is told from one that does not. */
  async watch(): Promise<void> {
    await this.listen(this.most(WATCH));
  }

  /**
   * Waits for the first prompt of a board that starts, which may take longer than others. After output without end none is awaited. What
   * has come while this machine stood still is read to its end.
   */
  async boot(): Promise<void> {
    const span = micros(Math.max(millis(this.host.p.patienceMs), BOOT_TIMEOUT));
    await this.listen(span, () => this.shown !== undefined || this.view.stalled?.isFlood === true);
    await this.settle();
  }

  /** Waits for the main menu after a reset. Rejects with {@link BoardSilent} if it does not come. */
  async bootMenu(): Promise<void> {
    await this.boot();
    if (this.prompt !== 'menu') throw new BoardSilent(this.noMenu());
  }

  noMenu(): string {
    return `the main menu '(1) Play the game!' did not come: ${this.describeEnd()}`;
  }

  private noPrompt(keys: Uint8Array | string, at: PromptState | undefined): NoPrompt {
    const where = at === undefined ? 'the start' : promptText(at.prompt, at.asked);
    return new NoPrompt(this.lost, `${keyText(Buffer.from(keys))} typed at ${where}`, this.describeEnd());
  }

  private describeEnd(): string {
    const { shown, lost, view } = this;
    if (shown !== undefined) return promptText(shown.prompt, shown.asked);
    if (lost !== undefined) return lost.message;
    return view.stalled?.seen ?? `no prompt that waits, for ${this.host.p.patienceMs} ms`;
  }

  private noteLargeTable({ prompt, turned, layout }: PromptState): void {
    const isTurned = (prompt === 'take' || prompt === 'lay') && turned !== undefined;
    if (isTurned && layout.length > LARGE_TABLE && layout.some((card) => canCapture(turned, card)))
      this.hadLargeTable = true;
  }

  private async type(keys: Uint8Array | string): Promise<void> {
    await this.unlessLost(() => this.host.write(Buffer.from(keys)));
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
