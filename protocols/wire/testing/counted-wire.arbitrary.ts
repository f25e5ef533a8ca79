/** Messages of the counted wire, short ones more often. */
import fc from 'fast-check';
import { MOST, type CountedMessage } from './counted-wire';

export function countedMessages(
  bytes: fc.Arbitrary<number> = fc.integer({ min: 0, max: 255 }),
): fc.Arbitrary<CountedMessage> {
  const some = fc.oneof(
    { arbitrary: fc.array(bytes, { minLength: 1, maxLength: MOST, size: 'max' }), weight: 1 },
    { arbitrary: fc.array(bytes, { minLength: 1, maxLength: 4 }), weight: 3 },
  );
  return some.map((data) => ({ data: Uint8Array.from(data) }));
}
