/** Golden bytes of STM with their sources. Worked out by hand from README.md, not by the codec. */
import type { Answer, Request } from '../message';

/** Bytes as hex text, and their message, for both directions. */
export interface Vector<T> {
  readonly name: string;
  readonly source: string;
  readonly hex: string;
  readonly message: T;
}

/** Bytes that a board must refuse, and the right Error. */
export interface BadVector {
  readonly name: string;
  readonly source: string;
  readonly hex: string;
  readonly code: string;
  readonly offset: number;
  /** The board's answer. */
  readonly answer: string;
}

const EAST = { x: 4, y: 2, z: 0, kind: 27 };
const PAIR = [EAST, { x: 6, y: 2, z: 0, kind: 34 }];
const CORNER = { x: 63, y: 31, z: 7, kind: 41 };

function spaced(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}

const FULL = Array.from({ length: 144 }, (_, i) => ({
  x: 2 * (i % 12),
  y: 2 * Math.floor(i / 12),
  z: 0,
  kind: i % 42,
}));
const FULL_HEX = `03 0A 90 ${spaced(FULL.flatMap(({ x, y, z, kind }) => [x, y, z, kind]))} 99`;

export const REQUEST_VECTORS: readonly Vector<Request>[] = [
  { name: 'Start', source: 'examples', hex: '01 FF FE', message: { type: 'start' } },
  { name: 'Reset', source: 'STM-GM-02', hex: '02 FF FD', message: { type: 'reset' } },
  {
    name: 'Shuffle of one tile',
    source: 'frame table, least count',
    hex: '03 0A 01 00 00 00 00 08',
    message: { type: 'shuffle', tiles: [{ x: 0, y: 0, z: 0, kind: 0 }] },
  },
  {
    name: 'Shuffle of two tiles',
    source: 'frame table',
    hex: '03 0A 02 04 02 00 1B 06 02 00 22 30',
    message: { type: 'shuffle', tiles: PAIR },
  },
  {
    name: 'Shuffle of 144 tiles',
    source: 'STM-FR-08, the longest frame',
    hex: FULL_HEX,
    message: { type: 'shuffle', tiles: FULL },
  },
  {
    name: 'Select of an open East wind',
    source: 'examples',
    hex: '04 0A 04 02 00 1B 01 12',
    message: { type: 'select', tile: EAST, open: true },
  },
  {
    name: 'Match of a closed season 4, every value the highest',
    source: 'frame table and ranges',
    hex: '05 0A 3F 1F 07 29 00 01',
    message: { type: 'match', tile: CORNER, open: false },
  },
  { name: 'Set State', source: 'frame table', hex: '06 FF F9', message: { type: 'set-state' } },
];

export const ANSWER_VECTORS: readonly Vector<Answer>[] = [
  { name: 'Start', source: 'examples', hex: '01 FF FE', message: { type: 'start' } },
  { name: 'Reset', source: 'STM-GM-02', hex: '02 FF FD', message: { type: 'reset' } },
  {
    name: 'Shuffle of two tiles',
    source: 'frame table',
    hex: '03 0A 02 04 02 00 1B 06 02 00 22 30',
    message: { type: 'shuffle', tiles: PAIR },
  },
  {
    name: 'Shuffle of 144 tiles',
    source: 'STM-FR-08, the longest frame',
    hex: FULL_HEX,
    message: { type: 'shuffle', tiles: FULL },
  },
  { name: 'Select TRUE', source: 'examples', hex: '04 01 05', message: { type: 'select', result: true } },
  {
    name: 'Select FALSE',
    source: 'frame table',
    hex: '04 00 04',
    message: { type: 'select', result: false },
  },
  { name: 'Match TRUE', source: 'frame table', hex: '05 01 04', message: { type: 'match', result: true } },
  { name: 'Match FALSE', source: 'frame table', hex: '05 00 05', message: { type: 'match', result: false } },
  { name: 'playing', source: 'states', hex: '06 0A 00 0C', message: { type: 'state', state: 'playing' } },
  { name: 'won', source: 'states', hex: '06 0A 01 0D', message: { type: 'state', state: 'won' } },
  { name: 'game over', source: 'states', hex: '06 0A 02 0E', message: { type: 'state', state: 'over' } },
  { name: 'bad CRC', source: 'examples', hex: 'EE 01 EF', message: { type: 'error', code: 1 } },
  { name: 'unknown command', source: 'error codes', hex: 'EE 02 EC', message: { type: 'error', code: 2 } },
  { name: 'bad data', source: 'error codes', hex: 'EE 03 ED', message: { type: 'error', code: 3 } },
  { name: 'truncated frame', source: 'error codes', hex: 'EE 04 EA', message: { type: 'error', code: 4 } },
  { name: 'shuffle blocked', source: 'error codes', hex: 'EE 05 EB', message: { type: 'error', code: 5 } },
  { name: 'no game', source: 'error codes', hex: 'EE 06 E8', message: { type: 'error', code: 6 } },
];

