import { rawBytes } from './raw-mode';

test.each([
  [0, ''],
  [1, '\r\n'],
  [2, '\r'],
  [3, '\t'],
  [4, '\r\r'],
  [5, '\r\n\r\n'],
])('terminator %i is %j', (setting, end) => {
  expect(Buffer.from(rawBytes(Buffer.from('a'), setting)).toString('latin1')).toBe(`a${end}`);
});

test('STX and ETX surround the payload', () => {
  const wrapped = [0, 1, 2, 3].map((setting) => [...rawBytes(Uint8Array.of(0x61), 2, setting)]);
  expect(wrapped).toEqual([
    [0x61, 13],
    [2, 0x61, 13],
    [0x61, 3, 13],
    [2, 0x61, 3, 13],
  ]);
});

test('an unknown terminator setting is refused', () => {
  expect(() => rawBytes(Buffer.from('a'), 6)).toThrow(RangeError);
});
