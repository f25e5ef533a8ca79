/** Bytes for terminals: cut anywhere, and hostile ones. */
import fc, { type Arbitrary } from 'fast-check';

/** The bytes in chunks with any cuts, also inside a character or a sequence. */
export function cutAnywhere(bytes: Uint8Array): Arbitrary<readonly Uint8Array[]> {
  return fc.array(fc.nat(bytes.length), { maxLength: 20 }).map((places) => {
    const ends = [...places.sort((a, b) => a - b), bytes.length];
    return ends.map((end, i) => bytes.slice(ends[i - 1] ?? 0, end));
  });
}

const utf8 = new TextEncoder();

/** Text with wide, combining and outlandish characters. */
const words = (): Arbitrary<Uint8Array> =>
  fc
    .array(
      fc.constantFrom('a', 'X = ', '♠', '♥', '\u3000', 'é', 'e\u0301', '撿紅點', '😀', '\r\n', '\b', '\t'),
      {
        maxLength: 8,
      },
    )
    .map((parts) => utf8.encode(parts.join('')));

const sequence = (): Arbitrary<Uint8Array> =>
  fc
    .tuple(
      fc.constantFrom('[', '[?', '[>', ']', 'P', '_', '(', '#', ''),
      fc.array(fc.oneof(fc.constantFrom('', '0', '1', '31', '47', '38;5', '48;2'), fc.nat().map(String)), {
        maxLength: 6,
      }),
      fc.constantFrom('m', 'J', 'K', 'H', 'A', 'B', 'C', 'D', 'G', 'd', 'h', '~', '\u0007', ''),
    )
    .map(([lead, parameters, final]) => utf8.encode(`\u001b${lead}${parameters.join(';')}${final}`));

/** Output of a broken or hostile program: unfinished sequences, huge numbers, broken UTF-8, controls. */
export function hostileBytes(): Arbitrary<Uint8Array> {
  const piece = fc.oneof(
    { arbitrary: words(), weight: 4 },
    { arbitrary: sequence(), weight: 4 },
    { arbitrary: fc.uint8Array({ maxLength: 6 }), weight: 2 },
    fc
      .constantFrom([0xe3, 0x80], [0xe2], [0xf0, 0x9f], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0x9b])
      .map((bytes) => Uint8Array.from(bytes)),
    fc.integer({ min: 0, max: 700 }).map((length) => new Uint8Array(length).fill(0x39)),
  );
  return fc
    .array(piece, { maxLength: 30 })
    .map((pieces) => Uint8Array.from(pieces.flatMap((bytes) => [...bytes])));
}
