/** Durak for `wirejig check`. */
import { DURAK_PARAMETERS, DURAK_REQUIREMENTS } from '../../../protocols/durak/requirements';
import { explain } from '../../../protocols/durak/fields';
import { DurakMonitor } from '../../../protocols/durak/monitor/monitor';
import type { Packet } from '../../../protocols/durak/packet';
import { micros } from '../../../protocols/time';
import { MonitorTrace } from '../../monitor/trace/monitor-trace';
import type { TraceMonitorKind } from '../../monitor/trace/trace-monitor';

const LINK = 'main';

export const DURAK_TRACE_MONITOR: TraceMonitorKind = {
  id: 'durak',
  title: 'Durak: what a trace tells of the board',
  links: [{ name: LINK, baud: 115_200 }],
  requirements: DURAK_REQUIREMENTS,
  parameters: DURAK_PARAMETERS,
  reasonsUnseen: new Map(),
  create: (options) =>
    new MonitorTrace<Packet>({
      ...options,
      link: LINK,
      create: (onPass) => {
        const { parameters, recordsResets, fresh } = options;
        const monitor = new DurakMonitor({ parameters, link: LINK, seesResets: recordsResets, onPass });
        if (fresh) monitor.reset(micros(0));
        return monitor;
      },
      fields: explain,
    }),
};
