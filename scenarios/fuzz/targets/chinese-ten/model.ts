/**
 * The oracle of Chinese Ten. It reads the screen and knows the outcome of each key; the referee judges the game by its rules.
 *
 *     prompt, then nothing for 50 ms: the program waits        key → its refusal, if one is due, and the next prompt
 */
import type { Chunk } from '../../../../protocols/chunk';
import { ConsoleReader } from '../../../../protocols/chinese-ten/console-reader';
import type { Item, Prompt } from '../../../../protocols/chinese-ten/item';
import { Referee } from '../../../../protocols/chinese-ten/referee/referee';
import { OVERLOOKED, type RuleCheck } from '../../../../protocols/chinese-ten/referee/rule-check';
import { after, micros, millis, type Micros } from '../../../../protocols/time';
import type { Failure, FailureKind } from '../../../../protocols/monitor/failure';
import type { Due, CoveragePoint } from '../../../../protocols/monitor/monitor';
import type { Model } from '../../../oracle/model';
import { classifyConsoleText } from '../../../../protocols/monitor/console-text';
import { endsLine, expectOutcome, promptWords, refusalWords } from './key-outcome';
import type { KeyOutcome, PromptState, Refusal } from './key-outcome';
import { GameScreen } from './game-screen';
import { PlayerNames } from './player-names';
import { bytesOfRecipe } from './recipes';

export const LINK = 'main';

export interface TenView {
  /** undefined: the program does not wait, or its prompt is unknown. */
  readonly state: PromptState | undefined;
}

/** The program waits at a prompt after this time without output. It may discard an earlier key. */
const QUIET = millis(50);
/** The same after a key that may have counted: a whole screen may be on its way. The scoreboard of four takes less. */
const QUIET_WHEN_UNSURE = millis(1000);
/** Output that comes sooner after a key may have begun before it, so the key may have been read. */
const CLEARLY = millis(30);
/** Output with shorter pauses is one screen. The program has printed it all when its first byte comes. */
const SCREEN = millis(5);
/** The longest time to the player's next prompt, in prompt timeouts: computers may play first, or alone. */
const LONGEST = { computers: 60, alone: 10 } as const;
const ESC = 0x1b;
/** Control characters that the terminal line handles, not the program. */
const OF_THE_LINE: readonly number[] = [0x03, 0x1c, 0x1a, 0x13, 0x11];
/** Extra or early keys may be read at this many next prompts. */
const SUSPECT_KEYS = 2;
/** Prompts before the game: if a key may have counted here, the players are unknown. */
const SETTING_UP: readonly Prompt[] = ['menu', 'players', 'computers', 'name', 'order'];
const NAME = { trigger: 'name', clause: 'CT-UI-03' };
const START: KeyOutcome = { refusals: [], prompts: ['menu'], trigger: 'start', clause: 'CT-UI-02' };

export class TenModel implements Model {
  failure: Failure | undefined;
  private readonly reader = new ConsoleReader();
  private referee: Referee | undefined;
  private names = new PlayerNames();
  private readonly screen = new GameScreen();
  private isPromptReady = false;
  private line: number[] = [];
  /** The outcome of the last key. */
  private outcome: KeyOutcome = START;
  private refusals: Refusal[] = [];
  private rxAt = micros(0);
  /** The earliest time at which the last screen began. */
  private screenAt = micros(0);
  private keyAt = micros(0);
  /** The time of a key within a pause, until the output goes on. */
  private pausedAt: Micros | undefined;
  /** Keys since the last good one that must have no effect: a failure is charged to them. */
  private suspect: Pick<KeyOutcome, 'trigger' | 'clause'> | undefined;
  private suspectKeys = 0;
  /** Nothing is judged until the program waits again. */
  private isUnsure = false;
  /** Nothing is judged until the next reset. */
  private lostSync = false;
  private begun = false;
  private seen: CoveragePoint[] = [];

  constructor(
    private readonly fresh: boolean,
    private readonly promptTimeout: Micros,
  ) {}

  begins(now: Micros): void {
    if (this.begun) return;
    this.begun = true;
    this.rxAt = this.keyAt = now;
  }

  get view(): TenView {
    return { state: this.state };
  }

  /** Without a reset the program may be at any prompt, and no key is safe. */
  get desynchronised(): boolean {
    return !this.fresh;
  }

  coverage(): readonly CoveragePoint[] {
    return this.seen.splice(0);
  }

  made(recipe: string): Uint8Array | undefined {
    const { state } = this;
    return state === undefined ? undefined : bytesOfRecipe(recipe, state);
  }

