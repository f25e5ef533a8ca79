/** The time limits of an STM answer (STM-TM-01, STM-TM-02, STM-TM-04). */
import { after, micros, type Micros } from '../../../../protocols/time';
import type { Failure } from '../../../../protocols/monitor/failure';
import type { TimeBounds } from '../../target';

export interface Times {
  readonly idleGap: Micros;
  readonly response: Micros;
}

const AT_GAP: readonly string[] = ['truncated frame', 'unknown command', 'bad descriptor or count'];

export function timeBounds(
  { kind, trigger }: Pick<Failure, 'kind' | 'trigger'>,
  { idleGap, response }: Times,
): TimeBounds {
  const half = micros(idleGap / 2);
  if (kind === 'late') return { most: AT_GAP.includes(trigger) ? after(idleGap, response) : response };
  if (kind === 'early') return { least: half };
  return kind === 'gap' ? { apart: half } : {};
}
