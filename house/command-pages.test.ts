/** Compares the pages of the commands with `--help`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../cli/commands';
import { commandPages, helpOf, PAGES } from './command-pages';

test('docs/commands/ has a page for each command, with its help: else npm run command-pages', async () => {
  const written = readdirSync(PAGES).map((file) => [file, readFileSync(join(PAGES, file), 'utf8')] as const);
  expect(new Map(written)).toEqual(new Map([...(await commandPages())].sort()));
});

test('each option and argument is one line of a wide terminal', async () => {
  const all = await Promise.all(COMMANDS.map(helpOf));
  const long = all.flatMap(({ usage, options, positionals = {} }) =>
    [options, positionals].flatMap((group: typeof options) => {
      const signs = group === options ? '  -k, --  ' : '    ';
      const column = Math.max(...Object.keys(group).map((name) => name.length)) + signs.length;
      return Object.entries(group)
        .filter(([, { describe = '' }]) => column + describe.length > 110)
        .map(([name, { describe }]) => `${usage}: ${name} ${column} ${describe}`);
    }),
  );
  expect(long).toEqual([]);
});