  tx(_link: string, { bytes, notBefore, notAfter }: Chunk): void {
    if (!this.judging || bytes.length === 0) return;
    this.passed(notBefore);
    if (!this.judging) return;
    if (bytes.some((byte) => OF_THE_LINE.includes(byte))) this.lostSync = true;
    const { state } = this;
    if (state === undefined) return this.typedBetween(notAfter);
    if (state.prompt === 'name') return this.typedLine(state, bytes, notAfter);
    if (bytes.length > 1) this.suspectInput('several keys at once', 'CT-UI-05');
    this.typed(state, bytes.subarray(0, 1), notAfter);
  }

  rx(_link: string, { bytes, notBefore, notAfter }: Chunk): void {
    if (!this.judging) return;
    if (this.pausedAt !== undefined && notBefore < after(this.pausedAt, CLEARLY))
      this.desynchronise(this.pausedAt);
    this.pausedAt = undefined;
    if (notBefore > after(this.rxAt, SCREEN)) this.screenAt = notBefore;
    this.rxAt = notAfter;
    this.isPromptReady = false;
    for (const item of this.reader.push(bytes)) {
      if (!this.judging) return;
      this.take(item);
    }
  }

  passed(now: Micros): void {
    if (!this.judging || this.isPromptReady) return;
    if (this.screen.prompt !== undefined && now >= after(this.rxAt, this.quiet))
      return this.onPromptReady(this.screen.prompt.prompt);
    const longest = this.screen.computers > 0 ? LONGEST.computers : LONGEST.alone;
    const silent =
      now >= after(this.rxAt, this.promptTimeout) && now >= after(this.keyAt, this.promptTimeout);
    if (this.isUnsure) this.lostSync = silent;
    else if (silent || now >= after(this.keyAt, micros(longest * this.promptTimeout)))
      this.fail('silence', this.outcome, promptWords(this.outcome.prompts), 'no prompt that waits');
  }

  due(): Due | undefined {
    if (!this.judging || this.isPromptReady) return undefined;
    if (this.screen.prompt !== undefined) return { link: LINK, until: after(this.rxAt, this.quiet) };
    const last = micros(Math.max(this.rxAt, this.keyAt));
    return { link: LINK, until: after(last, this.promptTimeout) };
  }

  private get quiet(): Micros {
    return this.isUnsure ? QUIET_WHEN_UNSURE : QUIET;
  }

  private get judging(): boolean {
    return this.failure === undefined && this.fresh && !this.lostSync;
  }

  private get state(): PromptState | undefined {
    return this.isPromptReady && this.judging ? this.screen.state : undefined;
  }

  /** A key at that time was read before the last screen. */
  private isClear(typedAt: Micros): boolean {
    return this.screenAt >= after(typedAt, CLEARLY);
  }

  private typedBetween(at: Micros): void {
    const pauses =
      this.screen.prompt === undefined && this.rxAt > this.keyAt && at >= after(this.rxAt, QUIET);
    // While output is on its way, the program may already wait.
    if (pauses) this.pausedAt = at;
    else this.desynchronise(at);
    this.suspectInput('key between prompts', 'CT-UI-04');
  }

  /** The effect of the key is unknown: waits for the next prompt, and judges the rules of this game no longer. */
  private desynchronise(at: Micros): void {
    this.isUnsure = true;
    this.lostSync ||= this.outcome.prompts.some((prompt) => SETTING_UP.includes(prompt));
    this.referee = undefined;
    this.screen.forgetKey();
    this.names = new PlayerNames(false);
    this.isPromptReady = false;
    this.keyAt = at;
  }

  private typedLine(state: PromptState, bytes: Uint8Array, at: Micros): void {
    const ends = [...bytes].findIndex((byte, i) => endsLine(byte, this.line.length + i === 0));
    this.line.push(...(ends < 0 ? bytes : bytes.subarray(0, ends + 1)));
    if (ends < 0) return;
    if (ends < bytes.length - 1) this.suspectInput('several keys at once', 'CT-UI-05');
    const line = Uint8Array.from(this.line);
    this.line = [];
    this.names.typed(state.asked ?? 1, line);
    this.typed(state, line, at);
    if (!line.includes(ESC)) return;
    // A terminal may hide text after an ESC: neither the turn nor the owner of a prompt can be read.
    this.referee = undefined;
    this.lostSync ||= this.screen.computers > 0;
  }

