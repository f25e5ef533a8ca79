/** Golden bytes and lines of Set with their sources. Worked out by hand from README.md. */
import type { Attributes, CardEncoding } from '../card';
import type { Report } from '../reports';

export interface CardVector {
  readonly encoding: CardEncoding;
  readonly byte: number;
  readonly attributes: Attributes;
}

/** The bits in order from the highest: shape, colour, filling, quantity. */
export const CARD_VECTORS: readonly CardVector[] = [
  // 01 01 01 01
  {
    encoding: '1..3',
    byte: 0x55,
    attributes: { quantity: 1, filling: 'open', colour: 'purple', shape: 'wave' },
  },
  // 11 11 11 11
  {
    encoding: '1..3',
    byte: 0xff,
    attributes: { quantity: 3, filling: 'striped', colour: 'green', shape: 'oval' },
  },
  // 10 11 01 10
  {
    encoding: '1..3',
    byte: 0xb6,
    attributes: { quantity: 2, filling: 'open', colour: 'green', shape: 'diamond' },
  },
  // 00 00 00 00
  {
    encoding: '0..2',
    byte: 0x00,
    attributes: { quantity: 1, filling: 'open', colour: 'purple', shape: 'wave' },
  },
  // 10 10 10 10
  {
    encoding: '0..2',
    byte: 0xaa,
    attributes: { quantity: 3, filling: 'striped', colour: 'green', shape: 'oval' },
  },
  // 00 00 10 10: LF
  {
    encoding: '0..2',
    byte: 0x0a,
    attributes: { quantity: 3, filling: 'striped', colour: 'purple', shape: 'wave' },
  },
  // 01 10 00 01
  {
    encoding: '0..2',
    byte: 0x61,
    attributes: { quantity: 2, filling: 'open', colour: 'green', shape: 'diamond' },
  },
];

/** An attribute of the fourth value (SET-CD-04); 0D is valid in neither encoding. */
export const NO_CARDS: readonly { readonly encoding: CardEncoding; readonly byte: number }[] = [
  { encoding: '1..3', byte: 0x0d },
  { encoding: '0..2', byte: 0x0d },
  { encoding: '1..3', byte: 0x00 },
  { encoding: '1..3', byte: 0x54 },
  { encoding: '1..3', byte: 0x15 },
  { encoding: '0..2', byte: 0x03 },
  { encoding: '0..2', byte: 0xc0 },
  { encoding: '0..2', byte: 0xff },
];

export interface LineVector {
  readonly text: string;
  readonly report: Report | undefined;
}

const SPOT: Report = { type: 'set', number: 12, triple: [0, 4, 10] };

/** Texts of lines, without escapes and line end. */
export const LINE_VECTORS: readonly LineVector[] = [
  { text: '+2 red ovals', report: { type: 'new-card', card: '2 red ovals' } },
  { text: 'Duplicate:2 red ovals', report: { type: 'duplicate', card: '2 red ovals' } },
  { text: 'TooManyCardsOnnTable:[B6] x', report: { type: 'table-full', card: '[B6] x' } },
  { text: '12,SpotNewSet:0,4,10!', report: SPOT },
  { text: 'SetCnt:3', report: { type: 'set-count', count: 3 } },
  { text: 'NoSets', report: { type: 'no-sets' } },
  { text: '77123,EndOfFrame,Rx:2 Byte', report: { type: 'end-of-frame', received: 2 } },
  { text: '-1,EndOfFrame,Rx:10 Byte', report: { type: 'end-of-frame', received: 10 } },
  { text: '[12:30:01.002][17][set]12,SpotNewSet:0,4,10!', report: SPOT },
  { text: '12:30:01.002,17,[set] 12,SpotNewSet:0,4,10!', report: SPOT },
  { text: '[set]+[B6] 2 open', report: { type: 'new-card', card: '[B6] 2 open' } },
  { text: '+0.125s [set] NoSets', report: { type: 'no-sets' } },
  { text: '+[2] NoSet', report: { type: 'new-card', card: '[2] NoSet' } },
  { text: '12:30:01 NoSets', report: undefined },
  { text: 'set: +3 red', report: undefined },
  { text: 'NoSets!', report: undefined },
  { text: 'SetCnt:', report: undefined },
  { text: 'SetCnt:1 of 2', report: undefined },
  { text: '12,SpotNewSet:0,4,10', report: undefined },
  { text: '12,SpotNewSet:0,4!', report: undefined },
  { text: 'TooManyCardsOnTable:x', report: undefined },
  { text: '5,EndOfFrame,Rx:2 Bytes', report: undefined },
  { text: '', report: undefined },
];
