/** Payloads of codes, and numbers of parameters, for properties. */
import { fc } from '../../../api/index';
import { NUMBER_PREFIXES } from '../wire/message';
import { PARAMETER, scannerParameters, type ScannerParameter } from '../wire/parameters';

const PAGE = scannerParameters();

export function byte(min = 0, max = 0xff): fc.Arbitrary<number> {
  return fc.integer({ min, max });
}

/** Any number that a C6 or C7 frame can name. */
export function parameterNumber(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(...Object.values(PARAMETER)),
    byte().filter((one) => !NUMBER_PREFIXES.includes(one)),
    fc.tuple(fc.constantFrom(0xf2, 0xf3), byte()).map(([high, low]) => (high << 8) | low),
  );
}

/** A number that is not in the table. */
export function unknownNumber(parameters: readonly ScannerParameter[] = PAGE): fc.Arbitrary<number> {
  const known = new Set(parameters.map(({ number }) => number));
  return parameterNumber().filter((number) => !known.has(number));
}

/** A code's content: usually short, sometimes all byte values, CR and LF, or too much for a short frame. */
export function payload(maxLength = 600): fc.Arbitrary<Uint8Array> {
  const delimiterOrByte = fc.oneof(fc.constantFrom(0x0d, 0x0a, 0x09, 0x00, 0xff, 0x02, 0x03), byte());
  const filled = (length: number, first: number): Uint8Array =>
    Uint8Array.from({ length }, (_, i) => first + i);
  return fc.oneof(
    {
      arbitrary: fc
        .array(delimiterOrByte, { minLength: 1, maxLength: 24 })
        .map((all) => Uint8Array.from(all)),
      weight: 8,
    },
    {
      arbitrary: fc.tuple(fc.integer({ min: 1, max: maxLength }), byte()).map(([n, b]) => filled(n, b)),
      weight: 3,
    },
    {
      arbitrary: fc.tuple(fc.integer({ min: 247, max: 252 }), byte()).map(([n, b]) => filled(n, b)),
      weight: maxLength < 252 ? 0 : 1,
    },
  );
}
