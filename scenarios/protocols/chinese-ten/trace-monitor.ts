/** Chinese Ten for `wirejig check`. */
import { LINK, TenMonitor } from '../../../protocols/chinese-ten/monitor/monitor';
import {
  CHINESE_TEN_PARAMETERS,
  CHINESE_TEN_REQUIREMENTS,
} from '../../../protocols/chinese-ten/requirements';
import { consoleText } from '../../../protocols/terminal/console-text';
import { millis } from '../../../protocols/time';
import type { TraceMonitorKind } from '../../monitor/trace/trace-monitor';

export const CHINESE_TEN_TRACE_MONITOR: TraceMonitorKind = {
  id: 'chinese-ten',
  title: 'Chinese Ten: what a trace tells of the program',
  links: [{ name: LINK, baud: 115_200 }],
  requirements: CHINESE_TEN_REQUIREMENTS,
  parameters: CHINESE_TEN_PARAMETERS,
  reasonsUnseen: new Map([
    ['CT-UI-04', 'nothing was typed into a pause'],
    ['CT-UI-05', 'no bytes came at once at a prompt'],
  ]),
  create: ({ parameters, fresh, recordsResets: seesResets, onPass }) => ({
    monitor: new TenMonitor(millis(Number(parameters['patienceMs'])), { fresh, seesResets, onPass }),
    fields: (raw) => consoleText.fields(raw),
  }),
};
