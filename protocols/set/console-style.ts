/**
 * The console lines of a virtual Set board. The seed chooses colour, prefix, the text of a card, and debug lines.
 *
 *     ESC[32m [   12.345][00042][set] 3,SpotNewSet:0,4,7! ESC[0m CR LF          without the blanks
 */
import { byteText, type Micros, type Random } from '../../api/index';
import { attributes, cardName, cardOf, type CardEncoding } from './card';
import { reportText, type Report } from './reports';

export interface ConsoleStyle {
  /** EndOfFrame also for frames of no or many payload bytes. */
  readonly endsOthers: boolean;
  /** SetCnt and NoSets also after a duplicate and a full table. */
  readonly countsAlways: boolean;
  /** Also prints lines that are no report. */
  readonly printsDebug: boolean;
  cardText(byte: number): string;
  /** A line with its end. */
  line(report: Report, at: Micros): Uint8Array;
  /** A line that is no report. */
  debugLine(text: string, at: Micros): Uint8Array;
}

const ESC = String.fromCharCode(0x1b);
const COLOURS = ['32', '1;33', '36', '0;31'] as const;

type Prefix = (at: Micros, counter: number) => string;

const PREFIXES: readonly Prefix[] = [
  () => '',
  (at, counter) => `[${(at / 1e6).toFixed(3).padStart(9)}][${String(counter).padStart(5, '0')}][set]`,
  (at, counter) => `${clock(at)} ${counter} [SET]`,
  (at, counter) => `${Math.floor(at / 1000)},${counter},[app.set]`,
];

/** Colour around a line; `prefix` and `text` stand in it. */
type Paint = (prefix: string, text: string, colour: string) => string;

const PAINTS: readonly Paint[] = [
  (prefix, text) => prefix + text,
  (prefix, text, colour) => `${ESC}[${colour}m${prefix}${text}${ESC}[0m`,
  (prefix, text, colour) => `${prefix}${ESC}[${colour}m${text}${ESC}[m`,
  (prefix, text) => `${prefix}${text}${ESC}[0m`,
];

function clock(at: Micros): string {
  const seconds = Math.floor(at / 1e6);
  const two = (value: number): string => String(value).padStart(2, '0');
  const clockTime = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  return `${clockTime.map(two).join(':')}.${String(Math.floor(at / 1000) % 1000).padStart(3, '0')}`;
}

function hexText(byte: number): string {
  return `0x${byteText(byte)}`;
}

type CardText = (byte: number, encoding: CardEncoding) => string;

const CARD_TEXTS: readonly CardText[] = [
  (byte) => hexText(byte),
  (byte, encoding) => {
    const card = cardOf(byte, encoding);
    return card === undefined ? hexText(byte) : cardName(card);
  },
  (byte, encoding) => {
    const card = cardOf(byte, encoding);
    if (card === undefined) return `? ${byte}`;
    const { quantity, filling, colour, shape } = attributes(card);
    return `Shape:${shape},Color:${colour},Fill:${filling},Qty:${quantity}`;
  },
];

function pickOne<T>(random: Random, all: readonly [T, ...T[]] | readonly T[]): T {
  const chosen = all[random.int(0, all.length - 1)];
  if (chosen === undefined) throw new RangeError('nothing to choose from');
  return chosen;
}

/** Draws a style at random. */
export function consoleStyle(random: Random, encoding: CardEncoding): ConsoleStyle {
  const [prefix, paint, cardText] = [
    pickOne(random, PREFIXES),
    pickOne(random, PAINTS),
    pickOne(random, CARD_TEXTS),
  ];
  const [endsOthers, countsAlways, printsDebug, countsMicros] = [0, 0, 0, 0].map(
    () => random.int(0, 1) === 1,
  );
  let counter = 0;
  const formatLine = (text: string, at: Micros): Uint8Array => {
    const colour = COLOURS[counter % COLOURS.length] ?? '0';
    return new TextEncoder().encode(`${paint(prefix(at, counter++), text, colour)}\r\n`);
  };
  const textOf = (report: Report, at: Micros): string =>
    report.type === 'end-of-frame' && countsMicros
      ? reportText(report).replace(/^\d+/, String(Math.floor(at)))
      : reportText(report);
  return {
    endsOthers: endsOthers === true,
    countsAlways: countsAlways === true,
    printsDebug: printsDebug === true,
    cardText: (byte) => cardText(byte, encoding),
    line: (report, at) => formatLine(textOf(report, at), at),
    debugLine: formatLine,
  };
}
