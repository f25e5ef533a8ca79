/** Chinese Ten for `wirejig check`. */
import {
  CHINESE_TEN_PARAMETERS,
  CHINESE_TEN_REQUIREMENTS,
} from '../../../protocols/chinese-ten/requirements';
import { ChineseTenMonitor } from '../../monitor/chinese-ten/chinese-ten-monitor';
import type { TraceMonitorKind } from '../../monitor/trace/trace-monitor';

export const CHINESE_TEN_TRACE_MONITOR: TraceMonitorKind = {
  id: 'chinese-ten',
  title: 'Chinese Ten: what a trace tells of the program',
  links: [{ name: 'main', baud: 115_200 }],
  requirements: CHINESE_TEN_REQUIREMENTS,
  parameters: CHINESE_TEN_PARAMETERS,
  reasonsUnseen: new Map([
    ['CT-UI-04', 'nothing was typed into a pause, or the trace does not say when the board was reset'],
    ['CT-UI-05', 'no bytes came at once at a prompt, or the trace does not say when the board was reset'],
  ]),
  create: (options) => new ChineseTenMonitor(options),
};
