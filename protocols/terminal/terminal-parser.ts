/**
 * The events in the output of a program on a terminal: UTF-8 text in its colours, cursor moves, erasures.
 *
 *     1B 5B P… I… F    a control sequence: parameters 30..3F, intermediates 20..2F, final 40..7E
 *     1B 5D … 07       a string (also 1B 50, 58, 5E, 5F; ended by 07 or 1B 5C): ignored
 *     1B I… F          any other escape: ignored
 *
 * Sans-I/O. It never holds more than {@link LONGEST_SEQUENCE} characters. A control character ends an unfinished
 * sequence, unlike on a VT100: if a board echoes a typed ESC, its next line must still be read.
 */

/** Terminal colours: 0..7, bright 8..15, 16..255, or 0x1000000 + RGB. */
export interface Style {
  readonly bold: boolean;
  readonly foreground?: number;
  readonly background?: number;
}

export const DEFAULT_STYLE: Style = { bold: false };

export function sameStyle(a: Style, b: Style): boolean {
  return a.bold === b.bold && a.foreground === b.foreground && a.background === b.background;
}

export type TerminalEvent =
  /** One character that has a width. */
  | { readonly kind: 'print'; readonly text: string; readonly style: Style }
  | { readonly kind: 'control'; readonly control: Control }
  /** Row and column count from 1; undefined: no change. */
  | { readonly kind: 'move'; readonly row: number | undefined; readonly column: number | undefined }
  | { readonly kind: 'shift'; readonly rows: number; readonly columns: number }
  | {
      readonly kind: 'erase';
      readonly what: 'display' | 'line';
      /** Up to and with the cursor, from the cursor on, or all. */
      readonly part: 'before' | 'after' | 'all';
    };

const LONGEST_SEQUENCE = 256;

type Control = 'CR' | 'LF' | 'BS' | 'HT' | 'BEL';

const CONTROLS = new Map<number, Control>([
  [0x07, 'BEL'],
  [0x08, 'BS'],
  [0x09, 'HT'],
  [0x0a, 'LF'],
  [0x0d, 'CR'],
]);

const ESC = 0x1b;
/** Introducers of strings: DCS, SOS, OSC, PM, APC. */
const STRINGS = new Set([0x50, 0x58, 0x5d, 0x5e, 0x5f]);

type State = 'ground' | 'escape' | 'sequence' | 'string';

export class TerminalParser {
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private state: State = 'ground';
  private held = '';
  private current: Style = DEFAULT_STYLE;

  /** Takes bytes cut anywhere. Never throws; bytes that are no UTF-8 print U+FFFD. */
  push(bytes: Uint8Array): readonly TerminalEvent[] {
    const events: TerminalEvent[] = [];
    for (const text of this.decoder.decode(bytes, { stream: true })) {
      const event = this.take(text, text.codePointAt(0) ?? 0);
      if (event !== undefined) events.push(event);
    }
    return events;
  }

  private take(text: string, code: number): TerminalEvent | undefined {
    if (code === ESC) {
      this.state = 'escape';
      this.held = '';
      return undefined;
    }
    if (code < 0x20) {
      this.state = 'ground';
      const control = CONTROLS.get(code);
      return control === undefined ? undefined : { kind: 'control', control };
    }
    switch (this.state) {
      case 'ground':
        // DEL and the C1 controls print nothing.
        return code >= 0x7f && code < 0xa0 ? undefined : { kind: 'print', text, style: this.current };
      case 'escape':
        return this.escape(code);
      case 'sequence':
        return this.sequence(text, code);
      case 'string':
        this.hold(text);
        return undefined;
    }
  }

  private escape(code: number): undefined {
    if (code === 0x5b) this.state = 'sequence';
    else if (STRINGS.has(code)) this.state = 'string';
    else if (code < 0x20 || code > 0x2f) this.state = 'ground';
  }

  private sequence(text: string, code: number): TerminalEvent | undefined {
    if (code >= 0x40 && code <= 0x7e) {
      this.state = 'ground';
      return this.execute(text);
    }
    this.hold(text);
    return undefined;
  }

  private hold(text: string): void {
    this.held += text;
    if (this.held.length < LONGEST_SEQUENCE) return;
    this.state = 'ground';
    this.held = '';
  }

  private execute(final: string): TerminalEvent | undefined {
    const parameters = parametersOf(this.held);
    this.held = '';
    if (parameters === undefined) return undefined;
    if (final === 'm') {
      this.current = styled(this.current, parameters);
      return undefined;
    }
    return commandOf(final, parameters);
  }
}

/** Numbers between semicolons, 0 where left out; undefined for private sequences and those with intermediates. */
function parametersOf(held: string): readonly number[] | undefined {
  if (!/^[0-9;:]*$/.test(held)) return undefined;
  return held.split(/[;:]/).map((digits) => Math.min(Number(digits), 0xffff));
}

function commandOf(final: string, [a = 0, b = 0]: readonly number[]): TerminalEvent | undefined {
  const count = Math.max(a, 1);
  switch (final) {
    case 'A':
      return { kind: 'shift', rows: -count, columns: 0 };
    case 'B':
      return { kind: 'shift', rows: count, columns: 0 };
    case 'C':
      return { kind: 'shift', rows: 0, columns: count };
    case 'D':
      return { kind: 'shift', rows: 0, columns: -count };
    case 'G':
      return { kind: 'move', row: undefined, column: count };
    case 'd':
      return { kind: 'move', row: count, column: undefined };
    case 'H':
    case 'f':
      return { kind: 'move', row: count, column: Math.max(b, 1) };
    case 'J':
      return erase('display', a);
    case 'K':
      return erase('line', a);
    default:
      return undefined;
  }
}

function erase(what: 'display' | 'line', mode: number): TerminalEvent | undefined {
  const part = (['after', 'before', 'all', 'all'] as const)[mode];
  return part === undefined || (what === 'line' && mode === 3) ? undefined : { kind: 'erase', what, part };
}

function styled(style: Style, parameters: readonly number[]): Style {
  let { bold, foreground, background } = style;
  for (let i = 0; i < parameters.length; i++) {
    const code = parameters[i]!;
    if (code === 0) [bold, foreground, background] = [false, undefined, undefined];
    else if (code === 1) bold = true;
    else if (code === 22) bold = false;
    else if (code === 39) foreground = undefined;
    else if (code === 49) background = undefined;
    else if (code === 38 || code === 48) {
      const extended = extendedColour(parameters.slice(i + 1));
      i += extended.taken;
      if (code === 38) foreground = extended.colour ?? foreground;
      else background = extended.colour ?? background;
    } else if (code >= 30 && code <= 37) foreground = code - 30;
    else if (code >= 40 && code <= 47) background = code - 40;
    else if (code >= 90 && code <= 97) foreground = code - 82;
    else if (code >= 100 && code <= 107) background = code - 92;
  }
  return {
    bold,
    ...(foreground === undefined ? {} : { foreground }),
    ...(background === undefined ? {} : { background }),
  };
}

function extendedColour([form, a = 0, b = 0, c = 0]: readonly number[]): {
  readonly taken: number;
  readonly colour: number | undefined;
} {
  if (form === 5) return { taken: 2, colour: a <= 255 ? a : undefined };
  if (form !== 2) return { taken: 0, colour: undefined };
  const colour = 0x1000000 + ((a & 0xff) << 16) + ((b & 0xff) << 8) + (c & 0xff);
  return { taken: 4, colour };
}
