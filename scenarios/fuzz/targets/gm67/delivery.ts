/**
 * The delivery of a shown code, and its times.
 *
 *     shown ──── first byte … last byte ── silence: judged ──── to the end of the showing: it must not come again
 *
 *     in packet mode:     frame ──── dataAckMs ± 20 % ──── again, retransmission bit ──── … ──── given up
 *                                 └ ACK: nothing more
 */
import type { Chunk } from '../../../../protocols/chunk';
import { encodeReply } from '../../../../protocols/gm67/gm67';
import { replies } from '../../../../protocols/gm67/gm67';
import { STATUS } from '../../../../protocols/gm67/message';
import { after, micros, millis, type Micros } from '../../../../protocols/time';
import { hex } from '../../../bench/channel';
import type { PresentStep } from '../../../oracle/model';
import type { FailureKind } from '../../../../protocols/monitor/failure';
import { packetOf, type CodeExpectation } from './code-expectation';
import type { ObservationLog } from './observation-log';
import { ms } from '../../../oracle/gm67/descriptions';

export interface DeliveryOptions {
  readonly byteTime: Micros;
  readonly sameCode: Micros;
  readonly dataAck: Micros;
  readonly dataRetries: number;
}

/**
 * The page sets no time for a code, so this is the limit. After a code that must not be sent, the model listens this
 * long.
 */
const CODE_TIMEOUT = { due: millis(4000), forbidden: millis(1500) } as const;
/** A code is complete after this silence, plus the time of its bytes: some hosts get many bytes at once. */
const SILENCE = millis(100);
/** GM-DT-01: the longest pause inside a code, without the time of two bytes. */
const BURST = millis(20);
/** GM-DT-06, with a margin for the wire and the host. */
const SHOWING_SHARE = 0.95;
/** GM-DT-04: a share of dataAckMs. */
const TOLERANCE = 0.2;
/** After this share of dataAckMs the next try may be on its way. */
const NEARLY = 0.75;
const SHOWN_BYTES = 24;
const RETRY = { trigger: 'no ACK', clause: 'GM-DT-04' };
const FRAME_OF_CODE = { trigger: 'frame of F3', clause: 'GM-FR-01' };
const SINGLE = codeUnder('GM-DT-06');

interface AwaitedCode {
  readonly step: PresentStep;
  readonly expectation: CodeExpectation;
  readonly until: Micros;
}

interface PartialCode {
  readonly began: Micros;
  readonly bytes: number[];
  last: Chunk;
  pause: number;
}

interface Packet {
  readonly step: PresentStep;
  tries: number;
  /** Bounds of its last byte. */
  end: Chunk;
}

export class Delivery {
  /** How the last shown code arrived; undefined: it has not arrived. */
  arrived: 'raw code' | 'packet' | undefined;
  /** The expectation of the last shown code. */
  outcome: CodeExpectation | undefined;
  private awaited: AwaitedCode | undefined;
  private coming: PartialCode | undefined;
  private packet: Packet | undefined;
  /** Until this time the raw code must not come again. */
  private singleUntil: Micros | undefined;

  constructor(
    private readonly options: DeliveryOptions,
    private readonly log: ObservationLog,
  ) {}

  /** Everything that comes now belongs to a code. */
  get takesAll(): boolean {
    return this.awaited !== undefined || this.singleUntil !== undefined;
  }

  /** A code of packet mode waits for its ACK. */
  get awaitsAck(): boolean {
    return this.packet !== undefined;
  }

  /** The longest time from a showing that is not judged to the last byte of its code. */
  get longest(): Micros {
    const { dataAck, dataRetries } = this.options;
    return micros(CODE_TIMEOUT.due + (dataRetries + 1) * (1 + 2 * TOLERANCE) * dataAck);
  }

