/**
 * Judges a Chinese Ten console: reads screen and keys, knows the outcome of each key, and has the referee judge the game by its screens.
 *
 *     prompt, then nothing for 50 ms: the program waits        key → its refusal, if one is due, and the next prompt
 *
 * Where a key may have been read or not, its outcome is unknown: until the program waits again no key is judged. Screens still are, as
 * they show by themselves what was played. After missing bytes nothing is, until the screen is cleared.
 */
import { after, classifyConsoleText, JudgementLog, micros, millis } from '../../../api/index';
import type {
  Chunk,
  CoveragePoint,
  Due,
  Judgement,
  JudgeOptions,
  Message,
  Micros,
  OwnJudge,
} from '../../../api/index';
import type { Item } from '../reader/item';
import { ConsoleOutput } from './console-output';
import { courseText, keyText } from './descriptions';
import { EarlyKeys } from './early-keys';
import { expectOutcome, type PromptState } from './key-outcome';
import { KeyJudge } from './key-judge';
import { LINK } from '../wire';
import { isForLine, isIndivisible, LineInput } from './line-input';
import type { Stall, TenState } from './state';
import { ScreenJudge } from './screen-judge';

/** The program waits at a prompt after this time without output. It may discard an earlier key. */
const QUIET = millis(50);
/** The same after a key that may have counted: a whole screen may be on its way. The scoreboard of four takes less. */
const QUIET_WHEN_UNSURE = millis(1000);
/** A prompt that prints nothing for this long has read no key from before it. */
const WAITED = millis(300);
/** The longest time to the menu of a board that starts. */
const BOOT = millis(10_000);
/** The longest time to the player's next prompt, in prompt timeouts: computers may play first, or alone. */
const LONGEST = { computers: 60, alone: 10 } as const;
const ESC = 0x1b;

export class TenJudge implements OwnJudge<TenState> {
  private readonly log: JudgementLog<Message>;
  private readonly keys: KeyJudge;
  private readonly output = new ConsoleOutput();
  private readonly screens = new ScreenJudge();
  private readonly early = new EarlyKeys();
  private readonly line = new LineInput();
  private keyAt = micros(0);
  private isWaiting = false;
  /** What was waited for has not come, and is not waited for any more. */
  private stalled: Stall | undefined;
  /** The effect of the last key is unknown. */
  private isUnsure: boolean;
  private wasReset = false;
  /** The last key came so soon after its prompt that the program may have discarded it. */
  private isDoubtful = false;
  private points: CoveragePoint[] = [];

  /** `timeout`: a prompt or a screen that has not come within this is missing. */
  constructor(
    private readonly timeout: Micros,
    private readonly options: JudgeOptions,
  ) {
    const { known = true, onPass, seesResets } = options;
    this.log = new JudgementLog(onPass);
    this.keys = new KeyJudge(this.log, () => this.place, seesResets !== false);
    this.isUnsure = !known;
    if (known) this.keys.start();
  }

  get state(): TenState {
    const { items, printed, isEcho, screen } = this.output;
    const shown = this.isWaiting ? screen.state : undefined;
    return {
      shown,
      stalled: this.stalled,
      known: this.isUnsure ? undefined : shown,
      isComputersTurn: screen.isComputersTurn,
      referee: this.screens.referee,
      items,
      printed,
      isEcho,
    };
  }

  /** Nothing but a reset brings the program to a known state for sure. */
  get desynchronised(): boolean {
    return this.options.isReset === undefined ? this.isUnsure : !this.wasReset;
  }

  judgements(): readonly Judgement[] {
    return this.log.takeAll();
  }

  coverage(): readonly CoveragePoint[] {
    return this.points.splice(0);
  }

  due(): Due | undefined {
    if (this.isWaiting || this.stalled !== undefined || this.output.isFlood) return undefined;
    return {
      link: LINK,
      until: this.output.screen.prompt === undefined ? this.limit : after(this.output.at, this.quiet),
    };
  }

