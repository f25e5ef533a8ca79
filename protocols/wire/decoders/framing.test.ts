/** Golden bytes of framings, each with its source. */
import type { FrameEvent } from '../../frame';
import { micros, millis } from '../../time';
import { codec, type ContentWire } from '../codec';
import { envelopeOf, frameContent } from '../frame-content';
import { cobs } from './cobs';
import { escaped, slip } from './escaped';
import {
  byLength,
  characters,
  delimiter,
  fixedLength,
  lines,
  silence,
  startByte,
  type Framing,
} from '../framing';
import { rest, u8 } from '../field';
import { wire } from '../wire';
import { countedWire } from '../testing/counted-wire';

const IDLE = millis(50);

function bytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
}

function hex(raw: Uint8Array): string {
  return Buffer.from(raw).toString('hex').replace(/../g, '$& ').trim().toUpperCase();
}

/** A wire whose messages are any bytes. */
function anyContent(longest: number): ContentWire<Uint8Array> {
  return {
    layout: { selfDelimiting: true, shortest: 0 },
    longest,
    encode: (content) => content.slice(),
    decode: (content) => ({ kind: 'frame', value: content.slice() }),
    measure: () => 0,
    startError: () => ({ code: 'unknown-form', offset: 0, message: 'never' }),
    fields: (content) =>
      content.length === 0
        ? []
        : [{ name: 'content', offset: 0, length: content.length, value: hex(content) }],
  };
}

/** `from` up to `to`, counted up modulo 256. */
function count(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, i) =>
    ((from + i) & 0xff).toString(16).padStart(2, '0'),
  ).join('');
}

describe('COBS: the examples of Cheshire and Baker, and those of https://en.wikipedia.org/wiki/Consistent_Overhead_Byte_Stuffing', () => {
  test.each([
    // Cheshire and Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM Transactions on Networking 7(2), 1999: the example of an IP header.
    ['45 00 00 2C 4C 79 00 00 40 06 4F 37', '02 45 01 04 2C 4C 79 01 05 40 06 4F 37 00'],
    ['00', '01 01 00'],
    ['00 00', '01 01 01 00'],
    ['00 11 00', '01 02 11 01 00'],
    ['11 22 00 33', '03 11 22 02 33 00'],
    ['11 22 33 44', '05 11 22 33 44 00'],
    ['11 00 00 00', '02 11 01 01 01 00'],
    [count(0x01, 0xfe), `ff ${count(0x01, 0xfe)} 00`],
    [count(0x00, 0xfe), `01 ff ${count(0x01, 0xfe)} 00`],
    [count(0x01, 0xff), `ff ${count(0x01, 0xfe)} 02 ff 00`],
    [count(0x02, 0x100), `ff ${count(0x02, 0xff)} 01 01 00`],
    [count(0x03, 0x101), `fe ${count(0x03, 0xff)} 02 01 00`],
  ])('%#', (content, frame) => {
    const both = codec(anyContent(300), cobs());
    expect(hex(both.encode(bytes(content)))).toBe(hex(bytes(frame)));
    expect(read(cobs(), bytes(frame), 300)).toEqual([hex(bytes(content))]);
  });

  test('a full group may be followed by an empty one, as some encoders write it', () => {
    expect(read(cobs(), bytes(`ff ${count(0x01, 0xfe)} 01 00`), 300)).toEqual([
      hex(bytes(count(0x01, 0xfe))),
    ]);
  });
});

/** The contents of the frames. Of rejects: code, offset and length. */
function read(framing: Framing, raw: Uint8Array, longest = 16): unknown[] {
  const decoder = codec(anyContent(longest), framing).decoder();
  const events = [...decoder.push(raw, micros(0))];
  const due = decoder.deadline();
  if (due !== undefined) events.push(...decoder.tick(due));
  return events.map(told);
}

function told(event: FrameEvent<Uint8Array>): unknown {
  if (event.kind === 'frame') return hex(event.value);
  return [event.error.code, event.error.offset, hex(event.raw)];
}

describe('SLIP, by RFC 1055', () => {
  test('END is DB DC in a frame, ESC is DB DD, and END stands before and after', () => {
    expect(hex(frameContent(slip(), bytes('01 C0 02 DB 03')))).toBe('C0 01 DB DC 02 DB DD 03 C0');
    expect(hex(frameContent(slip({ leading: false }), bytes('01')))).toBe('01 C0');
    expect(read(slip(), bytes('C0 01 DB DC 02 DB DD 03 C0 04 C0'))).toEqual(['01 C0 02 DB 03', '04']);
  });

  test('a packet without bytes is none; an END may begin the next one', () => {
    expect(read(slip(), bytes('C0 C0 C0 01 C0 C0 02 C0'))).toEqual([['discarded', 0, 'C0 C0'], '01', '02']);
  });

  test('another byte after ESC, or the end, breaks the protocol', () => {
    expect(read(slip(), bytes('01 DB 02 C0 DB C0 03 C0'))).toEqual([
      ['framing', 2, '01 DB 02 C0'],
      ['framing', 0, 'DB C0'],
      '03',
    ]);
  });
});

