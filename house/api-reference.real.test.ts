/** Compares the reference with the sources. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

test('docs/api.md has the doc comments: every public symbol has one, and a place in the groups', () => {
  const script = join(__dirname, 'api-reference.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], {
    cwd: join(__dirname, '..'),
    encoding: 'utf8',
  });
  expect([stderr, status]).toEqual(['', 0]);
}, 300_000);
