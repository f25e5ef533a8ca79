/** Compares the pages of the commands with `--help`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandPages, PAGES } from './command-pages';

test('docs/commands/ has a page for each command, with its help: else npm run command-pages', async () => {
  const written = readdirSync(PAGES).map((file) => [file, readFileSync(join(PAGES, file), 'utf8')] as const);
  expect(new Map(written)).toEqual(new Map([...(await commandPages())].sort()));
});
