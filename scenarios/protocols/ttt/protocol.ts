/** All of TTT. */
import { TTT_BOARD, TTT_SERIAL_BOARD, TTT_UDP_BOARD } from '../../../devices/virtual/ttt/board';
import { tttSuite } from '../../conformance/ttt/ttt';
import { defineProtocol } from '../../protocol';

export const TTT_PROTOCOL = defineProtocol({
  suite: tttSuite,
  boards: [TTT_BOARD, TTT_UDP_BOARD, TTT_SERIAL_BOARD],
  targets: async () => {
    const { tttTarget } = await import('../../fuzz/targets/ttt/ttt.js');
    return [tttTarget('tcp'), tttTarget('udp'), tttTarget('serial')];
  },
  traceMonitor: async () => (await import('./trace-monitor.js')).TTT_TRACE_MONITOR,
  dissection: async () => (await import('../../../protocols/ttt/dissection.js')).tttDissection,
  dialects: async () => (await import('./dialects.js')).tttDialects,
  nondeterminism: async () => (await import('./nondeterminism.js')).compareTttAnswers,
});
