/** The headline: the result of a run in one line. */
import type { RunEnd } from '../../scenarios/record';
import { clip, printable } from './printable';
import { formatCount, plural } from './quantity';
import type { LevelCounts } from './verdicts';

export interface Headline {
  /** INCOMPLETE: no MUST failed, but some clauses could not be judged. NOT JUDGED: no clause was judged. */
  readonly word: 'PASS' | 'FAIL' | 'INCOMPLETE' | 'NOT JUDGED';
  readonly sign: '✓' | '✗' | '?';
  readonly tone: 'good' | 'bad' | 'warn';
  /** A sentence that gives the reason of the word. */
  readonly text: string;
}

/** The damage may come from an untrusted file. */
const DAMAGE_CHARACTERS = 200;

type Outcome = RunEnd['outcome'] | 'cut-off';

const STOP_REASONS: Readonly<Record<Outcome, string>> = {
  done: '',
  lost: ' The board was lost during the run.',
  unreachable: ' The board could not be reached.',
  silent: ' The board fell silent, and the rest was not tried.',
  timeout: ' The time was used up, and the rest was not tried.',
  interrupted: ' The run was interrupted.',
  'cut-off': ' The record stops before the run ended.',
};

function sentence(counts: LevelCounts): string {
  const { MUST, SHOULD } = counts;
  const undecided = MUST.error + MUST.inconclusive;
  const parts = [
    MUST.fail > 0 ? [`${formatCount(MUST.fail)} of ${plural(MUST.total, 'MUST clause')} failed`] : [],
    MUST.fail === 0 && MUST.pass > 0
      ? [`${formatCount(MUST.pass)} of ${plural(MUST.total, 'MUST clause')} held, none failed`]
      : [],
    SHOULD.fail > 0 ? [plural(SHOULD.fail, 'warning')] : [],
    undecided > 0 ? [`${formatCount(undecided)} could not be judged`] : [],
    MUST.skip > 0 ? [`${formatCount(MUST.skip)} not tried`] : [],
  ].flat();
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing was judged.';
}

/** `damage`: why the judged recording is incomplete. */
export function runHeadline(counts: LevelCounts, outcome: Outcome, damage?: string): Headline {
  const { MUST, SHOULD } = counts;
  const text = `${sentence(counts)}${STOP_REASONS[outcome]}${damage === undefined ? '' : ` Incomplete: ${clip(printable(damage), DAMAGE_CHARACTERS)}.`}`;
  if (MUST.fail > 0) return { word: 'FAIL', sign: '✗', tone: 'bad', text };
  const judged = MUST.pass + SHOULD.pass + SHOULD.fail;
  if (judged === 0) return { word: 'NOT JUDGED', sign: '?', tone: 'warn', text };
  if (outcome !== 'done' || damage !== undefined || MUST.error + MUST.inconclusive > 0) {
    return { word: 'INCOMPLETE', sign: '?', tone: 'warn', text };
  }
  return { word: 'PASS', sign: '✓', tone: 'good', text };
}
