/** Set for `wirejig check`. */
import { parameters, requirements } from '../../../protocols/set/requirements';
import { LINKS } from '../../../protocols/set/set';
import { CONSOLE, SetMonitor } from '../../../protocols/set/monitor/monitor';
import { setParameters } from '../../../protocols/set/monitor/parameters';
import { scannerLink } from '../../../protocols/set/scanner-link';
import { consoleLines } from '../../../protocols/terminal/console-line';
import { MonitorTrace } from '../../monitor/trace/monitor-trace';
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
  create: (options) => {
    const own = setParameters(options.parameters);
    const [scanner, lines] = [scannerLink(own.link), consoleLines()];
    return new MonitorTrace({
      ...options,
      link: CONSOLE,
      create: (onPass) =>
        new SetMonitor(own, {
          table: options.fresh ? 'empty' : 'unknown',
          seesResets: options.recordsResets,
          onPass,
        }),
      fields: (raw, direction) => (direction === 'tx' ? scanner : lines).fields(raw),
    });
  },
};
