/**
 * Reads a whole line, and explains any bytes for people: the parts of a line, complete or not, and why it is no packet.
 *
 *     SYN '1' GS | RS card US suit US color US property US field | ... | ETX LF
 *
 * The number of a record's fields is judged before their values: four fields are reported, not a wrong color.
 */
import { byteText, type FieldSpan, type FrameError } from '../../../api/index';
import {
  cardName,
  colorOf,
  DECK_SIZE,
  EOT,
  ETX,
  GS,
  LF,
  LINE_MAX,
  RECORD_FIELDS,
  RS,
  suitName,
  SYN,
  TRUMP,
  TYPE_DECK,
  TYPE_HELLO,
  US,
  type CardRecord,
  type Packet,
} from './packet';

/** The reasons to refuse a packet: the cases of DRK-LK-06, and a byte between ETX and LF. */
export const MALFORMED_CODES = [
  ...(['type', 'missing-gs', 'missing-etx', 'records', 'fields', 'integer', 'range'] as const),
  ...(['twice', 'color', 'trumps', 'trailing'] as const),
] as const;
export type MalformedCode = (typeof MALFORMED_CODES)[number];

export function isMalformed(code: string): boolean {
  return MALFORMED_CODES.some((one) => one === code);
}

/** The reasons to drop a line, whatever its content. */
export type LineCode = 'garbage' | 'interrupted' | 'too-long' | 'unfinished' | 'no-ack';

/** The control bytes, and what they mean where they are due. */
export const CONTROLS = {
  SYN: { byte: SYN, meaning: 'starts a packet' },
  GS: { byte: GS, meaning: 'ends the type' },
  RS: { byte: RS, meaning: 'starts a card record' },
  US: { byte: US, meaning: 'stands between two fields' },
  ETX: { byte: ETX, meaning: 'ends the data' },
  EOT: { byte: EOT, meaning: 'acknowledgement' },
  LF: { byte: LF, meaning: 'ends the line' },
} as const;
export const BYTE_NAMES = Object.entries(CONTROLS).map(([name, { byte }]) => [byte, name] as const);

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

export const faultWords = {
  garbage: (bytes: string) => `bytes before SYN or EOT: ${bytes}`,
  interrupted: (bytes: string) => `a SYN starts a new packet after ${bytes} bytes of this line`,
  tooLong: `the line is longer than ${LINE_MAX} bytes`,
  unfinished: (bytes: string) => `the line did not end in time, after ${bytes} bytes`,
  noAck: (seen: string) => `${seen} stands between EOT and LF`,
  type: (seen: string) => `unknown packet type ${seen}`,
  missingGs: (seen: string) => `${seen} stands where GS ends the type`,
  helloData: (seen: string) => `${seen} stands where ETX ends a hello`,
  noRecord: (seen: string) => `${seen} stands where RS starts the first card record`,
  trailing: (seen: string) => `${seen} stands between ETX and LF`,
  missingEtx: 'the line ends without ETX',
  few: (records: string) => `the deck has ${records} records, not ${DECK_SIZE}`,
  many: `the deck has more than ${DECK_SIZE} records`,
  fields: (record: string, fields: string) => `record ${record} has ${fields} fields, not 5`,
  range: (field: string, record: string, text: string) => `${field} of record ${record} is ${text}`,
  integer: (field: string, record: string, text: string) =>
    `${field} of record ${record} is no integer: "${text}"`,
  color: (record: string, color: string, suit: string, right: string) =>
    `color of record ${record} is ${color}, but ${suit} have ${right}`,
  twice: (record: string, card: string) => `record ${record} names the ${card} again`,
  trumps: (record: string, card: string) => `record ${record} (${card}) is a second card of property 0`,
} as const;

/** A decimal integer as the page writes one: no plus, no leading zero, no -0. */
const CANONICAL = /^(0|-?[1-9][0-9]*)$/;
/** The texts of each field's values. */
const ALLOWED = RECORD_FIELDS.map(({ meanings, min }) => meanings.map((_, i) => String(min + i)));
const CONTROL_NAMES = new Map<number, string>(BYTE_NAMES);
const RECORD_ENDS: readonly (number | undefined)[] = [RS, ETX, LF, SYN, undefined];

/** `ETX`, `"7"`, `FF`, or `the end`. */
function byteName(byte: number | undefined): string {
  if (byte === undefined) return 'the end';
  const name = CONTROL_NAMES.get(byte);
  if (name !== undefined) return name;
  return byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : byteText(byte);
}

