/** Set for `wirejig check`. */
import { parameters, requirements } from '../../../protocols/set/requirements';
import { LINKS } from '../../../protocols/set/set';
import { SetMonitor } from '../../monitor/set/set-monitor';
import type { TraceMonitorKind } from '../../monitor/trace/trace-monitor';

export const SET_TRACE_MONITOR: TraceMonitorKind = {
  id: 'set',
  title: 'Set: what a trace tells of the board',
  links: [
    { name: 'scanner', baud: LINKS.scanner.baud, wire: 'tx' },
    { name: 'console', baud: LINKS.console.baud, wire: 'rx' },
  ],
  requirements,
  parameters,
  reasonsUnseen: new Map(),
  create: (options) => new SetMonitor(options),
};
