import fc from 'fast-check';
import { codecLaws } from '../testing/laws';
import { millis } from '../time';
import { codec } from './codec';
import { cobs } from './decoders/cobs';
import { escaped, slip } from './decoders/escaped';
import {
  byLength,
  characters,
  datagram,
  delimiter,
  fixedLength,
  lines,
  silence,
  startByte,
  type Framing,
} from './framing';
import { countedWire, type CountedMessage } from './testing/counted-wire';
import { countedMessages } from './testing/counted-wire.arbitrary';

const IDLE = millis(50);
const EDGES = fc.constantFrom(0x00, 0x02, 0x0a, 0x0d, 0x7e, 0x7d, 0xc0, 0xdb, 0xdc, 0xff);

/** Any bytes; those with a meaning in framings come more often. */
const any = countedMessages(fc.oneof(fc.integer({ min: 0, max: 255 }), EDGES));

/** Messages whose content has none of these bytes. */
function without(...bytes: number[]): fc.Arbitrary<CountedMessage> {
  const wire = countedWire();
  return any.filter((message) => !wire.encode(message).some((byte) => bytes.includes(byte)));
}

const FRAMINGS: Readonly<
  Record<string, readonly [framing: Framing, messages: fc.Arbitrary<CountedMessage>]>
> = {
  'by length': [byLength({ idle: IDLE }), any],
  'fixed length': [
    fixedLength(6, { idle: IDLE }),
    any.map(({ data }) => ({ data: Uint8Array.from({ length: 4 }, (_, i) => data[i] ?? 0) })),
  ],
  'start byte': [startByte(0x02, { idle: IDLE }), any],
  'start bytes': [startByte([0xff, 0xff, 0x00], { idle: IDLE }), any],
  'by length, and a trailer': [byLength({ idle: IDLE, trailer: [0x0d, 0x0a] }), any],
  'start byte, and a trailer': [startByte(0x02, { idle: IDLE, trailer: 0x03 }), any],
  'start and delimiter': [delimiter(0x03, { start: 0x02, idle: IDLE }), without(0x02, 0x03)],
  'start and line end': [lines({ start: [0x24, 0x24], end: 'crlf', idle: IDLE }), without(0x0a, 0x24)],
  'escaped between two bytes': [
    escaped({ start: 0x02, flag: 0x03, escape: 0x10, xor: 0x80, idle: IDLE }),
    any,
  ],
  'delimiter, silence': [delimiter(0x0d, { idle: IDLE }), without(0x0d)],
  delimiter: [delimiter(0x0d), without(0x0d)],
  'delimiter of two bytes': [delimiter([0x0d, 0x0a], { idle: IDLE }), without(0x0a)],
  'delimiter that repeats a byte': [delimiter([0xff, 0xff, 0x00]), without(0xff)],
  'lines ended by LF': [lines({ end: 'lf' }), without(0x0a)],
  'lines ended by CR LF': [lines({ end: 'crlf', longest: 62 }), without(0x0a)],
  'lines of either end': [lines({ end: 'either', idle: IDLE }), without(0x0a, 0x0d)],
  SLIP: [slip(), any],
  'SLIP without a leading END': [slip({ leading: false, idle: IDLE }), any],
  COBS: [cobs(), any],
  'COBS, silence': [cobs({ leading: true, idle: IDLE }), any],
  escaped: [escaped(), any],
  'escaped, silence': [escaped({ flag: 0x02, escape: 0x10, xor: 0x80, idle: IDLE }), any],
  silence: [silence(characters(3.5, 19_200, 11)), any],
  datagram: [datagram(), any],
};

/** A kind that is missing here does not compile. Two have tests of their own: mixed-line.test.ts, running-status.test.ts. */
const KINDS: Readonly<Record<Exclude<Framing['kind'], 'any' | 'running'>, true>> = {
  sized: true,
  delimited: true,
  silence: true,
  datagram: true,
};

test('every kind of framing has its laws tried', () => {
  const tried = new Set(Object.values(FRAMINGS).map(([{ kind }]) => kind));
  expect([...tried].sort()).toEqual(Object.keys(KINDS).sort());
});

for (const [name, [framing, messages]] of Object.entries(FRAMINGS)) {
  const framed = codec(countedWire(), framing);
  codecLaws(name, {
    codec: () => framed,
    messages,
    longestFrame: framed.longest,
    gap: framed.silence,
    silenceDelimited: framed.endsBy === 'silence',
    packets: framed.endsBy === 'packet',
    fieldsCoverAll: true,
  });
}
