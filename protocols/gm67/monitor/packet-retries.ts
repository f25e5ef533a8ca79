/**
 * A code of packet mode that was not acknowledged: its retries, their times, and how the host's ACK ends them.
 *
 *     frame ──── dataAckMs ± 20 % ──── again, retransmission bit ──── … ──── given up
 *           └ ACK: nothing more
 */
import type { FailureKind } from '../../monitor/failure';
import { between, type Bounds, type TimedEvent } from '../../monitor/timed-decoder';
import { micros, type Micros } from '../../time';
import { isNeedlesslyLong, STATUS, type Reply } from '../message';
import type { Findings } from './findings';
import { RETRY, retryMissing, type Limits } from './limits';

export interface RetryOptions {
  readonly limits: Limits;
  /** All codes are told: a frame without the retransmission bit is no other code. */
  readonly seesCodes: boolean;
  /** Times were taken on the wire. */
  readonly exact: boolean;
}

type Data = Extract<Reply, { type: 'data' }>;

interface Packet {
  readonly codeType: number;
  readonly payload: Uint8Array;
  readonly bytes: number;
  tries: number;
  /** Its last byte. */
  end: Bounds;
}

/** When the first and the last byte of a frame came. */
type FrameTimes = Pick<TimedEvent<Reply>, 'first' | 'last'>;

const CLAUSE = 'GM-DT-04';
/** The share of its line's time that a frame takes at least: clocks differ. */
const PACE = 0.98;
const SITUATION = { trigger: 'no ACK', due: 'packet again', pipelined: false };

export class PacketRetries {
  private packet: Packet | undefined;
  /** The last packet, with the time of its ACK, which certainly came before the next try. */
  private acked: { readonly packet: Packet; readonly at: Bounds } | undefined;

  constructor(
    private readonly options: RetryOptions,
    private readonly log: Findings,
  ) {}

  /** A code waits for its ACK. */
  get isOpen(): boolean {
    return this.packet !== undefined;
  }

  forget(): void {
    this.packet = this.acked = undefined;
  }

  /** The first frame of a code; `bytes`: the whole frame. */
  begin({ codeType, payload }: Pick<Data, 'codeType' | 'payload'>, bytes: number, times: FrameTimes): void {
    this.acked = undefined;
    this.packet = { codeType, payload, bytes, tries: 1, end: this.endOf(bytes, times) };
  }

  /**
   * When a frame has left the scanner, from where its time runs. A host that stalls gets the bytes late. Where nothing paces them, as on
   * a pseudo-terminal, it gets them early.
   */
  private endOf(bytes: number, { first, last }: FrameTimes): Bounds {
    if (this.options.exact) return last;
    const span = (bytes - 1) * this.options.limits.byteTime;
    return {
      notBefore: micros(Math.min(last.notAfter, first.notBefore + PACE * span)),
      notAfter: micros(Math.max(last.notAfter, first.notAfter + span)),
    };
  }

  /** By then the code has come again, or is missing. */
  due(): Micros | undefined {
    const { packet } = this;
    if (packet === undefined) return undefined;
    return micros(packet.end.notAfter + retryMissing(this.options.limits, packet.bytes));
  }

  /** An ACK from the host. false: the next try may already be on its way. */
  acknowledged(at: Bounds): boolean {
    const { packet } = this;
    if (packet === undefined) return true;
    this.packet = undefined;
    if (at.notAfter >= packet.end.notBefore + RETRY.nearly * this.options.limits.dataAck) return false;
    this.acked = { packet, at };
    return true;
  }

  /** One more frame with a code. false: it belongs to no code that is known. */
  rx({ event, first, last }: TimedEvent<Reply>): boolean {
    const { packet, acked } = this;
    const { value } = event;
    if (value?.type !== 'data') return false;
    const isAgain = (value.status & STATUS.retransmission) !== 0;
    if (!isAgain && !this.options.seesCodes) return false;
    if (acked !== undefined && isAgain && first.notBefore > acked.at.notAfter) {
      const situation = { trigger: 'ACK from the host', due: 'silence', pipelined: false };
      this.log.fail(CLAUSE, situation, {
        kind: 'unasked',
        title: 'a code that was acknowledged',
        expected: 'silence',
        seen: 'it comes again',
      });
      this.acked = undefined;
      return true;
    }
    if (packet === undefined) return isAgain && !this.options.seesCodes;
    this.judge(packet, value, isAgain, { event, first, last });
    return true;
  }

  private judge(
    packet: Packet,
    value: Data,
    isAgain: boolean,
    { event, first, last }: TimedEvent<Reply>,
  ): void {
    const { dataAck, dataRetries } = this.options.limits;
    const { tolerance } = RETRY;
    if (packet.tries > dataRetries) this.fail('unasked', `given up after ${dataRetries} retries`, 'one more');
    const isSame =
      isAgain &&
      value.codeType === packet.codeType &&
      !isNeedlesslyLong(event.raw) &&
      Buffer.compare(value.payload, packet.payload) === 0;
    if (!isSame)
      this.fail(
        'answer',
        'the same code with the retransmission bit',
        `status ${value.status}, another code or form`,
      );
    this.log.measure(CLAUSE, SITUATION, () => 'from a code without ACK to its next try', {
      name: 'last byte of a code to its next try',
      unit: 'us',
      ...between(packet.end, first),
      min: (1 - tolerance) * dataAck,
      max: (1 + tolerance) * dataAck,
    });
    packet.tries++;
    packet.end = this.endOf(packet.bytes, { first, last });
  }

  /** Nothing has come up to `now` since the last try. */
  tick(now: Micros): void {
    const { packet } = this;
    if (packet === undefined || now < (this.due() ?? Infinity)) return;
    this.packet = undefined;
    if (packet.tries <= this.options.limits.dataRetries) this.fail('silence', 'the code again', 'nothing');
    else this.log.pass(CLAUSE, 'unasked');
  }

  private fail(kind: FailureKind, expected: string, seen: string): void {
    this.log.fail(CLAUSE, SITUATION, { kind, title: 'a code without ACK', expected, seen });
  }
}
