/** TTT for `wirejig check`. */
import { TttMonitor } from '../../../protocols/ttt/monitor/monitor';
import type { Asked } from '../../../protocols/ttt/monitor/turn';
import { TTT_PARAMETERS, TTT_REQUIREMENTS } from '../../../protocols/ttt/requirements';
import { playerMessages, serverMessages } from '../../../protocols/ttt/ttt';
import { MonitorTrace } from '../../monitor/trace/monitor-trace';
import type { TraceMonitorKind, TraceMonitorOptions } from '../../monitor/trace/trace-monitor';

/** The clause that is judged on any link. */
const ANY = 'TTT-01';
const UNCLEAR =
  'the trace does not tell who joined when: of a serial line, where J joins, say so with --binding serial';

export const TTT_TRACE_MONITOR: TraceMonitorKind = {
  id: 'ttt',
  title: 'TTT: what a trace tells of the server',
  links: ['a', 'b', 'c'].map((name) => ({ name, baud: 115_200 })),
  requirements: TTT_REQUIREMENTS,
  parameters: TTT_PARAMETERS,
  reasonsUnseen: new Map(),
  create: tttTrace,
};

function tttTrace(options: TraceMonitorOptions): MonitorTrace<Asked> {
  const { parameters, fresh, exact, recordsResets, binding, ledger } = options;
  let monitor: TttMonitor | undefined;
  return new MonitorTrace<Asked>({
    ...options,
    link: 'a',
    create: (onPass) => {
      monitor = new TttMonitor(parameters, {
        // Of a connection nobody knows when it began, unless that was seen.
        binding: binding === 'tcp' ? undefined : binding,
        known: fresh,
        seesAll: recordsResets,
        isExact: exact,
        onPass,
      });
      return monitor;
    },
    fields: (raw, direction) => (direction === 'rx' ? serverMessages : playerMessages)('serial').fields(raw),
    finish: () => {
      if (monitor?.isUnclear !== true) return;
      for (const { id } of TTT_REQUIREMENTS) if (id !== ANY) ledger.record(id, 'skip', { title: UNCLEAR });
    },
  });
}