  tx(chunk: Chunk): void {
    const { bytes, notBefore, notAfter } = chunk;
    this.tick(notBefore);
    if (bytes.length === 0) return;
    const [isWaiting, { prompt }] = [this.isWaiting, this.output.screen];
    const isShown = prompt !== undefined && !this.isUnsure && notBefore >= this.output.at;
    // What the key before has drawn is judged even if the next one comes at once.
    if (!isWaiting && isShown) this.promptWaits(prompt);
    const { state } = this.output.screen;
    this.remember(chunk);
    this.stalled = undefined;
    if (isForLine(bytes)) this.keys.answered();
    else this.keys.typedMore(bytes.subarray(0, 1));
    const mayBeName = this.isUnsure || state === undefined || state.prompt === 'name';
    if (mayBeName && this.screens.referee === undefined && bytes.includes(ESC)) this.hideText();
    if (this.isUnsure || isForLine(bytes)) return this.loseKey(notAfter);
    if (state === undefined) return this.typedBetween(chunk);
    if (!isWaiting && (!isShown || !isIndivisible(state.prompt, bytes))) return this.loseKey(notAfter);
    this.isDoubtful = !isWaiting;
    if (state.prompt === 'name') return this.typedLine(state, bytes, notAfter);
    if (bytes.length > 1) this.suspectBurst(bytes);
    this.typed(state, bytes, bytes.subarray(0, 1), notAfter);
  }

  rx(chunk: Chunk): void {
    this.remember(chunk);
    this.tick(chunk.notBefore);
    const unclear = this.early.takeUnclear(chunk.notBefore);
    if (unclear !== undefined) this.loseKey(unclear);
    this.stalled = undefined;
    for (const item of this.output.push(chunk)) this.take(item);
    if (this.output.isFlood) this.stall({ isFlood: true, seen: 'the program prints without end' });
  }

  tick(now: Micros): void {
    if (this.isWaiting && !this.isUnsure && now >= after(this.output.at, WAITED)) this.keys.waited();
    if (this.isWaiting || this.stalled !== undefined) return;
    if (this.output.screen.prompt === undefined) {
      if (now < this.limit) return;
      const course = courseText(this.output.items);
      const silence = `nothing for ${Math.round(this.timeout / 1000)} ms`;
      this.stall({ isFlood: false, seen: course === 'nothing' ? silence : `${course}, then ${silence}` });
    } else if (now >= after(this.output.at, this.quiet)) this.promptWaits(this.output.screen.prompt);
  }

  reset(at: Micros, since = at): void {
    const start = Number.isFinite(since) ? since : at;
    this.tick(start);
    this.gap(start);
    this.isUnsure = false;
    this.wasReset = true;
    this.output.at = start;
    this.keys.start();
  }

  gap(until: Micros): void {
    this.output.forget();
    this.screens.forgetGame();
    this.keys.answered();
    this.loseKey(until);
  }

  private get quiet(): Micros {
    return this.isUnsure ? QUIET_WHEN_UNSURE : QUIET;
  }

  /** When the player's next prompt is missing. */
  private get limit(): Micros {
    const { keyAt, timeout } = this;
    if (this.keys.isStarting && this.output.printed === 0)
      return after(keyAt, micros(Math.max(timeout, BOOT)));
    const longest = this.output.screen.computers === 0 ? LONGEST.alone : LONGEST.computers;
    return micros(Math.min(Math.max(this.output.at, keyAt) + timeout, keyAt + longest * timeout));
  }

  private get place(): string {
    const { referee } = this.screens;
    return referee === undefined ? '' : `, turn ${referee.view.turn + 1} of a game of ${referee.players}`;
  }

  private remember({ direction, bytes, ...at }: Chunk): void {
    const { notBefore: first, notAfter: last } = at;
    const event = { kind: 'frame', raw: bytes, first, last, value: { type: 'text', bytes } } as const;
    this.log.remember(direction, { event, first: at, last: at }, LINK);
  }

  private typedBetween({ bytes, notBefore, notAfter }: Chunk): void {
    // A key that brings nothing but its echo is sent again.
    if (this.output.isEcho && this.early.repeats(bytes, notBefore, notAfter))
      return void (this.keyAt = notAfter);
    const hasPrinted = this.output.at > this.keyAt || (this.keys.isStarting && this.output.printed === 0);
    if (hasPrinted && notBefore >= after(this.output.at, QUIET)) this.early.paused(notAfter);
    // While output is on its way, the program may already wait.
    else this.loseKey(notAfter);
    this.keys.suspectInput('key between prompts', 'CT-UI-04', `${keyText(bytes)} typed between prompts`);
    if (this.isUnsure) this.keys.forget();
  }