describe('HDLC-like, by RFC 1662, 4.2', () => {
  test('the escapes that the RFC lists', () => {
    // 0x7e is encoded as 0x7d, 0x5e; 0x7d as 0x7d, 0x5d; 0x03 (ETX) as 0x7d, 0x23; 0x11 as 0x7d, 0x31; 0x13 as 0x7d, 0x33.
    expect(hex(frameContent(escaped(), bytes('7E 7D 03')))).toBe('7E 7D 5E 7D 5D 03 7E');
    expect(read(escaped(), bytes('7E 7D 5E 7D 5D 7D 23 7D 31 7D 33 7E'))).toEqual(['7E 7D 03 11 13']);
  });

  test('one flag may end a frame and begin the next; an escape before the flag aborts the frame', () => {
    expect(read(escaped(), bytes('7E 01 7E 02 7E 03 7D 7E 7E 04 7E'))).toEqual([
      '01',
      '02',
      ['framing', 1, '03 7D 7E'],
      '04',
    ]);
  });
});

test('Modbus over serial line 1.02, 2.5.1.1: 3.5 characters of 11 bits at 19200 baud; 1.5 are no end of a frame', () => {
  const t35 = characters(3.5, 19_200, 11);
  expect(t35).toBeCloseTo(2005.2, 1);
  const decoder = codec(anyContent(256), silence(t35)).decoder();
  const at = (time: number, text: string): unknown[] => decoder.push(bytes(text), micros(time)).map(told);
  expect(at(0, '01 03')).toEqual([]);
  expect(at(859, '00')).toEqual([]);
  expect(at(859 + 2006, '02')).toEqual(['01 03 00']);
  expect(decoder.deadline()).toBeCloseTo(859 + 2006 + 2005.2, 1);
});

describe('lines', () => {
  test.each([
    ['lf', '*IDN?\n', ['*IDN?']],
    ['lf', 'a\r\n\n', ['a\r', '']],
    ['crlf', 'a\nb\r\n\r\n', ['a\nb', '']],
    ['either', 'a\nb\r\nc\r\r\n', ['a', 'b', 'c\r']],
  ] as const)('ended by %s: %j', (end, text, contents) => {
    expect(read(lines({ end }), Buffer.from(text))).toEqual(contents.map((one) => hex(Buffer.from(one))));
  });

  test('a line of the greatest length is a frame; a longer one is one reject, in any cut', () => {
    const framing = lines({ end: 'crlf', longest: 4 });
    expect(read(framing, Buffer.from('abcd\r\nabcde\r\nx\r\nabcdefghijklm\r\ny\r\n'))).toEqual([
      hex(Buffer.from('abcd')),
      ['discarded', 0, hex(Buffer.from('abcde\r'))],
      ['too-long', 0, '0A'],
      hex(Buffer.from('x')),
      ['discarded', 0, hex(Buffer.from('abcdef'))],
      ['discarded', 0, hex(Buffer.from('ghijkl'))],
      ['too-long', 0, hex(Buffer.from('m\r\n'))],
      hex(Buffer.from('y')),
    ]);
  });
});

describe('start byte', () => {
  const framing = startByte(0x02, { idle: IDLE });
  const events = (raw: string): unknown[] => {
    const decoder = codec(countedWire(), framing).decoder();
    const found = [...decoder.push(bytes(raw), micros(0)), ...decoder.tick(IDLE)];
    return found.map((event) =>
      event.kind === 'frame' ? hex(event.value.data) : [event.error.code, hex(event.raw)],
    );
  };

  test('noise before it is one reject', () => {
    expect(events('FF FE 02 01 05 04 AA 02 01 06 07')).toEqual([
      ['framing', 'FF FE'],
      '05',
      ['framing', 'AA'],
      '06',
    ]);
  });

  test('a false start ends at the next start byte, even if that has come already', () => {
    expect(events('02 FF 00 02 01 05 04')).toEqual([['length', '02 FF 00'], '05']);
    expect(events('02 02 02 01 00')).toEqual([['checksum', '02 02 02 01 00']]);
    expect(events('02 00 02 01 05 04')).toEqual([['length', '02 00'], '05']);
  });

  test('an unfinished frame is rejected after the silence, and so is noise', () => {
    expect(events('02 05 01')).toEqual([['truncated', '02 05 01']]);
    expect(events('FF')).toEqual([['framing', 'FF']]);
  });
});

