/** A bench for tests: one board of a described protocol that gets requests, and whose bytes are decoded. */
import type { FrameEvent } from '../../../../protocols/frame';
import type {
  Message,
  RequestResponse,
  RequestResponseSession,
} from '../../../../protocols/request-response/definition';
import type { Parameters } from '../../../../protocols/requirement';
import { micros } from '../../../../protocols/time';
import { BoardBench, type BoardBenchOptions } from '../../testing/board-bench';
import { boardKind } from '../board';

const kinds = new WeakMap<object, ReturnType<typeof boardKind>>();

/** The board of a protocol; its defects are computed once. */
export function kindOf<Q extends Message, A extends Message, S>(
  protocol: RequestResponse<Q, A, S>,
): ReturnType<typeof boardKind> {
  const kind = kinds.get(protocol) ?? boardKind(protocol);
  kinds.set(protocol, kind);
  return kind;
}

export function defaultsOf({
  parameters,
}: Pick<RequestResponse<Message, Message, unknown>, 'parameters'>): Parameters {
  return Object.fromEntries(parameters.map((one) => [one.name, one.default]));
}

export class RequestResponseBench<Q extends Message, A extends Message, S> extends BoardBench {
  readonly session: RequestResponseSession<Q, A, S>;

  constructor(protocol: RequestResponse<Q, A, S>, options: BoardBenchOptions = {}) {
    super(kindOf(protocol), options);
    this.session = protocol.at({ ...defaultsOf(protocol), ...options.parameters });
  }

  /** Sends bytes byte by byte. */
  send(bytes: Uint8Array): this {
    return this.sendOn('main', bytes);
  }

  request(request: Q): this {
    return this.send(this.session.requests.codec.encode(request));
  }

  /** Sends a request, waits until nothing more can come, and decodes the received bytes. */
  ask(request: Q): readonly FrameEvent<A>[] {
    const from = this.rx.length;
    this.request(request).advance(2 * this.session.idle);
    return this.read(from);
  }

  /** The bytes after the first `from` entries of `rx`, decoded as the host does. */
  read(from = 0): readonly FrameEvent<A>[] {
    const decoder = this.session.answers.codec.decoder();
    const events = this.rx.slice(from).flatMap(({ at, bytes }) => decoder.push(bytes, micros(at)));
    const deadline = decoder.deadline();
    return deadline === undefined ? events : [...events, ...decoder.tick(deadline)];
  }

  /** The answers among them. */
  answers(from = 0): readonly A[] {
    return this.read(from).flatMap((event) => (event.kind === 'frame' ? [event.value] : []));
  }
}
