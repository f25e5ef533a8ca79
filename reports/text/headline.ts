/** The headline: the result of a run in one line. It decides the exit code, too. */
import type { AccountingRecord, RunEnd } from '../../scenarios/record';
import {
  accountingText,
  isTooLittle,
  judgedPercent,
  unjudgedReasons,
  type UnjudgedReason,
} from './accounting';
import { clip, printable, shellWord } from './printable';
import { formatCount, plural } from './quantity';
import type { LevelCounts } from './verdicts';

export interface Headline {
  /** INCOMPLETE: no MUST failed, but some clauses or too many exchanges could not be judged. NOT JUDGED: no clause was judged. */
  readonly word: 'PASS' | 'FAIL' | 'INCOMPLETE' | 'NOT JUDGED';
  readonly sign: '✓' | '✗' | '?';
  readonly tone: 'good' | 'bad' | 'warn';
  readonly text: string;
  /** What to do, where something was not judged. */
  readonly next?: string;
}

/** The damage may come from an untrusted file. */
const DAMAGE_CHARACTERS = 200;

interface Result extends OpenResult {
  readonly counts: LevelCounts;
  /** Clauses that nobody asked for: they are in no count. */
  readonly unselected: number;
  /** Of the suites that count exchanges. */
  readonly accounting: readonly AccountingRecord[];
  /** In percent. */
  readonly leastJudged: number;
  readonly frames?: RunEnd['frames'] | undefined;
}

const RECORDED = {
  host: 'Only the host was recorded',
  board: 'Only the board was recorded',
  both: 'Both directions are on one wire',
} as const;

function framesText({ of, right, wrong, unread }: NonNullable<RunEnd['frames']>): string {
  return `${RECORDED[of]}: ${plural(right, 'frame')} right, ${formatCount(wrong)} wrong, ${formatCount(unread)} unread.`;
}

const STOP_REASONS: Readonly<Record<Outcome, string>> = {
  done: '',
  lost: ' The board was lost during the run.',
  unreachable: ' The board could not be reached.',
  silent: ' The board stopped answering, and the rest was not tried.',
  'never-quiet': ' The board never stopped sending, and the rest was not tried.',
  timeout: ' The time limit was reached; the rest was not tried.',
  bailed: '',
  interrupted: ' The run was interrupted.',
  'cut-off': ' The record stops before the run ended.',
};

function sentence({ counts: { MUST, SHOULD }, unselected }: Result): string {
  const undecided = MUST.error + MUST.inconclusive;
  const parts = [
    MUST.fail > 0 ? [`${formatCount(MUST.fail)} of ${plural(MUST.total, 'MUST clause')} failed`] : [],
    MUST.fail === 0 && MUST.pass > 0
      ? [`${formatCount(MUST.pass)} of ${plural(MUST.total, 'MUST clause')} passed, none failed`]
      : [],
    MUST.total === 0 && SHOULD.pass > 0
      ? [`${formatCount(SHOULD.pass)} of ${plural(SHOULD.total, 'SHOULD clause')} passed`]
      : [],
    SHOULD.fail > 0 ? [plural(SHOULD.fail, 'warning')] : [],
    undecided > 0 ? [`${formatCount(undecided)} could not be judged`] : [],
    MUST.skip > 0 ? [`${formatCount(MUST.skip)} not tried`] : [],
    unselected > 0 ? [`${formatCount(unselected)} not selected`] : [],
  ].flat();
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing was judged.';
}

export function runHeadline(result: Result): Headline {
  const { counts, outcome, damage, accounting, leastJudged, frames } = result;
  const { MUST, SHOULD } = counts;
  const blind = accounting.find((one) => isTooLittle(one, leastJudged));
  const isUnread =
    frames !== undefined &&
    isTooLittle(
      { judged: frames.right + frames.wrong, unjudged: { 'bytes-lost': frames.unread } },
      leastJudged,
    );
  const parts = [
    `${sentence(result)}${STOP_REASONS[outcome]}`,
    ...(frames === undefined ? [] : [framesText(frames)]),
    ...(damage === undefined ? [] : [`Incomplete: ${clip(printable(damage), DAMAGE_CHARACTERS)}.`]),
    ...(blind === undefined ? [] : [`${accountingText(blind)} (a pass needs ${leastJudged} %).`]),
  ];
  const text = parts.join(' ');
  if (MUST.fail > 0) return { word: 'FAIL', sign: '✗', tone: 'bad', text };
  const next = isUnread
    ? `record both sides, each on a wire of its own, from the beginning of a frame${frames.of === 'both' ? '' : '; if both are on this wire, give its name to --host and --board'}`
    : nextStep(result, blind);
  const open = { sign: '?', tone: 'warn', text, ...(next === undefined ? {} : { next }) } as const;
  if (MUST.pass + SHOULD.pass + SHOULD.fail === 0) return { word: 'NOT JUDGED', ...open };
  const isOpen = outcome !== 'done' || damage !== undefined || blind !== undefined || isUnread;
  if (isOpen || MUST.error + MUST.inconclusive > 0) return { word: 'INCOMPLETE', ...open };
  return { word: 'PASS', sign: '✓', tone: 'good', text };
}

