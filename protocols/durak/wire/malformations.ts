/**
 * Packets with exactly one error, made from a good deck: the cases of DRK-LK-06, with the decoder's codes. A board
 * should apply the good deck; then a board that accepts the packet shows its bug.
 */
import type { Choose } from '../game/deal';
import { encode, encodeTexts, textsOf, type Texts } from './wire';
import type { MalformedCode } from './faults';
import { LF, RECORD_FIELDS, TRUMP, type Deck } from './packet';

export interface Malformation {
  /** `35 records`: the name of the case on the page. */
  readonly label: string;
  readonly code: MalformedCode;
  /** The malformed packet's bytes. Throws EncodeError for a deck that is not well-formed. */
  readonly make: (cards: Deck, choose: Choose) => Uint8Array;
}

export const MALFORMATIONS: readonly Malformation[] = [
  {
    label: 'unknown type',
    code: 'type',
    make: (cards, choose) => withByte(cards, 1, choose(2) === 0 ? 0x33 : 0x30),
  },
  { label: 'missing GS', code: 'missing-gs', make: (cards) => without(encode({ type: 'deck', cards }), 2) },
  { label: 'missing ETX', code: 'missing-etx', make: withoutEtx },
  { label: '35 records', code: 'records', make: rows((all) => all.slice(0, -1)) },
  { label: '37 records', code: 'records', make: rows((all) => [...all, ...all.slice(0, 1)]) },
  { label: '4 fields', code: 'fields', make: onRow((row, choose) => row.toSpliced(choose(5), 1)) },
  { label: '6 fields', code: 'fields', make: onRow((row, choose) => row.toSpliced(choose(6), 0, '0')) },
  ...['', '+1', '01', ' 1', '-0', '-', 'x', '1.5', '1e0', '1 ', '0x1'].map((text): Malformation => ({
    label: `"${text}" as a field`,
    code: 'integer',
    make: onField(() => text),
  })),
  ...RECORD_FIELDS.flatMap(({ name, min, max }, i): Malformation[] => [
    {
      label: `${name} above its range`,
      code: 'range',
      make: onField((choose) => String(max + 1 + choose(89)), i),
    },
    {
      label: `${name} below its range`,
      code: 'range',
      make: onField((choose) => String(min - 1 - choose(93)), i),
    },
  ]),
  { label: 'a card twice', code: 'twice', make: twice },
  { label: 'a colour false to its suit', code: 'color', make: falseColor },
  { label: 'two cards of property 0', code: 'trumps', make: twoTrumps },
  { label: 'a byte between ETX and LF', code: 'trailing', make: withTrailing },
];

function rows(change: (all: Texts) => Texts): Malformation['make'] {
  return (cards) => encodeTexts(change(textsOf(cards)));
}

function onRow(change: (row: readonly string[], choose: Choose) => string[]): Malformation['make'] {
  return (cards, choose) => {
    const texts = textsOf(cards);
    const at = choose(texts.length);
    return encodeTexts(texts.map((row, i) => (i === at ? change(row, choose) : row)));
  };
}

function onField(text: (choose: Choose) => string, field?: number): Malformation['make'] {
  return onRow((row, choose) => row.with(field ?? choose(RECORD_FIELDS.length), text(choose)));
}

function twice(cards: Deck, choose: Choose): Uint8Array {
  const texts = textsOf(cards);
  const from = choose(texts.length);
  const to = (from + 1 + choose(texts.length - 1)) % texts.length;
  const [card = '', suit = '', color = ''] = texts[from] ?? [];
  return encodeTexts(texts.map((row, i) => (i === to ? [card, suit, color, ...row.slice(3)] : row)));
}

function falseColor(cards: Deck, choose: Choose): Uint8Array {
  const at = choose(cards.length);
  return encodeTexts(
    textsOf(cards).map((row, i) => (i === at ? row.with(2, row[2] === '0' ? '1' : '0') : row)),
  );
}

function twoTrumps(cards: Deck, choose: Choose): Uint8Array {
  const other = (record: number) => cards[record]?.property !== TRUMP;
  const fresh = cards.map((_, i) => i).filter(other);
  const picked = new Set<number>();
  const needed = cards.length === fresh.length ? 2 : 1;
  while (picked.size < needed) picked.add(fresh[choose(fresh.length)] ?? 0);
  return encodeTexts(textsOf(cards).map((row, i) => (picked.has(i) ? row.with(3, '0') : row)));
}

function withoutEtx(cards: Deck): Uint8Array {
  const bytes = encode({ type: 'deck', cards });
  return without(bytes, bytes.length - 2);
}

function withTrailing(cards: Deck, choose: Choose): Uint8Array {
  const bytes = encode({ type: 'deck', cards });
  return Uint8Array.of(...bytes.subarray(0, -1), 0x20 + choose(95), LF);
}

function without(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.filter((_, i) => i !== at);
}

function withByte(cards: Deck, at: number, byte: number): Uint8Array {
  const bytes = encode({ type: 'deck', cards });
  bytes[at] = byte;
  return bytes;
}
