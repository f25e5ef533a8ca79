/** Wires that share a line in framings of their own, for tests of their dissector. */
import { millis } from '../../protocols/time';
import { literal, rest, text, u8 } from '../../protocols/wire/field';
import { cobs } from '../../protocols/wire/decoders/cobs';
import { anyOf, byLength, lines, startByte, type AnyFraming } from '../../protocols/wire/framing';
import { oneOf } from '../../protocols/wire/one-of';
import { wireOfSide } from '../../protocols/wire/parts/framed-wire';
import { crc16ccitt, xor8 } from '../../protocols/wire/sums';
import { midi } from '../../protocols/wire/testing/midi';
import { mixed, mixedFraming } from '../../protocols/wire/testing/mixed-line';
import { wire, type Wire } from '../../protocols/wire/wire';
import { sampleOf, type SampleWire } from './described-wires';

const IDLE = millis(20);

/** Their content is whole frames. */
function sideOf<M>(described: Wire<M>, framing: AnyFraming, ...messages: readonly M[]): SampleWire {
  return sampleOf(wireOfSide(described, framing), ...messages);
}

export const MIDI = sampleOf(
  midi,
  { type: 'noteOn', status: 0x90, note: 60, velocity: 64 },
  { type: 'program', status: 0xc5, program: 3 },
  { type: 'song', song: 2 },
  { type: 'clock' },
  { type: 'noteOff', status: 0x8f, note: 0, velocity: 127 },
);

export const MIXED = sideOf(
  mixed,
  mixedFraming,
  { type: 'ubx', class: 1, id: 7, payload: Uint8Array.of(1, 2, 0xb5, 0x62, 3) },
  { type: 'ubx', class: 0xb5, id: 0x62, payload: new Uint8Array(0) },
  { type: 'ubx', class: 6, id: 1, payload: Uint8Array.from(Buffer.from('$GPGGA,1*48\r\n')) },
  { type: 'nmea', text: 'GPGGA,123519,4807.038,N' },
  { type: 'nmea', text: '' },
);

const replies = wire({
  forms: { ok: { is: literal('ok') }, error: { is: literal('error:'), code: text({ rest: true, most: 3 }) } },
});

/** Lines without start bytes, binary frames, and single bytes. */
export const binaryBesideLines = anyOf(
  lines({ end: 'lf', longest: 20, idle: IDLE }),
  startByte([0xa5, 0x5a], { idle: IDLE, trailer: 0x0a }),
  byLength({ idle: millis(5) }),
);

export const BINARY_BESIDE_LINES = sideOf(
  oneOf(
    replies,
    wire({ tag: { kind: u8() }, forms: { telemetry: [0x10, { seq: u8() }] }, sum: xor8() }),
    wire({ tag: { key: u8() }, forms: { status: [0x3f, {}], stop: [0x21, {}] } }),
  ),
  binaryBesideLines,
  { type: 'ok' },
  { type: 'telemetry', seq: 0x0a },
  { type: 'status' },
  { type: 'error', code: '12' },
  { type: 'stop' },
);

/** Stuffed frames, which begin with their delimiter, and lines. Silence ends nothing. */
export const stuffedBesideLines = anyOf(cobs({ leading: true }), lines({ end: 'crlf' }));

export const STUFFED_BESIDE_LINES = sideOf(
  oneOf(wire({ forms: { data: { data: rest({ least: 1, most: 20 }) } }, sum: crc16ccitt }), replies),
  stuffedBesideLines,
  { type: 'data', data: Uint8Array.of(0, 1, 0, 0x0d, 0x0a) },
  { type: 'ok' },
  { type: 'data', data: new Uint8Array(20) },
);
