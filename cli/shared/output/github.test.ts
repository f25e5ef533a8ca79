import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, folder, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

const HERE = folder();
const WORDS = ['--board', 'virtual:stm+crc-ignored', '--only', 'STM-FR-02', '--seed', '7'];

test('run: the output is between stopped commands, then come annotations; the summary is added to the named file', async () => {
  const path = join(HERE, 'summary.md');
  writeFileSync(path, '# before\n');
  const out = join(HERE, 'run');
  const env = { GITHUB_STEP_SUMMARY: path };
  const { code, stdout } = await wirejig(['run', ...WORDS, '--reporter', 'github', '--out', out], { env });
  expect(code).toBe(1);
  const lines = stdout.split('\n');
  const token = /^::stop-commands::(\S{20,})$/.exec(lines[0] ?? '')?.[1] ?? '';
  const resumed = lines.indexOf(`::${token}::`);
  expect(resumed).toBeGreaterThan(10);
  expect(lines.slice(resumed + 1).filter((line) => line !== '')).toEqual([
    expect.stringMatching(/^::error title=STM-FR-02 MUST failed::.*%0A0:[\d.]+ +sent {2}01 FF /),
  ]);
  const written = readFileSync(path, 'utf8');
  expect(written).toMatch(/^# before\n## ✗ wirejig: FAIL\n/);

  const again = await wirejig(['report', out, '-q', '--reporter', 'github'], { env });
  expect(again.code).toBe(0);
  expect(again.stdout).toContain('::error title=STM-FR-02 MUST failed::');
  expect(readFileSync(path, 'utf8')).toBe(written + written.slice('# before\n'.length));
});

test.each([
  [['--reporter', 'gitlab'], /^wirejig: no reporter named 'gitlab': .*github\n$/],
  [['--reporter', 'github', '--json'], /^wirejig: --json prints nothing else: [^\n]+\n$/],
])('%j is refused', async (words, expected) => {
  const { code, stderr } = await wirejig(['run', ...WORDS, ...words, '--out', join(HERE, 'none')]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(expected)]);
});
