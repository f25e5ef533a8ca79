/**
 * Judges a Chinese Ten console: reads screen and keys, knows the outcome of each key, and has the referee judge the game by its screens.
 *
 *     prompt, then nothing for 50 ms: the program waits        key → its refusal, if one is due, and the next prompt
 *
 * Where a key may have been read or not, its outcome is unknown: until the program waits again no key is judged. Screens still are, as
 * they show by themselves what was played. After missing bytes nothing is, until the screen is cleared.
 */
import { after, classifyConsoleText, micros, millis } from '../../../api/index';
import type { Chunk, CoveragePoint, Due, Judgement, JudgeOptions, Micros } from '../../../api/index';
import type { OwnJudge } from '../../../api/index';
import { endsLine, expectOutcome, TERMINAL_CONTROLS, type PromptState } from '../prompts';
import type { Item } from '../reader/item';
import type { Referee } from '../referee/referee';
import { LINK } from '../wire';
import { CLEARLY, type ConsoleScreen } from './console-screen';
import { courseText, keyText } from './descriptions';
import { KeyJudge } from './key-judge';

/** The program waits at a prompt after this time without output. It may discard an earlier key. */
const QUIET = millis(50);
/** The same after a key that may have counted: a whole screen may be on its way. The scoreboard of four takes less. */
const QUIET_WHEN_UNSURE = millis(1000);
/** A prompt that prints nothing for this long has read no key from before it. */
const WAITED = millis(300);
/** A key that has drawn nothing for this long may be sent again: the program has discarded it. */
const REPEATED = millis(500);
/** The longest time to the menu of a board that starts. */
const BOOT = millis(10_000);
/** The longest time to the player's next prompt, in prompt timeouts: computers may play first, or alone. */
const LONGEST = { computers: 60, alone: 10 } as const;
const ESC = 0x1b;

/** What a judge knows of the board, for those who choose keys. `items`, `printed` and `isEcho`: since the last key. */
export interface TenState extends Pick<ConsoleScreen, 'isComputersTurn' | 'items' | 'printed' | 'isEcho'> {
  /** The prompt that waits, with the cards on the screen. Undefined: none does. */
  readonly shown: PromptState | undefined;
  /** What was waited for has not come, and is not waited for any more. In words, and whether it prints without end, or nothing. */
  readonly stalled: { readonly isFlood: boolean; readonly seen: string } | undefined;
  /** The same prompt, if it is sure that the program waits there. */
  readonly known: PromptState | undefined;
  readonly referee: Referee | undefined;
}

export class TenJudge extends KeyJudge implements OwnJudge<TenState> {
  /** The last keys at a prompt, and when they were typed, or typed again. */
  private lastKeys: Uint8Array = new Uint8Array(0);
  private keyAt = micros(0);
  /** Output that begins before this may be of a key that was typed in a pause, or sent again. */
  private unclearUntil = micros(0);
  /** A line as far as it was typed. Open: it may hold more than what is known. */
  private line: number[] = [];
  private isLineOpen = false;
  private isWaiting = false;
  private stalled: TenState['stalled'];
  /** The effect of the last key is unknown. */
  private isUnsure: boolean;
  private wasReset = false;
  /** The last key came so soon after its prompt that the program may have discarded it. */
  private isDoubtful = false;
  private points: CoveragePoint[] = [];

  /** `timeout`: a prompt or a screen that has not come within this is missing. */
  constructor(
    private readonly timeout: Micros,
    options: JudgeOptions,
  ) {
    super(options);
    this.isUnsure = options.known === false;
    if (!this.isUnsure) this.start();
  }

  get state(): TenState {
    const { stalled, screen } = this;
    const { items, printed, isEcho, isComputersTurn } = screen;
    const shown = this.isWaiting ? screen.state : undefined;
    const known = this.isUnsure ? undefined : shown;
    return { shown, stalled, known, isComputersTurn, referee: this.screens.referee, items, printed, isEcho };
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
    if (this.isWaiting || this.stalled !== undefined || this.screen.isFlood) return undefined;
    return { link: LINK, until: this.screen.prompt === undefined ? this.limit : this.quietAt };
  }

