/** Judges what a key draws: its refusal, if one is due, and the next prompt, which waits. */
import { JudgementLog } from '../../../api/index';
import type { CoveragePoint, Judgement, JudgeOptions, Message, Micros } from '../../../api/index';
import { type Card, playersOf, type Players } from '../cards';
import { ALIVE, END_OF_FILE, NAME_WITH_COMMA, type KeyOutcome, type PromptState } from '../prompts';
import type { Item, Prompt } from '../reader/item';
import { EVERY_CAPTURE, type Check } from '../referee/counts';
import type { Refusal } from '../render';
import { ConsoleScreen } from './console-screen';
import { courseText, keyText, outcomeText, promptText, promptWords, refusalWords } from './descriptions';
import { Referee } from '../referee/referee';
import { PlayerNames, type ScreenCheck } from './player-names';

/** Extra or early keys may be read at this many next prompts. */
const SUSPECT_KEYS = 2;
const START: KeyOutcome = { ways: [{ prompts: ['menu'] }], trigger: 'start', clause: ALIVE };
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
type Words = Readonly<Record<'title' | 'expected' | 'seen', string>>;

export class KeyJudge {
  protected readonly log: JudgementLog<Message>;
  protected readonly screen = new ConsoleScreen();
  protected readonly screens: ScreenJudge;
  /** Keys that the page rules. Of the unknown ones nobody knows what they met. */
  protected readonly keys = { judged: 0, unknown: 0 };
  readonly accounting = () => {
    const { judged, unknown } = this.keys;
    return { judged, unjudged: unknown === 0 ? {} : { 'state-unknown': unknown } };
  };
  /** Something was wrong since the last key. */
  protected hasFailed = false;
  /** The card that leaves the hand by the last key. */
  protected played: Card | undefined;
  /** A prompt for the player at which no key was typed yet. */
  protected openPrompt: PromptState | undefined;
  /** Where the last key was typed that was surely read, until a prompt for the player comes: no more keys excuse silence. */
  protected surelyRead:
    { readonly state: PromptState; readonly outcome: KeyOutcome; readonly at: Micros } | undefined;
  /** A line has ended with Ctrl-D in this game: later prompts still wait. */
  protected hadEndOfFile = false;
  private outcome: KeyOutcome | undefined;
  private title = '';
  private refusals: Refusal[] = [];
  private suspect: Suspect | undefined;
  private suspectKeys = 0;
  private isJudged = true;

  constructor(protected readonly options: JudgeOptions) {
    this.log = new JudgementLog(options.onPass);
    this.screens = new ScreenJudge((check) => {
      if (check.holds) this.log.pass(check.clause, 'answer');
      else this.write('answer', check, check);
    });
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
  protected expectAt(state: PromptState, keys: Uint8Array, outcome: KeyOutcome, at: Micros): void {
    if (this.suspectKeys-- <= 0) this.suspect = undefined;
    if (outcome.trigger === END_OF_FILE) this.hadEndOfFile = true;
    this.surelyRead = { state, outcome, at };
    this.expect(outcome, `${keyText(keys)} typed at ${promptText(state.prompt, state.asked)}`);
  }

  /** These must change nothing. */
  protected suspectInput(trigger: string, clause: string, title: string): void {
    this.suspect = { trigger, clause, title, mayPass: true };
    this.suspectKeys = SUSPECT_KEYS;
  }

  protected forgetKey(): void {
    if (this.outcome !== undefined && this.outcome !== START && !this.isJudged && !this.hasFailed)
      this.keys.unknown++;
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
    // The name that a player takes is printed as its prompt was.
    if (item.kind === 'named' && GIVEN.test(item.name)) this.openPrompt = undefined;
    const isRefusalDue =
      outcome !== undefined && outcome.ways.every(({ refusal }) => refusal !== undefined) && !refusals.length;
    // The program has gone on, and did not refuse the key.
    if (item.kind === 'clear' && isRefusalDue) this.fail('answer', outcome, refusalWords(outcome.ways));
    if (item.kind === 'pile' && item.label === 'hand') this.checkPlayed(item.cards);
    if (item.kind !== 'prompt' && item.kind !== 'refused') return;
    const { openPrompt } = this;
    // Computer players take their special deals by themselves.
    const mayGoOn =
      (openPrompt?.prompt === 'special' && screen.computers !== 0) ||
      (item.kind === 'prompt' && this.mayBeReset(item.prompt));
    if (openPrompt !== undefined && !mayGoOn) this.wentOn(openPrompt);
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
    this.fail('answer', { ...outcome, clause: 'CT-PL-02' }, expected, { expected, seen });
  }

  /** The program waits at a prompt. Returns the coverage, if all is right. */
  protected judgeWaiting({ prompt, asked }: PromptState): CoveragePoint | undefined {
    const { outcome } = this;
    if (outcome === undefined || this.isJudged || this.hasFailed || outcome === START) return undefined;
    this.isJudged = true;
    this.keys.judged++;
    const { ways, trigger, clause: requirement } = outcome;
    const [refusal] = this.refusals;
    const right = ways.filter((way) => way.refusal === refusal);
    const isAsked = right.some(
      ({ prompts, asks = asked }) => prompts.includes(prompt) && (prompt !== 'name' || asks === asked),
    );
    const missing =
      right.length === 0 || this.refusals.length > 1
        ? refusalWords(ways)
        : promptWords(right.flatMap(({ prompts }) => prompts));
    if (!isAsked || this.refusals.length > 1) {
      this.fail('answer', outcome, missing);
      return undefined;
    }
    // A refusal, or a prompt that is asked again, shows that a clause is kept.
    const [usual] = ways;
    if (usual.refusal !== undefined || trigger === NAME_WITH_COMMA || trigger === END_OF_FILE)
      this.log.pass(requirement, 'answer');
    return { state: prompt, trigger, response: refusal ?? prompt, requirement, isNoOp: false };
  }

  /** A prompt has waited for long enough: no key from before it was read. */
  protected waited(): void {
    const { suspect } = this;
    if (suspect === undefined || !suspect.mayPass || this.hasFailed) return;
    suspect.mayPass = false;
    this.log.pass(suspect.clause, 'answer');
  }

  /** A prompt was left without a key. */
  private wentOn({ prompt, asked }: PromptState): void {
    const { outcome, suspect } = this;
    const clause = this.hadEndOfFile || outcome === undefined ? ALIVE : outcome.clause;
    const situation = { ...outcome, trigger: outcome?.trigger ?? 'nothing', clause };
    const title = suspect?.title ?? `${promptText(prompt, asked)} after ${this.title}`;
    this.fail('answer', situation, 'the prompt waits', { title, expected: 'it waits for a key' });
  }

  /** No prompt came. */
  protected silent(seen: string, isFlood: boolean): void {
    const outcome = this.outcome ?? this.surelyRead?.outcome;
    if (outcome === undefined) return;
    // What was typed behind a key that draws nothing is not its cause.
    if (this.outcome === undefined) this.suspect = undefined;
    const missing = promptWords(outcome.ways.flatMap(({ prompts }) => prompts));
    const expected = 'the program goes on and asks for the next key';
    // No delay explains what is printed without end.
    const kind = isFlood ? 'malformed' : 'silence';
    this.fail(kind, { ...outcome, clause: ALIVE }, missing, { expected, seen });
  }

  protected crashed(seen: string): void {
    const { trigger = 'nothing', clause = ALIVE } = this.outcome ?? {};
    this.fail('crash', { trigger, clause }, 'no crash', { expected: 'no crash', seen });
  }

  private expect(outcome: KeyOutcome, title: string): void {
    this.outcome = outcome;
    this.title = title;
    this.refusals = [];
    this.isJudged = this.hasFailed = false;
  }

  private fail(kind: Judgement['kind'], charged: Situation, missing: string, words?: Partial<Words>): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    if (!this.isJudged) this.keys.judged++;
    const { suspect, outcome } = this;
    const isOverlooked =
      kind === 'answer' && this.refusals[0] === 'action' && outcome?.ways[0].refusal === undefined;
    const cause = isOverlooked
      ? { trigger: 'play', clause: 'CT-PL-01', due: EVERY_CAPTURE }
      : { ...charged, due: charged.due ?? missing };
    this.write(kind, suspect === undefined ? cause : { ...suspect, due: 'no effect' }, {
      title: suspect?.title ?? this.title,
      expected: outcome === undefined ? missing : outcomeText(outcome),
      seen: courseText(this.screen.items),
      ...words,
    });
  }