/** 0 every MUST was judged and held, 1 a MUST failed, 3 it is not known, 130 interrupted. */
export function exitCode(summary: {
  readonly headline: Headline;
  readonly outcome: Outcome;
}): 0 | 1 | 3 | 130 {
  if (summary.outcome === 'interrupted') return 130;
  if (summary.headline.word === 'FAIL') return 1;
  return summary.headline.word === 'PASS' ? 0 : 3;
}

type Outcome = RunEnd['outcome'] | 'cut-off';

interface OpenResult {
  readonly outcome: Outcome;
  /** Why the judged recording is incomplete. */
  readonly damage?: string | undefined;
  /** MUSTs that were tried and not judged. */
  readonly open: readonly string[];
  readonly link?: string | undefined;
  /** A recording is judged: the board cannot be asked again. */
  readonly isTrace: boolean;
}

const NAMED_CLAUSES = 6;
/** Where less was judged, in percent, nobody should accept it. */
const LEAST_ACCEPTED = 50;

const AFTER_STOP: Readonly<Partial<Record<Outcome, string>>> = {
  lost: 'check cable, power and reset method, and run again',
  silent: 'reset the board, and run again; with --reset wirejig does that by itself',
  timeout: 'run again with more --time',
};

/** On a board, and with a recording. */
const AGAINST: Readonly<Record<UnjudgedReason, readonly [string, string]>> = {
  'state-unknown': [
    'run again with --reset-first, so that the state is known',
    'give a trace that begins at a reset of the board',
  ],
  'too-many-worlds': [
    'send less at once, so that fewer states are possible',
    'give a trace in which the host sends less at once',
  ],
  'left-open': [
    'look at the first such exchange: the specification must say what the board owes there',
    'look at the first such exchange: does the board answer, and what does the specification require there?',
  ],
  'bytes-lost': [
    'close other programs and run again',
    'record again with nothing else running, or with a logic analyser, and until the last answer',
  ],
};

/** No other program disturbs its time. */
const isVirtual = (link: string | undefined): boolean => link?.startsWith('virtual:') === true;

/** `blind`: where too few exchanges were judged. */
function nextStep({ outcome, damage, open, link, isTrace }: OpenResult, blind: AccountingRecord | undefined) {
  if (outcome === 'unreachable')
    return link === undefined ? undefined : `wirejig doctor ${shellWord(link)} says what is wrong`;
  if (outcome !== 'done') return AFTER_STOP[outcome];
  if (damage !== undefined) return 'give a recording that is whole';
  if (blind !== undefined) return nextOfBlind(blind, isTrace);
  if (open.length === 0)
    return isTrace ? 'give a trace that shows these clauses' : 'see what each clause needs, and run again';
  const ids = open.slice(0, NAMED_CLAUSES).join(',');
  const rest = open.length > NAMED_CLAUSES ? ' and the others' : '';
  return isTrace
    ? `give a longer trace that shows ${ids}${rest}, or leave them out by --skip`
    : `do what the reasons ask for${isVirtual(link) ? '' : ', close other programs'}, and run again with --only ${ids}${rest}`;
}

function nextOfBlind(blind: AccountingRecord, isTrace: boolean): string | undefined {
  const [most] = unjudgedReasons(blind);
  if (most === undefined) return undefined;
  const remedy = AGAINST[most[0]][isTrace ? 1 : 0];
  const percent = Math.floor(judgedPercent(blind));
  return percent < LEAST_ACCEPTED ? remedy : `${remedy}; or accept it with --least-judged ${percent}`;
}
