/** TTT for `wirejig check`. */
import { TttMonitor } from '../../../protocols/ttt/monitor/monitor';
import { TTT_PARAMETERS, TTT_REQUIREMENTS } from '../../../protocols/ttt/requirements';
import { playerMessages, serverMessages } from '../../../protocols/ttt/ttt';
import type { TraceMonitorKind } from '../../monitor/trace/trace-monitor';

export const TTT_TRACE_MONITOR: TraceMonitorKind = {
  id: 'ttt',
  title: 'TTT: what a trace tells of the server',
  links: ['a', 'b', 'c'].map((name) => ({ name, baud: 115_200 })),
  requirements: TTT_REQUIREMENTS,
  parameters: TTT_PARAMETERS,
  reasonsUnseen: new Map(),
  create: (options) => {
    const { parameters, fresh: known, exact: isExact, recordsResets: seesAll, onPass } = options;
    // Of a connection nobody knows when it began, unless that was seen.
    const binding = options.binding === 'tcp' ? undefined : options.binding;
    return {
      monitor: new TttMonitor(parameters, { binding, known, seesAll, isExact, onPass }),
      fields: (raw, direction) =>
        (direction === 'rx' ? serverMessages : playerMessages)('serial').fields(raw),
    };
  },
};
