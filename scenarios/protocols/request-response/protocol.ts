/** All of a described protocol: every part follows from its description. */
import { boardKind } from '../../../devices/virtual/request-response/board';
import type { AnyRequestResponse, Message } from '../../../protocols/request-response/definition';
import type { OwnScenario } from '../../conformance/request-response/own-scenario';
import { suiteOf } from '../../conformance/request-response/suite';
import { defineProtocol, type Protocol } from '../../protocol';

/** Throws an Error of one line that names the path of a wrong part. */
export function describedProtocol(
  described: AnyRequestResponse,
  scenarios: readonly OwnScenario<Message, unknown>[],
): Protocol {
  const { id, title, link } = described;
  return defineProtocol({
    suite: suiteOf(described, scenarios),
    boards: [boardKind(described)],
    targets: async () => {
      const { fuzzTarget } = await import('../../fuzz/targets/request-response/fuzz-target.js');
      return [fuzzTarget(described)];
    },
    traceMonitor: async () => {
      const { traceMonitorKind } = await import('../../monitor/request-response/trace-monitor-kind.js');
      return traceMonitorKind(described);
    },
    dissection: async () => {
      const { wireDissection } = await import('../../../protocols/wire/dissection.js');
      return (parameters) => {
        const { requests, answers } = described.at(parameters);
        return wireDissection({ id, title, link, requests, answers });
      };
    },
    dialects: async () => {
      const { describedDialects } = await import('./dialects.js');
      return (options) => describedDialects(described, options);
    },
  });
}
