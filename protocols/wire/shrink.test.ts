/** Smaller frames: they keep their form and their errors. */
import fc from 'fast-check';
import { list, text, u16be, u8 } from './field';
import { smallerMessages } from './shrink';
import { crc16modbus } from './sums';
import { wireOptions } from './testing/layouts.arbitrary';
import { wire, type Wire } from './wire';
import { messages } from './wire.arbitrary';

const line = wire({
  tag: { function: u8() },
  forms: {
    set: [
      1,
      { values: list(u16be(), { count: u8(), bytes: u8() }), name: text({ counted: u8({ max: 9 }) }) },
    ],
  },
  sum: crc16modbus,
});

/** Takes the first smaller variant for which the rule holds, again and again. */
function smallest(start: Uint8Array, holds: (bytes: Uint8Array) => boolean): Uint8Array {
  let now = start;
  for (let tries = 0; tries < 1000; tries++) {
    const next = [...smallerMessages(line, now)].find(holds);
    if (next === undefined) return now;
    now = next;
  }
  throw new Error('it does not end');
}

test('a message reaches its smallest form, with counts and sum right', () => {
  const message = { type: 'set', values: [513, 7, 9], name: 'boiler' } as const;
  const holds = (bytes: Uint8Array): boolean => {
    const { value } = { value: undefined, ...line.decode(bytes) };
    return value !== undefined && value.values.includes(7);
  };
  expect(line.decode(smallest(line.encode(message), holds))).toEqual({
    kind: 'frame',
    value: { type: 'set', values: [7], name: '' },
  });
});

test('a wrong sum keeps its wrong bits', () => {
  const bytes = line.spoil(line.encode({ type: 'set', values: [1, 2], name: 'x' }), 0x4001);
  for (const smaller of smallerMessages(line, bytes)) {
    expect(line.decode(smaller)).toMatchObject({ error: { code: 'checksum' } });
    expect(line.decode(line.spoil(smaller, 0))).toMatchObject({ kind: 'frame' });
    expect(line.spoil(smaller, 0x4001)).toEqual(smaller);
  }
});

test('for any wire, a variant is shorter, or as long and different, with a right sum', () => {
  const cases = wireOptions().chain((options) => {
    const described: Wire<object> = wire(options);
    return messages(described).map((message) => ({ described, bytes: described.encode(message) }));
  });
  fc.assert(
    fc.property(cases, ({ described, bytes }) => {
      for (const smaller of smallerMessages(described, bytes)) {
        expect(smaller.length).toBeLessThanOrEqual(bytes.length);
        expect(smaller).not.toEqual(bytes);
        const found = described.decode(smaller);
        if (found.kind === 'reject') expect(found.error.code).not.toBe('checksum');
      }
    }),
  );
});

test('messages of fast-check shrink to the smallest that fails, in their form', () => {
  const isSound = fc.property(messages(line), ({ values }) => values.every((value) => value < 300));
  const found = fc.check(isSound, { seed: 1 });
  expect(found.counterexample).toEqual([{ type: 'set', values: [300], name: '' }]);
});
