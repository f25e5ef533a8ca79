/**
 * The harness at a Set board: lays cards, runs trials, and charges each fault to the clause that it breaks.
 *
 * A trial does something that must draw no more than its frames do. After a fault the same cards are sent as plain frames: if
 * those go wrong too, the trial is undecided.
 */
import { cardOf, type Card } from '../../../protocols/set/card';
import type { Expectation, TableRules } from '../../../protocols/set/rules';
import type { Discrepancy } from '../../../protocols/set/discrepancies';
import { millis } from '../../../protocols/time';
import { latency } from '../../../protocols/monitor/measurement';
import { clauseOf, kindOf, SMALL_TABLE, primaryFaults, type FaultKind } from '../../oracle/set/clauses';
import { sendFirstCards } from './reset-check';
import { affectsTable, SetSession, type Reaction } from './session';
import { cardStimulus, type Stimulus } from './stimulus';

/** With more cards on the table a trial begins with an empty one, so that the board answers within SET-TM-01. */
const TRIAL_TABLE = 17;
const BACK_TO_BACK = 'SET-FR-06';
/** Most lines for a frame have come by then. */
const SHORT_PAUSE: Stimulus = { what: 'a pause', parts: [{ pause: millis(40) }], frames: [] };
/** The kinds of lines that are due for a plain card. */
const CARD_LINES = ['missing-card', 'missing-set', 'missing-count', 'missing-end-of-frame'] as const;

/** The table cannot be emptied, so the rest of the scenario cannot be judged. */
export class NoEmptyTable extends Error {
  override readonly name = 'NoEmptyTable';
}

export interface TrialOptions {
  /** No good card is sent after the stimuli: they are good themselves. */
  readonly noFollowUp?: boolean;
  /** The good card comes without a pause after the stimuli. */
  readonly noPause?: boolean;
  /** The clause that wrong sets break where every card was taken. Default: that of the trial. */
  readonly setClause?: string;
  /** Kinds of faults to look for. Default: all. A board may leave out SetCnt and NoSets between frames without a pause. */
  readonly kinds?: readonly FaultKind[];
}

interface TrialResult {
  readonly reaction: Reaction;
  /** All cards on the table after the trial. */
  readonly cards: readonly Card[];
  /** Those that came without a pause between them. */
  readonly row: readonly Card[];
}

export class SetHost extends SetSession {
  private resetTried = false;

  /** Prepares a known table with room for the next trial. false: plain cards went wrong, as was judged. */
  async prepareTable(room = 1): Promise<boolean> {
    const most = Math.min(TRIAL_TABLE, this.rules.tableLimit - room);
    if (!this.tableUnknown && this.cards.length <= most) return true;
    await this.clearTable();
    if (!this.resettable) return true;
    while (this.cards.length < Math.min(2, most)) if (!(await this.place(this.nextCard()))) return false;
    return true;
  }

  /** Lays a card on the table, and judges each fault by its own clause. true: there is none. */
  async place(card: Card, what = 'a card on the table'): Promise<boolean> {
    const stimulus = cardStimulus(card, this.encoding);
    return this.judge(await this.exchange([stimulus]), `${stimulus.what}: ${what}`);
  }

  /** Judges the lines for one plain frame, each fault by its own clause. */
  async judge(reaction: Reaction, title: string): Promise<boolean> {
    const { faults, expected } = reaction;
    const last = expected.at(-1);
    if (faults.length > 0) await this.reportFaults(faults, last, title);
    if (faults.some(affectsTable)) return false;
    const cards = this.cards.length;
    for (const code of CARD_LINES) {
      const kind = kindOf({ code, expected: '', seen: '' });
      const isDue = kind === 'end' || (this.resettable && (kind === 'card' || last?.outcome === 'new'));
      if (isDue && !faults.some((fault) => kindOf(fault) === kind))
        this.bench.check(clauseOf({ code, expected: '', seen: '' }, last, cards), true, () => ({ title }));
    }
    if (last?.outcome === 'new' && this.resettable && cards <= SMALL_TABLE) this.measureTime(reaction, title);
    return !this.tableUnknown;
  }

  /**
   * Sends stimuli that must have only the effect of their frames, then a card that must be accepted. Charges a fault to
   * `id` if the same cards pass without the stimuli. true: there was no fault.
   */
  async trial(
    id: string,
    what: string,
    stimuli: readonly Stimulus[],
    options: TrialOptions = {},
  ): Promise<boolean> {
    const result = await this.bench.retryWhile(
      () => this.runTrial(stimuli, options),
      (one) => one?.reaction.late === true,
    );
    if (result === undefined) return this.undecided(id, what);
    if (!result.reaction.late) return this.judgeTrial(id, what, result, options);
    this.bench.inconclusive(id, `${what}: this host paused longer than the check allows`);
    return false;
  }

  /** undefined: plain cards went wrong, as was judged. */
  private async runTrial(
    stimuli: readonly Stimulus[],
    { noFollowUp = false, noPause = false, kinds }: TrialOptions,
  ): Promise<TrialResult | undefined> {
    const own = cardsIn(stimuli, this.rules);
    if (!(await this.prepareTable(own.length + 1))) return undefined;
    const before = this.cards;
    const followUp = noFollowUp ? [] : [this.nextCard(own)];
    const cards = [...new Set([...before, ...own, ...followUp])];
    const between = noPause || noFollowUp ? [] : [SHORT_PAUSE];
    const plain = followUp.map((card) => cardStimulus(card, this.encoding));
    const reaction = await this.exchange([...stimuli, ...between, ...plain], kinds);
    if (reaction.late) this.tableUnknown = true;
    const row = stimuli.length > 1 || between.length === 0 ? [...new Set([...own, ...followUp])] : [];
    return { reaction, cards, row };
  }

