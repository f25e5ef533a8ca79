/**
 * Tags say what a board is: `suite=durak`, `kind=stm32-nucleo`, `host=pc2`. A selector is a set of tags as one text, sorted, with
 * commas: the boards that have all of them fit, and its jobs wait in the queue of this name.
 */
import { LabError } from './lab-error';

const TAG = /^[a-z][a-z0-9-]{0,31}=[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/;
const MOST_TAGS = 16;

/** A word that can be the value of a tag: other characters become `-`. */
export function tagValue(text: string): string {
  return (
    text
      .replaceAll(/[^A-Za-z0-9._+-]/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 64) || 'unnamed'
  );
}

/** Each once, sorted. Commas separate several in one text. Throws {@link LabError}. */
export function parseTags(texts: readonly string[]): string[] {
  const tags = texts.flatMap((text) => text.split(',')).map((text) => text.trim());
  for (const tag of tags)
    if (!TAG.test(tag))
      throw new LabError(
        `'${tag.slice(0, 80)}' is not a tag: give name=value, as in suite=durak or host=pc2`,
        2,
      );
  const unique = [...new Set(tags)].sort();
  if (unique.length === 0 || unique.length > MOST_TAGS)
    throw new LabError(`${unique.length} tags were given: give 1 to ${MOST_TAGS}`, 2);
  return unique;
}

export function selectorOf(texts: readonly string[]): string {
  return parseTags(texts).join(',');
}

/** Whether a text from Redis is a selector as {@link selectorOf} writes it. */
export function isSelector(text: string): boolean {
  try {
    return selectorOf([text]) === text;
  } catch {
    return false;
  }
}

export function fits(tags: ReadonlySet<string>, selector: string): boolean {
  return selector.split(',').every((tag) => tags.has(tag));
}