  show(step: PresentStep, expectation: CodeExpectation, at: Micros): void {
    const until = after(at, expectation.sent === false ? CODE_TIMEOUT.forbidden : CODE_TIMEOUT.due);
    this.awaited = { step, expectation, until };
    this.outcome = expectation;
    this.coming = undefined;
    this.arrived = undefined;
  }

  forget(): void {
    this.awaited = undefined;
    this.coming = undefined;
    this.packet = undefined;
    this.singleUntil = undefined;
  }

  rx(chunk: Chunk): void {
    if (this.singleUntil !== undefined)
      return this.log.fail('unasked', SINGLE, 'one code', 'it comes once more', 'silence');
    const { coming } = this;
    if (coming === undefined) {
      this.coming = { began: chunk.notBefore, bytes: [...chunk.bytes], last: chunk, pause: 0 };
      return;
    }
    coming.pause = Math.max(coming.pause, chunk.notBefore - coming.last.notAfter);
    coming.bytes.push(...chunk.bytes);
    coming.last = chunk;
  }

  due(): Micros | undefined {
    if (this.singleUntil !== undefined) return this.singleUntil;
    const { awaited, coming, options } = this;
    if (awaited === undefined || coming === undefined) return awaited?.until;
    const longest = awaited.step.bytes.length * options.byteTime;
    return micros(coming.last.notAfter + SILENCE + longest);
  }

  /** Returns the shown code once its outcome is settled. */
  passed(now: Micros): PresentStep | undefined {
    const { packet } = this;
    if (packet !== undefined) this.judgeMissingRetry(packet, now);
    if (this.singleUntil !== undefined && now >= this.singleUntil) this.singleUntil = undefined;
    const due = this.due();
    if (this.awaited === undefined || due === undefined || now < due) return undefined;
    const { step, expectation } = this.awaited;
    if (this.coming !== undefined) this.judge(step, expectation, this.coming);
    else if (expectation.sent === true) this.log.fail('silence', expectation, 'the code', 'nothing', 'code');
    this.awaited = undefined;
    this.coming = undefined;
    return step;
  }

  /** An ACK from the host. false: the next try may already be on its way. */
  acknowledged(ack: Chunk): boolean {
    const { packet } = this;
    if (packet === undefined) return true;
    this.packet = undefined;
    return ack.notAfter < packet.end.lastNotBefore + NEARLY * this.options.dataAck;
  }

  /** Another frame of data; `began`: the earliest time of its first byte. false: it belongs to no present code. */
  onRetry(raw: Uint8Array, chunk: Chunk, began: Micros): boolean {
    const { packet, options } = this;
    if (packet === undefined) return false;
    const { dataAck, dataRetries, byteTime } = options;
    const fail = (kind: FailureKind, expected: string, seen: string): void =>
      this.log.fail(kind, RETRY, expected, seen, 'packet again');
    const first = same(raw, encodeReply(packetOf(packet.step)));
    if (packet.tries > dataRetries && first)
      this.log.fail('unasked', SINGLE, 'one code', 'it comes once more', 'silence');
    if (packet.tries > dataRetries) fail('unasked', `given up after ${dataRetries} retries`, 'one more');
    const due = encodeReply(packetOf(packet.step, STATUS.retransmission));
    if (!same(raw, due)) fail('answer', shown(due), shown(raw));
    const least = began - packet.end.notAfter;
    const most = chunk.notAfter - (raw.length - 1) * byteTime - packet.end.lastNotBefore;
    if (most < (1 - TOLERANCE) * dataAck)
      fail('early', `after ${dataAck / 1000} ms`, `after ${(most / 1000).toFixed(0)} ms`);
    if (least > (1 + TOLERANCE) * dataAck)
      fail('late', `after ${dataAck / 1000} ms`, `after ${(least / 1000).toFixed(0)} ms`);
    packet.tries++;
    packet.end = chunk;
    return true;
  }

