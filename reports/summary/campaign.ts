/**
 * The result of a fuzzing campaign: the events of its journal folded into one {@link CampaignSummary}. The journal may stop
 * at any line, and continue after a `fuzz-resume`.
 */
import type {
  FuzzEnd,
  FuzzFinding,
  FuzzProgress,
  FuzzResync,
  FuzzStart,
  JournalEvent,
  Verdict,
} from '../../scenarios/record';
import { formatCount, plural } from '../text/quantity';
import type { Headline } from '../text/headline';

export type Counts = Readonly<Record<string, number>>;

export interface CampaignSummary {
  readonly start: FuzzStart;
  readonly end?: FuzzEnd;
  /** cut-off: the journal stops before the campaign's end. */
  readonly outcome: FuzzEnd['outcome'] | 'cut-off';
  readonly headline: Headline;
  readonly cases: number;
  readonly exchanges: number;
  /** The number of failures, if they were counted. */
  readonly failures: number;
  /** In the order in which they were found. */
  readonly findings: readonly FuzzFinding[];
  readonly findingsLeftOut: number;
  readonly unconfirmed: readonly FuzzFinding[];
  /** Oldest first, bounded. */
  readonly progress: readonly FuzzProgress[];
  readonly resync?: FuzzResync;
  readonly resumed: number;
  /** The boards that shared it; absent: it had one. */
  readonly boards?: readonly string[];
}

const KEPT_FINDINGS = 300;
/** With more points than this, every second one is left out. */
const MAX_POINTS = 480;

const OUTCOME_TEXTS: Readonly<Record<CampaignSummary['outcome'], string>> = {
  done: '',
  interrupted: ' The campaign was interrupted.',
  lost: ' The board was lost.',
  wedged: ' Then the board answered nothing any more, and no reset recovered it.',
  unreachable: ' The board could not be reached.',
  'cut-off': ' The record stops before the campaign ended.',
};

/** Folds the events of a campaign as they come; its memory is bounded. */
export class CampaignCollector {
  private start: FuzzStart | undefined;
  private end: FuzzEnd | undefined;
  private resync: FuzzResync | undefined;
  private readonly findings = new Map<string, FuzzFinding>();
  private leftOut = 0;
  private progress: FuzzProgress[] = [];
  private resumed = 0;

  add(event: JournalEvent): void {
    switch (event.type) {
      case 'fuzz':
        this.start = event;
        break;
      case 'fuzz-progress':
        this.progress.push(event);
        if (this.progress.length > MAX_POINTS) this.progress = this.progress.filter((_, at) => at % 2 === 1);
        break;
      case 'fuzz-finding':
        if (this.findings.size < KEPT_FINDINGS || this.findings.has(event.id))
          this.findings.set(event.id, event);
        else this.leftOut++;
        break;
      case 'fuzz-resume':
        this.resumed++;
        this.end = undefined;
        this.progress = this.progress.filter(({ cases }) => cases <= event.cases);
        break;
      case 'fuzz-resync':
        this.resync = event;
        break;
      case 'fuzz-end':
        this.end = event;
        break;
      default:
    }
  }

  summary(): CampaignSummary {
    const { start, end, resync, progress, resumed } = this;
    if (start === undefined) throw new Error('the journal does not begin with a campaign');
    const all = [...this.findings.values()];
    const findings = all.filter(isConfirmed);
    const counted = { ...end?.findings, ...end?.unconfirmed };
    // What is not counted at the end was confirmed as another finding.
    const unconfirmed = all.filter((one) => !isConfirmed(one) && (end === undefined || one.id in counted));
    const last = progress.at(-1);
    const counts = Object.values(counted);
    const outcome = end?.outcome ?? 'cut-off';
    const cases = end?.cases ?? last?.cases ?? 0;
    return {
      start,
      ...(end === undefined ? {} : { end }),
      outcome,
      headline: campaignHeadline({
        findings,
        findingsLeftOut: this.leftOut,
        unconfirmed,
        resync,
        outcome,
        cases,
        isJudged: end === undefined || hasAnswers(end),
      }),
      cases,
      exchanges: end?.exchanges ?? last?.exchanges ?? 0,
      failures: end === undefined ? (last?.failures ?? 0) : counts.reduce((sum, count) => sum + count, 0),
      findings,
      findingsLeftOut: this.leftOut,
      unconfirmed,
      progress,
      ...(resync === undefined ? {} : { resync }),
      resumed,
    };
  }
}

/** Something that the board sent was judged, not its silence alone. */
export function hasAnswers({ responses }: Pick<FuzzEnd, 'responses'>): boolean {
  return Object.keys(responses).some((name) => name !== 'silence');
}

function isConfirmed({ repeats }: FuzzFinding): boolean {
  return repeats.shown > 0;
}

type CampaignResult = Pick<
  CampaignSummary,
  'findings' | 'findingsLeftOut' | 'unconfirmed' | 'outcome' | 'cases'
> & {
  readonly resync: FuzzResync | undefined;
  /** Some of what the board sent, or did not send, could be judged. Default: true. */
  readonly isJudged?: boolean;
};

