/**
 * The vocabulary of the house: the glossary in CONTRIBUTING.md, and the words that it retired.
 *
 *     | term | meaning | instead of |
 *     | rx   | bytes from the board to the host | `heard`        |
 *
 * A retired word is refused in names of files and in identifiers, in any form: `heard`, `lastHeard`, `LAST_HEARD_US`.
 * `STORED_FIELDS` are allowed: files that a user has stored stay readable.
 */
import ts from 'typescript';

/** Field names in files of users, in parameters of boards and in `--json`. */
const STORED_FIELDS = ['alike', 'patienceMs', 'twin', 'wishes'];

export interface RetiredWord {
  readonly word: string;
  /** The term of the glossary that takes its place. */
  readonly term: string;
}

/** The retired words, each with its row of the glossary. */
export function retiredWords(contributing: string): RetiredWord[] {
  const rows = contributing.split(/^## Glossary$/m)[1]?.split(/^## /m)[0] ?? '';
  return rows.split('\n').flatMap((row) => {
    const [, term = '', , insteadOf = ''] = row.split('|').map((cell) => cell.trim());
    return [...insteadOf.matchAll(/`([^`]+)`/g)].map(([, word = '']) => ({ word, term }));
  });
}

export interface RetiredUse extends RetiredWord {
  readonly line: number;
  /** The identifier or the part of the path that holds the word. */
  readonly name: string;
}

/** Every use of a retired word in the path of a file, or in a name that it declares. */
export function retiredUses(file: ts.SourceFile, retired: readonly RetiredWord[]): RetiredUse[] {
  const uses: RetiredUse[] = [];
  const phrases = retired.map((one) => ({ ...one, phrase: wordsOf(one.word) }));
  const add = (name: string, line: number): void => {
    const words = wordsOf(name);
    for (const { word, term, phrase } of phrases)
      if (hasPhrase(words, phrase)) uses.push({ word, term, line, name });
  };
  for (const part of file.fileName.replace(/\.ts$/, '').split('/')) add(part, 1);
  const visit = (node: ts.Node): void => {
    if (isDeclaredName(node) && !STORED_FIELDS.includes(node.text))
      add(node.text, file.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return uses;
}

/** Whether a name is declared here. So each name is read once, and names of libraries are not read. */
function isDeclaredName(node: ts.Node): node is ts.Identifier | ts.PrivateIdentifier {
  if (!ts.isIdentifier(node) && !ts.isPrivateIdentifier(node)) return false;
  const { parent } = node;
  return 'name' in parent && parent.name === node && !ts.isPropertyAccessExpression(parent);
}

/** `lastHeardUs`, `LAST_HEARD_US`, `last-heard-us` → last, heard, us */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function hasPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  return words.some((_, at) => phrase.every((word, n) => words[at + n] === word));
}
