/** The command lines of the documentation, as a shell would read them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TOP = join(__dirname, '../..');

export interface DocumentedCommand {
  readonly page: string;
  /** As typed after `wirejig`. */
  readonly line: string;
  readonly words: readonly string[];
}

/** The pages, by their paths in the repository. */
export function pages(): readonly string[] {
  const docs = readdirSync(join(TOP, 'docs'), { recursive: true, encoding: 'utf8' });
  return ['README.md', 'CONTRIBUTING.md', ...docs.map((path) => `docs/${path}`)].filter((path) =>
    path.endsWith('.md'),
  );
}

export function pageText(page: string): string {
  return readFileSync(join(TOP, page), 'utf8');
}

const START = String.raw`(?:npx wirejig|node \.)`;
/** A line of a block that starts wirejig, by npx or in a clone. */
export const COMMAND_LINES = new RegExp(String.raw`^ {4}(?:\S.*\| )?${START} (.+?)(?: {2,}# (.*))?$`, 'gm');

/** Every such line, and every quoted command. */
export function documentedCommands(page: string): readonly DocumentedCommand[] {
  const text = pageText(page).replaceAll(/\\\n\s+/g, '');
  const blocks = [...text.matchAll(COMMAND_LINES)];
  const quoted = [...text.matchAll(new RegExp(`\`${START} ([^\`\\n]+)\``, 'g'))];
  return [...blocks, ...quoted].map(([, typed = '']) => {
    const line = typed
      .replace(/ +#.*$/, '')
      .replace(/ >.*$/, '')
      .trim();
    return { page, line, words: shellWords(line) };
  });
}

/** Words apart; quotes keep blanks, and are taken away. */
function shellWords(line: string): readonly string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}
