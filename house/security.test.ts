/** SECURITY.md names a test for each promise. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TOP = join(__dirname, '..');
const page = readFileSync(join(TOP, 'SECURITY.md'), 'utf8');

test('each promise of SECURITY.md names tests that exist', () => {
  const [, promises = ''] = /## What is promised\n([^]*?)\n## /.exec(page) ?? [];
  const lines = promises.split(/\n- /).slice(1);
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) {
    const tests = [...line.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, path = '']) => path);
    expect([line, tests.length > 0, tests.filter((path) => !existsSync(join(TOP, path)))]).toEqual([
      line,
      true,
      [],
    ]);
  }
});
