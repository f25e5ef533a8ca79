/** Decodes the bytes of one frame, or says why they are none. */
import { isSameBytes } from '../../bytes';
import type { FrameError } from '../../frame';
import type { SumLayout, WireLayout } from '../layout/layout-data';
import { sumTexts } from '../bytes/sum-bytes';
import { announcedFlaw } from './announced-length';
import { fastReader } from './fast-reader';
import { walk, walkFrame } from './walk';
import type { Flaw } from './walk-data';

/**
 * The result for one frame's bytes. `value` of a reject: the message, where it was readable and only a check failed.
 *
 * The codes of errors, in the order in which they are judged: `too-long`, `truncated` (fewer bytes than its form has),
 * `checksum`, then whatever comes first: `unknown-form` (no form has this tag, or these constant bytes), `constant` (or
 * an unknown strict word), `length` (an impossible count or length), `range`, `repeat` (an item equal to an earlier
 * one), `trailing` (bytes after the last field). A framing adds `framing`.
 */
export type Decoded<M> =
  | { readonly kind: 'frame'; readonly value: M }
  | { readonly kind: 'reject'; readonly error: FrameError; readonly value?: M };

export interface WireDecoder<M> {
  readonly decode: (raw: Uint8Array) => Decoded<M>;
  readonly startError: (raw: Uint8Array) => FrameError;
}

export function decoderOf<M>(layout: WireLayout): WireDecoder<M> {
  const { sum } = layout;
  const { read, hasRightSum } = fastReader(layout);
  const explain = forSameBytes((raw): Decoded<M> => {
    if (raw.length > layout.longest) return { kind: 'reject', error: tooLong(layout, raw.length) };
    const found = walkFrame(layout, raw);
    // The parser: a walk without flaws has read a message of one of the forms.
    const value = found.value as M | undefined;
    const flaw = firstOf(found.flaws);
    if (flaw === undefined && value !== undefined) return { kind: 'frame', value };
    const error = errorOf(
      flaw ?? { code: 'truncated', offset: raw.length, path: '', expected: 'a frame', seen: 'none' },
    );
    return value === undefined ? { kind: 'reject', error } : { kind: 'reject', error, value };
  });
  const decode = (raw: Uint8Array): Decoded<M> => {
    // The parser: it has read a message of one of the forms.
    const value = read(raw) as M | undefined;
    if (value === undefined) return explain(raw);
    return sum === undefined || hasRightSum(raw)
      ? { kind: 'frame', value }
      : { kind: 'reject', error: sumError(sum, raw), value };
  };
  return { decode, startError: forSameBytes((raw) => startError(layout, raw)) };
}

/** A pure function of bytes that remembers its last result: a virtual board and its monitor read the same bytes, one after the other. */
function forSameBytes<T>(read: (raw: Uint8Array) => T): (raw: Uint8Array) => T {
  let last: { readonly raw: Uint8Array; readonly found: T } | undefined;
  return (raw) => {
    if (last === undefined || !isSameBytes(last.raw, raw)) last = { raw: raw.slice(), found: read(raw) };
    return last.found;
  };
}

function sumError(sum: SumLayout, raw: Uint8Array): FrameError {
  const offset = raw.length - sum.spec.bytes;
  return errorOf({ code: 'checksum', offset, path: 'checksum', ...sumTexts(sum, raw, offset) });
}

function firstOf(flaws: readonly Flaw[]): Flaw | undefined {
  const of = (code: string): Flaw | undefined => flaws.find((flaw) => flaw.code === code);
  return of('truncated') ?? of('checksum') ?? flaws[0];
}

function startError(layout: WireLayout, raw: Uint8Array): FrameError {
  const announced = announcedFlaw(layout, raw);
  const before = announced?.offset ?? raw.length;
  const flaw = walk(layout, raw).flaws.find(
    ({ code, offset }) => code !== 'truncated' && code !== 'checksum' && offset < before,
  );
  const first = flaw ?? announced;
  return first === undefined ? tooLong(layout, raw.length) : errorOf(first);
}

function tooLong({ longest }: WireLayout, length: number): FrameError {
  return {
    code: 'too-long',
    offset: longest,
    expected: `${longest} bytes at most`,
    seen: `${length} bytes`,
    message: `the frame has ${length} bytes, and the longest has ${longest}`,
  };
}

/** A flaw as an error. Its sentence is built only when somebody reads it. */
function errorOf(flaw: Flaw): FrameError {
  const { code, offset, expected, seen } = flaw;
  return {
    code,
    offset,
    expected,
    seen,
    get message() {
      return sentence(flaw);
    },
  };
}

function sentence({ code, path, expected, seen }: Flaw): string {
  switch (code) {
    case 'truncated':
      return `the frame ends after ${seen}`;
    case 'trailing':
      return `the frame has ${seen} than its form`;
    case 'unknown-form':
      return `${path === '' ? 'the message' : path} is ${seen}, should be one of ${expected}`;
    default:
      return `${path} is ${seen}, should be ${expected}`;
  }
}
