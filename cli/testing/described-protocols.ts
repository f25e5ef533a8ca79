/** Described protocols, for tests of their dissectors: every framing and every sum. */
import { millis, micros } from '../../protocols/time';
import {
  byLength,
  cobs,
  datagram,
  delimiter,
  escaped,
  fixedLength,
  lines,
  runningStatus,
  silence,
  slip,
  startByte,
  type Framing,
} from '../../protocols/wire/framing';
import {
  adler32,
  crc,
  crc32,
  crc8,
  customSum,
  fletcher16,
  fletcher32,
  sum16be,
  sum16le,
  sum8,
  xor8,
} from '../../protocols/wire/sums';
import { COMMANDS, INSTRUMENT, WORDS } from './described-text-wires';
import {
  FIXED,
  MODBUS_ANSWERS,
  MODBUS_REQUESTS,
  NUMBERS,
  PARTS,
  summed,
  type SampleWire,
} from './described-wires';
import { EXTENDED } from './extended-wire';
import {
  BINARY_BESIDE_LINES,
  binaryBesideLines,
  MIDI,
  MIXED,
  STUFFED_BESIDE_LINES,
  stuffedBesideLines,
} from './mixed-wires';
import { mixedFraming } from '../../protocols/wire/testing/mixed-line';

export interface SampleSide extends SampleWire {
  readonly framing: Framing;
}

const IDLE = millis(20);

export type SampleProtocols = Readonly<Record<string, readonly [requests: SampleSide, answers: SampleSide]>>;

export const SAMPLE_PROTOCOLS = {
  modbus: [
    { ...MODBUS_REQUESTS, framing: silence(micros(2005)) },
    { ...MODBUS_ANSWERS, framing: byLength({ idle: IDLE }) },
  ],
  numbers: [
    { ...NUMBERS, framing: byLength({ idle: IDLE }) },
    { ...NUMBERS, framing: startByte(0x02, { idle: IDLE }) },
  ],
  parts: [
    { ...PARTS, framing: slip() },
    { ...PARTS, framing: byLength({ idle: IDLE }) },
  ],
  coded: [
    { ...PARTS, framing: cobs({ idle: IDLE }) },
    { ...PARTS, framing: escaped({ flag: 0x7e, escape: 0x7d, xor: 0x20 }) },
  ],
  packets: [
    { ...PARTS, framing: datagram() },
    { ...PARTS, framing: startByte([0xff, 0x00, 0xff], { idle: IDLE }) },
  ],
  instrument: [
    { ...INSTRUMENT, framing: lines({ end: 'either', longest: 40 }) },
    { ...INSTRUMENT, framing: lines({ end: 'crlf', idle: IDLE }) },
  ],
  commands: [
    { ...COMMANDS, framing: lines({ end: 'lf' }) },
    { ...WORDS, framing: byLength({ idle: IDLE }) },
  ],
  ended: [
    { ...INSTRUMENT, framing: delimiter(0x0d) },
    { ...INSTRUMENT, framing: delimiter([0x3b, 0x3b], { idle: IDLE }) },
  ],
  fixed: [
    { ...FIXED, framing: fixedLength(5, { idle: IDLE }) },
    { ...summed({ by: xor8({ initial: 0x55 }), from: 1 }), framing: slip({ leading: false, idle: IDLE }) },
  ],
  mixed: [
    { ...MIXED, framing: mixedFraming },
    { ...BINARY_BESIDE_LINES, framing: binaryBesideLines },
  ],
  midi: [
    { ...MIDI, framing: runningStatus({ idle: IDLE }) },
    { ...MIDI, framing: byLength({ idle: IDLE }) },
  ],
  between: [
    { ...PARTS, framing: escaped({ start: 0x02, flag: 0x03, escape: 0x10, xor: 0x80, idle: IDLE }) },
    { ...INSTRUMENT, framing: lines({ start: 0x41, end: 'either', idle: IDLE }) },
  ],
  trailed: [
    { ...PARTS, framing: byLength({ idle: IDLE, trailer: [0x0d, 0x0a] }) },
    { ...PARTS, framing: startByte([0xff, 0x00], { idle: IDLE, trailer: 0x0d }) },
  ],
  stuffed: [
    { ...STUFFED_BESIDE_LINES, framing: stuffedBesideLines },
    { ...INSTRUMENT, framing: delimiter([0x3b, 0x3b], { start: [0x3a, 0x3a] }) },
  ],
  sums: [
    { ...summed(xor8()), framing: byLength({ idle: IDLE }) },
    { ...summed(sum8({ complement: 'ones', initial: 3 })), framing: byLength({ idle: IDLE }) },
  ],
  words: [
    { ...summed(sum16be({ complement: 'twos' })), framing: byLength({ idle: IDLE }) },
    { ...summed(sum16le()), framing: byLength({ idle: IDLE }) },
  ],
  extended: [
    { ...EXTENDED, framing: byLength({ idle: IDLE }) },
    { ...EXTENDED, framing: startByte(0x02, { idle: IDLE }) },
  ],
  fletcher: [
    { ...summed(fletcher16()), framing: byLength({ idle: IDLE }) },
    { ...summed(fletcher32({ order: 'little' })), framing: byLength({ idle: IDLE }) },
  ],
  rfc1145: [
    { ...summed(fletcher16({ modulus: 256, order: 'little' })), framing: byLength({ idle: IDLE }) },
    { ...summed(fletcher16({ modulus: 256 })), framing: startByte(0x02, { idle: IDLE }) },
  ],
  adler: [
    { ...summed(adler32()), framing: byLength({ idle: IDLE }) },
    { ...summed(crc32), framing: byLength({ idle: IDLE }) },
  ],
  crc: [
    { ...summed(crc8), framing: byLength({ idle: IDLE }) },
    { ...summed(crc({ width: 24, poly: 0x864cfb, init: 0xb704ce })), framing: byLength({ idle: IDLE }) },
  ],
  odd: [
    { ...summed(crc({ width: 15, poly: 0x4599 })), framing: byLength({ idle: IDLE }) },
    {
      ...summed(crc({ width: 5, poly: 0x05, init: 0x1f, refIn: true, refOut: true, xorOut: 0x1f })),
      framing: byLength({ idle: IDLE }),
    },
  ],
  wide: [
    {
      ...summed(crc({ width: 40, poly: 0x0004820009n, xorOut: 0xffffffffffn })),
      framing: byLength({ idle: IDLE }),
    },
    {
      ...summed(crc({ width: 16, poly: 0x1021, init: 0x1d0f, refIn: true, order: 'little' })),
      framing: byLength({ idle: IDLE }),
    },
  ],
} satisfies SampleProtocols;

/** A sum of one's own: a dissector shows it and does not judge it. */
export const CUSTOM_SUM: SampleSide = {
  ...summed(customSum(2, (raw) => raw.length * 257)),
  framing: byLength({ idle: IDLE }),
};
