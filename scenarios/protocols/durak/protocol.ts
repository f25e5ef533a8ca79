/** All of Durak. */
import { DURAK_BOARD, DURAK_PUBLISHED_BOARD } from '../../../devices/virtual/durak/board';
import { durakSuite } from '../../conformance/durak/durak';
import { defineProtocol } from '../../protocol';

export const DURAK_PROTOCOL = defineProtocol({
  suite: durakSuite,
  boards: [DURAK_BOARD, DURAK_PUBLISHED_BOARD],
  targets: async () => [(await import('../../fuzz/targets/durak/durak.js')).DURAK_TARGET],
  traceMonitor: async () => (await import('./trace-monitor.js')).DURAK_TRACE_MONITOR,
  tapMonitor: async () => (await import('./tap-monitor.js')).DURAK_TAP_MONITOR,
  dissection: async () => (await import('../../../protocols/durak/dissection.js')).durakDissection,
  dialects: async () => (await import('./dialects.js')).durakDialects,
  nondeterminism: async () => (await import('./nondeterminism.js')).compareDurakAnswers,
});
