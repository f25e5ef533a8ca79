/** A board of a described conversation, judged by a trace of its links. */
import type { AnyConversation } from '../../../protocols/conversation/definition';
import { ConversationMonitor } from '../../../judge/described/monitor';
import type { TraceLink, TraceMonitorKind } from '../trace/trace-monitor';

export function conversationTraceMonitor(protocol: AnyConversation): TraceMonitorKind {
  const { id, title, requirements, parameters } = protocol;
  const { links } = protocol.at({});
  return {
    id,
    title: `${title}: what a trace tells of the board`,
    links: links.map(({ name, baud, host, board }): TraceLink => {
      if (host !== undefined && board !== undefined) return { name, baud };
      return { name, baud, wire: host === undefined ? 'rx' : 'tx' };
    }),
    requirements,
    parameters,
    reasonsUnseen: new Map(),
    create: ({ parameters: own, fresh: known, recordsResets: seesResets, onPass }) => {
      const session = protocol.at(own);
      return {
        monitor: new ConversationMonitor(session, { known, seesResets, onPass }),
        fields: (raw, direction, name) => {
          const link = session.links.find((one) => one.name === name);
          return (direction === 'tx' ? link?.host : link?.board)?.codec.fields(raw) ?? [];
        },
      };
    },
  };
}
