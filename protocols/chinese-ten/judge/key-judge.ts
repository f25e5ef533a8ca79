/** Judges what a key draws: its refusal, if one is due, and the next prompt, which waits. */
import { JudgementLog, type CoveragePoint, type Judgement } from '../../../api/index';
import type { JudgeOptions, Message } from '../../../api/index';
import type { Card } from '../cards';
import type { Item, Prompt } from '../reader/item';
import { ConsoleScreen } from './console-screen';
import { courseText, keyText, outcomeText, promptText, promptWords, refusalWords } from './descriptions';
import { ALIVE, END_OF_FILE } from './key-outcome';
import type { KeyOutcome, PromptState, Refusal } from './key-outcome';
import { EVERY_CAPTURE, ScreenJudge, type ScreenCheck } from './screen-judge';

/** Extra or early keys may be read at this many next prompts. */
const SUSPECT_KEYS = 2;
const START: KeyOutcome = { refusals: [], prompts: ['menu'], trigger: 'start', clause: ALIVE };
/** Names that the program gives. */
const GIVEN = /^(COMPUTER|PLAYER)_/;

/** Keys that must have no effect: a failure is charged to them. */
interface Suspect {
  readonly trigger: string;
  readonly clause: string;
  readonly title: string;
  /** The next prompt may show that they had none. */
  mayPass: boolean;
}

type Situation = Pick<KeyOutcome, 'trigger' | 'clause' | 'due'>;

export class KeyJudge {
  protected readonly log: JudgementLog<Message>;
  protected readonly screen = new ConsoleScreen();
  protected readonly screens = new ScreenJudge();
  /** Something was wrong since the last key. */
  protected hasFailed = false;
  /** The card that leaves the hand by the last key. */
  protected played: Card | undefined;
  /** A prompt for the player at which no key was typed yet. */
  protected openPrompt: PromptState | undefined;
  protected outcome: KeyOutcome | undefined;
  /** Where the last key was typed that was surely read, until something is printed: no more keys excuse silence. */
  protected surelyRead: { readonly state: PromptState; readonly outcome: KeyOutcome } | undefined;
  private title = '';
  private refusals: Refusal[] = [];
  private suspect: Suspect | undefined;
  private suspectKeys = 0;
  private isJudged = false;
  /** A line has ended with Ctrl-D in this game: later prompts still wait. */
  protected hadEndOfFile = false;

  constructor(protected readonly options: JudgeOptions) {
    this.log = new JudgementLog(options.onPass);
  }

  /** The program starts, and has not shown its menu yet. */
  protected get isStarting(): boolean {
    return this.outcome === START;
  }

  protected start(): void {
    this.expect(START, 'the start');
    this.suspect = undefined;
    this.hadEndOfFile = false;
  }

  /** Keys at a prompt that waits for them. */
  protected expectAt(state: PromptState, keys: Uint8Array, outcome: KeyOutcome): void {
    if (this.suspectKeys-- <= 0) this.suspect = undefined;
    if (outcome.trigger === END_OF_FILE) this.hadEndOfFile = true;
    this.surelyRead = { state, outcome };
    this.expect(outcome, `${keyText(keys)} typed at ${promptText(state.prompt, state.asked)}`);
  }

  /** These must change nothing. */
  protected suspectInput(trigger: string, clause: string, title: string): void {
    this.suspect = { trigger, clause, title, mayPass: true };
    this.suspectKeys = SUSPECT_KEYS;
  }

  /** What the last key does is not known. */
  protected forgetKey(): void {
    this.outcome = undefined;
    if (this.suspect !== undefined) this.suspect.mayPass = false;
  }

  /** The menu may have come by a reset that nobody told of. */
  protected mayBeReset(prompt: Prompt): boolean {
    return this.options.seesResets === false && prompt === 'menu';
  }

  /** The next item that the key draws, which is on the screen. */
  protected judgeDrawn(item: Item): void {
    const { outcome, refusals, screen } = this;
    const { items } = screen;
    // The name that a player takes is printed as its prompt was.
    if (item.kind === 'named' && GIVEN.test(item.name)) this.openPrompt = undefined;
    const isRefusalDue = outcome !== undefined && outcome.refusals.length > 0 && refusals.length === 0;
    // The program has gone on, and did not refuse the key.
    if (item.kind === 'clear' && isRefusalDue)
      this.fail('answer', outcome, refusalWords(outcome.refusals), courseText(items));
    if (item.kind === 'pile' && item.label === 'hand') this.checkPlayed(item.cards);
    if (item.kind !== 'prompt' && item.kind !== 'refused') return;
    const { openPrompt } = this;
    // Computer players take their special deals by themselves.
    const mayGoOn =
      (openPrompt?.prompt === 'special' && screen.computers !== 0) ||
      (item.kind === 'prompt' && this.mayBeReset(item.prompt));
    if (openPrompt !== undefined && !mayGoOn) this.wentOn(openPrompt, items);
    if (item.kind === 'refused') refusals.push(item.why);
    else this.openPrompt = screen.state;
  }

