/**
 * A terminal's screen: a grid of cells with a cursor, from the bytes a board prints, for reports.
 *
 * A wide character (CJK, the full-width blank E3 80 80) takes two cells, the second of them empty.
 * The size is fixed, so that no input makes it grow.
 */
import { DEFAULT_STYLE, sameStyle, TerminalParser, type Style, type TerminalEvent } from './terminal-parser';

export interface Cell {
  /** One character with its combining marks; a blank where nothing was printed; empty after a wide one. */
  readonly text: string;
  readonly style: Style;
}

/** Neighbouring cells of one style. */
export interface StyledRun {
  readonly text: string;
  readonly style: Style;
}

export interface ScreenSnapshot {
  readonly columns: number;
  readonly rows: readonly (readonly StyledRun[])[];
  /** From 0. */
  readonly cursor: { readonly row: number; readonly column: number };
}

const BLANK: Cell = { text: ' ', style: DEFAULT_STYLE };
const TAB = 8;
/** Of more marks on a character, the first ones are kept. */
const MOST_MARKS = 8;

export class TerminalScreen {
  private readonly parser = new TerminalParser();
  private readonly cells: Cell[][];
  private row = 0;
  private column = 0;

  /** Rows 1..500 and columns 2..1000. Throws RangeError for others. */
  constructor(
    readonly rows = 24,
    readonly columns = 80,
  ) {
    if (!within(rows, 1, 500) || !within(columns, 2, 1000)) {
      throw new RangeError(`a screen has 1..500 rows and 2..1000 columns, not ${rows} and ${columns}`);
    }
    this.cells = Array.from({ length: rows }, () => this.blankRow());
  }

  /** Shows bytes with any cuts. Never throws. */
  push(bytes: Uint8Array): void {
    for (const event of this.parser.push(bytes)) this.apply(event);
  }

  snapshot(): ScreenSnapshot {
    return {
      columns: this.columns,
      rows: this.cells.map(runsOf),
      cursor: { row: this.row, column: Math.min(this.column, this.columns - 1) },
    };
  }

  private apply(event: TerminalEvent): void {
    switch (event.kind) {
      case 'print':
        return this.print(event.text, event.style);
      case 'control':
        return this.control(event.control);
      case 'move':
        this.row = clamp((event.row ?? this.row + 1) - 1, this.rows - 1);
        this.column = clamp((event.column ?? this.column + 1) - 1, this.columns - 1);
        return;
      case 'shift':
        this.row = clamp(this.row + event.rows, this.rows - 1);
        this.column = clamp(this.column + event.columns, this.columns - 1);
        return;
      case 'erase':
        return this.erase(event.what, event.part);
    }
  }

  private print(text: string, style: Style): void {
    const width = widthOf(text);
    if (width === 0) return this.combine(text);
    if (this.column + width > this.columns) {
      this.column = 0;
      this.feed();
    }
    const row = this.cells[this.row]!;
    for (let at = this.column; at < this.column + width; at++) this.halve(row, at);
    row[this.column] = { text, style };
    if (width === 2) row[this.column + 1] = { text: '', style };
    this.column += width;
  }

  /** Printing over one half of a wide character, or erasing it, blanks the other half. */
  private halve(row: Cell[], at: number): void {
    if (row[at]?.text === '' && at > 0) row[at - 1] = BLANK;
    if (row[at + 1]?.text === '') row[at + 1] = BLANK;
  }

  private combine(text: string): void {
    const row = this.cells[this.row]!;
    let at = this.column - 1;
    if (row[at]?.text === '') at--;
    const cell = row[at];
    if (cell !== undefined && cell.text.length < MOST_MARKS) row[at] = { ...cell, text: cell.text + text };
  }

  private control(control: 'CR' | 'LF' | 'BS' | 'HT' | 'BEL'): void {
    if (control === 'CR') this.column = 0;
    else if (control === 'LF') this.feed();
    else if (control === 'BS') this.column = clamp(this.column - 1, this.columns - 1);
    else if (control === 'HT')
      this.column = clamp((Math.floor(this.column / TAB) + 1) * TAB, this.columns - 1);
  }

  private feed(): void {
    if (this.row < this.rows - 1) {
      this.row++;
      return;
    }
    this.cells.shift();
    this.cells.push(this.blankRow());
  }

  private erase(what: 'display' | 'line', part: 'before' | 'after' | 'all'): void {
    const here = this.cells[this.row]!;
    const column = Math.min(this.column, this.columns - 1);
    this.halve(here, column);
    if (part !== 'after') here.fill(BLANK, 0, part === 'all' ? this.columns : column + 1);
    if (part === 'after') here.fill(BLANK, column);
    if (what === 'line') return;
    this.cells.forEach((row, at) => {
      if ((part !== 'after' && at < this.row) || (part !== 'before' && at > this.row)) row.fill(BLANK);
    });
  }

  private blankRow(): Cell[] {
    return Array.from({ length: this.columns }, () => BLANK);
  }
}

function runsOf(row: readonly Cell[]): readonly StyledRun[] {
  const runs: { text: string; style: Style }[] = [];
  for (const { text, style } of row) {
    const last = runs[runs.length - 1];
    if (last !== undefined && sameStyle(last.style, style)) last.text += text;
    else runs.push({ text, style });
  }
  return runs;
}

/** First and last code points of the characters that combine with the previous one. */
const COMBINING = [
  [0x300, 0x36f],
  [0x200b, 0x200f],
  [0x20d0, 0x20ff],
  [0xfe00, 0xfe0f],
] as const;

/** First and last code points of the blocks that take two cells. */
const WIDE = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
] as const;

/** Cells that a character takes. */
export function widthOf(text: string): 0 | 1 | 2 {
  const code = text.codePointAt(0) ?? 0;
  if (COMBINING.some(([first, last]) => code >= first && code <= last)) return 0;
  return WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

function within(value: number, low: number, high: number): boolean {
  return Number.isInteger(value) && value >= low && value <= high;
}

function clamp(value: number, high: number): number {
  return Math.max(0, Math.min(value, high));
}
