/** All of STM. */
import { STM_BOARD } from '../../../devices/virtual/stm/board';
import { stmSuite } from '../../conformance/stm/stm';
import { defineProtocol } from '../../protocol';

export const STM_PROTOCOL = defineProtocol({
  suite: stmSuite,
  boards: [STM_BOARD],
  targets: async () => [(await import('../../fuzz/targets/stm/stm.js')).STM_TARGET],
  traceMonitor: async () => (await import('./trace-monitor.js')).STM_TRACE_MONITOR,
  dissection: async () => {
    const { stmDissection } = await import('../../../protocols/stm/dissection.js');
    return ({ errorCmd, idleGapMs }) =>
      stmDissection({ errorCmd: Number(errorCmd), idleGapMs: Number(idleGapMs) });
  },
  dialects: async () => (await import('./dialects.js')).stmDialects,
  nondeterminism: async () => (await import('./nondeterminism.js')).compareStmAnswers,
});
