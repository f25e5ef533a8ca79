/** A board of a described protocol, judged by a trace of its line. */
import type { AnyRequestResponse } from '../../../protocols/request-response/definition';
import { RequestResponseMonitor } from '../../../judge/request-response/monitor';
import type { TraceMonitorKind } from '../trace/trace-monitor';

/** `reasonsUnseen`: why a clause may not be seen in any trace, or only by chance. */
export function traceMonitorKind(
  protocol: Omit<AnyRequestResponse, 'defects'>,
  reasonsUnseen: ReadonlyMap<string, string> = new Map(),
): TraceMonitorKind {
  const { id, title, link, requirements, parameters } = protocol;
  return {
    id,
    title: `${title}: what a trace tells of the board`,
    links: [{ name: link.name, baud: link.baud }],
    requirements,
    parameters,
    reasonsUnseen,
    create: ({ parameters: own, fresh: known, recordsResets: seesResets, onPass }) => {
      const session = protocol.at(own);
      const { requests, answers } = session;
      const options = { link: link.name, known, seesResets, onPass };
      return {
        monitor: new RequestResponseMonitor(session, options),
        fields: (raw, direction) => (direction === 'tx' ? requests : answers).codec.fields(raw),
      };
    },
  };
}