  tx(chunk: Chunk): void {
    const { bytes, notBefore, notAfter } = chunk;
    this.tick(notBefore);
    if (bytes.length === 0) return;
    const { isWaiting, screen } = this;
    const isShown = screen.prompt !== undefined && !this.isUnsure && notBefore >= screen.at;
    // What the key before has drawn is judged even if the next one comes at once.
    if (!isWaiting && isShown) this.promptWaits();
    const { state } = screen;
    this.remember(chunk);
    this.stalled = undefined;
    const isForLine = bytes.some((byte) => TERMINAL_CONTROLS.includes(byte));
    // More keys excuse silence where the page leaves open what the next one does.
    const isOpen =
      this.surelyRead && expectOutcome(this.surelyRead.state, bytes.subarray(0, 1)) === undefined;
    if (isForLine || isOpen === true) this.surelyRead = undefined;
    const mayBeName = this.isUnsure || state === undefined || state.prompt === 'name';
    if (mayBeName && this.screens.referee === undefined && bytes.includes(ESC)) this.hideText();
    if (this.isUnsure || isForLine) this.keys.unknown++;
    if (this.isUnsure || isForLine) return this.loseKey(notAfter);
    if (state === undefined) return this.typedBetween(chunk);
    // One key, or an empty line, is read or discarded as a whole.
    const isWhole = bytes.length === 1 && (state.prompt !== 'name' || endsLine(bytes[0] ?? 0, false));
    if (!isWaiting && (!isShown || !isWhole)) return this.loseKey(notAfter);
    this.isDoubtful = !isWaiting;
    if (state.prompt === 'name') return this.typedLine(state, bytes, notAfter);
    this.typed(state, bytes, bytes.subarray(0, 1), notAfter);
  }

  rx(chunk: Chunk): void {
    const { notBefore } = chunk;
    this.remember(chunk);
    this.tick(notBefore);
    // Output may have been on its way for a key that was typed while no prompt was shown.
    if (notBefore < this.unclearUntil) this.loseKey(this.unclearUntil);
    this.unclearUntil = micros(0);
    this.stalled = undefined;
    for (const item of this.screen.push(chunk)) this.take(item);
    if (this.screen.isFlood) this.stall(true, 'the program prints without end');
  }

  tick(now: Micros): void {
    const { screen } = this;
    if (this.isWaiting && !this.isUnsure && now >= after(screen.at, WAITED)) this.waited();
    if (this.isWaiting || this.stalled !== undefined) return;
    if (screen.prompt !== undefined) {
      if (now >= this.quietAt) this.promptWaits();
    } else if (now >= this.limit) {
      const course = courseText(screen.items);
      const silence = `nothing for ${Math.round(this.timeout / 1000)} ms`;
      this.stall(false, course === 'nothing' ? silence : `${course}, then ${silence}`);
    }
  }

  reset(at: Micros, since = at): void {
    const start = Number.isFinite(since) ? since : at;
    this.tick(start);
    this.gap(start);
    [this.isUnsure, this.wasReset] = [false, true];
    this.screen.at = start;
    this.start();
  }

  gap(until: Micros): void {
    this.screen.forget();
    this.screens.forgetGame();
    this.surelyRead = undefined;
    this.loseKey(until);
  }

  /** When a prompt waits. */
  private get quietAt(): Micros {
    return after(this.screen.at, this.isUnsure ? QUIET_WHEN_UNSURE : QUIET);
  }

  /** When the player's next prompt is missing. */
  private get limit(): Micros {
    const { timeout, screen, surelyRead } = this;
    const keyAt = surelyRead?.at ?? this.keyAt;
    if (this.isStarting && screen.printed === 0) return after(keyAt, micros(Math.max(timeout, BOOT)));
    const longest = screen.computers === 0 ? LONGEST.alone : LONGEST.computers;
    return micros(Math.min(Math.max(screen.at, keyAt) + timeout, keyAt + longest * timeout));
  }

  private remember({ direction, bytes, ...at }: Chunk): void {
    const { notBefore: first, notAfter: last } = at;
    const event = { kind: 'frame', raw: bytes, first, last, value: { type: 'text', bytes } } as const;
    this.log.remember(direction, { event, first: at, last: at }, LINK);
  }

  private typedBetween({ bytes, notBefore, notAfter }: Chunk): void {
    const { screen } = this;
    // A key that brings nothing but its echo is sent again.
    const isSame = Buffer.compare(bytes, this.lastKeys) === 0;
    if (screen.isEcho && isSame && notBefore >= after(this.keyAt, REPEATED))
      return void (this.keyAt = this.unclearUntil = notAfter);
    const hasPrinted = screen.at > this.keyAt || (this.isStarting && screen.printed === 0);
    if (hasPrinted && notBefore >= after(screen.at, QUIET)) this.unclearUntil = after(notAfter, CLEARLY);
    // While output is on its way, the program may already wait.
    else this.loseKey(notAfter);
    this.suspectInput('key between prompts', 'CT-UI-04', `${keyText(bytes)} typed between prompts`);
    if (this.isUnsure) this.forgetKey();
  }

