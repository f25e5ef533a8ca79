/** A board of a described conversation, judged by a trace of its links. */
import { fieldsOf, type AnyConversation } from '../../../protocols/conversation/session';
import { judgeOf } from '../../../judge/described/monitor';
import type { Carrier, Monitor } from '../../../protocols/monitor/monitor';
import type { TraceLink, TraceMonitorKind, TraceMonitorOptions } from '../trace/trace-monitor';
import { CarrierMonitor } from './carrier-monitor';

/** What the protocol's author adds for traces. */
export interface TraceOptions {
  /** Why a trace cannot show a clause, or only by chance. */
  readonly unseen?: Readonly<Record<string, string>>;
  /** How each direction of the first link is read without the other. Absent: it cannot be. */
  readonly frames?: TraceMonitorKind['frames'];
}

export function conversationTraceMonitor(
  protocol: AnyConversation,
  { unseen = {}, frames }: TraceOptions = {},
): TraceMonitorKind {
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
    reasonsUnseen: new Map(Object.entries(unseen)),
    ...(frames === undefined ? {} : { frames }),
    create: (options) => {
      const { parameters: own, binding } = options;
      const hasCarriers = protocol.carriers.length > 0;
      const session = protocol.at(own, hasCarriers ? binding : undefined);
      return {
        monitor: hasCarriers ? monitorOfCarriers(protocol, options) : monitorOf(protocol, options),
        fields: (raw, direction, name) => fieldsOf(session, name, direction, raw),
      };
    },
  };
}

function monitorOf(
  protocol: AnyConversation,
  { parameters, fresh: known, recordsResets: seesResets, exact, onPass }: TraceMonitorOptions,
  carrier?: Carrier,
): Monitor {
  // Of a run's own record the run's grace holds, that both give one verdict. One on a real board tells of each code that was shown.
  const isExact = exact && !seesResets;
  const options = { known, seesResets, isExact, seesCodes: seesResets && !exact, onPass };
  const session = protocol.at(parameters, carrier);
  // Who records on a host may miss packets.
  return judgeOf(session, { ...options, losesPackets: carrier === 'udp' && !exact });
}

function monitorOfCarriers(protocol: AnyConversation, options: TraceMonitorOptions): Monitor {
  const { parameters, binding, onPass } = options;
  // Of a connection nobody knows when it began, unless that was seen.
  const known = binding === 'tcp' ? undefined : binding;
  return new CarrierMonitor(protocol.at(parameters, binding), {
    onPass,
    monitorOn: (carrier) => monitorOf(protocol, options, carrier),
    ...(known === undefined ? {} : { known }),
  });
}
