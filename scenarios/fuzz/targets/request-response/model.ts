/** The oracle of a described protocol for fuzzing. */
import type { Message, RequestResponseSession } from '../../../../protocols/request-response/definition';
import { atFirst, fittedBytes } from '../../../../protocols/request-response/fitted-request';
import { micros } from '../../../../protocols/time';
import { RequestResponseMonitor } from '../../../../judge/request-response/monitor';
import { MonitorModel } from '../monitor-model';

/** A page promises no answer to more requests than this at once. */
const MOST_PENDING = 2;
const MOST_SEEN = 16;

/** The input of generators. */
export interface RequestResponseView<State = unknown> {
  /** Requests with right answers, the latest last. */
  readonly seen: readonly Message[];
  /** Where the board stands; undefined: not known. */
  readonly state?: State | undefined;
}

export class RequestResponseModel<
  Request extends Message = Message,
  Answer extends Message = Message,
  State = unknown,
> extends MonitorModel<RequestResponseMonitor<State>> {
  private readonly seen: Message[];

  constructor(
    private readonly session: RequestResponseSession<Request, Answer, State>,
    fresh: boolean,
  ) {
    const seen: Message[] = [];
    super(
      new RequestResponseMonitor(session, {
        known: fresh,
        keepsCoverage: true,
        onPass: (_, kind, request) => {
          if (kind !== 'answer' || request === undefined) return;
          seen.push(atFirst(session, request));
          if (seen.length > MOST_SEEN) seen.shift();
        },
      }),
    );
    this.seen = seen;
  }

  get view(): RequestResponseView<State> {
    const { seen, monitor } = this;
    return { seen, state: monitor.desynchronised ? undefined : monitor.state };
  }

  fitted(_link: string, bytes: Uint8Array): Uint8Array {
    const { session, monitor } = this;
    return fittedBytes(session, bytes, monitor.state ?? session.initial);
  }

  mayFollow(_link: string, bytes: Uint8Array, before: number): boolean {
    const { clauses, requests } = this.session;
    const { kind } = requests.framing;
    // These framings separate frames by time.
    if (clauses.pipelined === undefined || kind === 'silence' || kind === 'datagram') return false;
    if (before >= MOST_PENDING || this.desynchronised) return false;
    if (this.monitor.isReceiving || this.monitor.isRefusing) return false;
    const decoder = requests.codec.decoder();
    const [event, ...more] = decoder.push(bytes, micros(0));
    return event?.kind === 'frame' && more.length === 0 && decoder.pending === 0;
  }
}
