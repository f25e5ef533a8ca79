/** All of Set. */
import { SET_BOARD, SET_PUBLISHED_BOARD } from '../../../devices/virtual/set/board';
import { setSuite } from '../../conformance/set/set';
import { defineProtocol } from '../../protocol';

export const SET_PROTOCOL = defineProtocol({
  suite: setSuite,
  boards: [SET_BOARD, SET_PUBLISHED_BOARD],
  targets: async () => [(await import('../../fuzz/targets/set/set.js')).SET_TARGET],
  traceMonitor: async () => (await import('./trace-monitor.js')).SET_TRACE_MONITOR,
  dissection: async () => {
    const { setDissection } = await import('../../../protocols/set/dissection.js');
    return ({ cardEncoding, idleResetMs, rxBufferBytes }) =>
      setDissection({
        encoding: cardEncoding === '0..2' ? '0..2' : '1..3',
        idleResetMs: Number(idleResetMs),
        rxBufferBytes: Number(rxBufferBytes),
      });
  },
  dialects: async () => (await import('./dialects.js')).setDialects,
  nondeterminism: async () => (await import('./nondeterminism.js')).compareSetReports,
});
