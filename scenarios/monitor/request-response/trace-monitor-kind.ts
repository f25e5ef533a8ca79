/** A board of a described protocol, judged by a trace of its line. */
import type { AnyRequestResponse, Message } from '../../../protocols/request-response/definition';
import { outcomesOf } from '../../../protocols/request-response/outcomes';
import { RequestResponseMonitor } from '../../../judge/request-response/monitor';
import type { FrameEvent } from '../../../protocols/frame';
import type { TraceMonitorKind } from '../trace/trace-monitor';

export function traceMonitorKind(protocol: AnyRequestResponse): TraceMonitorKind {
  const { id, title, link, requirements, parameters } = protocol;
  return {
    id,
    title: `${title}: what a trace tells of the board`,
    links: [{ name: link.name, baud: link.baud }],
    requirements,
    parameters,
    reasonsUnseen: new Map(),
    frames: (own) => {
      const session = protocol.at(own);
      const { requests, answers, idle, clauses } = session;
      const { sum, form } = clauses;
      const clausesOf = (event: FrameEvent<unknown>) => {
        const isSum = event.kind === 'reject' && event.error.code === 'checksum';
        const found = event.kind === 'frame' ? [sum, form] : [isSum ? sum : (form ?? sum)];
        return found.filter((clause) => clause !== undefined);
      };
      const isAnswered = (message: unknown) => {
        const ruling = session.rule(message as Message, session.initial);
        return outcomesOf(ruling, session.initial, session.time).some(({ due }) => due.length > 0);
      };
      const isUnasked = (message: unknown) =>
        session.unsolicited.some((rule) => rule.matches(message as Message));
      return { tx: requests.codec, rx: answers.codec, idle, clausesOf, isAnswered, isUnasked };
    },
    create: ({ parameters: own, fresh: known, recordsResets: seesResets, exact, onPass }) => {
      const session = protocol.at(own);
      const { requests, answers } = session;
      // Of a run's own record the run's grace holds, that both give one verdict.
      const options = { known, seesResets, isExact: exact && !seesResets, onPass };
      return {
        monitor: new RequestResponseMonitor(session, options),
        fields: (raw, direction) => (direction === 'tx' ? requests : answers).codec.fields(raw),
      };
    },
  };
}
