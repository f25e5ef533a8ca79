/**
 * The delivery of a shown code.
 *
 *     shown ──── first byte … last byte ── silence: judged ──── to the end of the showing: it must not come again
 *
 * In packet mode its retries follow (packet-retries.ts).
 */
import { isSameBytes } from '../../bytes';
import type { Chunk } from '../../chunk';
import type { FailureKind } from '../../monitor/failure';
import type { PresentedCode } from '../../monitor/monitor';
import type { Bounds } from '../../monitor/timed-decoder';
import { after, micros, type Micros } from '../../time';
import { replies } from '../gm67';
import type { CodeExpectation } from './code-expectation';
import { endsAsDue, isData, isForm, isWhole, type Form } from './code-form';
import { shortHex } from './descriptions';
import type { Findings } from './findings';
import { CODE_TIMEOUT, SHOWING, type Limits } from './limits';

export interface DeliveryOptions {
  readonly limits: Limits;
  /** All codes are told: whatever comes is of the shown one. */
  readonly seesCodes: boolean;
  /** Times were taken on the wire, so the code was shown exactly then. */
  readonly exact: boolean;
}

/** What became of a shown code. */
export interface Delivered {
  readonly code: PresentedCode;
  readonly expectation: CodeExpectation;
  /** undefined: it has not arrived. */
  readonly form: Form | undefined;
  /** Its first byte, and its last. */
  readonly first: Bounds | undefined;
  readonly end: Bounds | undefined;
}

interface Awaited {
  readonly code: PresentedCode;
  readonly expectation: CodeExpectation;
  readonly until: Micros;
}

/** What must not come until this time: a raw code that has arrived, or one that must not be sent. */
interface Unwanted extends Pick<CodeExpectation, 'trigger' | 'clause' | 'forms'> {
  readonly until: Micros;
}

interface PartialCode {
  readonly first: Bounds;
  readonly bytes: number[];
  last: Chunk;
  /** The longest pause inside it, in microseconds. */
  pause: Span;
}

interface Span {
  readonly low: number;
  readonly high: number;
}

const START = micros(0);

export class CodeDelivery {
  private awaited: Awaited | undefined;
  private coming: PartialCode | undefined;
  /** A code that has arrived. Whatever comes is it once more. */
  private single: Unwanted | undefined;
  /** The host has sent something since: what comes may be a reply. */
  private unwanted: Unwanted | undefined;

  constructor(
    private readonly options: DeliveryOptions,
    private readonly log: Findings,
  ) {}

  /** A shown code has not come yet. */
  get isAwaited(): boolean {
    return this.awaited !== undefined;
  }

  /** Everything that comes now belongs to a code. */
  get takesAll(): boolean {
    return this.awaited !== undefined || this.single !== undefined;
  }

  show(code: PresentedCode, expectation: CodeExpectation, at: Micros): void {
    const until = after(at, expectation.sent === false ? CODE_TIMEOUT.forbidden : CODE_TIMEOUT.due);
    this.awaited = { code, expectation, until };
    this.coming = this.single = this.unwanted = undefined;
  }

  forget(): void {
    this.awaited = this.coming = this.single = this.unwanted = undefined;
  }

  /** These bytes, outside of what is awaited, are a code that must not come: a failure. */
  isUnwanted(bytes: Uint8Array, at: Micros): boolean {
    const { unwanted } = this;
    if (unwanted === undefined || at >= unwanted.until) return false;
    if (!unwanted.forms.some((one) => isForm(one, bytes))) return false;
    this.failUnwanted(unwanted, bytes);
    return true;
  }

  rx(chunk: Chunk): void {
    const { coming } = this;
    if (coming === undefined) {
      this.coming = { first: chunk, bytes: [...chunk.bytes], last: chunk, pause: { low: 0, high: 0 } };
      return;
    }
    const { last, pause } = coming;
    coming.pause = {
      low: Math.max(pause.low, chunk.notBefore - last.notAfter),
      high: Math.max(pause.high, chunk.notAfter - last.lastNotBefore),
    };
    coming.bytes.push(...chunk.bytes);
    coming.last = chunk;
  }

