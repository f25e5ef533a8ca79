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

const DEFECT = /^- (?<name>[a-z\d-]+) (?<breaks>[A-Z][\w-]*-\d+) — (?<words>.+(?:\n {2}\S.*)*)/gm;
const BEYOND_INPUT = ' Beyond input: ';

/** What the specification says about a firmware bug. */
export interface PageDefect<Change> {
  readonly breaks: string;
  readonly text: string;
  readonly beyondInput?: string;
  readonly change: Change;
}

/**
 * Firmware bugs, each with the clause and the sentence that the page gives it; `Beyond input:` after the sentence says why no input
 * shows it. Throws an Error for one that is not on the page.
 *
 *     - crc-ignored MB-FR-01 — The CRC of a request is not looked at.
 */
export function defectsOn<Change>(
  page: string,
  changes: Readonly<Record<string, Change>>,
): Readonly<Record<string, PageDefect<Change>>> {
  const listed = new Map([...page.matchAll(DEFECT)].map(({ groups = {} }) => [groups['name'], groups]));
  const defect = ([name, change]: readonly [string, Change]): [string, PageDefect<Change>] => {
    const { breaks, words } = listed.get(name) ?? {};
    if (breaks === undefined || words === undefined) throw new Error(`page: no defect ${name} is listed`);
    const [text = '', beyondInput] = words.replaceAll(/\s+/g, ' ').split(BEYOND_INPUT);
    return [name, { breaks, text, ...(beyondInput === undefined ? {} : { beyondInput }), change }];
  };
  return Object.fromEntries(Object.entries(changes).map(defect));
}
