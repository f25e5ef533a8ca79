/** Several framings on one line, each looking for its own start. */
import fc from 'fast-check';
import { concat } from '../../bytes';
import { chunkSizes, splitIntoChunks } from '../../streams.arbitrary';
import { codecLaws } from '../../testing/laws';
import { micros, millis } from '../../time';
import { codec } from '../codec';
import { literal, rest, text, u8 } from '../field';
import { cobs } from '../decoders/cobs';
import { slip } from '../decoders/escaped';
import { anyOf, byLength, delimiter, lines, silence, startByte, type Framing } from '../framing';
import { nearMisses } from '../near-misses';
import { oneOf } from '../one-of';
import { IDLE, mixed, mixedFraming, MOST_PAYLOAD, MOST_TEXT } from '../testing/mixed-line';
import { wire, type Wire } from '../wire';
import { messages } from '../wire.arbitrary';
import { wireOfSide } from './framed-wire';

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const line = codec(mixed, mixedFraming);

codecLaws('binary frames beside lines of text', {
  codec: () => line,
  messages: messages(wireOfSide(mixed, mixedFraming)),
  longestFrame: line.longest,
  gap: IDLE,
  fieldsCoverAll: true,
});

/** The end of a right UBX frame that begins at `at`; undefined: none does. Written without the description. */
function ubxEnd(stream: Uint8Array, at: number): number | undefined {
  if (stream[at] !== 0xb5 || stream[at + 1] !== 0x62 || at + 8 > stream.length) return undefined;
  const length = stream[at + 4]! + 256 * stream[at + 5]!;
  const end = at + 8 + length;
  if (length > MOST_PAYLOAD || end > stream.length) return undefined;
  let [a, b] = [0, 0];
  for (let i = at + 2; i < end - 2; i++) {
    a = (a + stream[i]!) & 0xff;
    b = (b + a) & 0xff;
  }
  return stream[end - 2] === a && stream[end - 1] === b ? end : undefined;
}

/** The same of a line: up to the first CR LF, without another `$`. */
function nmeaEnd(stream: Uint8Array, at: number): number | undefined {
  if (stream[at] !== 0x24) return undefined;
  const found = /^\$([^$]*?)\*([0-9A-F]{2})\r\n/.exec(
    Buffer.from(stream.subarray(at, at + MOST_TEXT + 6)).toString('latin1'),
  );
  const [whole = '', content = '', digits = ''] = found ?? [];
  const isLine = whole.indexOf('\r\n') === whole.length - 2 && [...whole].every((char) => char <= '\x7f');
  if (found === null || content.length > MOST_TEXT || !isLine) return undefined;
  const sum = [...content].reduce((value, char) => value ^ char.charCodeAt(0), 0);
  return sum === parseInt(digits, 16) ? at + whole.length : undefined;
}

/** All right frames, by trying each byte. */
function countFrames(stream: Uint8Array): string[] {
  const frames: string[] = [];
  for (let at = 0; at < stream.length;) {
    const end = ubxEnd(stream, at) ?? nmeaEnd(stream, at);
    if (end !== undefined) frames.push(hexOf(stream.subarray(at, end)));
    at = end ?? at + 1;
  }
  return frames;
}

/** A stream of frames and noise of which one byte in a hundred is spoilt. */
function spoiltStreams(): fc.Arbitrary<Uint8Array> {
  const frame = messages(wireOfSide(mixed, mixedFraming)).map((message) => line.encode(message));
  const starts = fc.constantFrom(
    [0xb5],
    [0xb5, 0x62],
    [0x24],
    [0x2a],
    [0x0d, 0x0a],
    [0xb5, 0x62, 1, 2, 9, 0],
  );
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 9 }),
    starts.map((one) => Uint8Array.from(one)),
  );
  const pieces = fc.array(fc.oneof({ arbitrary: frame, weight: 6 }, { arbitrary: noise, weight: 1 }), {
    minLength: 10,
    maxLength: 80,
    size: 'max',
  });
  return fc.tuple(pieces, fc.nat()).map(([some, seed]) => {
    const stream = concat(...some);
    let state = seed;
    const draw = (below: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let i = 0; i < stream.length / 100; i++) stream[draw(stream.length)] = draw(256);
    return stream;
  });
}

