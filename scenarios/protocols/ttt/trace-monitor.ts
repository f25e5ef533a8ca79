/** TTT for `wirejig check`. */
import { TTT_PARAMETERS, TTT_REQUIREMENTS } from '../../../protocols/ttt/requirements';
import type { TraceMonitorKind } from '../../monitor/trace/trace-monitor';
import { TttMonitor } from '../../monitor/ttt/ttt-monitor';

export const TTT_TRACE_MONITOR: TraceMonitorKind = {
  id: 'ttt',
  title: 'TTT: what a trace tells of the server',
  links: ['a', 'b', 'c'].map((name) => ({ name, baud: 115_200 })),
  requirements: TTT_REQUIREMENTS,
  parameters: TTT_PARAMETERS,
  reasonsUnseen: new Map(),
  create: (options) => new TttMonitor(options),
};
