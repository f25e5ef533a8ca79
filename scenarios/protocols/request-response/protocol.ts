/** All of a described protocol: every part follows from its description. */
import { boardKind } from '../../../devices/virtual/request-response/board';
import type { AnyRequestResponse, Message } from '../../../protocols/request-response/definition';
import type { AnySessionScenario } from '../../../protocols/request-response/session-scenario';
import { generatedSessions } from '../../conformance/request-response/generated-sessions';
import type { OwnScenario } from '../../conformance/host-scenario';
import { suiteOf } from '../../conformance/request-response/suite';
import { defineProtocol, type Protocol } from '../../protocol';

/** Throws an Error of one line that names the path of a wrong part. */
export function describedProtocol(
  described: AnyRequestResponse,
  scenarios: readonly (OwnScenario<Message, unknown> | AnySessionScenario)[],
): Protocol {
  const { id, title, link } = described;
  const sessions = scenarios.filter((one) => 'session' in one);
  return defineProtocol({
    suite: suiteOf(
      described,
      scenarios.map((one) => ('session' in one ? generatedSessions(one, described.parameters) : one)),
    ),
    boards: [boardKind(described)],
    targets: async () => {
      const { fuzzTarget } = await import('../../fuzz/targets/request-response/fuzz-target.js');
      return [fuzzTarget(described, sessions)];
    },
    traceMonitor: async () => {
      const { traceMonitorKind } = await import('../../monitor/request-response/trace-monitor-kind.js');
      return traceMonitorKind(described);
    },
    nondeterminism: async () => {
      const { compareByRules } = await import('./nondeterminism.js');
      return (parameters) => compareByRules(described.at(parameters));
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
