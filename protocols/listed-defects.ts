/**
 * The firmware bugs that a page lists, each with the clause that must catch it and a sentence.
 *
 *     - crc-ignored STM-FR-02 — The CRC of a request is not looked at.
 */
const LISTED = /^- (?<name>[a-z\d-]+) (?<breaks>[A-Z]+(?:-[A-Z]+)*-\d+) — (?<text>.+(?:\n {2}\S.*)*)/gm;

/** The defects of these changes, as the page lists them. `about`: what else holds for all. Throws an Error for one that is not there. */
export function listedDefects<C, A extends object>(
  page: string,
  changes: Readonly<Record<string, C>>,
  about: A,
): Readonly<Record<string, A & { readonly breaks: string; readonly text: string; readonly change: C }>> {
  const listed = new Map([...page.matchAll(LISTED)].map(({ groups = {} }) => [groups['name'], groups]));
  const defects = Object.entries(changes).map(([name, change]) => {
    const { breaks, text } = listed.get(name) ?? {};
    if (breaks === undefined || text === undefined) throw new Error(`README.md lists no defect ${name}`);
    return [name, { ...about, breaks, text: text.replaceAll(/\s+/g, ' '), change }] as const;
  });
  return Object.fromEntries(defects);
}
