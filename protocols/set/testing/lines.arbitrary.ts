/** Frames of the scanner link, and lines of the console as logs wrap them. */
import fc, { type Arbitrary } from 'fast-check';
import { cardByte, type Card, type CardEncoding } from '../card';
import { CR, LF, type ScannerFrame } from '../wire';
import type { Report } from '../reports';

/** Any byte but CR. */
function payloadByte(): Arbitrary<number> {
  return fc.integer({ min: 0, max: 255 }).filter((byte) => byte !== CR);
}

/** A frame of the scanner link that is read the same in any place. */
export function scannerFrame(longest = 150): Arbitrary<ScannerFrame> {
  const bytes = fc
    .array(payloadByte(), { minLength: 2, maxLength: longest - 1, size: 'max' })
    .filter((all) => all[0] !== LF)
    .map((all): ScannerFrame => ({ type: 'bytes', payload: Uint8Array.from(all) }));
  return fc.oneof(
    { arbitrary: payloadByte().map((byte): ScannerFrame => ({ type: 'byte', byte })), weight: 6 },
    { arbitrary: fc.constant<ScannerFrame>({ type: 'empty' }), weight: 1 },
    { arbitrary: bytes, weight: 2 },
  );
}

/** Cards on the scanner link, with any terminator that a scanner can have. */
export interface Framing {
  readonly name: 'CR' | 'CR LF' | 'CR CR';
  readonly terminator: readonly number[];
}

export const FRAMINGS: readonly Framing[] = [
  { name: 'CR', terminator: [CR] },
  { name: 'CR LF', terminator: [CR, LF] },
  { name: 'CR CR', terminator: [CR, CR] },
];

/** The bytes of some cards in one framing. */
export function framed(cards: readonly Card[], { terminator }: Framing, encoding: CardEncoding): Uint8Array {
  return Uint8Array.from(cards.flatMap((card) => [cardByte(card, encoding), ...terminator]));
}

/** A console line with a meaning. */
export function report(): Arbitrary<Report> {
  const card = fc.string({ maxLength: 20, unit: 'grapheme-ascii' }).map((text) => text.trim());
  const number = fc.nat({ max: 2000 });
  const triple = fc.uniqueArray(fc.nat({ max: 80 }), { minLength: 3, maxLength: 3 });
  return fc.oneof<Arbitrary<Report>[]>(
    fc
      .tuple(fc.constantFrom('new-card' as const, 'duplicate' as const, 'table-full' as const), card)
      .map(([type, text]) => ({ type, card: text })),
    fc.tuple(number, triple).map(([n, all]) => {
      const [i, j, k] = all.toSorted((a, b) => a - b);
      return { type: 'set', number: n, triple: [i!, j!, k!] };
    }),
    number.map((count) => ({ type: 'set-count', count })),
    fc.constant({ type: 'no-sets' }),
    number.map((received) => ({ type: 'end-of-frame', received })),
  );
}

/** How a log wraps a text: colour, time stamp, counter and facility, then colour again. */
export function wrapping(): Arbitrary<(text: string) => string> {
  const colour = fc.constantFrom('', '\u001b[0m', '\u001b[1;32m', '\u001b[38;5;208m');
  const part = fc.constantFrom('[00:00:12.345]', '[  17]', '12:30:01.002,', '+0.125s ', '4711,', '0x1F:');
  const facility = fc.constantFrom('[set]', '[UART1] ', '<6>[scan]\t');
  const prefix = fc.option(
    fc.tuple(fc.array(part, { maxLength: 3 }), facility).map(([parts, end]) => parts.join('') + end),
    { nil: '' },
  );
  return fc.tuple(colour, prefix, colour, colour).map(
    ([before, head, between, behind]) =>
      (text: string) =>
        before + head + between + text + behind,
  );
}