test('of a stream with 1 % of its bytes spoilt, each right frame is found, and no other', () => {
  let found = 0;
  fc.assert(
    fc.property(spoiltStreams(), chunkSizes(), (stream, sizes) => {
      const decoder = line.decoder();
      const events = [...splitIntoChunks(stream, sizes)].flatMap((chunk) => [
        ...decoder.push(chunk, micros(0)),
      ]);
      events.push(...decoder.tick(IDLE));
      const frames = events.filter(({ kind }) => kind === 'frame').map(({ raw }) => hexOf(raw));
      found += frames.length;
      expect(frames).toEqual(countFrames(stream));
      expect(hexOf(concat(...events.map(({ raw }) => raw)))).toBe(hexOf(stream));
    }),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(3000);
});

/** The frames of a text or hex line as `name` or hex, rejects as `!code:bytes`. */
function told<M extends { readonly type: string }>(
  side: Wire<M>,
  framing: Framing,
  raw: string | number[],
): string[] {
  const decoder = codec(side, framing).decoder();
  const bytes = typeof raw === 'string' ? Buffer.from(raw, 'latin1') : Uint8Array.from(raw);
  return [...decoder.push(bytes, micros(0)), ...decoder.tick(millis(1000))].map((event) => {
    const shown = JSON.stringify(Buffer.from(event.raw).toString('latin1'));
    return event.kind === 'frame' ? `${event.value.type} ${shown}` : `!${event.error.code} ${shown}`;
  });
}

const replies = wire({
  forms: { ok: { is: literal('ok') }, error: { is: literal('error:'), code: text({ length: 1 }) } },
});
const frames = wire({ tag: { kind: u8() }, forms: { telemetry: [0x10, { seq: u8() }] } });
const board = oneOf(replies, frames);
const binaryBesideText = anyOf(
  lines({ end: 'lf', longest: 20, idle: IDLE }),
  startByte([0xa5, 0x5a], { idle: IDLE, trailer: 0x0a }),
);

test('lines without start bytes begin where a frame ended, and after a false start', () => {
  expect(told(board, binaryBesideText, 'ok\n\xa5\x5a\x10\x01\nerror:3\n')).toEqual([
    'ok "ok\\n"',
    'telemetry "\\xa5Z\\x10\\x01\\n"'.replace('\\xa5', '\xa5').replace('\\x10\\x01', '\\u0010\\u0001'),
    'error "error:3\\n"',
  ]);
  expect(told(board, binaryBesideText, '\xa5\x5a\x10ok\nok\n').slice(1)).toEqual([
    'ok "ok\\n"',
    'ok "ok\\n"',
  ]);
  expect(told(board, binaryBesideText, 'notok\nok\n')).toEqual(['!unknown-form "notok\\n"', 'ok "ok\\n"']);
  expect(told(board, binaryBesideText, `${'x'.repeat(50)}ok\nok\n`).at(-1)).toBe('ok "ok\\n"');
  expect(
    told(board, binaryBesideText, `${'x'.repeat(50)}ok\nok\n`).filter((one) => one.startsWith('ok')),
  ).toHaveLength(1);
});

test('bytes without an end stand beside lines', () => {
  const host = oneOf(
    wire({ tag: { key: u8() }, forms: { status: [0x3f, {}], stop: [0x21, {}] } }),
    wire({ forms: { dose: { is: literal('D'), volume: rest({ most: 9 }) } } }),
  );
  const framing = anyOf(byLength({ idle: IDLE }), lines({ end: 'lf', idle: IDLE }));
  expect(told(host, framing, '?D12\n!')).toEqual(['status "?"', 'dose "D12\\n"', 'stop "!"']);
});

test('a frame that is refused is one reject, unless a good one begins in it', () => {
  const [good = new Uint8Array(0)] = [line.encode({ type: 'nmea', text: 'GPGGA,1' })];
  const wrong = line.encode({ type: 'ubx', class: 1, id: 2, payload: good });
  wrong[wrong.length - 1]! ^= 1;
  const read = (raw: Uint8Array): string[] =>
    told(mixed, mixedFraming, [...raw]).map((one) => one.split(' ')[0] ?? '');
  expect(read(wrong)).toEqual(['!checksum', 'nmea', '!framing']);
  const plain = line.encode({ type: 'ubx', class: 1, id: 2, payload: Uint8Array.of(1, 0x24, 3) });
  plain[6]! ^= 1;
  expect(read(concat(plain, good))).toEqual(['!checksum', 'nmea']);
});

test('near-misses are framed as their frames are', () => {
  const side = wireOfSide(mixed, mixedFraming);
  const misses = [...nearMisses(side, { type: 'nmea', text: 'GPGGA' })];
  expect(misses.filter(({ group }) => group === 'checksum')).toHaveLength(25);
  expect(misses.every(({ bytes }) => bytes[0] === 0x24 && bytes.at(-1) === 0x0a)).toBe(true);
  for (const { group, bytes } of misses)
    if (group === 'checksum') expect(side.decode(bytes).kind).toBe('reject');
  expect(hexOf(side.seal(side.spoil(line.encode({ type: 'nmea', text: 'A' }))))).toBe(
    hexOf(Buffer.from('$A*41\r\n')),
  );
});

test.each([
  [anyOf(startByte(1, { idle: IDLE })), 'framing: anyOf has 1 framings for 2 wires'],
  [
    anyOf(startByte(1, { idle: IDLE }), startByte([1, 2], { idle: IDLE })),
    'framing: two framings in anyOf begin with 01',
  ],
  [anyOf(lines({ end: 'lf' }), delimiter(3)), 'framing: two framings in anyOf take any bytes'],
  [anyOf(cobs(), slip()), 'framing: cobs in anyOf begins no frame: give it leading: true'],
])('framings that cannot share a line are refused: %#', (framing, message) => {
  expect(() => codec(board, framing)).toThrow(message);
});

test('a framing that only silence ends shares no line', () => {
  expect(() => anyOf(silence(IDLE) as never)).toThrow("anyOf: 'silence' shares no line");
});
