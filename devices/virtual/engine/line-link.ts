/** The host's link over a virtual serial line. Where nothing else of the host is due, transfers take no turn of the event loop. */
import { LinkError, type LineState, type Link } from '../../links/link';
import { HostLink, type HostLinkOptions } from '../../links/host-link';
import { byteTimeOf } from '../../host-timing/line-pace';
import type { Micros } from '../../../protocols/time';
import type { Chunk } from '../../../protocols/chunk';
import { receiveAtOnce } from './receive-at-once';
import type { HostEnd, VirtualLine } from './simulation';
import type { VirtualClock } from './virtual-clock';

export interface LineLinkOptions extends HostLinkOptions {
  readonly clock: VirtualClock;
  readonly baud: number;
}

/** Opens the line `name` of a simulation, `undefined` if it has none. Rejects with {@link LinkError} `missing`. */
export function openLineLink(options: LineLinkOptions, line: VirtualLine | undefined): Promise<Link> {
  const { name } = options;
  if (line === undefined)
    return Promise.reject(new LinkError(name, 'missing', `the virtual board has no link '${name}'`));
  return Promise.resolve(new LineLink(options, line));
}

class LineLink extends HostLink implements HostEnd {
  private readonly virtual: VirtualClock;
  private state: LineState = { dtr: true, rts: true, brk: false };

  constructor(
    options: LineLinkOptions,
    private readonly line: VirtualLine,
  ) {
    super(options, { pressure: () => undefined, byteTime: byteTimeOf(options, 'line') });
    this.virtual = options.clock;
    line.setBaud(options.baud);
    line.attach(this);
  }

  readonly atOnce = {
    send: (bytes: Uint8Array): Chunk | Promise<Chunk> => {
      if (!this.isFree) return this.send(bytes);
      const notBefore = this.clock.now();
      const end = this.line.send(new Uint8Array(bytes));
      const hasLeft = this.virtual.pass(end, () => this.received.end !== undefined);
      if (hasLeft && this.received.end === undefined) return this.txChunk(bytes, notBefore);
      return this.until(end).then(() => this.txChunk(bytes, notBefore));
    },
    receive: (deadline: Micros): Chunk | undefined | Promise<Chunk | undefined> =>
      receiveAtOnce(this.received, this.virtual, deadline),
  };

  protected put(bytes: Uint8Array): Promise<void> {
    return this.until(this.line.send(new Uint8Array(bytes)));
  }

  override lines(state: LineState): Promise<void> {
    if (this.received.end !== undefined) return Promise.reject(this.received.end);
    this.state = { ...this.state, ...state };
    this.line.drive(this.state);
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.received.end === undefined) this.line.attach(undefined);
    this.failClosed();
    return Promise.resolve();
  }

  override deliver(bytes: Uint8Array): boolean {
    return super.deliver(bytes);
  }

  unplugged(): void {
    this.failLost('the cable was pulled');
  }
}
