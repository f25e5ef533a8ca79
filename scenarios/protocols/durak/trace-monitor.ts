/** Durak for `wirejig check`. */
import { DURAK_PARAMETERS, DURAK_REQUIREMENTS } from '../../../protocols/durak/requirements';
import { explain } from '../../../protocols/durak/fields';
import { DurakMonitor } from '../../../protocols/durak/monitor/monitor';
import { micros } from '../../../protocols/time';
import type { TraceMonitorKind } from '../../monitor/trace/trace-monitor';

const LINK = 'main';

export const DURAK_TRACE_MONITOR: TraceMonitorKind = {
  id: 'durak',
  title: 'Durak: what a trace tells of the board',
  links: [{ name: LINK, baud: 115_200 }],
  requirements: DURAK_REQUIREMENTS,
  parameters: DURAK_PARAMETERS,
  reasonsUnseen: new Map(),
  create: ({ parameters, recordsResets: seesResets, fresh, onPass }) => {
    const monitor = new DurakMonitor({ parameters, link: LINK, seesResets, onPass });
    if (fresh) monitor.reset(micros(0));
    return { monitor, fields: explain };
  },
};
