/**
 * Golden bytes, written out by hand from README.md, section 'Packets'.
 */
import type { Packet } from '../wire/packet';

export interface Vector {
  readonly name: string;
  readonly source: string;
  readonly hex: string;
  readonly packet: Packet;
}

export interface BadVector {
  readonly name: string;
  readonly source: string;
  readonly hex: string;
  /** The reject's code, and the offset of the first wrong byte. */
  readonly code: string;
  readonly offset: number;
}

/** A suit's nine cards from 6 to A as hex: RS card US suit US color US, then property US field. */
function suitHex(suit: string, color: string, roles: readonly string[]): string {
  const ranks = ['30', '31', '32', '33', '34', '35', '36', '37', '38'];
  return ranks.map((rank, i) => `1e ${rank} 1f ${suit} 1f ${color} 1f ${roles[i] ?? ''} `).join('');
}

const FREE_HEX = '2d 31 1f 30';
const OUT_HEX = '2d 32 1f 30';
/** A table with every property, the lowest and the highest field, and both lengths of each. */
const DECK_HEX = [
  '16 31 1d ',
  suitHex('30', '30', [
    '31 1f 31',
    '31 1f 32',
    '31 1f 39',
    '31 1f 31 30',
    '31 1f 2d 31',
    ...Array<string>(4).fill(OUT_HEX),
  ]),
  suitHex('31', '30', ['32 1f 31', '32 1f 2d 36', '30 1f 30', ...Array<string>(6).fill(FREE_HEX)]),
  suitHex('32', '31', Array<string>(9).fill(FREE_HEX)),
  suitHex('33', '31', Array<string>(9).fill(OUT_HEX)),
  '03 0a',
].join('');

function deck(): Packet {
  const hearts = [
    [1, 1],
    [1, 2],
    [1, 9],
    [1, 10],
    [1, -1],
    [-2, 0],
    [-2, 0],
    [-2, 0],
    [-2, 0],
  ];
  const diamonds = [
    [2, 1],
    [2, -6],
    [0, 0],
    [-1, 0],
    [-1, 0],
    [-1, 0],
    [-1, 0],
    [-1, 0],
    [-1, 0],
  ];
  const clubs = Array.from({ length: 9 }, () => [-1, 0]);
  const spades = Array.from({ length: 9 }, () => [-2, 0]);
  const suits = [hearts, diamonds, clubs, spades];
  const cards = suits.flatMap((roles, suit) =>
    roles.map(([property = 0, field = 0], card) => ({
      card,
      suit,
      color: suit < 2 ? 0 : 1,
      property,
      field,
    })),
  );
  return { type: 'deck', cards };
}

export const vectors: readonly Vector[] = [
  { name: 'hello', source: 'README.md, Packets', hex: '16 32 1d 03 0a', packet: { type: 'hello' } },
  { name: 'acknowledgement', source: 'README.md, Packets', hex: '04 0a', packet: { type: 'ack' } },
  { name: 'deck', source: 'README.md, Packets', hex: DECK_HEX, packet: deck() },
];

/** The same record 36 times, up to the fault. */
const RECORD = '1e 30 1f 30 1f 30 1f 2d 31 1f 30';

