/**
 * The oracle of Chinese Ten: reads the screen, knows what each key must come to, and lets the referee hold what is shown to
 * the rules.
 *
 *     a prompt stands once nothing was printed behind it for a while; a key there is owed its refusal and the next prompt
 */
import type { Chunk } from '../../../../devices/links/link';
import type { Card, Players } from '../../../../protocols/chinese-ten/cards';
import { ConsoleReader } from '../../../../protocols/chinese-ten/console-reader';
import type { Item, Prompt } from '../../../../protocols/chinese-ten/item';
import { Referee } from '../../../../protocols/chinese-ten/referee/referee';
import { after, micros, millis, type Micros } from '../../../../protocols/time';
import type { Failure, FailureKind } from '../../../oracle/failure';
import type { Due, CoveragePoint, Model } from '../../../oracle/model';
import { classifyConsoleText } from '../../../oracle/console-text';
import { expectOutcome, type KeyOutcome, type Refusal, type PromptState } from './key-outcome';
import { PlayerNames } from './player-names';
import { bytesOfRecipe } from './recipes';
import { endsLine, indexIn, playersOf, promptWords, refusalWords } from './key-text';

export const LINK = 'main';

export interface TenView {
  /** undefined: the program does not wait, or nothing is known of where. */
  readonly state: PromptState | undefined;
}

/** A prompt stands once so long nothing was printed behind it: what is typed sooner may be thrown away. */
const QUIET = millis(50);
/** Where a key may have counted already, a whole screen may be on its way behind it: longer than the scoreboard of four takes. */
const QUIET_WHEN_UNSURE = millis(1000);
/** What comes sooner behind a key in a pause had begun, maybe, when the key came: it may have been read. */
const CLEARLY = millis(30);
/** Output with no longer pause than this is one screen: the program is done with it when its first byte comes. */
const SCREEN = millis(5);
/** Until a prompt of the player's, in patiences: computers may have their turns before it, or the whole game. */
const LONGEST = { computers: 60, alone: 10 } as const;
const COMPUTER = /^COMPUTER_/;
const ESC = 0x1b;
/** What these do to the line is not the program's affair. */
const OF_THE_LINE: readonly number[] = [0x03, 0x1c, 0x1a, 0x13, 0x11];
/** What was typed too early or too much is read at the next prompts, if at all: at so many. */
const SUSPECT_KEYS = 2;
const NONE: readonly Card[] = [];
/** One of them, or the only one: by different clauses, and the same to the program. */
const OVERLOOKED =
  /^\d+ captures (?:are offered|can be made, the prompt)|can capture, the prompt is lay$|^\S+ is turned, \d+ cards fit, the table gains/;
/** A key that may have counted here leaves it open who plays. */
const SETTING_UP: readonly Prompt[] = ['menu', 'players', 'computers', 'name', 'order'];
const NO_EFFECT = 'no effect';
const START: KeyOutcome = { refusals: [], prompts: ['menu'], trigger: 'start', clause: 'CT-UI-02' };

export class TenModel implements Model {
  failure: Failure | undefined;
  private readonly reader = new ConsoleReader();
  private referee: Referee | undefined;
  private names = new PlayerNames();
  private players: Players = 2;
  private computers = 0;
  private layout = NONE;
  private hand = NONE;
  private turned: Card | undefined;
  private chosen: Card | undefined;
  private turn = '';
  /** The last prompt, while nothing but echoes stands behind it. */
  private prompt: { readonly prompt: Prompt; readonly asked: number | undefined } | undefined;
  private isPromptReady = false;
  private line: number[] = [];
  /** What the last key must come to. */
  private outcome: KeyOutcome = START;
  private refusals: Refusal[] = [];
  private rxAt = micros(0);
  /** When the screen began that was heard last, at the earliest. */
  private screenAt = micros(0);
  private keyAt = micros(0);
  /** When the last key came into a pause, until it has shown that it goes on. */
  private pausedAt: Micros | undefined;
  /** Typed where it must not count, since the last key that did: what goes wrong then comes of that. */
  private suspect: Pick<KeyOutcome, 'trigger' | 'clause'> | undefined;
  private suspectKeys = 0;
  /** Nothing is judged until the program waits again; any more. */
  private isUnsure = false;
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

