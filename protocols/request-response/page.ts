/**
 * The clauses of a protocol, read from its page:
 *
 *     ## Framing
 *     - MB-FR-01 MUST documented — every frame of the board ends with the CRC-16 of what is before it.
 */
import { clauses, type Requirement } from '../requirement';

const HEADING = /^#{1,6}\s+(?<title>.+?)\s*$/;
const ITEM = /^\s*[-*]\s+(?<text>\S.*?)\s*$/;

/**
 * The clauses of a page, each under its heading; other text is the author's prose. A clause can continue on the next
 * lines, up to an empty one. Throws an Error of one line for a malformed clause, a clause without a heading, and a
 * repeated id.
 */
export function readPage(page: string): readonly Requirement[] {
  const found: Requirement[] = [];
  let group = '';
  let item = '';
  const finish = (): void => {
    if (item === '') return;
    const [requirement] = clauses(group, [item]);
    item = '';
    if (requirement === undefined) return;
    if (group === '') throw new Error(`page: ${requirement.id} stands under no heading`);
    if (found.some(({ id }) => id === requirement.id))
      throw new Error(`page: ${requirement.id} stands twice`);
    found.push(requirement);
  };
  for (const line of page.split(/\r?\n/)) {
    const title = HEADING.exec(line.trim())?.groups?.['title'];
    const text = ITEM.exec(line)?.groups?.['text'];
    if (title !== undefined || text !== undefined || line.trim() === '') finish();
    if (title !== undefined) group = title;
    if (text !== undefined && isClauseLike(text)) item = text;
    else if (item !== '' && text === undefined) item += ` ${line.trim()}`;
  }
  finish();
  if (found.length === 0)
    throw new Error('page: no clause: write each as `- ID MUST documented — text` under a heading');
  return found;
}

/** An item with an id and a level is meant as a clause. */
function isClauseLike(text: string): boolean {
  return /^[A-Z][\w-]*-\d+\s/.test(text) || /^\S+ (?:MUST|SHOULD)\b/.test(text);
}
