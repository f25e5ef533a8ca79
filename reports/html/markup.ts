/** HTML templates that escape: a value in a template is text unless a template made it. */
import { printable } from '../text/printable';

const made = Symbol('markup');

/** HTML made by {@link html} or {@link ownMarkup}, and by nothing else. */
export interface Markup {
  readonly [made]: string;
}

export type Content = string | number | Markup | undefined | readonly Content[];

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Text for HTML and XML, in an attribute or between tags. Characters that are illegal there are shown escaped. */
export function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '');
}

function rendered(content: Content): string {
  if (content === undefined) return '';
  if (typeof content === 'string') return escaped(content);
  if (typeof content === 'number') return escaped(String(content));
  return made in content ? content[made] : content.map(rendered).join('');
}

/** A template whose parts are escaped, for text and for quoted attributes. */
export function html(literals: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  const parts = literals.map((literal, index) => {
    const own = literal.replace(/\n\s+/g, '\n');
    return index === 0 ? own : rendered(contents[index - 1]) + own;
  });
  return { [made]: parts.join('') };
}

/** This program's own text (its style, its script), not escaped. Never text that was read or received. */
export function ownMarkup(text: string): Markup {
  return { [made]: text };
}

/** Lines of text with real breaks between them, for preformatted elements. */
export function textLines(lines: readonly string[]): Markup {
  return { [made]: lines.map(escaped).join('\n') };
}

export function markupText(markup: Markup): string {
  return markup[made];
}