  /** The card of a key that was accepted has left the hand. */
  private checkPlayed(hand: readonly Card[]): void {
    const { played, outcome } = this;
    this.played = undefined;
    if (played === undefined || outcome === undefined || !hand.includes(played)) return;
    const expected = `${played.name}, the card of the key, leaves the hand`;
    const seen = `the hand is ${hand.map(({ name }) => name).join(' ')}`;
    this.fail('answer', { ...outcome, clause: 'CT-PL-02' }, expected, seen, { expected });
  }

  /** The program waits at a prompt. Returns the coverage, if all is right. */
  protected judgeWaiting({ prompt, asked }: PromptState): CoveragePoint | undefined {
    const { outcome } = this;
    const { items } = this.screen;
    if (outcome === undefined || this.isJudged || this.hasFailed || outcome === START) return undefined;
    this.isJudged = true;
    const { alternative, trigger, clause: requirement } = outcome;
    const wrong = this.findWrong(outcome, prompt, asked);
    if (wrong !== undefined && (alternative === undefined || this.findWrong(alternative, prompt, asked))) {
      this.fail('answer', outcome, wrong, courseText(items));
      return undefined;
    }
    // A refusal, or a prompt that is asked again, shows that a clause is kept.
    if (outcome.refusals.length > 0 || outcome.asks !== undefined || trigger === END_OF_FILE)
      this.log.pass(requirement, 'answer');
    return { state: prompt, trigger, response: this.refusals[0] ?? prompt, requirement, isNoOp: false };
  }

  /** What is due and did not come, as a class. */
  private findWrong(
    { refusals, prompts, asks }: KeyOutcome,
    prompt: Prompt,
    asked: number | undefined,
  ): string | undefined {
    const [refusal] = this.refusals;
    const isRight = refusal === undefined ? refusals.length === 0 : refusals.includes(refusal);
    if (this.refusals.length > 1 || !isRight) return refusalWords(refusals);
    const isAsked = prompt !== 'name' || asks === undefined || asks === asked;
    return prompts.includes(prompt) && isAsked ? undefined : promptWords(prompts);
  }

  /** A prompt has waited for long enough: no key from before it was read. */
  protected waited(): void {
    const { suspect } = this;
    if (suspect === undefined || !suspect.mayPass || this.hasFailed) return;
    suspect.mayPass = false;
    this.log.pass(suspect.clause, 'answer');
  }

  /** A prompt was left without a key. */
  private wentOn({ prompt, asked }: PromptState, items: readonly Item[]): void {
    const { outcome, suspect } = this;
    const clause = this.hadEndOfFile || outcome === undefined ? ALIVE : outcome.clause;
    const situation = { trigger: outcome?.trigger ?? 'nothing', clause, due: outcome?.due };
    this.fail('answer', situation, 'the prompt waits', courseText(items), {
      ...(suspect === undefined ? { title: `${promptText(prompt, asked)} after ${this.title}` } : {}),
      expected: 'it waits for a key',
    });
  }

  /** No prompt came. */
  protected silent(seen: string): void {
    const outcome = this.outcome ?? this.surelyRead?.outcome;
    if (outcome === undefined) return;
    // What was typed behind a key that draws nothing is not its cause.
    if (this.outcome === undefined) this.suspect = undefined;
    const expected = 'the program goes on and asks for the next key';
    this.fail('silence', { ...outcome, clause: ALIVE }, promptWords(outcome.prompts), seen, { expected });
  }

  protected crashed(text: string): void {
    const { trigger = 'nothing', clause = ALIVE } = this.outcome ?? {};
    this.fail('crash', { trigger, clause }, 'no crash', text, { expected: 'no crash' });
  }

  /** What a screen shows, whatever was typed. */
  protected record({ clause, holds, trigger, due, title, expected, seen }: ScreenCheck): void {
    if (!holds) this.write('answer', { trigger, clause, due }, { title: title ?? '', expected, seen });
    else if (title !== undefined) this.log.pass(clause, 'answer');
  }

  private expect(outcome: KeyOutcome, title: string): void {
    this.outcome = outcome;
    this.title = title;
    this.refusals = [];
    this.isJudged = this.hasFailed = false;
  }

  private fail(
    kind: Judgement['kind'],
    outcome: Situation,
    missing: string,
    seen: string,
    words: { readonly title?: string; readonly expected?: string } = {},
  ): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    const { suspect } = this;
    const isGood = this.outcome?.refusals.length === 0;
    const isOverlooked = kind === 'answer' && this.refusals[0] === 'action' && isGood;
    const overlooked = { trigger: 'play', clause: 'CT-PL-01', due: EVERY_CAPTURE };
    const cause = isOverlooked ? overlooked : { ...outcome, due: outcome.due ?? missing };
    this.write(kind, suspect === undefined ? cause : { ...suspect, due: 'no effect' }, {
      title: suspect?.title ?? this.title,
      expected: this.outcome === undefined ? missing : outcomeText(this.outcome),
      seen,
      ...words,
    });
  }

  private write(
    kind: Judgement['kind'],
    { trigger, clause, due }: Situation,
    words: { readonly title: string; readonly expected: string; readonly seen: string },
  ): void {
    const { referee } = this.screens;
    const place =
      referee === undefined ? '' : `, turn ${referee.view.turn + 1} of a game of ${referee.players}`;
    const title = words.title + place;
    this.log.fail(clause, { trigger, due: due ?? '', pipelined: false }, { kind, ...words, title });
  }
}
