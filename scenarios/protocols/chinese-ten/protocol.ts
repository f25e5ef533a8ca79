/** All of Chinese Ten. */
import { CHINESE_TEN_BOARD, CHINESE_TEN_SPECIAL_BOARD } from '../../../devices/virtual/chinese-ten/board';
import { chineseTenSuite } from '../../conformance/chinese-ten/chinese-ten';
import { defineProtocol } from '../../protocol';

export const CHINESE_TEN_PROTOCOL = defineProtocol({
  suite: chineseTenSuite,
  boards: [CHINESE_TEN_BOARD, CHINESE_TEN_SPECIAL_BOARD],
  targets: async () => [(await import('../../fuzz/targets/chinese-ten/chinese-ten.js')).CHINESE_TEN_TARGET],
  traceMonitor: async () => (await import('./trace-monitor.js')).CHINESE_TEN_TRACE_MONITOR,
  dissection: async () => (await import('../../../protocols/chinese-ten/dissection.js')).chineseTenDissection,
  dialects: async () => (await import('./dialects.js')).chineseTenDialects,
  nondeterminism: async () => (await import('./nondeterminism.js')).compareChineseTenAnswers,
});