  /** A program in the midst of something: no key is safe. */
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
    if (this.prompt !== undefined && now >= after(this.rxAt, this.quiet))
      return this.onPromptReady(this.prompt.prompt);
    const longest = this.computers > 0 ? LONGEST.computers : LONGEST.alone;
    const silent =
      now >= after(this.rxAt, this.promptTimeout) && now >= after(this.keyAt, this.promptTimeout);
    if (this.isUnsure) this.lostSync = silent;
    else if (silent || now >= after(this.keyAt, micros(longest * this.promptTimeout)))
      this.fail('silence', this.outcome, promptWords(this.outcome.prompts), 'no prompt that waits');
  }

  due(): Due | undefined {
    if (!this.judging || this.isPromptReady) return undefined;
    if (this.prompt !== undefined) return { link: LINK, until: after(this.rxAt, this.quiet) };
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
    if (!this.isPromptReady || this.prompt === undefined || !this.judging) return undefined;
    const { players, computers, layout, hand, turned, chosen } = this;
    return { ...this.prompt, players, computers, layout, hand, turned, chosen };
  }

  /** A key of that time cannot have been read behind what was heard last. */
  private isClear(typedAt: Micros): boolean {
    return this.screenAt >= after(typedAt, CLEARLY);
  }

  private typedBetween(at: Micros): void {
    const pauses = this.prompt === undefined && this.rxAt > this.keyAt && at >= after(this.rxAt, QUIET);
    // While something is on its way the program may wait already.
    if (pauses) this.pausedAt = at;
    else this.desynchronise(at);
    this.suspectInput('key between prompts', 'CT-UI-04');
  }

  /** What the program made of a key is not known: its next prompt is waited for, and this game's rules are not judged. */
  private desynchronise(at: Micros): void {
    this.isUnsure = true;
    this.lostSync ||= this.outcome.prompts.some((prompt) => SETTING_UP.includes(prompt));
    this.referee = undefined;
    this.chosen = undefined;
    this.names = new PlayerNames(false);
    this.prompt = undefined;
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
    // What a terminal makes of what follows it is not known: whose turn it is may not be read, nor whose prompt that is.
    this.referee = undefined;
    this.lostSync ||= this.computers > 0;
  }

  private typed(state: PromptState, keys: Uint8Array, at: Micros): void {
    const outcome = expectOutcome(state, keys);
    if (outcome === undefined) return this.desynchronise(at);
    if (this.suspectKeys-- <= 0) this.suspect = undefined;
    this.outcome = outcome;
    this.refusals = [];
    this.prompt = undefined;
    this.isPromptReady = false;
    this.keyAt = at;
    if (outcome.refusals.length === 0) this.goOn(state, keys[0] ?? 0);
  }

  private goOn({ prompt, hand }: PromptState, key: number): void {
    if (prompt === 'players') this.players = playersOf(key);
    if (prompt === 'computers') {
      this.computers = key - 0x30;
      this.referee = new Referee(this.players);
      this.names = new PlayerNames();
    }
    if (prompt === 'use-x') this.chosen = hand[indexIn(key)];
  }

  private take(item: Item): void {
    if (item.kind === 'prompt')
      this.prompt = this.isOurs(item) ? { prompt: item.prompt, asked: item.player } : undefined;
    else if (item.kind !== 'echo') this.prompt = undefined;
    for (const { requirement, holds, detail } of this.referee?.take(item) ?? [])
      if (!holds) this.failRule(requirement, detail);
    if ('flaws' in item) {
      const flaw = item.flaws.find(({ kind }) => kind === 'colour' || kind === 'reset');
      if (flaw !== undefined) this.failRule('CT-UI-01', flaw.text);
    }
    this.learn(item);
  }

  private learn(item: Item): void {
    switch (item.kind) {
      case 'refused':
        this.refusals.push(item.why);
        return;
      case 'turn':
        this.turn = item.name;
        this.turned = undefined;
        return;
      case 'pile':
        if (item.label === 'layout') this.layout = item.cards;
        if (item.label === 'hand') this.hand = item.cards;
        return;
      case 'turned':
        this.turned = item.card;
        return;
      case 'order': {
        const wrong = this.names.ordered(item.name, this.players);
        if (wrong !== undefined)
          this.fail('answer', { trigger: 'name', clause: 'CT-UI-03' }, 'the names that were typed', wrong);
        return;
      }
      case 'text':
        if (classifyConsoleText(Buffer.from(item.text)) === 'crash')
          this.fail('crash', this.outcome, 'no crash', item.text);
        return;
      default:
        return;
    }
  }

  /** The program waits: what the last key came to is known. */
  private onPromptReady(prompt: Prompt): void {
    if (this.isUnsure) return this.resumeJudging(prompt);
    const { outcome } = this;
    const [refusal] = this.refusals;
    const right = refusal === undefined ? outcome.refusals.length === 0 : outcome.refusals.includes(refusal);
    if (refusal === 'action' && outcome.refusals.length === 0 && this.suspect === undefined)
      return this.failCapture('CT-PL-01', 'a capture that can be made is refused');
    if (this.refusals.length > 1 || !right)
      return this.fail(
        'answer',
        outcome,
        refusalWords(...outcome.refusals.slice(0, 1)),
        refusalWords(...this.refusals),
      );
    if (!outcome.prompts.includes(prompt))
      return this.fail('answer', outcome, promptWords(outcome.prompts), promptWords([prompt]));
    if (prompt === 'name' && outcome.asks !== undefined && outcome.asks !== this.prompt?.asked)
      return this.fail('answer', outcome, promptWords([prompt]), "another name's prompt");
    this.isPromptReady = true;
    if (prompt === 'menu') this.referee = undefined;
    const { trigger, clause } = outcome;
    this.seen.push({
      state: prompt,
      trigger,
      response: refusal ?? prompt,
      requirement: clause,
      isNoOp: false,
    });
  }

  private suspectInput(trigger: string, clause: string): void {
    this.suspect = { trigger, clause };
    this.suspectKeys = SUSPECT_KEYS;
  }

  private resumeJudging(prompt: Prompt): void {
    this.isUnsure = false;
    this.refusals = [];
    this.isPromptReady = true;
    // A key that was read at the menu may have ended the program, which says nothing then.
    this.lostSync = SETTING_UP.includes(prompt) && (prompt !== 'menu' || !this.isClear(this.keyAt));
  }

  private isOurs({ prompt, player }: Extract<Item, { kind: 'prompt' }>): boolean {
    if (prompt === 'name') return player === undefined || player > this.computers;
    const theirs = this.computers > 0 && COMPUTER.test(this.turn);
    return !theirs || !['use-x', 'use-y', 'discard', 'take', 'lay', 'finish'].includes(prompt);
  }

  /** Something shown is against the rules, whatever was typed. */
  private failRule(requirement: string, detail: string): void {
    const { outcome } = this;
    const [refusal] = outcome.refusals;
    // It goes on where it has to refuse: what it plays then is against the rules, or is not.
    if (refusal !== undefined && this.refusals.length === 0 && !this.isPromptReady)
      return this.fail('answer', outcome, refusalWords(refusal), refusalWords());
    if (OVERLOOKED.test(detail)) return this.failCapture(requirement, detail);
    const due = `${requirement} holds`;
    this.failure ??= { kind: 'answer', requirement, trigger: 'play', due, expected: due, seen: detail };
  }

  /** One bug, wherever it shows: where captures are listed, taken or refused. */
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
    const cause = this.suspect ?? outcome;
    const due = this.suspect === undefined ? (outcome.due ?? expected) : NO_EFFECT;
    const requirement = cause.clause;
    this.failure ??= { kind, requirement, trigger: cause.trigger, due, expected, seen };
  }
}
