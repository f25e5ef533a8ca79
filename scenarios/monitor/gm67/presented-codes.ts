/**
 * Shown codes, if the trace records them: each must arrive as it was shown, once, or not at all.
 *
 *     shown ──── first byte … last byte ── silence: complete ──── not again while it may still be shown
 */
import type { Chunk } from '../../../protocols/chunk';
import {
  CODE_TYPE,
  LONGEST_SHORT_PAYLOAD,
  symbologyNamed,
  type Reply,
  type Symbology,
} from '../../../protocols/gm67/message';
import { PARAMETER } from '../../../protocols/gm67/parameters';
import { rawBytes, terminatorBytes } from '../../../protocols/gm67/raw-mode';
import { micros, millis, type Micros } from '../../../protocols/time';
import { hex } from '../../bench/channel';
import { shortHex } from '../../oracle/gm67/descriptions';
import type { ScannerEstimate } from './scanner-estimate';
import type { VerdictRecorder } from '../../oracle/verdict-recorder';

export interface PresentedCodesOptions {
  readonly sameCode: Micros;
  /** After this silence a code is complete, in microseconds. */
  readonly codeGap: number;
  /** The longest pause inside a code. */
  readonly burst: number;
  /** Times were taken on the wire: the code was shown exactly then. */
  readonly exact: boolean;
}

interface PresentedCode {
  readonly symbology: Symbology;
  readonly payload: Uint8Array;
  readonly at: Micros;
  /** Undefined: unknown. */
  readonly mustBeSent: boolean | undefined;
  /** The clause by which it must not be sent. */
  readonly clause: string;
}

/** A code that takes longer will not come. */
const ARRIVAL_TIMEOUT = millis(4000);

export class PresentedCodes {
  /** The code that must arrive, or must not. */
  private code: PresentedCode | undefined;
  private bytes: number[] = [];
  private lastRxAt = micros(0);
  /** The last code that arrived, and its time. */
  private arrived: { readonly payload: string; readonly at: Micros } | undefined;
  /** The time at which each code was last shown. */
  private readonly lastPresentedAt = new Map<string, Micros>();
  /** Codes that were shown while the scanner was disabled. */
  private presentedWhileDisabled: Uint8Array[] = [];

  constructor(
    private readonly recorder: VerdictRecorder,
    private readonly estimate: ScannerEstimate,
    private readonly options: PresentedCodesOptions,
  ) {}

  forget(): void {
    this.code = this.arrived = undefined;
    this.bytes = [];
    this.presentedWhileDisabled = [];
  }

  /** `detail`: the kind of code, and its bytes in hex. */
  presented(detail: string, at: Micros): void {
    this.tick(at);
    const [, kind = '', digits = ''] = /^(\w+) ((?:[0-9a-f]{2})+)$/i.exec(detail) ?? [];
    const symbology = symbologyNamed(kind);
    this.code = undefined;
    this.bytes = [];
    // A code of another kind, or one that the file has only in part.
    if (symbology === undefined) return this.forget();
    const before = this.lastPresentedAt.get(digits) ?? -Infinity;
    this.lastPresentedAt.set(digits, at);
    const { sent, clause } = this.estimate.codePresented(at);
    const payload = Uint8Array.from(Buffer.from(digits, 'hex'));
    if (sent === false && clause === 'GM-DT-05') this.presentedWhileDisabled.push(payload);
    // For a while the page leaves open whether it is a new showing.
    if (at < before + 1.2 * this.options.sameCode) return;
    this.code = { symbology, payload, at, mustBeSent: sent, clause };
  }

  /** The host has sent something: later bytes are not the code's. */
  tx(acknowledges: boolean, at: Micros): void {
    this.tick(at);
    // A pause that is too long inside a code (GM-DT-01).
    if (this.options.exact && this.bytes.length > 0 && at > this.lastRxAt + this.options.burst)
      this.endRawCode();
    if (!acknowledges) this.code = undefined;
    this.bytes = [];
  }

  rx({ bytes, notAfter }: Chunk): void {
    this.bytes.push(...bytes);
    this.lastRxAt = notAfter;
  }

