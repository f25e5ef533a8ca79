/**
 * The harness at a Set board: lays cards and runs trials, and charges what the monitor finds.
 *
 * A trial does something that must draw no more than its frames do. After a fault the same cards are sent as plain frames: if
 * those go wrong too, the trial is undecided.
 */
import type { Card } from '../../../protocols/set/card';
import { ASPECTS, type Aspect } from '../../../protocols/set/monitor/clauses';
import { affectsTable } from '../../../protocols/set/monitor/flaws';
import type { Judgement } from '../../../protocols/monitor/judgement';
import { millis } from '../../../protocols/time';
import { isFault, SetSession, type Reaction } from './session';
import { cardStimulus, type Stimulus } from './stimulus';

/** With more cards on the table a trial begins with an empty one, so that the board answers within SET-TM-01. */
const TRIAL_TABLE = 17;
const BACK_TO_BACK = 'SET-FR-06';
const RESET = 'SET-RS-01';
/** Most lines for a frame have come by then. */
const SHORT_PAUSE: Stimulus = { what: 'a pause', parts: [{ pause: millis(40) }] };

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
}

interface TrialResult {
  readonly reaction: Reaction;
  /** All cards on the table after the trial. */
  readonly cards: readonly Card[];
  /** Those that came without a pause between them. */
  readonly row: readonly Card[];
}

export class SetHost extends SetSession {
  /** Prepares a known table with room for the next trial. false: plain cards went wrong, as was judged. */
  async prepareTable(room = 1): Promise<boolean> {
    const most = Math.min(TRIAL_TABLE, this.rules.tableLimit - room);
    if (this.hasCleared && !this.monitor.desynchronised && this.cards.length <= most) return true;
    await this.clearTable();
    if (!this.resettable) return true;
    while (this.cards.length < Math.min(2, most)) if (!(await this.place(this.nextCard()))) return false;
    return true;
  }

  /** Lays a card on the table, and judges each fault by its own clause. true: there is none. */
  async place(
    card: Card,
    what = 'a card on the table',
    aspects: readonly Aspect[] = ASPECTS,
  ): Promise<boolean> {
    const stimulus = cardStimulus(card, this.encoding);
    const { judgements } = await this.exchange([stimulus], aspects);
    this.record(judgements, `${stimulus.what}: ${what}`);
    return !this.monitor.desynchronised;
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
      (one) => one?.reaction.isVague === true,
    );
    if (result === undefined) return this.undecided(id, what);
    if (!result.reaction.isVague) return this.judgeTrial(id, what, result, options);
    this.bench.inconclusive(id, `${what}: this host paused longer than the check allows`);
    return false;
  }

  /** Writes down judgements, each for its own clause. Throws {@link NoEmptyTable} after a reset that left something behind. */
  record(judgements: readonly Judgement[], what?: string): void {
    const { bench } = this;
    for (const { clause, verdict, measurement, title, expected, seen } of judgements) {
      const situation = what ?? title;
      if (measurement !== undefined) bench.measure(clause, measurement, () => situation);
      else if (verdict === 'inconclusive') bench.inconclusive(clause, situation);
      else bench.check(clause, verdict === 'pass', () => ({ title: situation, expected, seen }));
    }
    if (judgements.some((one) => isFault(one) && one.clause === RESET))
      throw new NoEmptyTable(
        `no empty table to begin with: what follows a reset is not as it must be (${RESET})`,
      );
  }

  /** undefined: plain cards went wrong, as was judged. */
  private async runTrial(
    stimuli: readonly Stimulus[],
    { noFollowUp = false, noPause = false }: TrialOptions,
  ): Promise<TrialResult | undefined> {
    const own = [...new Set(stimuli.flatMap(({ cards = [] }) => cards))];
    if (!(await this.prepareTable(own.length + 1))) return undefined;
    const before = this.cards;
    const followUp = noFollowUp ? [] : [this.nextCard(own)];
    const cards = [...new Set([...before, ...own, ...followUp])];
    const between = noPause || noFollowUp ? [] : [SHORT_PAUSE];
    const plain = followUp.map((card) => cardStimulus(card, this.encoding));
    const reaction = await this.exchange([...stimuli, ...between, ...plain]);
    const row = stimuli.length > 1 || between.length === 0 ? [...new Set([...own, ...followUp])] : [];
    return { reaction, cards, row };
  }

  private async judgeTrial(
    id: string,
    what: string,
    { reaction: { judgements }, cards, row }: TrialResult,
    { setClause = id }: TrialOptions,
  ): Promise<boolean> {
    const { bench } = this;
    const own = judgements.find((one) => isFault(one) && affectsTable(one));
    if (own === undefined) {
      bench.check(id, true, () => ({ title: what }));
      this.record(
        judgements.filter(({ due }) => due !== 'extra end'),
        what,
      );
      return true;
    }
    const evidence = this.evidence();
    if (!(await this.plainCardsPass(cards))) return this.undecided(id, what);
    if (row.length > 1 && id !== BACK_TO_BACK && !(await this.cardsInARowPass(row)))
      return this.undecided(id, what);
    const { expected, seen } = own;
    const charged = own.due === 'set' ? setClause : id;
    bench.check(charged, false, () => ({ title: what, expected, seen, evidence }));
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
    const { judgements } = await this.exchange(stimuli, ['card']);
    const fault = judgements.find((one) => isFault(one) && affectsTable(one));
    const evidence = this.evidence();
    await this.clearTable();
    return this.bench.check(BACK_TO_BACK, fault === undefined, () => ({
      title: `${cards.length} cards in a row`,
      expected: fault?.expected ?? '',
      seen: fault?.seen ?? '',
      evidence,
    }));
  }

  private undecided(id: string, what: string): false {
    this.bench.inconclusive(id, `${what}: cards that are sent alone go wrong too`);
    return false;
  }
}
