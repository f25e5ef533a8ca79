/** The help of the whole program, laid out as yargs does it. Loading yargs would take most of the time of showing it. */
import { COMMANDS, EXIT_CODES } from './commands';
import { programName } from './shared/program';

export const COMPLETING = '--get-yargs-completions';

export const DESCRIPTION = 'wirejig tests whether a board keeps its protocol, over its serial line.';

export const HELP: readonly string[] = ['--help', '-h'];

export const COMPLETION = {
  usage: 'completion [shell]',
  describe: 'Print the completion script of bash, zsh or fish',
} as const;

/** Also of what is no terminal. */
const WIDEST = 110;

export function helpWidth(): number {
  return Math.min(WIDEST, process.stdout.columns || WIDEST);
}

/** undefined: the column of the commands takes more than half of the width, and has to be folded too. */
export function helpText(width = helpWidth(), program = programName()): string | undefined {
  const rows = [...COMMANDS, COMPLETION].map(
    ({ usage, describe }) => [`${program} ${usage}`, describe] as const,
  );
  const names = Math.max(...rows.map(([name]) => name.length));
  if (names > Math.floor(width / 2)) return undefined;
  // Two spaces before the name, and two after it.
  const indent = names + 4;
  const commands = rows.flatMap(([name, describe]) =>
    foldWords(describe, width - indent).map(
      (line, at) => `${`  ${at === 0 ? name : ''}`.padEnd(indent)}${line}`,
    ),
  );
  const options = ['  -h, --help     Show help', '  -V, --version  Show version number'];
  return [
    `${DESCRIPTION}\n\nUsage: ${program} <command>\n`,
    ['Commands:', ...commands, ''].join('\n'),
    ['Options:', ...options, ''].join('\n'),
    `${EXIT_CODES}\n`,
  ].join('\n');
}

function foldWords(text: string, width: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
