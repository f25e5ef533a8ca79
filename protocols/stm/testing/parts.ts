/** For tests: the parts of STM that its protocol gives on demand, at once. */
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { fuzzTarget } from '../../../scenarios/fuzz/targets/request-response/fuzz-target';
import { traceMonitorKind } from '../../../scenarios/monitor/request-response/trace-monitor-kind';
import { describedDialects } from '../../../scenarios/protocols/request-response/dialects';
import type { Dialect, DialectOptions } from '../../../scenarios/dialect';
import { stm } from '../stm';
import { scenarios } from '../scenarios';

function only<T>([one, ...others]: readonly T[]): T {
  if (one === undefined || others.length > 0) throw new Error('STM has one board');
  return one;
}

export const STM_BOARD: BoardKind = only(stm.boards);
export const stmSuite = stm.suite;
export const STM_TARGET = fuzzTarget(
  stm.description,
  scenarios.filter((one) => 'session' in one),
);
export const STM_TRACE_MONITOR = traceMonitorKind(stm.description);

export function stmDialects(options: DialectOptions): readonly Dialect[] {
  return describedDialects(stm.description, options);
}