test('by length: bytes that begin no frame are rejected up to the silence, in parts that need no answer', () => {
  const decoder = codec(countedWire(), byLength({ idle: IDLE })).decoder();
  const noise = new Uint8Array(63).fill(0xff);
  const found = [...decoder.push(noise, micros(0)), ...decoder.tick(IDLE)];
  expect(
    found.map((event) => (event.kind === 'reject' ? [event.error.code, event.raw.length] : 'frame')),
  ).toEqual([
    ['discarded', 62],
    ['length', 1],
  ]);
});

describe('content that a framing cannot carry', () => {
  test.each([
    [delimiter([0x0d, 0x0a]), '01 0D 0A 02', 'the delimiter stands in the content, at 1'],
    [delimiter([0xff, 0xff]), '01 FF', 'the delimiter stands in the content, at 1'],
    [lines({ end: 'either' }), '61 0D', 'the content ends with a part of the line end'],
    [lines({ end: 'lf', longest: 1 }), '61 61', 'a line has 1 byte at most, not 2'],
    [fixedLength(3, { idle: IDLE }), '01', 'a frame has 3 bytes, not 1'],
    [slip(), '', 'a frame without content'],
    [silence(micros(1)), '', 'a frame without content'],
  ])('%#', (framing, content, reason) => {
    expect(envelopeOf(framing).refusal(bytes(content))).toBe(reason);
    expect(() => codec(anyContent(9), framing).encode(bytes(content))).toThrow(reason);
  });

  test('every other framing can carry the content', () => {
    expect(envelopeOf(delimiter([0x0d, 0x0a])).refusal(bytes('0D 0D'))).toBeUndefined();
    expect(envelopeOf(cobs()).refusal(bytes(''))).toBeUndefined();
    expect(envelopeOf(slip()).refusal(bytes('C0'))).toBeUndefined();
  });
});

describe('spans of a frame', () => {
  const spans = (framing: Framing, raw: string): string[] =>
    codec(anyContent(16), framing)
      .fields(bytes(raw))
      .map(({ name, offset, length }) => `${name} ${offset}+${length}`);

  test.each([
    [slip(), 'C0 01 DB DC 02 C0', ['END 0+1', 'content 1+1', 'escape 2+1', 'content 3+2', 'END 5+1']],
    [escaped(), '7E 7E 01 7E', ['flag 0+1', 'flag 1+1', 'content 2+1', 'flag 3+1']],
    [cobs(), '02 45 01 02 07 00', ['COBS code 0+1', 'content 1+4', 'delimiter 5+1']],
    [lines({ end: 'either' }), '61 0D 0A', ['content 0+1', 'line end 1+2']],
    [startByte([1, 2], { idle: IDLE }), '09 01 02 03', ['discarded 0+1', 'start bytes 1+2', 'content 3+1']],
    [silence(IDLE), '01 02', ['content 0+2']],
  ])('%#', (framing, raw, expected) => {
    expect(spans(framing, raw)).toEqual(expected);
  });
});

test('a part of the start bytes is a frame that has begun', () => {
  const codeOf = (raw: string): readonly string[] => {
    const decoder = codec(anyContent(16), startByte([0x55, 0xd5], { idle: IDLE })).decoder();
    const found = [...decoder.push(bytes(raw), micros(0)), ...decoder.tick(micros(2 * IDLE))];
    return found.flatMap((event) => (event.kind === 'reject' ? [event.error.code] : []));
  };
  expect(codeOf('55')).toEqual(['truncated']);
  expect(codeOf('D5')).toEqual(['framing']);
});

describe('a framing that cannot end the frames of a wire is refused', () => {
  test('by length, where a field goes to the end', () => {
    const open = wire({ tag: { kind: u8() }, forms: { any: [1, { data: rest() }] }, longest: 9 });
    for (const framing of [byLength({ idle: IDLE }), startByte(2, { idle: IDLE })])
      expect(() => codec(open, framing)).toThrow(
        /^framing: the first bytes of a frame do not tell its length/,
      );
    expect(codec(open, slip()).longest).toBe(20);
  });

  test('a fixed length that no frame has', () => {
    const short = wire({ tag: { kind: u8() }, forms: { one: [1, { value: u8() }] } });
    expect(() => codec(short, fixedLength(3, { idle: IDLE }))).toThrow(
      'framing: no frame has 3 bytes, they have 2 to 2',
    );
  });
});

test.each([
  () => byLength({ idle: micros(0) }),
  () => fixedLength(0, { idle: IDLE }),
  () => startByte([], { idle: IDLE }),
  () => delimiter(256),
  () => escaped({ flag: 0x7d }),
  () => lines({ end: 'lf', longest: 0 }),
  () => silence(micros(-1)),
])('an impossible framing is refused: %#', (make) => {
  expect(make).toThrow(RangeError);
});
