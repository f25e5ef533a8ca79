/** The GM67 scanner for `wirejig check`. */
import { parameters, requirements } from '../../../protocols/gm67/requirements';
import { Gm67Monitor } from '../../monitor/gm67/gm67-monitor';
import type { TraceMonitorKind } from '../../monitor/trace/trace-monitor';

export const GM67_TRACE_MONITOR: TraceMonitorKind = {
  id: 'gm67',
  title: 'GM67: what a trace tells of the scanner',
  links: [{ name: 'main', baud: 9600 }],
  requirements,
  parameters,
  reasonsUnseen: new Map([
    ['GM-CM-07', 'no scanner was woken that had been sent to sleep'],
    ['GM-DT-01', 'the trace does not tell what was before the lens'],
    ['GM-DT-03', 'the trace does not tell what was before the lens'],
    ['GM-DT-06', 'the trace does not tell how often a code was shown'],
  ]),
  create: (options) => new Gm67Monitor(options),
};
