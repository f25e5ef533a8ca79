/** STM for `wirejig check`. */
import { STM } from '../../../protocols/stm/session';
import { traceMonitorKind } from '../../monitor/request-response/trace-monitor-kind';

export const STM_TRACE_MONITOR = traceMonitorKind(
  STM,
  new Map([
    ['STM-FR-03', 'no frame stopped half-way'],
    ['STM-FR-04', 'no frame came in pieces'],
    ['STM-FR-08', 'no Shuffle of 144 tiles passed'],
    ['STM-FR-09', 'nothing passed that had to be discarded'],
    ['STM-FR-10', 'no two requests came back to back'],
    ['STM-TM-03', 'the line was never quiet for 2 s after an answer'],
    ['STM-GM-03', 'nothing in the trace says when the board was started'],
    ['STM-GM-06', 'no board was shuffled five times in a game, and none in five games'],
  ]),
);