  /** The effect of the key is unknown: no key is judged until the program waits again. */
  private loseKey(at: Micros): void {
    if (this.screens.referee === undefined) {
      this.output.screen.forgetCounts();
      this.screens.forgetNames();
    }
    this.output.screen.forgetKey();
    this.keys.forget();
    this.isUnsure = true;
    this.begin(at);
  }

  /** A key was typed: what comes next is drawn by it. */
  private begin(at: Micros): void {
    this.isWaiting = false;
    this.stalled = undefined;
    this.keys.close();
    this.early.clear();
    this.line.clear();
    this.output.begin();
    this.keyAt = at;
  }

  private typedLine(state: PromptState, bytes: Uint8Array, at: Micros): void {
    this.keys.close();
    const line = this.line.push(bytes);
    if (line === undefined) return;
    if (this.line.isOpen) return this.loseKey(at);
    if (line.rest > 0) this.suspectBurst(bytes);
    this.screens.typedName(state.asked ?? 1, line.bytes);
    this.typed(state, bytes, line.bytes, at);
  }

  private suspectBurst(bytes: Uint8Array): void {
    this.keys.suspectInput('several keys at once', 'CT-UI-05', `${keyText(bytes)} typed together`);
  }

  /** A terminal may hide text after an ESC in a name: neither the turn nor the owner of a prompt can be read. */
  private hideText(): void {
    this.screens.forgetGame();
    if (this.output.screen.computers !== 0) this.output.hide();
  }

  private typed(state: PromptState, bytes: Uint8Array, keys: Uint8Array, at: Micros): void {
    const outcome = expectOutcome(state, keys);
    if (outcome === undefined) return this.loseKey(at);
    this.begin(at);
    this.early.typed(bytes, at);
    this.output.screen.prompt = undefined;
    this.keys.typed(state, keys, outcome);
    if (this.isDoubtful) this.keys.answered();
    if (outcome.refusals.length === 0) this.keys.played = this.output.screen.choose(state, keys[0] ?? 0);
  }

  private take(item: Item): void {
    const isTrusted = this.output.show(item);
    if (item.kind === 'echo') return;
    this.isWaiting = false;
    this.keys.answered();
    if (!isTrusted) return;
    if (!this.isUnsure) this.keys.show(item, this.output);
    for (const check of this.screens.take(item, this.output.screen.players)) this.keys.record(check);
    if (item.kind === 'prompt' && item.prompt === 'players') this.keys.beginGame();
    if (item.kind === 'text' && classifyConsoleText(Buffer.from(item.text)) === 'crash')
      this.keys.crashed(item.text);
  }

  /** The program waits: now the outcome of the last key is known. */
  private promptWaits({ prompt, asked }: Pick<PromptState, 'prompt' | 'asked'>): void {
    this.isWaiting = true;
    // A key that came with the screen may be in the line already.
    this.line.isOpen = this.isUnsure && !this.output.isAfter(this.keyAt);
    if (this.output.isHidden) return;
    if (this.isUnsure) {
      // A key at the menu may have ended the program silently.
      this.isUnsure = prompt === 'menu' && this.line.isOpen;
      if (!this.isUnsure) this.keys.open(this.output.screen.state);
      return;
    }
    if (this.keys.mayBeReset(prompt)) return this.keys.forget();
    const point = this.keys.judge(prompt, asked, this.output.items);
    if (point !== undefined && this.options.keepsCoverage === true) this.points.push(point);
    if (this.keys.hasFailed && this.screens.referee === undefined) this.output.screen.forgetCounts();
  }

  /** No prompt comes. Where that may have another cause, nothing is judged. */
  private stall(stalled: Stall): void {
    const isSure = this.keys.isAnswerDue || (!this.isUnsure && !this.isDoubtful && !this.keys.isStarting);
    if (isSure && !this.output.isHidden && this.options.seesResets !== false) this.keys.silent(stalled.seen);
    this.keys.answered();
    this.loseKey(this.keyAt);
    this.stalled = stalled;
  }
}
