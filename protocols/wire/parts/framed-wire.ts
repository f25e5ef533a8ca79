/**
 * A side of a line with several framings: each wire in its own, and all of them as one wire whose bytes are whole frames.
 *
 *     B5 62 │ content of the first wire          24 │ content of the second │ 0D 0A
 */
import { EncodeError } from '../../frame';
import { NONE } from '../decoders/content';
import { framedReader, matchAt, startOf } from '../decoders/framed-reader';
import { bodyOf, delimitingOf, isDelimited } from '../decoders/delimiting';
import { frameContent, unframeable } from '../frame-content';
import { discardedSpan, explainFrame } from '../framed-fields';
import type { AnyFraming, Framing, PartFraming } from '../framing';
import { unite } from '../one-of';
import type { Wire } from '../wire';
import { checkEnds, checkParts } from './end-check';

/** The wire of a side in this framing: with {@link anyOf}, that of whole frames. Throws LayoutError where they do not fit. */
export function wireOfSide<M>(wire: Wire<M>, framing: Framing): Wire<M> {
  if (framing.kind !== 'any' || wire.parts?.wires.every(({ framed }) => framed !== undefined) === true)
    return wire;
  return anyWire(wire, framing);
}

function anyWire<M>(wire: Wire<M>, { framings }: AnyFraming): Wire<M> {
  const wires = wire.parts?.wires ?? [wire];
  checkParts(wires.length, framings);
  const parts = wires.map((one, i) => framedWire(one, framings[i]!));
  const sorted = parts.toSorted((a, b) => rankOf(a) - rankOf(b));
  const [first, ...others] = sorted;
  if (first === undefined) return wire;
  const whole = unite([first, ...others], (one, raw) => one.measure(raw, 0, raw.length) === raw.length);
  const partOf = (raw: Uint8Array): Wire<unknown> | undefined => {
    const lengths = sorted.map((one) => one.measure(raw, 0, raw.length));
    const at = lengths.indexOf(raw.length);
    const likely = at < 0 ? lengths.findIndex((length) => length !== NONE) : at;
    return sorted[likely] ?? sorted.find((one) => begins(one, raw));
  };
  // The parser: its parts read the messages of the wire.
  return {
    ...whole,
    fields: (raw) => partOf(raw)?.fields(raw) ?? [discardedSpan(raw)],
  } as Wire<M>;
}

function framingOf({ framed }: Wire<unknown>): PartFraming {
  return framed!.framing;
}

/** Start bytes come first, then what its first bytes tell, then lines that may begin with any byte. */
function rankOf(wire: Wire<unknown>): number {
  const framing = framingOf(wire);
  return startOf(framing).length > 0 ? 0 : isDelimited(framing) ? 2 : 1;
}

function begins(wire: Wire<unknown>, raw: Uint8Array): boolean {
  const start = startOf(framingOf(wire));
  return start.length > 0 && matchAt(start, raw, 0, raw.length) === 1;
}

/** One wire, with its framing around each content. */
function framedWire(wire: Wire<unknown>, framing: PartFraming): Wire<unknown> {
  checkEnds(wire.layout, wire.longest, framing);
  const reader = framedReader(wire, framing);
  const content = (frame: Uint8Array): Uint8Array => contentOf(framing, frame);
  const changed =
    (change: (content: Uint8Array) => Uint8Array) =>
    (frame: Uint8Array): Uint8Array =>
      frameContent(framing, change(content(frame)));
  return {
    framed: { wire, framing, content },
    layout: wire.layout,
    longest: reader.longest,
    encode: (message) => {
      const bytes = wire.encode(message);
      const reason = unframeable(framing, bytes);
      if (reason !== undefined) throw new EncodeError(reason);
      return frameContent(framing, bytes);
    },
    decode: (raw) => reader.decode(raw),
    measure: (buffer, from, to) => reader.measure(buffer, from, to),
    startError: (raw) => reader.startError(raw),
    seal: changed((bytes) => wire.seal(bytes)),
    resum: changed((bytes) => wire.resum(bytes)),
    spoil: (frame, mask) => frameContent(framing, wire.spoil(content(frame), mask)),
    fields: (raw) => explainFrame(framing, wire, raw),
    describe: (message) => wire.describe(message),
  };
}

/** The content of a frame, as far as it can be read. */
function contentOf(framing: PartFraming, frame: Uint8Array): Uint8Array {
  if (isDelimited(framing)) {
    const delimiting = delimitingOf(framing);
    const [from, to] = bodyOf(delimiting, frame);
    const content = delimiting.stuffing.unstuff(frame, from, to);
    return content instanceof Uint8Array ? content : frame.subarray(from, to);
  }
  const start = startOf(framing);
  const trailer = 'trailer' in framing ? (framing.trailer ?? []) : [];
  const from = matchAt(start, frame, 0, frame.length) === 1 ? start.length : 0;
  return frame.subarray(from, Math.max(from, frame.length - trailer.length));
}
