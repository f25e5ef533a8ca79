/**
 * Explains why a line is no packet: code, first wrong byte, right value.
 *
 * The number of a record's fields is judged before their values: four fields are reported, not a wrong color.
 */
import { byteText, type FrameError } from '../../../api/index';
import {
  cardName,
  colorOf,
  DECK_SIZE,
  ETX,
  GS,
  LF,
  LINE_MAX,
  RECORD_FIELDS,
  RS,
  suitName,
  SYN,
  US,
} from './packet';
import type { PacketReader } from './reader';

/** The reasons to refuse a packet: the cases of DRK-LK-06, and a byte between ETX and LF. */
export const MALFORMED_CODES = [
  'type',
  'missing-gs',
  'missing-etx',
  'records',
  'fields',
  'integer',
  'range',
  'twice',
  'color',
  'trumps',
  'trailing',
] as const;
export type MalformedCode = (typeof MALFORMED_CODES)[number];

/** The reasons to drop a line, whatever its content. */
export type LineCode = 'garbage' | 'interrupted' | 'too-long' | 'unfinished' | 'no-ack';

export const BYTE_NAMES = new Map([
  [SYN, 'SYN'],
  [GS, 'GS'],
  [RS, 'RS'],
  [US, 'US'],
  [ETX, 'ETX'],
  [0x04, 'EOT'],
  [LF, 'LF'],
]);
const CANONICAL = /^(0|-?[1-9][0-9]*)$/;

/** `ETX`, `"7"`, `FF`, or `the end`. */
export function byteName(byte: number | undefined): string {
  if (byte === undefined) return 'the end';
  const name = BYTE_NAMES.get(byte);
  if (name !== undefined) return name;
  if (byte > 0x20 && byte < 0x7f) return `"${String.fromCharCode(byte)}"`;
  return byteText(byte);
}

/** True for a decimal integer as the page writes one: no plus, no leading zero, no -0. */
export function isCanonical(text: string): boolean {
  return CANONICAL.test(text);
}

/** Why bytes are no packet. */
export const faultWords = {
  garbage: (bytes: string) => `${bytes} bytes before SYN or EOT`,
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

/** The error of bytes dropped as a line. `at` is the offset of the first wrong byte. */
export function lineFault(code: LineCode, raw: Uint8Array): FrameError {
  const length = raw.length;
  switch (code) {
    case 'garbage':
      return fault(code, 0, 'SYN or EOT', byteName(raw[0]), faultWords.garbage(String(length)));
    case 'interrupted':
      return fault(code, length, 'LF', 'SYN', faultWords.interrupted(String(length)));
    case 'too-long':
      return fault(code, length, 'LF', 'more bytes', faultWords.tooLong);
    case 'unfinished':
      return fault(code, length, 'LF', 'silence', faultWords.unfinished(String(length)));
    case 'no-ack':
      return fault(code, 1, 'LF', byteName(raw[1]), faultWords.noAck(byteName(raw[1])));
  }
}

/** The error of a whole line, SYN to LF, that `reader` has just refused. */
export function packetFault(line: Uint8Array, reader: PacketReader): FrameError {
  const { at, record, stopped } = reader;
  const seen = byteName(line[at]);
  switch (stopped) {
    case 'type':
      return fault('type', at, '"1" or "2"', seen, faultWords.type(seen));
    case 'missing-gs':
      return fault('missing-gs', at, 'GS', seen, faultWords.missingGs(seen));
    case 'hello-data':
      return fault('missing-etx', at, 'ETX', seen, faultWords.helloData(seen));
    case 'no-record':
      if (line[at] === LF) return missingEtx(at);
      return fault('records', at, 'RS', seen, faultWords.noRecord(seen));
    case 'trailing':
      return fault('trailing', at, 'LF', seen, faultWords.trailing(seen));
    case 'records':
      return wrongCount(line, at, record);
    case 'record':
      return recordFault(line, at, record);
    case 'color':
    case 'twice':
    case 'trumps':
      return contentFault(line, reader);
  }
}

/** The texts of the fields of the record whose RS is at `at`, with their offsets, and where it ends. */
export function splitRecord(
  raw: Uint8Array,
  at: number,
): { fields: { offset: number; text: string }[]; end: number } {
  const fields: { offset: number; text: string }[] = [];
  let offset = at + 1;
  let text = '';
  for (let i = at + 1; ; i++) {
    const byte = raw[i];
    if (byte === US || byte === undefined || byte === RS || byte === ETX || byte === LF || byte === SYN) {
      fields.push({ offset, text });
      if (byte !== US) return { fields, end: i };
      offset = i + 1;
      text = '';
    } else text += String.fromCharCode(byte);
  }
}

function recordFault(line: Uint8Array, at: number, record: number): FrameError {
  const { fields, end } = splitRecord(line, at);
  const ended = line[end];
  const surplus = fields[5];
  if (surplus !== undefined)
    return fault(
      'fields',
      surplus.offset - 1,
      'RS or ETX',
      'US',
      faultWords.fields(String(record), String(fields.length)),
    );
  if (fields.length < 5 && ended !== LF)
    return fault(
      'fields',
      end,
      'US',
      byteName(ended),
      faultWords.fields(String(record), String(fields.length)),
    );
  for (const [i, { offset, text }] of fields.entries()) {
    const { name: what, min, max } = RECORD_FIELDS[i] ?? RECORD_FIELDS[4];
    if (ended === LF && i === fields.length - 1 && text === '') break;
    const wrong = firstWrong(text, min, max);
    if (wrong === undefined) continue;
    const code = isCanonical(text) ? 'range' : 'integer';
    const reason = faultWords[code](what, String(record), printable(text));
    return fault(code, offset + wrong, `${min}..${max}`, printable(text), reason);
  }
  return missingEtx(end);
}

/** The offset of the first character that fits no integer of the range; undefined: `text` is one. */
function firstWrong(text: string, min: number, max: number): number | undefined {
  const allowed = Array.from({ length: max - min + 1 }, (_, i) => String(min + i));
  if (allowed.includes(text)) return undefined;
  let good = 0;
  while (good < text.length && allowed.some((one) => one.startsWith(text.slice(0, good + 1)))) good++;
  return good;
}

function contentFault(line: Uint8Array, { at, record, stopped }: PacketReader): FrameError {
  const start = line.lastIndexOf(RS, at);
  const [card = 0, suit = 0, color = 0] = splitRecord(line, start).fields.map(({ text }) => Number(text));
  const name = cardName({ card, suit });
  if (stopped === 'color') {
    const right = String(colorOf(suit));
    const message = faultWords.color(String(record), String(color), suitName(suit), right);
    return fault('color', at, right, String(color), message);
  }
  if (stopped === 'twice')
    return fault('twice', at, 'a card not yet named', name, faultWords.twice(String(record), name));
  const message = faultWords.trumps(String(record), name);
  return fault('trumps', at, 'at most one card of property 0', 'a second', message);
}

function wrongCount(line: Uint8Array, at: number, record: number): FrameError {
  if (line[at] === ETX) return fault('records', at, 'RS', 'ETX', faultWords.few(String(record)));
  return fault('records', at, 'ETX', 'RS', faultWords.many);
}

function missingEtx(at: number): FrameError {
  return fault('missing-etx', at, 'ETX', 'LF', faultWords.missingEtx);
}

function printable(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, (char) => `<${byteName(char.charCodeAt(0))}>`);
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
