/** Records the pieces and flaws of a frame, and how far it was read. */
import { countBytes } from '../../byte-text';
import { numberReader } from '../bytes/numbers';
import { sumTexts } from '../bytes/sum-bytes';
import { hexOf, numberText, rangeText } from '../bytes/value-text';
import type { ScalarSpec } from '../kinds/kind';
import type { NumberSpec } from '../layout/field-spec';
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
      if (this.at < length)
        this.piece({
          path: 'checksum',
          role: 'cut',
          offset: this.at,
          length: length - this.at,
          value: hexOf(bytes.subarray(this.at)),
        });
      this.flaw('truncated', length, '', 'more bytes', countBytes(length));
      return;
    }
    if (this.at < end) {
      const role = this.stopped === 'lost' ? 'unknown' : 'trailing';
      const seen = `${countBytes(end - this.at)} more`;
      const flaw =
        role === 'trailing' ? this.flaw('trailing', this.at, '', 'the end of the frame', seen) : undefined;
      this.piece({
        path: role,
        role,
        offset: this.at,
        length: end - this.at,
        value: hexOf(bytes.subarray(this.at, end)),
        flaw,
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
    this.piece({
      path: 'checksum',
      role: 'sum',
      offset: this.at,
      length: layout.sumBytes,
      value: seen,
      meaning,
      flaw,
    });
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

  protected lose(): typeof UNREADABLE {
    this.stopped = 'lost';
    return UNREADABLE;
  }

  /** Records a field in which the frame ends. */
  protected cut(path: string, spec: ScalarSpec): typeof UNREADABLE {
    const offset = this.at;
    const left = this.bytes.subarray(offset);
    const { length } = left;
    if (length > 0)
      this.piece({ path, role: 'cut', offset, length, value: hexOf(left), meaning: 'cut off', spec });
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
