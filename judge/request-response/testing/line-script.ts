/** A line written by hand: what passes at which millisecond, and what a monitor finds of it. */
import type { Chunk, Direction } from '../../../protocols/chunk';
import type { AnyRequestResponse, AnySession, Message } from '../../../protocols/request-response/definition';
import { micros, millis } from '../../../protocols/time';
import type { Judgement } from '../../../protocols/monitor/judgement';
import type { JudgeOptions } from '../../../protocols/conversation/own-judge';
import { RequestResponseMonitor } from '../monitor';

const BYTE_US = 520;

export class LineScript {
  readonly session: AnySession;
  readonly monitor: RequestResponseMonitor;
  readonly found: Judgement<Message>[] = [];

  constructor(protocol: AnyRequestResponse, options?: JudgeOptions) {
    this.session = protocol.at({});
    this.monitor = new RequestResponseMonitor(this.session, options);
  }

  /** The host sends from then on: a message, or bytes. */
  tx<M extends Message>(ms: number, what: M | Uint8Array): this {
    const bytes = what instanceof Uint8Array ? what : this.session.requests.codec.encode(what);
    this.monitor.tx(chunkOf('tx', ms, bytes));
    return this.take();
  }

  rx<M extends Message>(ms: number, what: M | Uint8Array): this {
    const bytes = what instanceof Uint8Array ? what : this.session.answers.codec.encode(what);
    this.monitor.rx(chunkOf('rx', ms, bytes));
    return this.take();
  }

  until(ms: number): this {
    this.monitor.tick(millis(ms));
    return this.take();
  }

  /** Clause and kind of what failed. */
  get failed(): readonly string[] {
    return this.found
      .filter(({ verdict }) => verdict === 'fail')
      .map(({ clause, kind }) => `${clause} ${kind}`);
  }

  /** Clauses that something kept. */
  get passed(): readonly string[] {
    return [
      ...new Set(this.found.filter(({ verdict }) => verdict === 'pass').map(({ clause }) => clause)),
    ].sort();
  }

  get inconclusive(): readonly string[] {
    return this.found.filter(({ verdict }) => verdict === 'inconclusive').map(({ clause }) => clause);
  }

  private take(): this {
    this.found.push(...this.monitor.judgements());
    return this;
  }
}

/** All bytes without a pause, at 19,200 baud. */
export function chunkOf(direction: Direction, ms: number, bytes: Uint8Array): Chunk {
  const begin = 1000 * ms;
  const end = micros(begin + bytes.length * BYTE_US);
  const notBefore = micros(direction === 'tx' ? begin : begin + BYTE_US);
  return { direction, bytes, notBefore, notAfter: end, lastNotBefore: end };
}
