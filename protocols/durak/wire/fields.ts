/**
 * Names the parts of any bytes, complete or not, for hex views: type, every card record, the ends.
 */
import type { FieldSpan } from '../../../api/index';
import { byteName, isCanonical, splitRecord } from './faults';
import {
  cardName,
  EOT,
  ETX,
  GS,
  LF,
  meaningOf,
  RECORD_FIELDS,
  RS,
  SYN,
  TYPE_DECK,
  TYPE_HELLO,
} from './packet';

/** The meaning of bytes that belong to no packet. */
export const STRANGE = {
  type: 'unknown type',
  rest: 'not understood',
  garbage: 'garbage',
  card: 'no card',
  integer: 'no integer',
  surplus: 'one field too many',
  range: 'out of range',
} as const;

/** The spans of `raw`, in order, as far as it is readable. Never throws. */
export function explain(raw: Uint8Array): readonly FieldSpan[] {
  const spans: FieldSpan[] = [];
  if (raw.length === 0) return spans;
  let at = 0;
  if (raw[0] === EOT) {
    spans.push(control('EOT', 0, 'acknowledgement'));
    at = 1;
  } else if (raw[0] === SYN) {
    spans.push(control('SYN', 0, 'starts a packet'));
    at = head(raw, spans);
    for (let record = 0; raw[at] === RS; record++) at = card(raw, at, record, spans);
    if (raw[at] === ETX) spans.push(control('ETX', at++, 'ends the data'));
  }
  const end = raw[raw.length - 1] === LF ? raw.length - 1 : raw.length;
  if (at < end)
    spans.push(unread(raw, at, end, raw[0] === SYN || raw[0] === EOT ? STRANGE.rest : STRANGE.garbage));
  if (end < raw.length && end >= at) spans.push(control('LF', end, 'ends the line'));
  return spans;
}

function head(raw: Uint8Array, spans: FieldSpan[]): number {
  const type = raw[1];
  if (type === undefined || type === LF) return 1;
  const meaning = type === TYPE_DECK ? 'deck' : type === TYPE_HELLO ? 'hello' : STRANGE.type;
  spans.push({ name: 'type', offset: 1, length: 1, value: String.fromCharCode(type), meaning });
  if (raw[2] !== GS) return 2;
  spans.push(control('GS', 2, 'ends the type'));
  return 3;
}

/** The spans of one card record; its first field carries the whole card's name. */
function card(raw: Uint8Array, at: number, record: number, spans: FieldSpan[]): number {
  const { fields, end } = splitRecord(raw, at);
  const [rank, suit] = fields.map(({ text }) => (isCanonical(text) ? Number(text) : -1));
  const known =
    rank !== undefined && suit !== undefined && meaningOf('card', rank) && meaningOf('suit', suit);
  const meaning = known ? cardName({ card: rank, suit }) : STRANGE.card;
  spans.push({ name: `record ${record}`, offset: at, length: 1, value: 'RS', meaning });
  for (const [i, { offset, text }] of fields.entries()) {
    if (text.length === 0) continue;
    const what = RECORD_FIELDS[i]?.name;
    const name = `${what ?? `surplus ${i}`}[${record}]`;
    spans.push({ name, offset, length: text.length, ...valueOf(what, text) });
  }
  return end;
}

function valueOf(
  what: (typeof RECORD_FIELDS)[number]['name'] | undefined,
  text: string,
): { value: number | string; meaning: string } {
  if (!isCanonical(text)) return { value: text, meaning: STRANGE.integer };
  // A number with too many digits is shown as text: JSON cannot hold Infinity.
  const value = Number.isSafeInteger(Number(text)) ? Number(text) : text;
  if (what === undefined) return { value, meaning: STRANGE.surplus };
  return { value, meaning: meaningOf(what, Number(value)) ?? STRANGE.range };
}

function control(name: string, offset: number, meaning: string): FieldSpan {
  return { name, offset, length: 1, value: name, meaning };
}

function unread(raw: Uint8Array, at: number, end: number, meaning: string): FieldSpan {
  const shown = Array.from(raw.subarray(at, Math.min(end, at + 16)), byteName).join(' ');
  return {
    name: 'rest',
    offset: at,
    length: end - at,
    value: end - at > 16 ? `${shown} ...` : shown,
    meaning,
  };
}
