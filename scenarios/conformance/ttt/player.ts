/**
 * One of the harness's players: a connection (tcp), a socket with a source port of its own (udp), or a permanent line
 * (serial). It joins, sends, receives and leaves; a lost connection is received as an event, and throws nothing.
 */
import { closeLink, openLink } from '../../../devices/board/board-links';
import { LinkError, type LinkBinding } from '../../../devices/links/link';
import type { Codec } from '../../../protocols/frame';
import {
  BYTE,
  serverMessageOf,
  type PlayerMessage,
  type ServerMessage,
} from '../../../protocols/ttt/message';
import type { TttMonitor } from '../../../protocols/ttt/monitor/monitor';
import { lengthWords, NONE, playerMessages, serverMessages } from '../../../protocols/ttt/ttt';
import { after, millis, type Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Channel } from '../../bench/channel';

/** A server that restarts refuses connections for a while. */
const CONNECT_TRIES = 10;
const CONNECT_PAUSE = millis(150);
/** More messages than this are not listened to at once. */
const FLOOD = 4096;

/** closed: the connection ended, for this reason. garbled: no message (TTT-01). */
export type PlayerRx =
  | { readonly kind: 'message'; readonly message: ServerMessage }
  | { readonly kind: 'garbled'; readonly raw: Uint8Array }
  | { readonly kind: 'closed'; readonly reason: string };

export class Player {
  readonly channel: Channel<PlayerMessage, ServerMessage>;
  /** Why nothing comes any more; undefined while it may. */
  private closeReason: string | undefined;
  private connected: boolean;
  /** What the last chunk told, and how much of it was asked for: a server can pour out 64 KiB at once. */
  private messages: readonly PlayerRx[] = [];
  private asked = 0;

  /** `monitor`: gets all that passes. */
  constructor(
    private readonly bench: Bench,
    private readonly monitor: TttMonitor,
    readonly name: string,
    readonly binding: LinkBinding,
  ) {
    this.channel = bench.channel(name, playerMessages(binding), withEmpty(binding, serverMessages(binding)));
    this.connected = binding === 'serial';
  }

  /** Whether bytes can come. On tcp: the host has not closed the connection. */
  get open(): boolean {
    return this.connected;
  }

  /** Joins: connects, or sends J. Where the server takes no connection, {@link receive} says `closed`. */
  async join(rest: Uint8Array = NOTHING): Promise<void> {
    if (this.binding === 'tcp') await this.connect();
    else await this.send(Uint8Array.of(BYTE.join, ...rest));
  }

  /** Leaves: closes the connection, or sends Q. */
  async leave(rest: Uint8Array = NOTHING): Promise<void> {
    if (this.binding !== 'tcp') await this.send(Uint8Array.of(BYTE.leave, ...rest));
    else if (this.connected) await this.close();
  }

  /** Opens a socket to receive by without joining, on udp. */
  async openSocket(): Promise<void> {
    if (this.connected || this.binding === 'tcp') return;
    await openLink(this.bench.board, this.name);
    this.connected = true;
    this.closeReason = undefined;
    this.monitor.opened(this.name, this.bench.now(), this.binding);
    this.drop();
  }

  /** false: the connection is over. */
  async send(bytes: Uint8Array): Promise<boolean> {
    await this.openSocket();
    if (!this.connected) return false;
    try {
      this.monitor.tx(await this.channel.sendBytes(bytes), this.name);
      return true;
    } catch (error) {
      this.noteClosed(error);
      return false;
    }
  }

  /** What comes next, by `until`. */
  async receive(until: Micros): Promise<PlayerRx | undefined> {
    if (!this.connected)
      return this.closeReason === undefined ? undefined : { kind: 'closed', reason: this.closeReason };
    if (this.asked < this.messages.length) return this.messages[this.asked++];
    try {
      const chunk = await this.channel.nextChunk(until);
      if (chunk === undefined) return undefined;
      this.monitor.rx(chunk, this.name);
      this.messages = this.messagesIn(chunk.bytes);
      this.asked = 1;
      return this.messages[0];
    } catch (error) {
      this.noteClosed(error);
      return { kind: 'closed', reason: this.closeReason ?? '' };
    }
  }