  private judgeMissingRetry(packet: Packet, now: Micros): void {
    const { dataAck, dataRetries, byteTime } = this.options;
    const bytes = packet.step.bytes.length + 16;
    if (now <= packet.end.notAfter + (1 + TOLERANCE) * dataAck + bytes * byteTime) return;
    this.packet = undefined;
    if (packet.tries <= dataRetries)
      this.log.fail('silence', RETRY, 'the code again', 'nothing', 'packet again');
  }

  private judge(
    step: PresentStep,
    expectation: CodeExpectation,
    { bytes, last, pause, began }: PartialCode,
  ): void {
    const raw = Uint8Array.from(bytes);
    if (expectation.sent === false) return this.log.fail('unasked', expectation, 'silence', shown(raw));
    const form = expectation.forms.find((one) => same(one.bytes, raw));
    if (form === undefined) return this.failCode(step, expectation, raw);
    this.arrived = form.packet ? 'packet' : 'raw code';
    if (form.packet) this.packet = { step, tries: 1, end: last };
    else if (!this.isPaused(pause)) this.singleUntil = micros(began + SHOWING_SHARE * this.options.sameCode);
  }

  /** Whether there was a pause inside a code that is too long. Such a pause is a failure. */
  isPaused(pause: number): boolean {
    const long = pause > BURST + 2 * this.options.byteTime;
    if (long) this.log.fail('gap', codeUnder('GM-DT-01'), 'one burst', `a pause of ${ms(pause)}`);
    return long;
  }

  /** The failure of a code that fits no form: its bytes decide the clause. */
  private failCode(step: PresentStep, { forms }: CodeExpectation, raw: Uint8Array): void {
    const { bytes } = step;
    const seen = shown(raw);
    const expected = forms.length > 1 ? 'the code in any setting' : shown(forms[0]?.bytes ?? raw);
    const events = replies().decoder().push(raw, micros(0));
    const [first] = events;
    if (first?.kind === 'frame' && first.value.type === 'data') {
      if (first.value.status !== 0)
        return this.log.fail('answer', codeUnder('GM-DT-04'), 'no retransmission bit', seen, 'first frame');
      return this.log.fail('answer', codeUnder('GM-DT-03'), expected, seen, 'packet');
    }
    const packet = encodeReply(packetOf(step)).length;
    const isFrame = first?.kind === 'reject' && first.error.code === 'checksum' && isData(first.raw);
    if (isFrame && first.raw.length === packet)
      return this.log.fail('malformed', FRAME_OF_CODE, expected, seen, 'a well-formed frame');
    const whole = [0, 1].some((from) => same(raw.subarray(from, from + bytes.length), bytes));
    return whole && !endsAsDue(raw, bytes, forms)
      ? this.log.fail('answer', codeUnder('GM-DT-02'), expected, seen, 'terminator')
      : this.log.fail('answer', codeUnder('GM-DT-01'), expected, seen, 'payload');
  }
}

/**
 * Whether the bytes end as a form requires. If the payload ends with the same bytes, bytes of the payload are missing.
 */
function endsAsDue(raw: Uint8Array, payload: Uint8Array, forms: CodeExpectation['forms']): boolean {
  return forms.some(({ bytes: due, packet }) => {
    if (packet) return false;
    const from = same(due.subarray(0, payload.length), payload) ? 0 : 1;
    const behind = due.subarray(from + payload.length);
    return behind.length > 0 && raw.length < due.length && same(raw.subarray(-behind.length), behind);
  });
}

function codeUnder(clause: string): { readonly trigger: string; readonly clause: string } {
  return { trigger: 'code', clause };
}

export function isData(raw: Uint8Array): boolean {
  return raw[1] === 0xf3 || raw[0] === 0xff;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function shown(bytes: Uint8Array): string {
  const more = bytes.length > SHOWN_BYTES ? ` … (${bytes.length} bytes)` : '';
  return hex(bytes.subarray(0, SHOWN_BYTES)) + more;
}
