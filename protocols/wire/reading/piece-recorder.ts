/** Records the pieces and flaws of a frame, and how far it was read. */
import { countBytes } from '../../byte-text';
import { numberReader } from '../bytes/numbers';
import { sumTexts } from '../bytes/sum-bytes';
import { hexOf, numberText, rangeText } from '../bytes/value-text';
import type { NumberSpec, ScalarSpec } from '../layout/field-spec';
import type { WireLayout } from '../layout/layout-data';
import type { Flaw, FlawCode, Piece, Role } from './walk-data';

/** The value of a field that could not be read. */
export const UNREADABLE = Symbol('unreadable');

export class PieceRecorder {
  protected readonly pieces: Piece[] = [];
  protected readonly flaws: Flaw[] = [];
  protected at = 0;
  /** No further byte can be named: the frame is too short, or the rest depends on a wrong value. */
  protected stopped: 'short' | 'lost' | undefined;
  /** Where the sum begins, if the frame is whole. */
  protected end: number;
  /** The announced length is more than the bytes that are there. */
  protected isCutOff = false;

  constructor(
    protected readonly layout: WireLayout,
    protected readonly bytes: Uint8Array,
  ) {
    this.end = Math.max(0, bytes.length - layout.sumBytes);
  }

  /** Records what comes after the fields: extra bytes, and the sum. */
  protected finish(): void {
    const { layout, bytes, end } = this;
    const { length } = bytes;
    const isShort = this.isCutOff || this.stopped === 'short' || this.at > end || length < layout.sumBytes;
    if (isShort) {
      this.stretch('checksum', 'cut', length);
      this.flaw('truncated', length, '', 'more bytes', countBytes(length));
      return;
    }
    if (this.at < end) {
      const seen = `${countBytes(end - this.at)} more`;
      if (this.stopped === 'lost') this.stretch('unknown', 'unknown', end);
      else
        this.stretch('trailing', 'trailing', end, {
          flaw: this.flaw('trailing', this.at, '', 'the end of the frame', seen),
        });
    }
    this.sum();
  }

  private sum(): void {
    const { layout, bytes, end } = this;
    if (layout.sum === undefined) return;
    const { expected, seen } = sumTexts(layout.sum, bytes, end);
    const flaw = expected === seen ? undefined : this.flaw('checksum', end, 'checksum', expected, seen);
    const meaning = flaw === undefined ? 'right' : `wrong, should be ${expected}`;
    this.stretch('checksum', 'sum', bytes.length, { meaning, flaw });
  }

  /** Records a frame that has only a part of its fields. */
  protected cutOff(): void {
    this.isCutOff = true;
    this.end = this.bytes.length;
  }

  protected flaw(code: FlawCode, offset: number, path: string, expected: string, seen: string): Flaw {
    const flaw = { code, offset, path, expected, seen };
    this.flaws.push(flaw);
    return flaw;
  }

  protected piece(piece: Piece): void {
    this.pieces.push(piece);
    this.at += piece.length;
  }

  /** Records the bytes up to `end` as they are, if there are some. */
  private stretch(path: string, role: Role, end: number, more: Partial<Piece> = {}): void {
    const { at: offset, bytes } = this;
    if (offset >= end) return;
    const value = hexOf(bytes.subarray(offset, end));
    this.piece({ path, role, offset, length: end - offset, value, ...more });
  }

  protected lose(): typeof UNREADABLE {
    this.stopped = 'lost';
    return UNREADABLE;
  }

  /** Records a field in which the frame ends. */
  protected cut(path: string, spec: ScalarSpec): typeof UNREADABLE {
    this.stretch(path, 'cut', this.bytes.length, { meaning: 'cut off', spec });
    this.stopped = 'short';
    return UNREADABLE;
  }

  /** Records a number that is no value of a message, with a flaw where it is out of range. */
  protected number(
    spec: NumberSpec,
    path: string,
    role: Role,
    least = spec.min,
    most = spec.max,
  ): number | undefined {
    if (this.at + spec.bytes > this.bytes.length) {
      this.cut(path, spec);
      return undefined;
    }
    const value = numberReader(spec)(this.bytes, this.at);
    const meaning = spec.names?.[value];
    const isRight = value >= least && value <= most;
    const flaw = isRight
      ? undefined
      : this.flaw(
          role === 'tag' ? 'range' : 'length',
          this.at,
          path,
          rangeText(spec, least, most),
          numberText(spec, value),
        );
    this.piece({ path, role, offset: this.at, length: spec.bytes, value, meaning, spec, flaw });
    return value;
  }

  /** Marks the last piece as wrong. */
  protected spoilLast(code: FlawCode, expected: string): void {
    const piece = this.pieces.pop();
    if (piece === undefined) return;
    this.pieces.push({
      ...piece,
      flaw: this.flaw(code, piece.offset, piece.path, expected, String(piece.value)),
    });
  }
}