  /** The first frame with a code. */
  packet({ codeType, payload }: Extract<Reply, { type: 'data' }>, raw: Uint8Array, at: Micros): void {
    const { code } = this;
    this.bytes = [];
    this.code = undefined;
    if (code === undefined) return this.checkLost(payload);
    if (code.mustBeSent === false) return this.unwanted(code, payload);
    if (code.mustBeSent === undefined) return;
    const long = code.payload.length > LONGEST_SHORT_PAYLOAD;
    const holds =
      codeType === CODE_TYPE[code.symbology] &&
      equalBytes(payload, code.payload) &&
      (raw[0] === 0xff) === long;
    this.recorder.check('GM-DT-03', holds, () => ({
      title: `a ${code.symbology} code of ${code.payload.length} bytes in packet mode`,
      expected: `one ${long ? 'long' : 'F3'} frame, type ${hex(Uint8Array.of(CODE_TYPE[code.symbology]))}, ${shortHex(code.payload)}`,
      seen: `${raw[0] === 0xff ? 'a long frame' : 'F3'}, type ${hex(Uint8Array.of(codeType))}, ${shortHex(payload)}`,
    }));
    if (holds) this.arrivedRight(code, at);
  }

  tick(now: Micros): void {
    if (this.bytes.length > 0 && now > this.lastRxAt + this.options.codeGap) this.endRawCode();
    const { code } = this;
    if (code === undefined || this.bytes.length > 0 || now < code.at + ARRIVAL_TIMEOUT) return;
    this.code = undefined;
    if (code.mustBeSent === false) this.recorder.pass(code.clause);
    else if (code.mustBeSent === true && this.options.exact)
      this.recorder.fail(
        this.estimate.enabledLately(code.at) ? 'GM-DT-05' : 'GM-DT-06',
        `a ${code.symbology} code was shown`,
        shortHex(code.payload),
        'nothing',
      );
  }

  /** The code in raw mode is complete. */
  private endRawCode(): void {
    const bytes = Uint8Array.from(this.bytes.splice(0));
    const { code } = this;
    const setting = this.estimate.value(PARAMETER.terminator);
    const plain = this.estimate.value(PARAMETER.packet) === 0 && this.estimate.value(PARAMETER.stxEtx) === 0;
    this.code = undefined;
    if (!plain || setting === undefined) return;
    if (code === undefined) return this.unexpected(bytes, terminatorBytes(setting).length);
    if (code.mustBeSent === false) return this.unwanted(code, bytes);
    if (code.mustBeSent === undefined) return;
    this.judge(code, bytes, rawBytes(code.payload, setting), setting);
  }

  private judge(code: PresentedCode, bytes: Uint8Array, due: Uint8Array, setting: number): void {
    const begins = equalBytes(bytes.subarray(0, code.payload.length), code.payload);
    const twice = equalBytes(bytes, Uint8Array.of(...due, ...due));
    const clause = twice ? 'GM-DT-06' : begins ? 'GM-DT-02' : 'GM-DT-01';
    this.recorder.rememberChunk('rx', 'main', rxChunk(bytes, code.at, this.lastRxAt));
    if (!equalBytes(bytes, due))
      return this.recorder.fail(
        clause,
        `a ${code.symbology} code of ${code.payload.length} bytes, terminator ${setting}`,
        shortHex(due),
        shortHex(bytes),
      );
    this.recorder.pass('GM-DT-01');
    this.recorder.pass('GM-DT-02');
    this.arrivedRight(code, this.lastRxAt);
  }

  private arrivedRight({ payload }: PresentedCode, at: Micros): void {
    this.arrived = { payload: hex(payload), at };
    this.presentedWhileDisabled = [];
    this.recorder.pass(this.estimate.enabledLately(at) ? 'GM-DT-05' : 'GM-DT-06');
  }

  /** Bytes that no shown code explains. */
  private unexpected(bytes: Uint8Array, terminator: number): void {
    const payload = bytes.subarray(0, Math.max(0, bytes.length - terminator));
    const { arrived } = this;
    const again =
      arrived?.payload === hex(payload) && this.lastRxAt < arrived.at + 0.9 * this.options.sameCode;
    if (again) this.recorder.fail('GM-DT-06', 'one showing of a code', 'sent once', 'it comes again');
    else this.checkLost(payload);
  }

  private checkLost(payload: Uint8Array): void {
    if (!this.presentedWhileDisabled.some((one) => equalBytes(one, payload))) return;
    const title = 'a code that was shown while scan was disabled';
    this.recorder.fail('GM-DT-05', title, 'it is lost', shortHex(payload));
    this.presentedWhileDisabled = [];
  }

  private unwanted({ clause, symbology }: PresentedCode, bytes: Uint8Array): void {
    const why = clause === 'GM-CM-06' ? 'behind a start that was repeated' : 'behind scan disable';
    this.recorder.fail(clause, `a ${symbology} code shown ${why}`, 'nothing is sent', shortHex(bytes));
  }
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function rxChunk(bytes: Uint8Array, notBefore: Micros, notAfter: Micros): Chunk {
  return { direction: 'rx', bytes, notBefore, notAfter, lastNotBefore: notBefore };
}
