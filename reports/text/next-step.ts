/** What somebody can do about what was not judged, in one sentence. */
import { shellWord } from './shell-word';
import type { AccountingRecord, RunEnd } from '../../scenarios/record';
import { judgedPercent, unjudgedReasons, type UnjudgedReason } from './accounting';

export type Outcome = RunEnd['outcome'] | 'cut-off';

/** What may have been left open. */
export interface OpenResult {
  readonly outcome: Outcome;
  /** Why the judged recording is incomplete. */
  readonly damage?: string | undefined;
  /** MUSTs that were tried and not judged. */
  readonly open: readonly string[];
  /** The URL of the board's first link. */
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

/** `blind`: where too few exchanges were judged. */
export function nextStep(
  { outcome, damage, open, link, isTrace }: OpenResult,
  blind: AccountingRecord | undefined,
): string | undefined {
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
    : `do what the reasons ask for, close other programs, and run again with --only ${ids}${rest}`;
}

function nextOfBlind(blind: AccountingRecord, isTrace: boolean): string | undefined {
  const [most] = unjudgedReasons(blind);
  if (most === undefined) return undefined;
  const remedy = AGAINST[most[0]][isTrace ? 1 : 0];
  const percent = Math.floor(judgedPercent(blind));
  return percent < LEAST_ACCEPTED ? remedy : `${remedy}; or accept it with --least-judged ${percent}`;
}