  private typed(state: PromptState, keys: Uint8Array, at: Micros): void {
    const outcome = expectOutcome(state, keys);
    if (outcome === undefined) return this.desynchronise(at);
    if (this.suspectKeys-- <= 0) this.suspect = undefined;
    this.outcome = outcome;
    this.refusals = [];
    this.screen.prompt = undefined;
    this.isPromptReady = false;
    this.keyAt = at;
    if (outcome.refusals.length > 0) return;
    this.screen.choose(state, keys[0] ?? 0);
    if (state.prompt !== 'computers') return;
    this.referee = new Referee(this.screen.players);
    this.names = new PlayerNames();
  }

  private take(item: Item): void {
    this.screen.show(item);
    for (const { requirement, holds, detail, kind } of this.referee?.take(item) ?? [])
      if (!holds) this.failRule(requirement, detail, kind);
    if ('flaws' in item) {
      const flaw = item.flaws.find(({ kind }) => kind === 'colour' || kind === 'reset');
      if (flaw !== undefined) this.failRule('CT-UI-01', flaw.text);
    }
    if (item.kind === 'refused') this.refusals.push(item.why);
    if (item.kind === 'text' && classifyConsoleText(Buffer.from(item.text)) === 'crash')
      this.fail('crash', this.outcome, 'no crash', item.text);
    if (item.kind !== 'order') return;
    const wrong = this.names.ordered(item.name, this.screen.players);
    if (wrong !== undefined) this.fail('answer', NAME, 'the names that were typed', wrong);
  }

  /** The program waits: now the outcome of the last key is known. */
  private onPromptReady(prompt: Prompt): void {
    if (this.isUnsure) return this.resumeJudging(prompt);
    const { outcome } = this;
    const [refusal] = this.refusals;
    const right = refusal === undefined ? outcome.refusals.length === 0 : outcome.refusals.includes(refusal);
    if (refusal === 'action' && outcome.refusals.length === 0 && this.suspect === undefined)
      return this.failCapture('CT-PL-01', 'a capture that can be made is refused');
    if (this.refusals.length > 1 || !right) {
      const due = refusalWords(...outcome.refusals.slice(0, 1));
      return this.fail('answer', outcome, due, refusalWords(...this.refusals));
    }
    if (!outcome.prompts.includes(prompt))
      return this.fail('answer', outcome, promptWords(outcome.prompts), promptWords([prompt]));
    if (prompt === 'name' && outcome.asks !== undefined && outcome.asks !== this.screen.prompt?.asked)
      return this.fail('answer', outcome, promptWords([prompt]), "another name's prompt");
    this.isPromptReady = true;
    if (prompt === 'menu') this.referee = undefined;
    const { trigger, clause } = outcome;
    const response = refusal ?? prompt;
    this.seen.push({ state: prompt, trigger, response, requirement: clause, isNoOp: false });
  }

  private suspectInput(trigger: string, clause: string): void {
    this.suspect = { trigger, clause };
    this.suspectKeys = SUSPECT_KEYS;
  }

  private resumeJudging(prompt: Prompt): void {
    this.isUnsure = false;
    this.refusals = [];
    this.isPromptReady = true;
    // A key at the menu may have ended the program silently.
    this.lostSync = SETTING_UP.includes(prompt) && (prompt !== 'menu' || !this.isClear(this.keyAt));
  }

  /** The screen breaks the rules, independent of the keys. */
  private failRule(requirement: string, detail: string, kind?: RuleCheck['kind']): void {
    const { outcome } = this;
    const [refusal] = outcome.refusals;
    // The program accepted a key that it must refuse. That failure comes first.
    if (refusal !== undefined && this.refusals.length === 0 && !this.isPromptReady)
      return this.fail('answer', outcome, refusalWords(refusal), refusalWords());
    if (kind === OVERLOOKED) return this.failCapture(requirement, detail);
    const due = `${requirement} holds`;
    this.failure ??= { kind: 'answer', requirement, trigger: 'play', due, expected: due, seen: detail };
  }

  /** An overlooked capture is one bug, whether it shows in the listed, accepted or refused captures. */
  private failCapture(requirement: string, seen: string): void {
    const due = 'every capture is seen';
    this.failure ??= { kind: 'answer', requirement, trigger: 'play', due, expected: due, seen };
  }

  private fail(
    kind: FailureKind,
    outcome: Pick<KeyOutcome, 'trigger' | 'clause' | 'due'>,
    expected: string,
    seen: string,
  ): void {
    const { trigger, clause: requirement } = this.suspect ?? outcome;
    const due = this.suspect === undefined ? (outcome.due ?? expected) : 'no effect';
    this.failure ??= { kind, requirement, trigger, due, expected, seen };
  }
}
