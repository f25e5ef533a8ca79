/** Described protocols, for tests of their dissectors: wires of every kind of field in every framing, and every sum. */
import { millis, micros } from '../../protocols/time';
import { cobs } from '../../protocols/wire/decoders/cobs';
import { escaped, slip } from '../../protocols/wire/decoders/escaped';
import {
  byLength,
  datagram,
  delimiter,
  fixedLength,
  lines,
  runningStatus,
  silence,
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
  type SumSpec,
} from '../../protocols/wire/sums';
import { drawnWire } from './drawn-wires.arbitrary';
import { FIXED, MODBUS_ANSWERS, MODBUS_REQUESTS, PARTS, summed, type SampleWire } from './described-wires';
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
const LENGTH = byLength({ idle: IDLE });

export type SampleProtocols = Readonly<Record<string, readonly [requests: SampleSide, answers: SampleSide]>>;

/** Those that carry the content of any wire that they can end; `LENGTH` more often, as it asks most of the fields. */
const FRAMINGS: readonly (readonly [Framing, Framing])[] = [
  [silence(micros(2005)), LENGTH],
  [LENGTH, startByte(0x02, { idle: IDLE })],
  [slip(), LENGTH],
  [cobs({ idle: IDLE }), escaped({ flag: 0x7e, escape: 0x7d, xor: 0x20 })],
  [datagram(), startByte([0xff, 0x00, 0xff], { idle: IDLE })],
  [lines({ end: 'either', longest: 40 }), lines({ end: 'crlf', idle: IDLE })],
  [lines({ end: 'lf' }), LENGTH],
  [delimiter(0x0d), delimiter([0x3b, 0x3b], { idle: IDLE })],
  [escaped({ start: 0x02, flag: 0x03, escape: 0x10, xor: 0x80, idle: IDLE }), LENGTH],
  [lines({ start: 0x41, end: 'either', idle: IDLE }), delimiter([0x3b, 0x3b], { start: [0x3a, 0x3a] })],
  [byLength({ idle: IDLE, trailer: [0x0d, 0x0a] }), startByte([0xff, 0x00], { idle: IDLE, trailer: 0x0d })],
  [LENGTH, LENGTH],
];

const SUMS: readonly (readonly [SumSpec, SumSpec])[] = [
  [xor8(), sum8({ complement: 'ones', initial: 3 })],
  [sum16be({ complement: 'twos' }), sum16le()],
  [fletcher16(), fletcher32({ order: 'little' })],
  [fletcher16({ modulus: 256, order: 'little' }), fletcher16({ modulus: 256 })],
  [adler32(), crc32],
  [crc8, crc({ width: 24, poly: 0x864cfb, init: 0xb704ce })],
  [
    crc({ width: 15, poly: 0x4599 }),
    crc({ width: 5, poly: 0x05, init: 0x1f, refIn: true, refOut: true, xorOut: 0x1f }),
  ],
  [
    crc({ width: 40, poly: 0x0004820009n, xorOut: 0xffffffffffn }),
    crc({ width: 16, poly: 0x1021, init: 0x1d0f, refIn: true, order: 'little' }),
  ],
  [
    crc({
      width: 64,
      poly: 0x42f0e1eba9ea3693n,
      init: 2n ** 64n - 1n,
      refIn: true,
      refOut: true,
      xorOut: 2n ** 64n - 1n,
    }),
    crc({ width: 3, poly: 3, xorOut: 7 }),
  ],
];

const drawnSide = (framing: Framing): SampleSide => ({ ...drawnWire(framing), framing });
const summedSide = (sum: SumSpec): SampleSide => ({ ...summed(sum), framing: LENGTH });

function numbered<T>(name: string, pairs: readonly (readonly [T, T])[], side: (one: T) => SampleSide) {
  return Object.fromEntries(pairs.map(([a, b], at) => [`${name}${at}`, [side(a), side(b)]] as const));
}

export const MODBUS: SampleProtocols = {
  modbus: [
    { ...MODBUS_REQUESTS, framing: silence(micros(2005)) },
    { ...MODBUS_ANSWERS, framing: LENGTH },
  ],
};
export const FILTERED: SampleProtocols = {
  parts: [
    { ...PARTS, framing: slip() },
    { ...PARTS, framing: LENGTH },
  ],
};

export const SAMPLE_PROTOCOLS: SampleProtocols = {
  ...MODBUS,
  ...FILTERED,
  ...numbered('framing', FRAMINGS, drawnSide),
  ...numbered('sum', SUMS, summedSide),
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
    { ...STUFFED_BESIDE_LINES, framing: stuffedBesideLines },
  ],
};

/** A sum of one's own: a dissector shows it and does not judge it. */
export const CUSTOM_SUM: SampleSide = {
  ...summed(customSum(2, (raw) => raw.length * 257)),
  framing: LENGTH,
};
