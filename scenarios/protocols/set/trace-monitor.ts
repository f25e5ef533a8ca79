/** Set for `wirejig check`. */
import { parameters, requirements } from '../../../protocols/set/requirements';
import { LINKS } from '../../../protocols/set/set';
import { SetMonitor } from '../../../protocols/set/monitor/monitor';
import { setParameters } from '../../../protocols/set/monitor/parameters';
import { scannerLink } from '../../../protocols/set/scanner-link';
import { consoleLines } from '../../../protocols/terminal/console-line';
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
  create: ({ parameters: asked, fresh, recordsResets: seesResets, onPass }) => {
    const own = setParameters(asked);
    const [scanner, lines] = [scannerLink(own.link), consoleLines()];
    return {
      monitor: new SetMonitor(own, { table: fresh ? 'empty' : 'unknown', seesResets, onPass }),
      fields: (raw, direction) => (direction === 'tx' ? scanner : lines).fields(raw),
    };
  },
};