  /** The effect of the key is unknown: no key is judged until the program waits again. */
  private loseKey(at: Micros): void {
    if (this.screens.referee === undefined) {
      this.screen.forgetCounts();
      this.screens.names.forget();
    }
    this.screen.forgetKey();
    this.forgetKey();
    this.isUnsure = true;
    this.begin(at);
  }

  /** A key was typed: what comes next is drawn by it. */
  private begin(at: Micros): void {
    this.isWaiting = false;
    this.stalled = undefined;
    this.openPrompt = this.played = undefined;
    this.unclearUntil = micros(0);
    this.line = [];
    this.screen.begin();
    this.keyAt = at;
  }

  private typedLine(state: PromptState, bytes: Uint8Array, at: Micros): void {
    this.openPrompt = this.played = undefined;
    const typed = [...this.line, ...bytes];
    const end = typed.findIndex((byte, i) => endsLine(byte, i === 0));
    this.line = typed;
    if (end < 0) return;
    if (this.isLineOpen) return this.loseKey(at);
    const line = Uint8Array.from(typed.slice(0, end + 1));
    this.screens.names.typed(state.asked ?? 1, line);
    this.typed(state, Uint8Array.from(typed), line, at);
  }

  /** A terminal may hide text after an ESC in a name: neither the turn nor the owner of a prompt can be read. */
  private hideText(): void {
    this.screens.forgetGame();
    if (this.screen.computers !== 0) this.screen.hide();
  }

  /** `keys`: all of the bytes that count. */
  private typed(state: PromptState, bytes: Uint8Array, keys: Uint8Array, at: Micros): void {
    if (bytes.length > keys.length)
      this.suspectInput('several keys at once', 'CT-UI-05', `${keyText(bytes)} typed together`);
    const outcome = expectOutcome(state, keys);
    if (outcome === undefined) return this.loseKey(at);
    this.begin(at);
    this.lastKeys = bytes;
    this.screen.prompt = undefined;
    this.expectAt(state, keys, outcome, at);
    if (outcome.ways[0].refusal === undefined) this.played = this.screen.choose(state, keys[0] ?? 0);
    if (this.isDoubtful) this.surelyRead = undefined;
  }

  private take(item: Item): void {
    const isTrusted = this.screen.show(item);
    if (item.kind === 'echo') return;
    this.isWaiting = false;
    if (this.screen.prompt !== undefined || !isTrusted) this.surelyRead = undefined;
    if (!isTrusted) return;
    if (!this.isUnsure) this.judgeDrawn(item);
    this.screens.take(item, this.screen.players);
    if (item.kind === 'prompt' && item.prompt === 'players') this.hadEndOfFile = false;
    if (item.kind === 'text' && classifyConsoleText(Buffer.from(item.text)) === 'crash')
      this.crashed(item.text);
  }

  /** The program waits: now the outcome of the last key is known. */
  private promptWaits(): void {
    const { screen } = this;
    const { state } = screen;
    this.isWaiting = true;
    // A key that came with the screen may be in the line already.
    this.isLineOpen = this.isUnsure && !screen.isAfter(this.keyAt);
    if (screen.isHidden || state === undefined) return;
    const { prompt } = state;
    if (this.isUnsure) {
      // A key at the menu may have ended the program silently.
      this.isUnsure = prompt === 'menu' && this.isLineOpen;
      if (!this.isUnsure) this.openPrompt = state;
      return;
    }
    if (this.mayBeReset(prompt)) return this.forgetKey();
    const point = this.judgeWaiting(state);
    if (point !== undefined && this.options.keepsCoverage === true) this.points.push(point);
    if (this.hasFailed && this.screens.referee === undefined) screen.forgetCounts();
  }

  /** No prompt comes. Where that may have another cause, nothing is judged. */
  private stall(isFlood: boolean, seen: string): void {
    const isRead = !this.isUnsure && !this.isDoubtful && !this.isStarting;
    if ((this.surelyRead !== undefined || isRead) && !this.screen.isHidden) this.silent(seen, isFlood);
    this.surelyRead = undefined;
    this.loseKey(this.keyAt);
    this.stalled = { isFlood, seen };
  }
}