  due(): Micros | undefined {
    const { awaited, coming, single } = this;
    if (coming !== undefined) return this.completeAt(coming);
    return awaited?.until ?? single?.until;
  }

  private completeAt({ last, bytes }: PartialCode): Micros {
    const { codeGap, byteTime } = this.options.limits;
    const { awaited } = this;
    // A whole packet is at its end. Its retry may come before as much time has passed as a second code takes.
    const isWholePacket =
      awaited?.expectation.forms.some((one) => one.isPacket && isForm(one, bytes)) === true;
    const more = isWholePacket ? 0 : (awaited?.code.bytes.length ?? bytes.length);
    return micros(last.notAfter + codeGap + more * byteTime);
  }

  /** Returns the shown code once its outcome is settled. */
  tick(now: Micros): Delivered | undefined {
    const due = this.due();
    return due === undefined || now < due ? undefined : this.settle();
  }

  /** The host sends something: later bytes are not the code's. It is settled if it is complete. */
  hostSends(at: Micros): Delivered | undefined {
    const { awaited, coming } = this;
    const isPaused = coming !== undefined && this.options.exact && this.isTooLong(at - coming.last.notAfter);
    const isComplete =
      awaited !== undefined &&
      coming !== undefined &&
      (isPaused || isWhole(Uint8Array.from(coming.bytes), awaited.expectation.forms));
    const settled =
      isComplete || (this.single !== undefined && coming !== undefined) ? this.settle() : undefined;
    this.unwanted = this.single ?? this.unwanted;
    if (awaited?.expectation.sent === false && coming === undefined) {
      this.unwanted = { ...awaited.expectation, until: after(at, CODE_TIMEOUT.due) };
      this.awaited = undefined;
    }
    this.single = undefined;
    return settled;
  }

  private settle(): Delivered | undefined {
    const { awaited, coming, single } = this;
    this.awaited = this.coming = this.single = undefined;
    if (awaited === undefined) {
      // Bytes of another code end the watch.
      if (single === undefined || coming === undefined) return undefined;
      if (this.options.seesCodes || single.forms.some((one) => isForm(one, coming.bytes)))
        this.failUnwanted(single, Uint8Array.from(coming.bytes));
      return undefined;
    }
    const { code, expectation } = awaited;
    if (coming !== undefined) return this.judge(awaited, coming);
    if (expectation.sent === true && (this.options.seesCodes || this.options.exact))
      this.fail('silence', expectation, shortHex(code.bytes), 'nothing', 'code');
    else if (expectation.sent === false) this.log.pass(expectation.clause, 'unasked');
    return { code, expectation, form: undefined, first: undefined, end: undefined };
  }

  private judge({ code, expectation }: Awaited, { bytes, last, pause, first }: PartialCode): Delivered {
    const raw = Uint8Array.from(bytes);
    const end = { notBefore: last.lastNotBefore, notAfter: last.notAfter };
    const settled = { code, expectation, first, end };
    this.remember(raw, first.notBefore, last.notAfter);
    const form = expectation.forms.find((one) => isForm(one, bytes));
    if (expectation.sent === false) this.fail('unasked', expectation, 'silence', shortHex(raw));
    else if (form === undefined) this.failCode(code, expectation, raw);
    else if (form.isPacket || this.isBurst(raw, first, end, pause))
      this.arrived(expectation, form, first.notBefore);
    return { ...settled, form: expectation.sent === false ? undefined : form };
  }

  private arrived({ clause, forms }: CodeExpectation, form: Form, began: Micros): void {
    if (forms.length === 1) {
      this.log.pass(form.isPacket ? 'GM-DT-03' : 'GM-DT-01', 'answer');
      if (!form.isPacket) this.log.pass('GM-DT-02', 'answer');
    }
    this.log.pass(clause, 'answer');
    if (form.isPacket) return;
    const until = micros(began + SHOWING.same * this.options.limits.sameCode);
    this.single = { trigger: 'code', clause: 'GM-DT-06', forms: [form], until };
  }

  private isTooLong(pause: number): boolean {
    return pause > this.options.limits.burst;
  }

