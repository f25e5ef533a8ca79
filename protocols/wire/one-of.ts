/** Several wires on one direction of a line: frames of different shapes, told apart by their first bytes. */
import { tryEncode } from '../frame';
import { NONE } from './decoders/content';
import type { FormLayout, WireLayout } from './layout/layout-data';
import type { Messages, Wire } from './wire';
import { valuesOf } from './writing/refusal';

type Some = readonly [Wire<unknown>, ...Wire<unknown>[]];

/**
 * Several wires as one. A frame belongs to the first that can begin with its first bytes: `oneOf(short, long)`. A
 * message is encoded by the first wire that has a form of its name and accepts it, so two wires may share a form. Throws
 * RangeError where an argument is no wire.
 */
export function oneOf<const W extends Some>(...wires: W): Wire<Messages<W[number]>> {
  for (const one of wires)
    if (typeof one !== 'object' || !('layout' in one))
      throw new RangeError('oneOf: give wires, as oneOf(wire({ … }), wire({ … }))');
  return unite(wires, () => false);
}

/** The same. Where several wires can begin so, one that `fits` the content comes first. */
export function unite<const W extends Some>(
  wires: W,
  fits: (wire: Wire<unknown>, content: Uint8Array) => boolean,
): Wire<Messages<W[number]>> {
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
  const ofContent = (content: Uint8Array): Wire<unknown> => {
    const { length } = content;
    if (length === 0) return first;
    const likely = byByte[content[0]!]!;
    if (likely.length === 1) return likely[0]!;
    for (const wire of likely) if (fits(wire, content)) return wire;
    for (const wire of likely) if (wire.measure(content, 0, length) !== NONE) return wire;
    return likeliest(wires, content);
  };
  return {
    parts: { wires, ofContent, ofMessage: (message) => encoderOf(wiresOf(message), message) },
    layout: mergedLayout(wires.map(({ layout }) => layout)),
    longest: Math.max(...wires.map(({ longest }) => longest)),
    encode: (message) => {
      const able = wiresOf(message);
      return (encoderOf(able, message) ?? able[able.length - 1]!).encode(message);
    },
    // The parser: each wire reads its own messages.
    decode: (content) => (ofContent(content) as Wire<Messages<W[number]>>).decode(content),
    measure: (buffer, from, to) => {
      const likely = from < to ? byByte[buffer[from]!]! : wires;
      for (let i = 0; i < likely.length; i++) {
        const length = likely[i]!.measure(buffer, from, to);
        if (length !== NONE) return length;
      }
      return NONE;
    },
    startError: (content) => ofContent(content).startError(content),
    seal: (content) => ofContent(content).seal(content),
    resum: (content) => ofContent(content).resum(content),
    spoil: (content, mask) => ofContent(content).spoil(content, mask),
    fields: (content) => ofContent(content).fields(content),
    describe: (message) => (wiresOf(message)[0] ?? first).describe(message),
  };
}

/** The first that encodes the message. Only the last is not tried. */
function encoderOf(wires: readonly Wire<unknown>[], message: unknown): Wire<unknown> | undefined {
  return wires.find(
    (wire, i) => i === wires.length - 1 || tryEncode(() => wire.encode(message)) !== undefined,
  );
}

/** The wire that accepts the most of these bytes, although they begin no frame. */
function likeliest(wires: Some, content: Uint8Array): Wire<unknown> {
  const offsets = wires.map((wire) => wire.startError(content).offset);
  return wires[offsets.indexOf(Math.max(...offsets))] ?? wires[0];
}

/** The forms of all, each with its head. The places of tags and sums are those of one wire alone, and left out. */
function mergedLayout(layouts: readonly WireLayout[]): WireLayout {
  const forms = layouts.flatMap(({ head, tag, forms: own }) =>
    own.map(({ name, tag: value, fields, size }): FormLayout => {
      const tagged =
        tag !== undefined && typeof value === 'object' ? [{ name: tag.name, spec: tag.spec }] : [];
      return { name, fields: [...head, ...tagged, ...fields], size };
    }),
  );
  return {
    head: [],
    // Of two with one name, the first.
    forms: [...new Map(forms.toReversed().map((form) => [form.name, form])).values()].toReversed(),
    sumBytes: 0,
    headBytes: 0,
    shortest: Math.min(...layouts.map(({ shortest }) => shortest)),
    longest: Math.max(...layouts.map(({ longest }) => longest)),
    selfDelimiting: layouts.every(({ selfDelimiting }) => selfDelimiting),
  };
}
