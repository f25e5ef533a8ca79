/**
 * Set: the lines of the console.
 *
 *     [time][counter][facility] 3,SpotNewSet:0,4,7! CR LF        prefix ends in ], colour anywhere
 *
 * The bytes of lines are in ../terminal/console-line.ts. The wire page is README.md.
 */
import type { ConsoleLine } from '../../api/index';

/** Positions of three cards on the table, i < j < k. */
export type Triple = readonly [i: number, j: number, k: number];

/** The meaning of a line. `card` is free text. */
export type Report =
  | { readonly type: 'new-card'; readonly card: string }
  | { readonly type: 'duplicate'; readonly card: string }
  | { readonly type: 'table-full'; readonly card: string }
  | { readonly type: 'set'; readonly number: number; readonly triple: Triple }
  | { readonly type: 'set-count'; readonly count: number }
  | { readonly type: 'no-sets' }
  /** `received`: the frame's bytes, CR included. */
  | { readonly type: 'end-of-frame'; readonly received: number };

/** A line of the console, with its meaning. */
export interface SetLine extends ConsoleLine {
  readonly type: 'line';
  readonly report: Report | undefined;
}

type Reader = (match: RegExpExecArray) => Report;

const SPECIFIC: readonly (readonly [RegExp, Reader])[] = [
  [/^Duplicate:(.*)$/s, (match) => ({ type: 'duplicate', card: match[1]! })],
  [/^TooManyCardsOnnTable:(.*)$/s, (match) => ({ type: 'table-full', card: match[1]! })],
  [
    /^(\d+),SpotNewSet:(\d+),(\d+),(\d+)!$/,
    (match) => ({
      type: 'set',
      number: Number(match[1]),
      triple: [Number(match[2]), Number(match[3]), Number(match[4])],
    }),
  ],
  [/^SetCnt:(\d+)$/, (match) => ({ type: 'set-count', count: Number(match[1]) })],
  [/^NoSets$/, () => ({ type: 'no-sets' })],
  [
    /^[-+]?(?:0x[0-9a-f]+|\d+(?:\.\d+)?),EndOfFrame,Rx:(\d+) Byte$/i,
    (match) => ({ type: 'end-of-frame', received: Number(match[1]) }),
  ],
];

/** The line, and the text after each `]`: either the prefix ends there, or the `]` is in free text. */
function candidates(text: string): string[] {
  const found = [text.trim()];
  for (let at = text.indexOf(']'); at >= 0; at = text.indexOf(']', at + 1)) {
    found.push(text.slice(at + 1).trim());
  }
  return found;
}

/**
 * The meaning of a line without escape sequences and line end; undefined for an unknown line. `+` is tried last: a time
 * stamp can begin with one, and free text can have a `]`.
 */
export function readReport(text: string): Report | undefined {
  const all = candidates(text);
  for (const candidate of all) {
    for (const [pattern, reader] of SPECIFIC) {
      const match = pattern.exec(candidate);
      if (match !== null) return reader(match);
    }
  }
  const card = all.find((candidate) => candidate.startsWith('+'));
  return card === undefined ? undefined : { type: 'new-card', card: card.slice(1) };
}

/** The line's text as in the published firmware, without prefix and line end. */
export function reportText(report: Report): string {
  switch (report.type) {
    case 'new-card':
      return `+${report.card}`;
    case 'duplicate':
      return `Duplicate:${report.card}`;
    case 'table-full':
      return `TooManyCardsOnnTable:${report.card}`;
    case 'set':
      return `${report.number},SpotNewSet:${report.triple.join(',')}!`;
    case 'set-count':
      return `SetCnt:${report.count}`;
    case 'no-sets':
      return 'NoSets';
    case 'end-of-frame':
      return `${report.received},EndOfFrame,Rx:${report.received} Byte`;
  }
}

export function lineOf(report: Report): SetLine {
  return { type: 'line', text: '', end: 'crlf', report };
}
