/**
 * Makes text from a board safe to display.
 *
 * A board can send escape sequences that recolour a terminal or retitle its window, overrides that make text read
 * backwards, and invisible characters. Each becomes a visible escape. Every report passes every string that it did not
 * write itself through {@link printable}.
 */

/**
 * Controls (C0, DEL, C1), format characters (bidi, zero width, tags), line separators, lone surrogates, private and
 * unassigned code points, and all other characters that fonts draw as nothing.
 */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Marks that are drawn upon the character before them; after {@link MAX_MARKS} of them one more is escaped. */
export const COMBINING_MARK = /\p{M}/u;
export const MAX_MARKS = 4;
const ESCAPED = new RegExp(
  `${INVISIBLE.source}|(?<=${COMBINING_MARK.source}{${MAX_MARKS}})${COMBINING_MARK.source}`,
  'gu',
);

/** Nearly no text has it, and it is found ten times as fast as {@link ESCAPED}. */
const OTHER_THAN_ASCII = /[^\x20-\x7E]+/gu;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function escapeCharacter(character: string): string {
  const short = SHORT.get(character);
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16).toUpperCase();
  return code <= 0xff ? `\\x${digits.padStart(2, '0')}` : `\\u{${digits}}`;
}

/** `text` on one line: every character that is invisible or controls a terminal is escaped. */
export function printable(text: string): string {
  return text.replace(OTHER_THAN_ASCII, (part) => part.replace(ESCAPED, escapeCharacter));
}

/** The lines of `text`, each {@link printable}: for text whose line breaks are meant. */
export function printableLines(text: string): readonly string[] {
  return text.split(/\r?\n/).map(printable);
}

/** At most `limit` UTF-16 units of `text`, with the number of omitted ones. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const left = text.length - limit;
  return `${text.slice(0, limit)}… (${left} ${left === 1 ? 'character' : 'characters'} left out)`;
}

/** One word of a command line, in quotes where a POSIX shell would take it apart. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
