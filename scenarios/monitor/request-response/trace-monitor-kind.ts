/** A board of a described protocol, judged by a trace of its line. */
import type { AnyRequestResponse, Message } from '../../../protocols/request-response/definition';
import { RequestResponseMonitor } from '../../../protocols/request-response/monitor/monitor';
import { MonitorTrace } from '../trace/monitor-trace';
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
    create: (options) => {
      const session = protocol.at(options.parameters);
      const { requests, answers } = session;
      return new MonitorTrace<Message>({
        ...options,
        link: link.name,
        create: (onPass) =>
          new RequestResponseMonitor(session, {
            link: link.name,
            known: options.fresh,
            seesResets: options.recordsResets,
            isTrace: true,
            onPass,
          }),
        fields: (raw, direction) => (direction === 'tx' ? requests : answers).codec.fields(raw),
      });
    },
  };
}
