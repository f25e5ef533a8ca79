/**
 * Writes docs/commands/, a page for each command, from the data that `--help` shows: npm run command-pages.
 * command-pages.test.ts compares the pages with it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from 'yargs';
import { commandName, COMMANDS, EXIT_CODES, type ListedCommand } from '../cli/commands';
import type { Command } from '../cli/shared/command-options';

export const PAGES = join(__dirname, '../docs/commands');

/** What a command declares. */
export type CommandHelp = Command & Pick<ListedCommand, 'usage' | 'describe'>;

export async function helpOf({ usage, describe, load }: ListedCommand): Promise<CommandHelp> {
  return { usage, describe, ...(await load()) };
}

/**
 * Whether a command line of the documentation needs a board, a port or a host that may be missing. Such a line is
 * marked.
 */
export function needsHardware(line: string): boolean {
  return /\/dev\/|\bCOM\d|\b(?:tcp|rfc2217):\/\/(?!127\.)| desk\b|ports --wait/.test(line);
}

/** File names with their texts. */
export async function commandPages(): Promise<ReadonlyMap<string, string>> {
  const all = await Promise.all(COMMANDS.map(helpOf));
  return new Map([
    ['README.md', indexPage(all)],
    ...all.map((one) => [`${commandName(one)}.md`, page(one)] as const),
  ]);
}

function page(help: CommandHelp): string {
  const { usage, describe, positionals = {}, options, examples, epilogue } = help;
  const width = Math.max(...examples.map(([line]) => line.length)) - '$0'.length + 'npx wirejig'.length;
  return [
    `# wirejig ${commandName(help)}\n`,
    `${describe}.\n`,
    `    npx wirejig ${usage}\n`,
    ...table(
      'argument',
      Object.entries(positionals).map(([name, one]) => [name, text(one)]),
    ),
    ...table(
      'option',
      Object.entries(options).map(([name, one]) => [optionName(name, one), text(one)]),
    ),
    '## Examples\n',
    ...examples.map(([line, what]) => {
      const mark = needsHardware(line) ? 'hardware: ' : '';
      return `    ${line.replace('$0', 'npx wirejig').padEnd(width)}   # ${mark}${what}`;
    }),
    '',
    ...(epilogue === undefined ? [] : [`${epilogue}.\n`.replace('..', '.')]),
    '[All commands](README.md) · [exit codes](README.md#exit-codes)\n',
  ].join('\n');
}

function indexPage(all: readonly CommandHelp[]): string {
  return [
    '# Commands\n',
    'These pages have the words of `npx wirejig <command> --help`.\n',
    ...table(
      'command',
      all.map((one) => [`[${commandName(one)}](${commandName(one)}.md)`, one.describe]),
    ),
    'Every command also has `--help`. `npx wirejig --version` prints the version. `npx wirejig completion bash` (or `zsh`, `fish`)',
    'prints a script, by which that shell completes commands, suites, boards and clauses. Its first line says where it goes.\n',
    '## Exit codes\n',
    ...table(
      'code',
      EXIT_CODES.split('\n')
        .slice(1)
        .map((line) => [line.trim().split(' ')[0] ?? '', line.trim().replace(/^\d+ +/, '')]),
    ),
  ].join('\n');
}

function table(head: string, rows: readonly (readonly [string, string])[]): readonly string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(([name, what]) => `| ${name.startsWith('[') ? name : `\`${name}\``} | ${what} |`);
  return [[`| ${head} | |`, '| --- | --- |', ...lines, ''].join('\n')];
}

function optionName(name: string, { alias, type }: Options): string {
  const short = typeof alias === 'string' ? `-${alias}, ` : '';
  return `${short}--${name}${type === 'string' ? ' …' : ''}`;
}

function text({ describe }: Options): string {
  return String(describe)
    .replaceAll('|', '\\|')
    .replaceAll(/<(\w+)>/g, '`<$1>`');
}

if (require.main === module) {
  mkdirSync(PAGES, { recursive: true });
  void commandPages().then((pages) => {
    for (const [file, content] of pages) writeFileSync(join(PAGES, file), content);
  });
}
