/**
 * A side of a line with several framings: each wire in its own, and all of them as one wire whose bytes are whole frames.
 *
 *     B5 62 │ content of the first wire          24 │ content of the second │ 0D 0A
 */
import { EncodeError } from '../../frame';
import { NONE } from '../decoders/content';
import { discardedSpan, isLed, type Envelope } from '../decoders/envelope';
import { envelopeOf } from '../frame-content';
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

function envelopeOfPart({ framed }: Wire<unknown>): Envelope {
  return envelopeOf(framed!.framing);
}

/** Start bytes come first, then what its first bytes tell, then lines that may begin with any byte. */
function rankOf(wire: Wire<unknown>): number {
  const { start, delimiting } = envelopeOfPart(wire);
  return start.length > 0 ? 0 : delimiting === undefined ? 1 : 2;
}

function begins(wire: Wire<unknown>, raw: Uint8Array): boolean {
  const { start } = envelopeOfPart(wire);
  return start.length > 0 && isLed(raw, start);
}

/** One wire, with its framing around each content. */
function framedWire(wire: Wire<unknown>, framing: PartFraming): Wire<unknown> {
  checkEnds(wire.layout, wire.longest, framing);
  const envelope = envelopeOf(framing);
  const reader = envelope.reader(wire);
  const changed =
    (change: (content: Uint8Array) => Uint8Array) =>
    (frame: Uint8Array): Uint8Array =>
      envelope.frame(change(envelope.content(frame)));
  return {
    framed: { wire, framing, envelope },
    layout: wire.layout,
    longest: reader.longest,
    encode: (message) => {
      const bytes = wire.encode(message);
      const reason = envelope.refusal(bytes);
      if (reason !== undefined) throw new EncodeError(reason);
      return envelope.frame(bytes);
    },
    decode: (raw) => reader.decode(raw),
    measure: (buffer, from, to) => reader.measure(buffer, from, to),
    startError: (raw) => reader.startError(raw),
    seal: changed((bytes) => wire.seal(bytes)),
    resum: changed((bytes) => wire.resum(bytes)),
    spoil: (frame, mask) => envelope.frame(wire.spoil(envelope.content(frame), mask)),
    fields: (raw) => envelope.explain(wire, raw),
    describe: (message) => wire.describe(message),
  };
}