export function campaignHeadline(result: CampaignResult): Headline {
  const { findings, findingsLeftOut, unconfirmed, resync, outcome, cases, isJudged = true } = result;
  const slow = new Set(resync?.rows.filter(({ over }) => over).map(({ kind }) => kind)).size;
  const found = findings.length + findingsLeftOut;
  const foundText = found > 0 ? plural(found, 'finding') : 'No finding';
  const isOpen = unconfirmed.length > 0;
  const unconfirmedText = isOpen ? ` and ${plural(unconfirmed.length, 'unconfirmed failure')}` : '';
  const slowText = slow > 0 ? ` Too slow after ${plural(slow, 'kind')} of garbage.` : '';
  const open = resync !== undefined && resyncVerdict(resync) === 'inconclusive';
  const openText = open ? ' Resynchronisation is inconclusive.' : '';
  const unjudgedText = isJudged || cases === 0 ? '' : ' Nothing that the board sent could be judged.';
  const text = `${foundText}${unconfirmedText} in ${plural(cases, 'case')}.${slowText}${openText}${unjudgedText}${OUTCOME_TEXTS[outcome]}`;
  if (findings.some(({ level }) => level === 'MUST') || slow > 0)
    return { word: 'FAIL', sign: '✗', tone: 'bad', text };
  if (outcome !== 'done' || open || isOpen || !isJudged)
    return { word: cases === 0 || !isJudged ? 'NOT JUDGED' : 'INCOMPLETE', sign: '?', tone: 'warn', text };
  return { word: 'PASS', sign: '✓', tone: found > 0 ? 'warn' : 'good', text };
}

/** Throws an Error for events that belong to no campaign. */
export function summarizeCampaign(events: Iterable<JournalEvent>): CampaignSummary {
  const collector = new CampaignCollector();
  for (const event of events) collector.add(event);
  return collector.summary();
}

/** What was never reached, by kind; empty if the campaign's end is missing. */
export function neverReached({ start, end }: CampaignSummary): ReturnType<typeof unreached> {
  return end === undefined ? [] : unreached(start, end).filter(([, names]) => names.length > 0);
}

/** The same with the kinds of which all was reached. */
export function unreached(
  start: FuzzStart,
  end: FuzzEnd,
): readonly (readonly [kind: string, names: readonly string[]])[] {
  const missing = (all: readonly string[], seen: Readonly<Record<string, unknown>>): readonly string[] =>
    all.filter((name) => seen[name] === undefined);
  const generators = start.generators.map(({ name }) => name);
  return [
    ['generators', missing(generators, end.kinds)],
    ['fields', missing(start.fields, end.fields)],
    ['states', missing(start.states, end.states)],
    ['inputs', missing(start.triggers, end.triggers)],
    ['responses', missing(start.responses, end.responses)],
    ['clauses', Object.entries(start.beyond ?? {}).map(([id, reason]) => `${id} (${reason})`)],
  ];
}

/** How often an unconfirmed failure was tried, and why not more often. */
function unconfirmedText({
  repeats,
  replaysEndedBy,
}: Pick<FuzzFinding, 'repeats' | 'replaysEndedBy'>): string {
  const tried = `did not reproduce in ${plural(repeats.tried, 'replay')}`;
  if (repeats.tried > 0) return replaysEndedBy === undefined ? tried : `${tried}, then ${replaysEndedBy}`;
  return `no replay was possible: ${replaysEndedBy ?? 'the campaign ended'}`;
}

/** `reproduced 1 of 3 times`, the rounds if the board makes random choices, and whether it is flaky. */
export function reproductionText(finding: Pick<FuzzFinding, 'repeats' | 'replaysEndedBy'>): string {
  const { shown, tried, rounds } = finding.repeats;
  if (shown === 0) return unconfirmedText(finding);
  const each =
    rounds === undefined
      ? ''
      : `, in ${plural(rounds.played, 'round')}: the result depends on random choices of the board`;
  return `reproduced ${formatCount(shown)} of ${plural(tried, 'time')}${each}${shown < tried ? ', flaky' : ''}`;
}

/** fail: the board took too long. inconclusive: it never did, but some rows are unknown. */
export function resyncVerdict(resync: FuzzResync): Extract<Verdict, 'pass' | 'fail' | 'inconclusive'> {
  if (resync.rows.some(({ over }) => over)) return 'fail';
  return unknownText(resync) === undefined ? 'pass' : 'inconclusive';
}

/** What is unknown and why; undefined: nothing is. */
export function unknownText(resync: FuzzResync): string | undefined {
  const { rows, missing = 0 } = resync;
  const unknown = countUnknownRows(resync);
  const all = formatCount(rows.length + missing);
  const parts = [
    unknown > 0
      ? [`${formatCount(unknown)} of ${all} are not known, because this machine stalled the board`]
      : [],
    missing > 0
      ? [`${formatCount(missing)} of ${all} were not measured, because the time limit was reached`]
      : [],
  ].flat();
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** Rows in which the host spoilt every try. */
export function countUnknownRows({ rows }: FuzzResync): number {
  return rows.filter(({ tries }) => tries === 0).length;
}