  /** Whether there was a pause inside a code that is too long. Such a pause is a failure. */
  isPaused(pause: number): boolean {
    if (!this.isTooLong(pause)) return false;
    this.measurePause({ low: pause, high: pause });
    return true;
  }

  /** Judges the longest pause inside a code. true: it is not too long, as far as is known. */
  private isBurst(raw: Uint8Array, first: Bounds, end: Bounds, { low, high }: Span): boolean {
    // No pause is longer than the whole code took beyond the time of its bytes.
    const whole = end.notAfter - first.notBefore - (raw.length - 2) * this.options.limits.byteTime;
    this.measurePause({ low, high: Math.max(low, Math.min(high, whole)) });
    return !this.isTooLong(low);
  }

  private measurePause(span: Span): void {
    const max = this.options.limits.burst;
    const measurement = { name: 'pause inside a code', unit: 'us', ...span, max } as const;
    const situation = { trigger: 'code', due: 'one burst', pipelined: false };
    this.log.measure('GM-DT-01', situation, () => 'a pause inside a code', measurement, { kind: 'gap' });
  }

  private failUnwanted(unwanted: Unwanted, bytes: Uint8Array): void {
    this.forget();
    this.fail('unasked', unwanted, 'silence', shortHex(bytes));
  }

  /** The failure of a code that fits no form: its bytes decide the clause. */
  private failCode(code: PresentedCode, { forms }: CodeExpectation, raw: Uint8Array): void {
    const expected = forms.length > 1 ? 'the code in any setting' : shortHex(forms[0]?.bytes ?? raw);
    const fail = (
      kind: FailureKind,
      clause: string,
      due: string,
      trigger = 'code',
      wanted = expected,
    ): void => this.fail(kind, { trigger, clause, forms }, wanted, shortHex(raw), due);
    const [first] = replies().decoder().push(raw, START);
    if (first?.kind === 'frame' && first.value.type === 'data')
      return first.value.status === 0
        ? fail('answer', 'GM-DT-03', 'packet')
        : fail('answer', 'GM-DT-04', 'first frame', 'code', 'no retransmission bit');
    const packet = forms.find(({ isPacket }) => isPacket);
    const isFrame = first?.kind === 'reject' && first.error.code === 'checksum' && isData(first.raw);
    if (isFrame && first.raw.length === packet?.bytes.length)
      return fail('malformed', 'GM-FR-01', 'a well-formed frame', 'frame of F3');
    if (
      forms.some(
        (one) =>
          !one.isPacket &&
          isForm(one, raw.subarray(0, raw.length / 2)) &&
          isForm(one, raw.subarray(raw.length / 2)),
      )
    )
      return fail('unasked', 'GM-DT-06', 'silence', 'code', 'one code');
    if (forms.every(({ isPacket }) => isPacket)) return fail('answer', 'GM-DT-03', 'packet');
    const isPayloadWhole = [0, 1].some((from) =>
      isSameBytes(raw.subarray(from, from + code.bytes.length), code.bytes),
    );
    return isPayloadWhole && !endsAsDue(raw, code.bytes, forms)
      ? fail('answer', 'GM-DT-02', 'terminator')
      : fail('answer', 'GM-DT-01', 'payload');
  }

  private fail(
    kind: FailureKind,
    { trigger, clause, forms }: Pick<CodeExpectation, 'trigger' | 'clause' | 'forms'>,
    expected: string,
    seen: string,
    due = expected,
  ): void {
    const situation = { trigger, due, pipelined: false };
    const [form, ...others] = kind === 'unasked' ? [] : forms;
    const dueAnswer = form === undefined || others.length > 0 ? {} : { dueAnswer: form.bytes };
    this.log.fail(clause, situation, { kind, title: `a ${trigger}`, expected, seen, ...dueAnswer });
  }

  private remember(raw: Uint8Array, began: Micros, end: Micros): void {
    const event = { kind: 'frame', raw, first: began, last: end, value: undefined } as const;
    const bounds = (at: Micros): Bounds => ({ notBefore: at, notAfter: at });
    this.log.remember('rx', { event, first: bounds(began), last: bounds(end) });
  }
}