  private async judgeTrial(
    id: string,
    what: string,
    { reaction: { faults }, cards, row }: TrialResult,
    { setClause = id }: TrialOptions,
  ): Promise<boolean> {
    const { bench } = this;
    const own = faults.filter(affectsTable);
    const first = own.find((fault) => kindOf(fault) === 'card') ?? own[0];
    if (first === undefined) {
      bench.check(id, true, () => ({ title: what }));
      const others = faults.filter(({ code }) => code !== 'extra-end-of-frame');
      if (others.length > 0) await this.reportFaults(others, undefined, what);
      return true;
    }
    const evidence = this.evidence();
    this.tableUnknown = true;
    if (!(await this.plainCardsPass(cards))) return this.undecided(id, what);
    if (row.length > 1 && id !== BACK_TO_BACK && !(await this.cardsInARowPass(row)))
      return this.undecided(id, what);
    const charged = kindOf(first) === 'set' ? setClause : id;
    const sameKind = own.filter((fault) => kindOf(fault) === kindOf(first));
    bench.check(charged, false, () => ({ title: what, ...textsOf(sameKind), evidence }));
    return false;
  }

  /** Whether each of the cards is taken alone, on an empty table. */
  private async plainCardsPass(cards: readonly Card[]): Promise<boolean> {
    await this.clearTable();
    for (const card of cards) if (!(await this.place(card, 'sent alone'))) return false;
    return true;
  }

  /** Judges whether the cards are taken without a pause between them (SET-FR-06). */
  private async cardsInARowPass(cards: readonly Card[]): Promise<boolean> {
    await this.clearTable();
    const stimuli = cards.map((card) => cardStimulus(card, this.encoding));
    const { faults } = await this.exchange(stimuli, ['card']);
    const evidence = this.evidence();
    this.tableUnknown = true;
    return this.bench.check(BACK_TO_BACK, faults.length === 0, () => ({
      title: `${cards.length} cards in a row`,
      ...textsOf(faults),
      evidence,
    }));
  }

  private undecided(id: string, what: string): false {
    this.bench.inconclusive(id, `${what}: cards that are sent alone go wrong too`);
    return false;
  }

  /** Judges faults of one plain frame, or of lines that are not the trial's subject. */
  private async reportFaults(
    faults: readonly Discrepancy[],
    due: Expectation | undefined,
    title: string,
  ): Promise<void> {
    const cards = this.cards.length;
    const evidence = this.evidence();
    if (faults.some((fault) => kindOf(fault) !== 'end')) await this.checkReset();
    if (faults.some(affectsTable)) this.tableUnknown = true;
    for (const fault of primaryFaults(faults)) {
      const { expected, seen } = fault;
      this.bench.check(clauseOf(fault, due, cards), false, () => ({ title, expected, seen, evidence }));
    }
  }

  /** Judges once whether a reset empties the table. If not, no other fault can be judged. */
  async checkReset(): Promise<void> {
    if (this.resetTried || !this.resettable) return;
    this.resetTried = true;
    this.tableUnknown = true;
    const [first, again] = [await sendFirstCards(this, this.deck), await sendFirstCards(this, this.deck)];
    this.tableUnknown = true;
    const same = first.text === again.text && !again.stale;
    const awake = !(first.missedFirst && again.missedFirst);
    const seen = awake ? `at first ${first.text}; then ${again.text}` : 'nothing to the first card';
    const expected = awake
      ? 'the same each time'
      : `a card taken ${this.bench.number('bootMs')} ms after the reset`;
    const title = 'the same cards after a reset, twice';
    if (this.bench.check('SET-RS-01', same && awake, () => ({ title, expected, seen }))) return;
    throw new NoEmptyTable(
      'no empty table to begin with: what follows a reset is not as it must be (SET-RS-01)',
    );
  }

  private measureTime({ reports, sent }: Reaction, title: string): void {
    const last = reports.at(-1);
    if (last === undefined) return;
    const { low, high } = latency(sent, { notBefore: last.notBefore, notAfter: last.end });
    const max = this.bench.number('solveMs') * 1000;
    const name = 'card to its last line';
    this.bench.measure('SET-TM-01', { name, unit: 'us', low, high, max }, () => title);
  }
}

/** The cards in the frames of stimuli, each once. */
function cardsIn(stimuli: readonly Stimulus[], { encoding }: TableRules): Card[] {
  const frames = stimuli.flatMap((stimulus) => stimulus.frames);
  return [
    ...new Set(
      frames.flatMap((frame) => (frame.type === 'byte' ? (cardOf(frame.byte, encoding) ?? []) : [])),
    ),
  ];
}

function textsOf(faults: readonly Discrepancy[]): { expected: string; seen: string } {
  const expected = faults.map((fault) => fault.expected).join('; ');
  return { expected, seen: faults.map(({ seen }) => seen).join('; ') };
}