  /** Drops what was received and not asked for. */
  drop(): void {
    this.messages = [];
    this.channel.discardInput();
  }

  /** Listens until then, whatever comes. */
  async listen(until: Micros): Promise<void> {
    for (let n = 0; n < FLOOD; n++) {
      const rx = await this.receive(until);
      if (rx === undefined || rx.kind === 'closed') return;
    }
  }

  /** Listens until nothing comes for `span`. false: it does not become quiet. */
  async discard(span: Micros, limit: Micros): Promise<boolean> {
    this.messages = [];
    const end = after(this.bench.now(), limit);
    while (this.bench.now() <= end) {
      const rx = await this.receive(after(this.bench.now(), span));
      if (rx === undefined || rx.kind === 'closed') return true;
    }
    return false;
  }

  /** Closes the connection or the socket. A permanent line stays. */
  async close(): Promise<void> {
    if (this.binding === 'serial') return;
    const wasConnected = this.connected;
    this.connected = false;
    this.closeReason = undefined;
    await closeLink(this.bench.board, this.name);
    if (wasConnected && this.monitor.isUp(this.name))
      this.monitor.closed(this.name, 'host', this.bench.now());
    this.drop();
  }

  private async connect(): Promise<void> {
    await this.close();
    const { board } = this.bench;
    for (let left = CONNECT_TRIES; ; left--) {
      try {
        await openLink(board, this.name);
        this.connected = true;
        this.monitor.opened(this.name, this.bench.now(), this.binding);
        return;
      } catch (error) {
        if (!(error instanceof LinkError) || error.fault !== 'refused') throw error;
        this.closeReason = error.message;
      }
      if (left === 0) return this.refuse();
      await this.bench.pause(CONNECT_PAUSE);
    }
  }

  private messagesIn(bytes: Uint8Array): readonly PlayerRx[] {
    const isGarbled = this.binding === 'udp' && bytes.length !== 1;
    if (isGarbled) return [{ kind: 'garbled', raw: bytes }];
    return Array.from(bytes, (byte) => {
      const message = serverMessageOf(byte);
      return message === undefined
        ? { kind: 'garbled', raw: Uint8Array.of(byte) }
        : { kind: 'message', message };
    });
  }

  /** The server takes no connection, so that it has ended at once. */
  private refuse(): void {
    const now = this.bench.now();
    this.monitor.opened(this.name, now, this.binding);
    this.monitor.closed(this.name, 'board', now);
  }

  /** Notes a connection that the server closed. Throws other errors: a lost line ends the run. */
  private noteClosed(error: unknown): void {
    const over = error instanceof LinkError && ENDS.includes(error.fault) && this.binding !== 'serial';
    if (!over) throw error;
    this.closeReason = error.message;
    if (this.binding === 'udp') this.connected = false;
    if (this.monitor.isUp(this.name)) this.monitor.closed(this.name, 'board', this.bench.now());
  }
}

const NOTHING = new Uint8Array(0);
const ENDS: readonly LinkError['fault'][] = ['lost', 'stalled'];

/** On udp, rejects empty datagrams too, which a decoder would not notice. */
export function withEmpty(binding: LinkBinding, codec: Codec<ServerMessage>): Codec<ServerMessage> {
  if (binding !== 'udp') return codec;
  return {
    ...codec,
    decoder: () => {
      const decoder = codec.decoder();
      return {
        pending: 0,
        push: (bytes, at) =>
          bytes.length > 0
            ? decoder.push(bytes, at)
            : [{ kind: 'reject', raw: NOTHING, first: at, last: at, error: EMPTY_DATAGRAM }],
        deadline: () => decoder.deadline(),
        tick: (now) => decoder.tick(now),
      };
    },
  };
}

const EMPTY_DATAGRAM = {
  code: 'length',
  offset: 0,
  expected: 'one byte',
  seen: NONE,
  message: lengthWords(NONE),
} as const;
