/**
 * The output of a board in order: lines of styled characters, and when the screen was cleared.
 *
 * A screen shows only the last state. The transcript keeps every line, also where several screens arrive in one chunk.
 */
import { TerminalParser, type Style } from './terminal-parser';

/** A character with its colours. */
export interface Glyph {
  readonly text: string;
  readonly style: Style;
}

/** What a terminal's output does. */
export type TranscriptEvent =
  /** A character was printed at this place of its line, from 0 in characters. */
  | { readonly kind: 'glyph'; readonly glyph: Glyph; readonly column: number }
  /** A line ended, by LF or because the display was cleared. */
  | { readonly kind: 'line'; readonly line: readonly Glyph[] }
  | { readonly kind: 'clear' };

/** The most characters of a line that readers get. */
const LONGEST_LINE = 1024;

/** Reads the output of a board's terminal: lines of characters with their colours, and when the screen was cleared. */
export class TerminalTranscript {
  private readonly parser = new TerminalParser();
  private glyphs: Glyph[] = [];
  private column = 0;

  /** Takes bytes cut anywhere. Never throws. */
  *push(bytes: Uint8Array): Generator<TranscriptEvent> {
    for (const event of this.parser.push(bytes)) {
      if (event.kind === 'print') {
        if (this.column >= LONGEST_LINE) continue;
        const glyph = { text: event.text, style: event.style };
        this.glyphs[this.column] = glyph;
        yield { kind: 'glyph', glyph, column: this.column++ };
      } else if (event.kind === 'control') {
        if (event.control === 'LF') yield this.leave();
        else if (event.control === 'CR') this.column = 0;
        else if (event.control === 'BS') this.column = Math.max(0, this.column - 1);
      } else if (event.kind === 'erase' && event.what === 'display' && event.part !== 'after') {
        if (this.glyphs.length > 0) yield this.leave();
        yield { kind: 'clear' };
      }
    }
  }

  private leave(): TranscriptEvent {
    const line = this.glyphs;
    this.glyphs = [];
    this.column = 0;
    return { kind: 'line', line };
  }
}

/** The text of a line. */
export function textOf(line: readonly Glyph[]): string {
  return line.map(({ text }) => text).join('');
}

/** The text of a line, one code unit per character: its indexes are those of the line. */
export function plainTextOf(line: readonly Glyph[]): string {
  return line.map(({ text }) => (text.length === 1 ? text : '\ufffd')).join('');
}
