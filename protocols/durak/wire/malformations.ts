/**
 * Packets with exactly one error, made from a good deck: the cases of DRK-LK-06, with the decoder's codes. A board
 * should apply the good deck; then a board that accepts the packet shows its bug.
 */
import type { Choose } from '../game/game';
import { encode } from './wire';
import { encodeTexts, textsOf, type Texts, LF, RECORD_FIELDS, TRUMP, type Deck } from './packet';
import type { MalformedCode } from './line';

export interface Malformation {
  /** `35 records`: the name of the case on the page. */
  readonly label: string;
  readonly code: MalformedCode;
  /** The malformed packet's bytes. Throws EncodeError for a deck that is not well-formed. */
  readonly make: (cards: Deck, choose: Choose) => Uint8Array;
}

type Make = Malformation['make'];
/** Each stands where a lenient reader reads what was there: to such a board the packet is good. */
const NO_INTEGERS = ['', '+1', '01', ' 1', '-0', '-', 'x', '1.5', '1e0', '1 ', '0x0'];
/** Each is good to a reader that looks at some bits only. */
const UNKNOWN_TYPES = [0x30, 0x33, 0x35, 0x71, 0xb1] as const;
/** A reader with integers of one or two bytes reads what was there. */
const OVERFLOWS = [256, 65_536];

type Case = readonly [label: string, code: MalformedCode, make: Make];

/** A game on a real board comes to the first ones only: one of each kind. */
const CASES: readonly Case[] = [
  unknownType(UNKNOWN_TYPES[0]),
  ['missing GS', 'missing-gs', onBytes((deck) => deck.filter((_, i) => i !== 2))],
  ['missing ETX', 'missing-etx', onBytes((deck) => deck.filter((_, i) => i !== deck.length - 2))],
  ['no records', 'records', onTexts(() => [])],
  ['35 records', 'records', onTexts((all) => all.slice(0, -1))],
  ['37 records', 'records', onTexts((all) => [...all, ...all.slice(0, 1)])],
  ['an empty record at the end', 'records', onTexts((all) => [...all, ['']])],
  [
    'a byte before the first record',
    'records',
    onBytes((deck) => Uint8Array.of(...deck.subarray(0, 3), 0x31, ...deck.subarray(3))),
  ],
  ['4 fields', 'fields', onRow((row, choose) => row.toSpliced(choose(5), 1))],
  ['6 fields', 'fields', onRow((row, choose) => row.toSpliced(choose(6), 0, '0'))],
  [
    'an empty field at the end',
    'fields',
    onTexts((all) => all.map((row, i) => (i === all.length - 1 ? [...row, ''] : row))),
  ],
  ...NO_INTEGERS.map((text) => [`"${text}" as a field`, 'integer', onTexts(spelling(text))] as const),
  ...RECORD_FIELDS.flatMap(({ name, min, max }, i) => [
    outside(`${name} above its range`, i, max + 1),
    outside(`${name} below its range`, i, min - 1),
  ]),
  ...OVERFLOWS.map((more): Case => [
    `a field ${more} too high`,
    'range',
    onRow((row, choose) => higher(row, choose(row.length), more)),
  ]),
  ['a minus before a card', 'range', onTexts(withMinus)],
  ...UNKNOWN_TYPES.slice(1).map(unknownType),
  ['a card twice', 'twice', onTexts(nameTwice)],
  ['a colour false to its suit', 'color', onRow((row) => row.with(2, row[2] === '0' ? '1' : '0'))],
  ['two cards of property 0', 'trumps', twoTrumps],
  [
    'a byte between ETX and LF',
    'trailing',
    onBytes((deck, choose) => Uint8Array.of(...deck.subarray(0, -1), 0x20 + choose(95), LF)),
  ],
];

export const MALFORMATIONS: readonly Malformation[] = CASES.map(([label, code, make]) => ({
  label,
  code,
  make,
}));

function onBytes(change: (deck: Uint8Array, choose: Choose) => Uint8Array): Make {
  return (cards, choose) => change(encode({ type: 'deck', cards }), choose);
}

function unknownType(type: number): Case {
  return [`unknown type ${type.toString(16)}`, 'type', onBytes((deck) => deck.with(1, type))];
}

function onTexts(change: (all: Texts, choose: Choose) => Texts): Make {
  return (cards, choose) => encodeTexts(change(textsOf(cards), choose));
}

function onRow(change: (row: readonly string[], choose: Choose) => readonly string[]): Make {
  return onTexts((texts, choose) => {
    // The last one as often as all others together.
    const at = choose(2) === 0 ? texts.length - 1 : choose(texts.length);
    return texts.map((row, i) => (i === at ? change(row, choose) : row));
  });
}

/** A field that `atoi` reads from `text` is spelled so: 0 or 1, which each packet has. */
function spelling(text: string): (all: Texts, choose: Choose) => Texts {
  const read = String(Number.parseInt(text, 10) || 0);
  return (all, choose) => {
    const fields = all.flatMap((row, i) =>
      row.flatMap((field, j) => (field === read ? [[i, j] as const] : [])),
    );
    const [at, field] = fields[choose(fields.length)]!;
    return all.map((row, i) => (i === at ? row.with(field, text) : row));
  };
}

function outside(label: string, field: number, value: number): Case {
  return [label, 'range', onRow((row) => row.with(field, String(value)))];
}

function higher(row: readonly string[], field: number, more: number): readonly string[] {
  return row.with(field, String(Number(row[field]) + more));
}

function withMinus(texts: Texts, choose: Choose): Texts {
  const signed = texts.filter(([card]) => card !== '0');
  const changed = signed[choose(signed.length)];
  return texts.map((row) => (row === changed ? row.with(0, `-${row[0]}`) : row));
}

function nameTwice(texts: Texts, choose: Choose): Texts {
  const from = choose(texts.length);
  const to = (from + 1 + choose(texts.length - 1)) % texts.length;
  const name = texts[from]?.slice(0, 3) ?? [];
  return texts.map((row, i) => (i === to ? [...name, ...row.slice(3)] : row));
}

function twoTrumps(cards: Deck, choose: Choose): Uint8Array {
  const others = [...cards.keys()].filter((record) => cards[record]?.property !== TRUMP);
  const picked = new Set<number>();
  const needed = cards.length === others.length ? 2 : 1;
  while (picked.size < needed) picked.add(others[choose(others.length)] ?? 0);
  return encodeTexts(textsOf(cards).map((row, i) => (picked.has(i) ? row.with(3, '0') : row)));
}
