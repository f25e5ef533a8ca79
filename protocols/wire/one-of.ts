/** Several wires on one direction of a line: frames of different shapes, told apart by their first bytes. */
import { EncodeError } from '../frame';
import type { ContentWire } from './codec';
import { NONE } from './decoders/content';
import { valuesOf } from './writing/field-writer';
import type { Messages, Wire } from './wire';

/**
 * The result of {@link oneOf}. Codecs and dissectors treat it as one wire. Near-misses and samples need one of its
 * wires.
 */
export interface Wires<M> extends ContentWire<M>, Pick<Wire<M>, 'seal' | 'spoil' | 'describe'> {
  readonly wires: readonly Wire<unknown>[];
}

/**
 * A frame belongs to the first wire that can begin with its first bytes: `oneOf(short, long)`. A message is encoded by
 * the first wire that has a form of its name and accepts it, so two wires may share a form. Throws RangeError without
 * wires.
 */
export function oneOf<const W extends readonly [Wire<unknown>, ...Wire<unknown>[]]>(
  ...wires: W
): Wires<Messages<W[number]>> {
  const [first] = wires;
  const byType = new Map<unknown, Wire<unknown>[]>();
  for (const wire of wires)
    for (const { name } of wire.layout.forms) byType.set(name, [...(byType.get(name) ?? []), wire]);
  const wiresOf = (message: unknown): readonly Wire<unknown>[] =>
    byType.get(valuesOf(message, 'message')['type']) ?? [first];
  // The first byte usually decides.
  const byByte = Array.from({ length: 256 }, (_, byte) =>
    wires.filter((wire) => wire.measure(Uint8Array.of(byte), 0, 1) !== NONE),
  );
  const wireOf = (content: Uint8Array): Wire<unknown> => {
    const { length } = content;
    if (length === 0) return first;
    const likely = byByte[content[0]!]!;
    if (likely.length === 1) return likely[0]!;
    for (const wire of likely) if (wire.measure(content, 0, length) !== NONE) return wire;
    return likeliest(wires, content);
  };
  return {
    wires,
    layout: {
      selfDelimiting: wires.every(({ layout }) => layout.selfDelimiting),
      shortest: Math.min(...wires.map(({ layout }) => layout.shortest)),
    },
    longest: Math.max(...wires.map(({ longest }) => longest)),
    encode: (message) => encodeBy(wiresOf(message), message),
    // The parser: each wire reads its own messages.
    decode: (content) => (wireOf(content) as Wire<Messages<W[number]>>).decode(content),
    measure: (buffer, from, to) => {
      const likely = from < to ? byByte[buffer[from]!]! : wires;
      for (let i = 0; i < likely.length; i++) {
        const length = likely[i]!.measure(buffer, from, to);
        if (length !== NONE) return length;
      }
      return NONE;
    },
    startError: (content) => wireOf(content).startError(content),
    seal: (content) => wireOf(content).seal(content),
    spoil: (content, mask) => wireOf(content).spoil(content, mask),
    fields: (content) => wireOf(content).fields(content),
    describe: (message) => (wiresOf(message)[0] ?? first).describe(message),
  };
}

/** The wire that accepts the most of these bytes, although they begin no frame. */
function likeliest(wires: readonly [Wire<unknown>, ...Wire<unknown>[]], content: Uint8Array): Wire<unknown> {
  const offsets = wires.map((wire) => wire.startError(content).offset);
  return wires[offsets.indexOf(Math.max(...offsets))] ?? wires[0];
}

function encodeBy(wires: readonly Wire<unknown>[], message: unknown): Uint8Array {
  for (const wire of wires.slice(0, -1)) {
    try {
      return wire.encode(message);
    } catch (error) {
      if (!(error instanceof EncodeError)) throw error;
    }
  }
  return wires[wires.length - 1]!.encode(message);
}
