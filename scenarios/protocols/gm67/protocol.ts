/** All of the GM67 scanner. */
import { GM67_BOARD } from '../../../devices/virtual/gm67/board';
import { gm67Suite } from '../../conformance/gm67/gm67';
import { defineProtocol } from '../../protocol';

export const GM67_PROTOCOL = defineProtocol({
  suite: gm67Suite,
  boards: [GM67_BOARD],
  targets: async () => [(await import('../../fuzz/targets/gm67/gm67.js')).GM67_TARGET],
  traceMonitor: async () => (await import('./trace-monitor.js')).GM67_TRACE_MONITOR,
  dissection: async () => {
    const { gm67Dissection } = await import('../../../protocols/gm67/dissection.js');
    return ({ interByteMs }) => gm67Dissection({ interByteMs: Number(interByteMs) });
  },
  dialects: async () => (await import('./dialects.js')).gm67Dialects,
});
