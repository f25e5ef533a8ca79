/** The oracle of a described protocol for fuzzing: the monitor, up to its first finding. */
import type { Chunk } from '../../../../devices/links/link';
import type { Message, RequestResponseSession } from '../../../../protocols/request-response/definition';
import { micros, type Micros } from '../../../../protocols/time';
import type { Failure } from '../../../oracle/failure';
import type { CoveragePoint, Due, Model } from '../../../oracle/model';
import type { Judgement } from '../../../oracle/request-response/judgement';
import { RequestResponseMonitor } from '../../../oracle/request-response/monitor';

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
> implements Model {
  failure: Failure | undefined;
  private readonly monitor: RequestResponseMonitor<State>;
  private readonly seen: Message[] = [];

  constructor(
    private readonly session: RequestResponseSession<Request, Answer, State>,
    private readonly link: string,
    fresh: boolean,
  ) {
    this.monitor = new RequestResponseMonitor(session, {
      known: fresh,
      keepsCoverage: true,
      onPass: (_, kind, request) => {
        if (kind === 'answer' && request !== undefined) this.remember(request);
      },
    });
  }

  get view(): RequestResponseView<State> {
    const { seen, monitor } = this;
    return { seen, state: monitor.desynchronised ? undefined : monitor.state };
  }

  get desynchronised(): boolean {
    return this.monitor.desynchronised;
  }

  get unanswered(): number {
    return this.monitor.unanswered;
  }

  tx(_link: string, chunk: Chunk): void {
    if (this.failure !== undefined) return;
    this.monitor.tx(chunk);
    this.collect();
  }

  rx(_link: string, chunk: Chunk): void {
    if (this.failure !== undefined) return;
    this.monitor.rx(chunk);
    this.collect();
  }

  passed(now: Micros): void {
    if (this.failure !== undefined) return;
    this.monitor.tick(now);
    this.collect();
  }

  due(): Due | undefined {
    const until = this.failure === undefined ? this.monitor.due() : undefined;
    return until === undefined ? undefined : { link: this.link, until };
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

  coverage(): readonly CoveragePoint[] {
    return this.monitor.coverage();
  }

  private collect(): void {
    for (const judgement of this.monitor.judgements())
      if (judgement.verdict === 'fail') this.failure ??= toFailure(judgement);
  }

  private remember(message: Message): void {
    this.seen.push(message);
    if (this.seen.length > MOST_SEEN) this.seen.shift();
  }
}

function toFailure({ kind, clause, trigger, due, pipelined, expected, seen }: Judgement): Failure {
  return { kind, requirement: clause, trigger, due, pipelined, expected, seen };
}