/** The error of bytes dropped as a line. `offset`: of the first wrong byte. */
export function lineFault(code: LineCode, raw: Uint8Array): FrameError {
  const { length } = raw;
  const count = String(length);
  const faults: Readonly<Record<LineCode, readonly [number, string, string, string]>> = {
    garbage: [0, 'SYN or EOT', byteName(raw[0]), faultWords.garbage(count)],
    interrupted: [length, 'LF', 'SYN', faultWords.interrupted(count)],
    'too-long': [length, 'LF', 'more bytes', faultWords.tooLong],
    unfinished: [length, 'LF', 'silence', faultWords.unfinished(count)],
    'no-ack': [1, 'LF', byteName(raw[1]), faultWords.noAck(byteName(raw[1]))],
  };
  return fault(code, ...faults[code]);
}

const HELLO: Packet = Object.freeze({ type: 'hello' });
const ACK: Packet = Object.freeze({ type: 'ack' });

export function readLine(line: Uint8Array): Packet | FrameError {
  const wrong = (code: MalformedCode, at: number, due: string, words: (seen: string) => string): FrameError =>
    fault(code, at, due, byteName(line[at]), words(byteName(line[at])));
  const [start, type, separator] = line;
  if (start === EOT) return line.length === 2 && line[1] === LF ? ACK : lineFault('no-ack', line);
  if (start !== SYN) return lineFault('garbage', line);
  if (type !== TYPE_DECK && type !== TYPE_HELLO) return wrong('type', 1, '"1" or "2"', faultWords.type);
  if (separator !== GS) return wrong('missing-gs', 2, 'GS', faultWords.missingGs);
  const isDeck = type === TYPE_DECK;
  if (!isDeck && line[3] !== ETX) return wrong('missing-etx', 3, 'ETX', faultWords.helloData);
  if (isDeck && line[3] !== RS && line[3] !== LF) return wrong('records', 3, 'RS', faultWords.noRecord);
  const cards: CardRecord[] = [];
  let at = 3;
  while (isDeck && line[at] === RS) {
    if (cards.length === DECK_SIZE) return wrong('records', at, 'ETX', () => faultWords.many);
    const split = splitRecord(line, at);
    const [card = 0, suit = 0, color = 0, property = 0, field = 0] = split.fields.map(({ text }) =>
      Number(text),
    );
    const record = { card, suit, color, property, field };
    const number = String(cards.length);
    const found = recordFault(line, split, number) ?? contentFault(split, number, record, cards);
    if (found !== undefined) return found;
    cards.push(record);
    at = split.end;
  }
  if (line[at] === LF) return missingEtx(at);
  if (isDeck && cards.length < DECK_SIZE)
    return wrong('records', at, 'RS', () => faultWords.few(String(cards.length)));
  if (line[at + 1] !== LF || at + 2 < line.length)
    return wrong('trailing', at + 1, 'LF', faultWords.trailing);
  return isDeck ? { type: 'deck', cards } : HELLO;
}

type SplitRecord = ReturnType<typeof splitRecord>;

/** The texts of the fields of the record whose RS is at `at`, with their offsets, and where the record ends. */
function splitRecord(raw: Uint8Array, at: number) {
  let end = at + 1;
  while (!RECORD_ENDS.includes(raw[end])) end++;
  let offset = at + 1;
  const texts = Buffer.from(raw.subarray(offset, end)).toString('latin1').split('\x1f');
  const fields = texts.map((text) => {
    const field = { offset, text };
    offset += text.length + 1;
    return field;
  });
  return { fields, end };
}

/** A wrong number of fields, or a text that is no value of its field. */
function recordFault(line: Uint8Array, { fields, end }: SplitRecord, record: string): FrameError | undefined {
  const isCut = line[end] === LF;
  const surplus = fields[5];
  const count = faultWords.fields(record, String(fields.length));
  if (surplus !== undefined) return fault('fields', surplus.offset - 1, 'RS or ETX', 'US', count);
  if (fields.length < 5 && !isCut) return fault('fields', end, 'US', byteName(line[end]), count);
  for (const [i, { offset, text }] of fields.entries()) {
    const { name, min, max } = RECORD_FIELDS[i] ?? RECORD_FIELDS[4];
    if (isCut && i === fields.length - 1 && text === '') break;
    const allowed = ALLOWED[i] ?? [];
    if (allowed.includes(text)) continue;
    // The first character that fits no integer of the range.
    let good = 0;
    while (good < text.length && allowed.some((one) => one.startsWith(text.slice(0, good + 1)))) good++;
    const code = CANONICAL.test(text) ? 'range' : 'integer';
    const seen = text.replace(/[^\x21-\x7e]/g, (char) => `<${byteName(char.charCodeAt(0))}>`);
    return fault(code, offset + good, `${min}..${max}`, seen, faultWords[code](name, record, seen));
  }
  return isCut ? missingEtx(end) : undefined;
}

