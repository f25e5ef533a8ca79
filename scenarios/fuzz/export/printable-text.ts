/**
 * Text for the comments and strings of other languages: printable ASCII on one line. Nothing in it ends a comment or a string,
 * or begins an escape or a trigraph.
 *
 *     a board's note: * / system("…")      never: a board's note: followed by what ends the comment
 */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/[–—−]/g, '-'],
  [/…/g, '...'],
  [/⊕/g, '^'],
  [/→/g, '->'],
  [/µ/g, 'u'],
  [/[“”"]/g, "'"],
];
const LONGEST = 300;

/** At most 300 characters. Any character outside printable ASCII becomes `<hex>`. */
export function printable(text: string): string {
  const replaced = REPLACEMENTS.reduce((all, [from, to]) => all.replace(from, to), text.slice(0, LONGEST));
  return replaced
    .replace(/[^\x20-\x7e]/gu, (one) => `<${(one.codePointAt(0) ?? 0).toString(16).toUpperCase()}>`)
    .replaceAll('\\', '<5C>')
    .replace(/[*/](?=[*/])/g, '$& ')
    .replace(/\?(?=\?)/g, '? ');
}

/** Lines of at most `width` characters, broken at blanks. */
export function wrapLines(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
