/**
 * One of the harness's players: a connection (tcp), a socket with a source port of its own (udp), or a permanent line
 * (serial). It joins, sends, receives and leaves; a lost connection is received as an event, and throws nothing.
 */
import { closeLink, openLink } from '../../../devices/board/board-links';
import { LinkError, type LinkBinding } from '../../../devices/links/link';
import type { Codec } from '../../../protocols/frame';
import { BYTE, type PlayerMessage, type ServerMessage } from '../../../protocols/ttt/message';
import { lengthWords, NONE, playerMessages, serverMessages } from '../../../protocols/ttt/ttt';
import { millis, type Micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { PlayerRx } from '../../oracle/ttt/descriptions';
import type { Channel, Received, Sent } from '../../bench/channel';

/** A server that restarts refuses connections for a while. */
const CONNECT_TRIES = 10;
const CONNECT_PAUSE = millis(150);

export class Player {
  readonly channel: Channel<PlayerMessage, ServerMessage>;
  /** Why nothing comes any more; undefined while it may. */
  private closeReason: string | undefined;
  private connected: boolean;

  constructor(
    private readonly bench: Bench,
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

  /** Joins: connects, or sends J. undefined: the server takes no connection. {@link receive} then says `closed`. */
  async join(rest: Uint8Array = NOTHING): Promise<Sent | undefined> {
    if (this.binding === 'tcp') return this.connect();
    return this.send(Uint8Array.of(BYTE.join, ...rest));
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
    this.channel.discardInput();
  }

  /** undefined: the connection is over. */
  async send(bytes: Uint8Array): Promise<Sent | undefined> {
    await this.openSocket();
    if (!this.connected) return undefined;
    try {
      return await this.channel.sendBytes(bytes);
    } catch (error) {
      this.noteClosed(error);
      return undefined;
    }
  }

  /** What comes next, by `until`. */
  async receive(until: Micros): Promise<PlayerRx | undefined> {
    if (!this.connected)
      return this.closeReason === undefined ? undefined : { kind: 'closed', reason: this.closeReason };
    let received: Received<ServerMessage> | undefined;
    try {
      received = await this.channel.next(until);
    } catch (error) {
      this.noteClosed(error);
      return { kind: 'closed', reason: this.closeReason ?? '' };
    }
    if (received === undefined) return undefined;
    const { event } = received;
    if (event.kind === 'frame') return { kind: 'message', message: event.value, received };
    const { raw, error, value } = event;
    return { kind: 'garbled', raw, reason: error.message, message: value, received };
  }

  /** Discards everything until nothing comes for `span`. false: it does not become quiet. */
  async discard(span: Micros, limit: Micros): Promise<boolean> {
    if (!this.connected) return true;
    try {
      return await this.channel.waitForSilence(span, limit);
    } catch (error) {
      this.noteClosed(error);
      return true;
    }
  }

  /** Closes the connection or the socket. A permanent line stays. */
  async close(): Promise<void> {
    if (this.binding === 'serial') return;
    this.connected = false;
    this.closeReason = undefined;
    await closeLink(this.bench.board, this.name);
    this.channel.discardInput();
  }

  private async connect(): Promise<Sent | undefined> {
    await this.close();
    const { board } = this.bench;
    for (let left = CONNECT_TRIES; ; left--) {
      const notBefore = this.bench.now();
      try {
        await openLink(board, this.name);
        this.connected = true;
        return { notBefore, notAfter: this.bench.now(), lastNotBefore: notBefore };
      } catch (error) {
        if (!(error instanceof LinkError) || error.fault !== 'refused') throw error;
        this.closeReason = error.message;
      }
      if (left === 0) return undefined;
      await this.bench.pause(CONNECT_PAUSE);
    }
  }

  /** Notes a connection that the server closed. Throws other errors: a lost line ends the run. */
  private noteClosed(error: unknown): void {
    const over = error instanceof LinkError && ENDS.includes(error.fault) && this.binding !== 'serial';
    if (!over) throw error;
    this.closeReason = error.message;
    if (this.binding === 'udp') this.connected = false;
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