export const badVectors: readonly BadVector[] = [
  { name: 'a byte in an acknowledgement', source: 'Packets', hex: '04 20 0a', code: 'no-ack', offset: 1 },
  { name: 'EOT twice', source: 'Packets', hex: '04 04 0a', code: 'no-ack', offset: 1 },
  { name: 'garbage', source: 'DRK-LK-05', hex: '31 1d 03 0a', code: 'garbage', offset: 0 },
  { name: 'type 3', source: 'DRK-LK-06', hex: '16 33 1d 03 0a', code: 'type', offset: 1 },
  { name: 'no type', source: 'DRK-LK-06', hex: '16 1d 03 0a', code: 'type', offset: 1 },
  { name: 'only SYN', source: 'DRK-LK-06', hex: '16 0a', code: 'type', offset: 1 },
  { name: 'hello without GS', source: 'DRK-LK-06', hex: '16 32 03 0a', code: 'missing-gs', offset: 2 },
  { name: 'type 12', source: 'DRK-LK-06', hex: '16 31 32 1d 03 0a', code: 'missing-gs', offset: 2 },
  { name: 'hello without ETX', source: 'DRK-LK-06', hex: '16 32 1d 0a', code: 'missing-etx', offset: 3 },
  {
    name: 'hello with data',
    source: 'DRK-LK-06',
    hex: `16 32 1d ${RECORD} 03 0a`,
    code: 'missing-etx',
    offset: 3,
  },
  { name: 'CR before LF', source: 'DRK-LK-06', hex: '16 32 1d 03 0d 0a', code: 'trailing', offset: 4 },
  { name: 'no record', source: 'DRK-LK-06', hex: '16 31 1d 03 0a', code: 'records', offset: 3 },
  { name: 'one record', source: 'DRK-LK-06', hex: `16 31 1d ${RECORD} 03 0a`, code: 'records', offset: 14 },
  {
    name: 'a card twice',
    source: 'DRK-LK-06',
    hex: `16 31 1d ${RECORD} ${RECORD} 03 0a`,
    code: 'twice',
    offset: 17,
  },
  {
    name: '+1',
    source: 'DRK-LK-06',
    hex: '16 31 1d 1e 2b 31 1f 30 1f 30 1f 30 1f 30 03 0a',
    code: 'integer',
    offset: 4,
  },
  {
    name: '01',
    source: 'DRK-LK-06',
    hex: '16 31 1d 1e 30 31 1f 30 1f 30 1f 30 1f 30 03 0a',
    code: 'integer',
    offset: 5,
  },
  {
    name: 'space 1',
    source: 'DRK-LK-06',
    hex: '16 31 1d 1e 20 31 1f 30 1f 30 1f 30 1f 30 03 0a',
    code: 'integer',
    offset: 4,
  },
  {
    name: '-0',
    source: 'DRK-LK-06',
    hex: '16 31 1d 1e 30 1f 30 1f 30 1f 30 1f 2d 30 03 0a',
    code: 'integer',
    offset: 13,
  },
  {
    name: 'card 9',
    source: 'DRK-LK-06',
    hex: '16 31 1d 1e 39 1f 30 1f 30 1f 30 1f 30 03 0a',
    code: 'range',
    offset: 4,
  },
  {
    name: 'field 11',
    source: 'DRK-LK-06',
    hex: '16 31 1d 1e 30 1f 30 1f 30 1f 30 1f 31 31 03 0a',
    code: 'range',
    offset: 13,
  },
  {
    name: 'red clubs',
    source: 'DRK-LK-06',
    hex: '16 31 1d 1e 30 1f 32 1f 30 1f 30 1f 30 03 0a',
    code: 'color',
    offset: 8,
  },
  {
    name: 'cut behind a US',
    source: 'DRK-LK-06',
    hex: '16 31 1d 1e 30 1f 0a',
    code: 'missing-etx',
    offset: 6,
  },
  {
    name: 'cut behind a field',
    source: 'DRK-LK-06',
    hex: '16 31 1d 1e 30 1f 32 0a',
    code: 'missing-etx',
    offset: 7,
  },
  {
    name: 'cut behind a minus',
    source: 'DRK-LK-06',
    hex: '16 31 1d 1e 30 1f 30 1f 30 1f 2d 0a',
    code: 'integer',
    offset: 11,
  },
  {
    name: '4 fields',
    source: 'DRK-LK-06',
    hex: '16 31 1d 1e 30 1f 30 1f 30 1f 30 1e',
    code: 'fields',
    offset: 11,
  },
].map((vector) => (vector.hex.endsWith('0a') ? vector : { ...vector, hex: `${vector.hex} 03 0a` }));
