import fc from 'fast-check';
import { EncodeError, type Decoder, type FrameEvent } from '../frame';
import { codecLaws } from '../testing/laws';
import { after, micros, millis } from '../time';
import { payload } from './gm67.arbitrary';
import { LONGEST_PAYLOAD } from './message';
import { KnownLengthDecoder, rawBytes, rawCodes, terminatorBytes } from './raw-mode';

const AT = millis(3000);
const IDLE = millis(1000);

function settle(decoder: Decoder<Uint8Array>, bytes: Uint8Array): FrameEvent<Uint8Array>[] {
  return [...decoder.push(bytes, AT), ...decoder.tick(after(AT, IDLE))];
}

function words(events: readonly FrameEvent<Uint8Array>[]): unknown[] {
  return events.map((event) =>
    event.kind === 'frame' ? Buffer.from(event.value).toString('latin1') : event.error.code,
  );
}

for (const terminator of [2, 5]) {
  const end = terminatorBytes(terminator);
  codecLaws(`GM67 raw codes, terminator ${terminator}`, {
    codec: () => rawCodes({ terminator, longest: 1000 }),
    messages: payload().map((bytes) => bytes.filter((byte) => !end.includes(byte))),
    longestFrame: 1004,
    noise: fc.uint8Array({ minLength: 1, maxLength: 700 }),
    gap: IDLE,
  });
}

codecLaws('GM67 raw codes without a terminator', {
  codec: () => rawCodes({ terminator: 0, idleReset: millis(70), longest: 1000 }),
  messages: payload(),
  longestFrame: 1004,
  noise: fc.uint8Array({ minLength: 1, maxLength: 700 }),
  gap: millis(70),
  silenceDelimited: true,
});

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

test('STX and ETX stand around the payload', () => {
  const wrapped = [0, 1, 2, 3].map((setting) => [...rawBytes(Uint8Array.of(0x61), 2, setting)]);
  expect(wrapped).toEqual([
    [0x61, 13],
    [2, 0x61, 13],
    [0x61, 3, 13],
    [2, 0x61, 3, 13],
  ]);
});

test('an unknown terminator setting is refused', () => {
  expect(() => rawCodes({ terminator: 6 })).toThrow(RangeError);
});

test('a payload that holds the terminator comes in pieces by terminator, whole by length', () => {
  const bytes = rawBytes(Buffer.from('a\rb'), 2);
  expect(words(settle(rawCodes().decoder(), bytes))).toEqual(['a', 'b']);
  expect(words(settle(new KnownLengthDecoder(3), bytes))).toEqual(['a\rb']);
  expect(() => rawCodes().encode(Buffer.from('a\rb'))).toThrow(EncodeError);
  expect(() => rawCodes({ terminator: 4 }).encode(Buffer.from('a\r'))).toThrow(EncodeError);
});

test('all 256 byte values arrive by known length, with every terminator', () => {
  const all = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let terminator = 0; terminator <= 5; terminator++) {
    const events = settle(new KnownLengthDecoder(256, { terminator }), rawBytes(all, terminator));
    expect(events).toMatchObject([{ kind: 'frame', value: all }]);
  }
});

test('by known length, a missing terminator is told with the payload, a missing byte at silence', () => {
  expect(settle(new KnownLengthDecoder(2), Buffer.from('abc'))).toMatchObject([
    { kind: 'reject', value: Buffer.from('ab'), error: { code: 'terminator', offset: 2, expected: '0D' } },
  ]);
  expect(words(settle(new KnownLengthDecoder(2), Buffer.from('ab\rc')))).toEqual(['ab', 'truncated']);
  expect(() => new KnownLengthDecoder(0, { terminator: 0 })).toThrow(RangeError);
});

test('a part without its terminator is dropped at idleResetMs, not before', () => {
  const decoder = rawCodes().decoder();
  decoder.push(Buffer.from('ab'), AT);
  expect(decoder.tick(micros(AT + IDLE - 1))).toEqual([]);
  expect(words(decoder.push(Buffer.from('c\r'), after(AT, IDLE)))).toEqual(['truncated', 'c']);
});

test('the longest code is taken, a longer one goes whole, its terminator astride included', () => {
  const long = new Uint8Array(LONGEST_PAYLOAD).fill(0x61);
  const codec = rawCodes({ terminator: 5 });
  expect(settle(codec.decoder(), codec.encode(long))).toMatchObject([{ kind: 'frame', value: long }]);
  const over = rawBytes(new Uint8Array(LONGEST_PAYLOAD + 2).fill(0x61), 5);
  expect(words(settle(codec.decoder(), Buffer.concat([over, Buffer.from('b\r\n\r\n')])))).toEqual([
    'too-long',
    'discarded',
    'b',
  ]);
});

test('fields part payload and terminator', () => {
  expect(rawCodes({ terminator: 1 }).fields(Buffer.from('ab\r\nc'))).toEqual([
    { name: 'payload', offset: 0, length: 2, value: '61 62' },
    { name: 'terminator', offset: 2, length: 2, value: '0D 0A' },
    { name: 'payload', offset: 4, length: 1, value: '63' },
  ]);
});