  private write(kind: Judgement['kind'], { trigger, clause, due = '' }: Situation, words: Words): void {
    const { referee } = this.screens;
    const place =
      referee === undefined ? '' : `, turn ${referee.view.turn + 1} of a game of ${referee.players}`;
    const { expected, seen } = words;
    const title = words.title + place;
    const situation = { trigger, due, pipelined: false };
    const flaw = { kind, title, expected, seen };
    // After a reset that nobody told of, no prompt was owed.
    if ((kind === 'silence' || kind === 'malformed') && this.options.seesResets === false)
      this.log.failUnlessReset(clause, situation, flaw);
    else this.log.fail(clause, situation, flaw);
  }
}

/** Judges what is printed, whatever was typed: the game by its rules, the names of its players, the colours of cards. */
class ScreenJudge {
  /** The game by its screens; undefined: none is followed. */
  referee: Referee | undefined;
  /** The names that were typed. */
  names = new PlayerNames();
  private isOrdered = false;
  /** All lines of the present game can be read. */
  private isFollowed = false;

  constructor(private readonly record: (check: ScreenCheck) => void) {}

  /** Nothing is known of the game, until another one begins. */
  forgetGame(): void {
    this.referee = undefined;
    this.names.forget();
    this.isFollowed = false;
  }

  /** `players`: how many play by the keys, if that is known. */
  take(item: Item, players: Players | undefined): void {
    if ('flaws' in item && (!('cards' in item) || item.cards.length + item.flaws.length > 0)) {
      const seen = item.flaws.join('; ');
      this.check('CT-UI-01', seen === '', seen, undefined, 'a card that is printed');
    }
    if (item.kind === 'prompt' && (item.prompt === 'menu' || item.prompt === 'players')) this.endGame();
    if (this.referee === undefined && this.isFollowed) this.setUp(item, players);
    this.referee?.take(item);
  }

  private setUp(item: Item, players = playersOf(this.names.order.length)): void {
    this.names.show(item);
    if (item.kind === 'prompt' && item.prompt === 'order') {
      this.isOrdered = true;
      return this.names.judge(this.record);
    }
    const begins = (item.kind === 'turn' || item.kind === 'special') && this.isOrdered;
    if (!begins || players === undefined) return;
    this.referee = new Referee(players, this.check);
  }

  private endGame(): void {
    this.referee = undefined;
    this.names = new PlayerNames();
    this.isOrdered = false;
    this.isFollowed = true;
  }

  private readonly check = (
    ...[clause, holds, seen, due = `${clause} holds`, title = seen]: [...Parameters<Check>, string?]
  ): void =>
    this.record({ clause, holds, trigger: 'play', due, title, expected: 'as the page has it', seen });
}
