/** Durak for `wirejig check`. */
import { DURAK_PARAMETERS, DURAK_REQUIREMENTS } from '../../../protocols/durak/requirements';
import { DurakMonitor } from '../../monitor/durak/trace-monitor';
import type { TraceMonitorKind } from '../../monitor/trace/trace-monitor';

export const DURAK_TRACE_MONITOR: TraceMonitorKind = {
  id: 'durak',
  title: 'Durak: what a trace tells of the board',
  links: [{ name: 'main', baud: 115_200 }],
  requirements: DURAK_REQUIREMENTS,
  parameters: DURAK_PARAMETERS,
  reasonsUnseen: new Map(),
  create: (options) => new DurakMonitor(options),
};