/** A color false to its suit, a card or a trump card twice. `known`: the cards before it. */
function contentFault(
  { fields }: SplitRecord,
  record: string,
  { card, suit, color, property }: CardRecord,
  known: readonly CardRecord[],
): FrameError | undefined {
  const offset = (field: number): number => fields[field]?.offset ?? 0;
  const name = cardName({ card, suit });
  const right = String(colorOf(suit));
  if (color !== colorOf(suit)) {
    const message = faultWords.color(record, String(color), suitName(suit), right);
    return fault('color', offset(2), right, String(color), message);
  }
  if (known.some((one) => one.card === card && one.suit === suit))
    return fault('twice', offset(1), 'a card not yet named', name, faultWords.twice(record, name));
  if (property !== TRUMP || known.every((one) => one.property !== TRUMP)) return undefined;
  const words = faultWords.trumps(record, name);
  return fault('trumps', offset(3), 'at most one card of property 0', 'a second', words);
}

function missingEtx(at: number): FrameError {
  return fault('missing-etx', at, 'ETX', 'LF', faultWords.missingEtx);
}

function fault(
  code: MalformedCode | LineCode,
  offset: number,
  expected: string,
  seen: string,
  message: string,
): FrameError {
  return { code, offset, expected, seen, message };
}

/** The spans of `raw`, in order, as far as it is readable: type, every card record, the ends. Never throws. */
export function explain(raw: Uint8Array): readonly FieldSpan[] {
  const spans: FieldSpan[] = [];
  const end = raw.at(-1) === LF ? raw.length - 1 : raw.length;
  const [start, type] = raw;
  let at = 0;
  const control = (name: keyof typeof CONTROLS): void => {
    const { byte, meaning } = CONTROLS[name];
    if (raw[at] === byte) spans.push({ name, offset: at++, length: 1, value: name, meaning });
  };
  control('EOT');
  if (start === SYN) {
    control('SYN');
    if (type !== undefined && type !== LF) {
      const meaning = type === TYPE_DECK ? 'deck' : type === TYPE_HELLO ? 'hello' : STRANGE.type;
      spans.push({ name: 'type', offset: at++, length: 1, value: String.fromCharCode(type), meaning });
      control('GS');
    }
    for (let record = 0; raw[at] === RS; record++) at = explainRecord(raw, at, record, spans);
    control('ETX');
  }
  if (at < end) {
    const shown = Array.from(raw.subarray(at, Math.min(end, at + 16)), byteName).join(' ');
    const value = end - at > 16 ? `${shown} ...` : shown;
    const meaning = start === SYN || start === EOT ? STRANGE.rest : STRANGE.garbage;
    spans.push({ name: 'rest', offset: at, length: end - at, value, meaning });
    at = end;
  }
  control('LF');
  return spans;
}

/** The spans of one card record; its first one has the whole card's name. Gives its end. */
function explainRecord(raw: Uint8Array, at: number, record: number, spans: FieldSpan[]): number {
  const { fields, end } = splitRecord(raw, at);
  const [card = -1, suit = -1] = fields.map(({ text }) => (CANONICAL.test(text) ? Number(text) : -1));
  const isCard = card in RECORD_FIELDS[0].meanings && suit in RECORD_FIELDS[1].meanings;
  const meaning = isCard ? cardName({ card, suit }) : STRANGE.card;
  spans.push({ name: `record ${record}`, offset: at, length: 1, value: 'RS', meaning });
  for (const [i, { offset, text }] of fields.entries()) {
    if (text.length === 0) continue;
    const name = `${RECORD_FIELDS[i]?.name ?? `surplus ${i}`}[${record}]`;
    spans.push({ name, offset, length: text.length, ...valueOf(RECORD_FIELDS[i], text) });
  }
  return end;
}

function valueOf(
  field: (typeof RECORD_FIELDS)[number] | undefined,
  text: string,
): Pick<FieldSpan, 'value' | 'meaning'> {
  if (!CANONICAL.test(text)) return { value: text, meaning: STRANGE.integer };
  const number = Number(text);
  // A number with too many digits is shown as text: JSON cannot hold Infinity.
  const value = Number.isSafeInteger(number) ? number : text;
  if (field === undefined) return { value, meaning: STRANGE.surplus };
  return { value, meaning: field.meanings[number - field.min] ?? STRANGE.range };
}
