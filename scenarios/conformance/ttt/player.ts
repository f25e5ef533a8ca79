/**
 * One of the harness's players: a connection (tcp), a socket with a source port of its own (udp), or a permanent line
 * (serial). It comes, moves, goes, and hears; what a lost connection would throw is something heard.
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

/** A server that is being started again refuses connections for a while. */
const CONNECT_TRIES = 10;
const CONNECT_PAUSE = millis(150);

export class Player {
  readonly channel: Channel<PlayerMessage, ServerMessage>;
  /** Why nothing comes any more; undefined while it may. */
  private over: string | undefined;
  private there: boolean;

  constructor(
    private readonly bench: Bench,
    readonly name: string,
    readonly binding: LinkBinding,
  ) {
    this.channel = bench.channel(name, playerMessages(binding), withEmpty(binding, serverMessages(binding)));
    this.there = binding === 'serial';
  }

  /** Whether bytes can come: of tcp a connection that the host has not closed. */
  get open(): boolean {
    return this.there;
  }

  /** Joins: connects, or says J. undefined: the server takes no connection, which is then heard as closed. */
  async come(rest: Uint8Array = NOTHING): Promise<Sent | undefined> {
    if (this.binding === 'tcp') return this.connect();
    return this.send(Uint8Array.of(BYTE.join, ...rest));
  }

  /** Leaves: closes the connection, or says Q. */
  async go(rest: Uint8Array = NOTHING): Promise<void> {
    if (this.binding !== 'tcp') await this.send(Uint8Array.of(BYTE.leave, ...rest));
    else if (this.there) await this.shut();
  }

  /** A socket to be heard by, where the binding has one without joining. */
  async appear(): Promise<void> {
    if (this.there || this.binding === 'tcp') return;
    await openLink(this.bench.board, this.name);
    this.there = true;
    this.over = undefined;
    this.channel.discardInput();
  }

  /** undefined: the connection is over. */
  async send(bytes: Uint8Array): Promise<Sent | undefined> {
    await this.appear();
    if (!this.there) return undefined;
    try {
      return await this.channel.sendBytes(bytes);
    } catch (error) {
      this.ended(error);
      return undefined;
    }
  }

  /** The next thing that comes by `until`. */
  async hear(until: Micros): Promise<PlayerRx | undefined> {
    if (!this.there) return this.over === undefined ? undefined : { kind: 'closed', reason: this.over };
    let received: Received<ServerMessage> | undefined;
    try {
      received = await this.channel.next(until);
    } catch (error) {
      this.ended(error);
      return { kind: 'closed', reason: this.over ?? '' };
    }
    if (received === undefined) return undefined;
    const { event } = received;
    if (event.kind === 'frame') return { kind: 'message', message: event.value, received };
    const { raw, error, value } = event;
    return { kind: 'garbled', raw, reason: error.message, message: value, received };
  }

  /** Throws away all that comes until it is quiet for `span`. false: it does not become quiet. */
  async hush(span: Micros, limit: Micros): Promise<boolean> {
    if (!this.there) return true;
    try {
      return await this.channel.waitForSilence(span, limit);
    } catch (error) {
      this.ended(error);
      return true;
    }
  }

  /** Gives the connection or the socket up; a permanent line stays. */
  async shut(): Promise<void> {
    if (this.binding === 'serial') return;
    this.there = false;
    this.over = undefined;
    await closeLink(this.bench.board, this.name);
    this.channel.discardInput();
  }

  private async connect(): Promise<Sent | undefined> {
    await this.shut();
    const { board } = this.bench;
    for (let left = CONNECT_TRIES; ; left--) {
      const notBefore = this.bench.now();
      try {
        await openLink(board, this.name);
        this.there = true;
        return { notBefore, notAfter: this.bench.now(), lastNotBefore: notBefore };
      } catch (error) {
        if (!(error instanceof LinkError) || error.fault !== 'refused') throw error;
        this.over = error.message;
      }
      if (left === 0) return undefined;
      await this.bench.pause(CONNECT_PAUSE);
    }
  }

  /** A connection that the server ended is over; a line that was pulled is the run's end. */
  private ended(error: unknown): void {
    const over = error instanceof LinkError && ENDS.includes(error.fault) && this.binding !== 'serial';
    if (!over) throw error;
    this.over = error.message;
    if (this.binding === 'udp') this.there = false;
  }
}

const NOTHING = new Uint8Array(0);
const ENDS: readonly LinkError['fault'][] = ['lost', 'stalled'];

/** An empty datagram is no message either, and is seen. */
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
