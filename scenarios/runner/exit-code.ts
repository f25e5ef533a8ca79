/** The exit code of a run. */
import type { Requirement } from '../../protocols/requirement';
import type { RunEnd } from '../record';

/**
 * 0 no MUST failed. 1 a MUST failed. 3 the board could not be reached, was lost, or left a MUST that could not be
 * judged; or the time was used up, or nothing was judged, or the judged recording is incomplete. 130 interrupted.
 */
export function exitCode(end: RunEnd, requirements: readonly Requirement[]): 0 | 1 | 3 | 130 {
  if (end.outcome === 'interrupted') return 130;
  if (end.outcome === 'lost' || end.outcome === 'unreachable') return 3;
  const musts = requirements
    .filter(({ level }) => level === 'MUST')
    .map(({ id }) => end.verdicts[id]?.verdict);
  if (musts.includes('fail')) return 1;
  const { outcome, damage } = end;
  if (outcome === 'silent' || outcome === 'timeout' || damage !== undefined || musts.includes('error'))
    return 3;
  if (Object.values(end.verdicts).every(({ verdict }) => verdict === 'skip')) return 3;
  return 0;
}
