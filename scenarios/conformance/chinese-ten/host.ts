/**
 * The player at the keyboard: types keys, and waits for what is due. A monitor judges all that passes: scenarios only say what to try.
 * Keys that draw nothing are typed again.
 */
import * as fc from 'fast-check';
import { LinkError } from '../../../devices/links/link';
import { random, type Random } from '../../../devices/random';
import type { Item, Prompt } from '../../../protocols/chinese-ten/item';
import { keyText, promptText } from '../../../protocols/chinese-ten/monitor/descriptions';
import type { PromptState } from '../../../protocols/chinese-ten/monitor/key-outcome';
import { LINK, TenMonitor } from '../../../protocols/chinese-ten/monitor/monitor';
import type { TenView } from '../../../protocols/chinese-ten/monitor/monitor-view';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { BoardSilent, type Bench } from '../../bench/bench';
import { Console } from '../../bench/console';
import type { CheckDetail } from '../../runner/verdict-ledger';

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
    /** The link is lost. Absent: the board is silent, or prints without end, and the monitor has judged that. */
    readonly lost: LinkError | undefined,
    readonly detail: CheckDetail,
  ) {
    super(`${detail.title}: ${detail.seen ?? ''}`);
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

const UTF8 = new TextEncoder();

export class TenHost {
  readonly random: Random;
  private readonly timeout: Micros;
  private readonly console: Console;
  private readonly monitor: TenMonitor;
  /** The link is lost: a program has ended, for example. */
  lost: LinkError | undefined;
  private failures = 0;

  /** `fresh`: the board has just been started. */
  constructor(
    readonly bench: Bench,
    fresh = false,
  ) {
    const [seed = 0] = bench.sample(fc.nat(), 1);
    this.random = random(seed);
    this.timeout = millis(bench.number('patienceMs'));
    this.console = new Console(bench, LINK);
    const onPass = (clause: string): void => void bench.check(clause, true, () => ({ title: '' }));
    this.monitor = new TenMonitor(this.timeout, { fresh, onPass });
  }

  get view(): TenView {
    return this.monitor.view;
  }

  /** The prompt that waits, with the cards on the screen. */
  get shown(): PromptState | undefined {
    return this.lost === undefined ? this.monitor.view.shown : undefined;
  }

  get prompt(): Prompt | undefined {
    return this.shown?.prompt;
  }

  get resettable(): boolean {
    return this.bench.board.reset !== undefined;
  }

  /** Resets the board, and does not wait for its output. false: it has no reset recipe. */
  async reset(): Promise<boolean> {
    const at = this.bench.now();
    if (!(await this.bench.reset())) return false;
    this.console.restart();
    this.lost = undefined;
    this.monitor.reset(at);
    return true;
  }

  /** The board was left at its main menu. */
  assumeMenu(): void {
    this.monitor.assumeMenu(this.bench.now());
  }

  /** Types keys, again if nothing happens, and waits for the next prompt, or until `enough`. */
  async press(keys: Uint8Array | string, enough: () => boolean = () => false): Promise<Reaction> {
    const { failures } = this;
    const retry = this.prompt === 'scoreboard' ? RETRY_AFTER.scoreboard : RETRY_AFTER.key;
    for (let tries = 1; ; tries++) {
      await this.type(keys);
      const soon = after(this.bench.now(), micros(Math.min(retry, this.timeout / 2)));
      await this.settle(enough, soon);
      const { isEcho, printed } = this.view;
      const most = printed === 0 ? MAX_TRIES : ECHO_TRIES;
      if (this.lost !== undefined || this.prompt !== undefined || !isEcho || enough() || tries >= most) break;
    }
    await this.settle(enough);
    return { items: this.view.items, isRight: this.failures === failures };
  }

  /** Types keys once and does not wait. */
  async type(keys: Uint8Array | string): Promise<void> {
    try {
      this.monitor.tx(await this.console.type(typeof keys === 'string' ? UTF8.encode(keys) : keys));
    } catch (error) {
      this.lost = lossFrom(error);
    }
    this.record();
  }

  /** Waits for the next prompt. */
  awaitPrompt(): Promise<void> {
    return this.settle(() => false);
  }

  /** Waits until the program pauses. */
  async awaitPause(): Promise<void> {
    for (let n = 0; n < MOST_CHUNKS; n++) if (!(await this.listen(after(this.bench.now(), PAUSE)))) return;
  }

  /** Listens for `span`. */
  async quiet(span: Micros): Promise<void> {
    const end = after(this.bench.now(), span);
    while (await this.listen(end));
  }

  /** Listens for so long that a prompt which waits is told from one that does not. */
  watch(span: { readonly virtual: Micros; readonly real: Micros }): Promise<void> {
    return this.quiet(this.bench.exhaustive ? span.virtual : span.real);
  }

  /** Waits for the first prompt of a board that starts, which may take longer than others. After output without end none is awaited. */
  async boot(): Promise<void> {
    const end = after(this.bench.now(), micros(Math.max(this.timeout, BOOT_TIMEOUT)));
    const isOver = (): boolean => this.prompt !== undefined || this.view.stalled?.isFlood === true;
    while (!isOver() && this.lost === undefined && this.bench.now() < end)
      await this.listen(micros(Math.min(end, this.monitor.due()?.until ?? end)));
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

  /** Where the board stands. */
  describeEnd(): string {
    const { shown, lost, view } = this;
    if (shown !== undefined) return promptText(shown.prompt, shown.asked);
    return lost?.message ?? view.stalled?.seen ?? `no prompt that waits, for ${this.timeout / 1000} ms`;
  }

  /** The error of a board that does not go on after keys that were typed at a prompt. */
  noPrompt(keys: Uint8Array | string, at: PromptState | undefined): NoPrompt {
    const where = at === undefined ? 'the start' : promptText(at.prompt, at.asked);
    return new NoPrompt(this.lost, {
      title: `${keyText(typeof keys === 'string' ? UTF8.encode(keys) : keys)} typed at ${where}`,
      expected: 'the program goes on and asks for the next key',
      seen: this.describeEnd(),
      evidence: this.console.evidence(),
      screen: this.console.screen(),
    });
  }

  /** Waits until nothing is due any more, or until `enough`; where only an echo has come, until `soon`. */
  private async settle(enough: () => boolean, soon: Micros = micros(Infinity)): Promise<void> {
    for (let due = this.monitor.due(); due !== undefined && !enough(); due = this.monitor.due()) {
      const { isEcho } = this.view;
      if (this.lost !== undefined || (isEcho && this.bench.now() >= soon)) return;
      await this.listen(isEcho ? micros(Math.min(due.until, soon)) : due.until);
    }
  }

  /** Whether anything was printed until then. */
  private async listen(until: Micros): Promise<boolean> {
    if (this.lost !== undefined) return false;
    try {
      const chunk = await this.console.next(until);
      if (chunk === undefined) this.monitor.tick(until);
      else this.monitor.rx(chunk);
      this.record();
      return chunk !== undefined;
    } catch (error) {
      this.lost = lossFrom(error);
      return false;
    }
  }

  /** Writes down what the monitor found. */
  private record(): void {
    for (const { clause, title, expected, seen } of this.monitor.judgements()) {
      this.failures++;
      this.bench.check(clause, false, () => ({ title, expected, seen }));
    }
  }
}

/** A lost link, for example when a program has ended. The runner handles other errors. */
function lossFrom(error: unknown): LinkError {
  if (error instanceof LinkError && error.fault === 'lost') return error;
  throw error;
}
