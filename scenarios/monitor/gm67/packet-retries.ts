/** Codes of packet mode and their retries: their times, and how the host's ACK ends them. */
import { STATUS, type Reply } from '../../../protocols/gm67/message';
import { micros, type Micros } from '../../../protocols/time';
import { hex } from '../../bench/channel';
import { between, type Bounds, type TimedEvent } from '../../../protocols/monitor/timed-decoder';
import type { VerdictRecorder } from '../../oracle/verdict-recorder';

interface Packet {
  readonly name: string;
  tries: number;
  end: Bounds;
  /** The time of an ACK that certainly came before the next try. */
  acked?: Bounds;
  /** Its retries are no longer judged. */
  judged: boolean;
}

export interface PacketOptions {
  readonly dataAck: Micros;
  readonly dataRetries: number;
}

const TOLERANCE = 0.2;
const NEARLY = 0.75;
/** A try within this time after its limit is late. After it, the try is missing. */
const GRACE_US = 300_000;
const WORDS = 'a code without ACK';

export class PacketRetries {
  private packet: Packet | undefined;

  constructor(
    private readonly options: PacketOptions,
    private readonly recorder: VerdictRecorder,
  ) {}

  /** A code waits for its ACK, or may do so. */
  get open(): boolean {
    return this.packet !== undefined && this.packet.acked === undefined && !this.packet.judged;
  }

  forget(): void {
    this.packet = undefined;
  }

  /** The host's ACK. */
  acknowledged(at: Bounds): void {
    const { packet } = this;
    if (packet === undefined) return;
    const early = at.notAfter < packet.end.notBefore + NEARLY * this.options.dataAck;
    if (early && packet.acked === undefined) packet.acked = at;
    else if (packet.acked === undefined) this.packet = undefined;
  }

  rx(passed: TimedEvent<Reply>): void {
    const { value } = passed.event;
    if (value?.type !== 'data') return;
    const name = `${value.codeType} ${hex(value.payload)}`;
    const { packet } = this;
    if ((value.status & STATUS.retransmission) === 0) {
      this.packet = { name, tries: 1, end: passed.last, judged: false };
      return;
    }
    if (packet?.judged !== false) return;
    if (packet.acked !== undefined) {
      if (passed.first.notBefore > packet.acked.notAfter)
        this.recorder.fail('GM-DT-04', 'a code that was acknowledged', 'nothing more', 'it comes again');
      packet.judged = true;
      return;
    }
    this.retried(packet, name, passed);
  }

  private retried(packet: Packet, name: string, { first, last }: TimedEvent<Reply>): void {
    const { dataAck, dataRetries } = this.options;
    if (packet.name !== name) {
      this.recorder.fail('GM-DT-04', WORDS, 'the same code again', 'another with the retransmission bit');
      packet.judged = true;
      return;
    }
    const limits = { min: (1 - TOLERANCE) * dataAck, max: (1 + TOLERANCE) * dataAck };
    this.recorder.measure(
      'GM-DT-04',
      'last byte of a code to its next try',
      between(packet.end, first),
      limits,
    );
    packet.tries++;
    packet.end = last;
    if (packet.tries <= dataRetries + 1) return;
    this.recorder.fail('GM-DT-04', WORDS, `given up after ${dataRetries} more tries`, 'one more');
    packet.judged = true;
  }

  /** No bytes are pending at `now`, and none came since the last try. */
  tick(now: Micros): void {
    const { packet } = this;
    const { dataAck, dataRetries } = this.options;
    if (packet === undefined || packet.judged || packet.acked !== undefined) return;
    if (now <= micros(packet.end.notAfter + (1 + TOLERANCE) * dataAck + GRACE_US)) return;
    if (packet.tries <= dataRetries) {
      this.recorder.fail('GM-DT-04', WORDS, `${dataRetries} more tries`, `${packet.tries - 1}`);
      packet.judged = true;
    } else if (now > packet.end.notAfter + 2 * dataAck) {
      this.recorder.pass('GM-DT-04');
      packet.judged = true;
    }
  }
}