const BAD_CRC = 'EE 01 EF';
const UNKNOWN = 'EE 02 EC';
const BAD_DATA = 'EE 03 ED';
const TRUNCATED = 'EE 04 EA';

function bad(
  name: string,
  source: string,
  hex: string,
  code: string,
  offset: number,
  answer: string,
): BadVector {
  return { name, source, hex, code, offset, answer };
}

/** Each is decided by its last byte, or by the idle gap after it. */
export const BAD_VECTORS: readonly BadVector[] = [
  bad('Start with a wrong checksum', 'examples', '01 FF 00', 'checksum', 2, BAD_CRC),
  bad('Select, every CRC bit wrong', 'STM-FR-02', '04 0A 04 02 00 1B 01 ED', 'checksum', 7, BAD_CRC),
  bad(
    'a wrong CRC and a kind of 42: the CRC is judged first',
    'STM-FR-07',
    '04 0A 04 02 00 2A 01 00',
    'checksum',
    7,
    BAD_CRC,
  ),
  bad('a command of 00', 'STM-FR-05', '00', 'unknown-command', 0, UNKNOWN),
  bad('a command of 07 with a right CRC', 'STM-FR-05', '07 FF F8', 'unknown-command', 0, UNKNOWN),
  bad('the Error command from the host', 'STM-FR-05', 'EE 01 EF', 'unknown-command', 0, UNKNOWN),
  bad('Start with a payload', 'STM-FR-06', '01 0A 0B', 'bad-data', 1, BAD_DATA),
  bad('Select as command only', 'STM-FR-06', '04 FF FB', 'bad-data', 1, BAD_DATA),
  bad('Set State TRUE', 'STM-FR-06', '06 01 07', 'bad-data', 1, BAD_DATA),
  bad('Shuffle of no tile', 'STM-FR-06', '03 0A 00 09', 'bad-data', 2, BAD_DATA),
  bad('Shuffle of 145 tiles', 'STM-FR-06', '03 0A 91', 'bad-data', 2, BAD_DATA),
  bad('Select, x 64', 'STM-FR-07', '04 0A 40 02 00 1B 01 56', 'content', 2, BAD_DATA),
  bad('Select, y 32', 'STM-FR-07', '04 0A 04 20 00 1B 01 30', 'content', 3, BAD_DATA),
  bad('Select, z 8', 'STM-FR-07', '04 0A 04 02 08 1B 01 1A', 'content', 4, BAD_DATA),
  bad('Select, kind 42', 'STM-FR-07', '04 0A 04 02 00 2A 01 23', 'content', 5, BAD_DATA),
  bad('Match, condition 2', 'STM-FR-07', '05 0A 04 02 00 1B 02 10', 'content', 6, BAD_DATA),
  bad(
    'Shuffle, kind 42 in the second tile',
    'STM-FR-07',
    '03 0A 02 04 02 00 1B 06 02 00 2A 38',
    'content',
    10,
    BAD_DATA,
  ),
  bad(
    'Shuffle, a position twice',
    'STM-FR-07',
    '03 0A 02 04 02 00 1B 04 02 00 22 32',
    'content',
    7,
    BAD_DATA,
  ),
  bad('Start that stops after its command', 'STM-FR-03', '01', 'truncated', 1, TRUNCATED),
  bad('Select that stops before its CRC', 'STM-FR-03', '04 0A 04 02 00 1B 01', 'truncated', 7, TRUNCATED),
];
