/** The virtual boards: conformant, with the defects of the descriptions, and with three bugs in a copy of their source. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { PROJECT, runOn, wirejig, withPrograms } from './programs.mjs';

for (const [suite, count] of [
  ['xmodem-receiver', 5],
  ['xmodem-sender', 4],
])
  test(`${suite}: the conformant board keeps every clause, and each defect is caught`, async () => {
    const { code, text } = await wirejig('audit', suite, '--quick', '--seed', '1');
    assert.match(text, new RegExp(`✓ ${suite} \\(conformant\\) +passed`));
    assert.match(text, new RegExp(`${count} of ${count} defects caught`));
    assert.equal(code, 0);
  });

test('with a CRC', async () => {
  for (const suite of ['xmodem-receiver', 'xmodem-sender']) {
    const { code, text } = await wirejig(
      'run',
      suite,
      '--param',
      'check=crc',
      '--seed',
      '1',
      '--out',
      'wirejig-report-crc',
    );
    assert.equal(code, 0, text);
  }
});

test('fuzzing finds nothing on the conformant boards, and a defect', () =>
  withPrograms(async (folder) => {
    const fuzz = (board, suite) =>
      wirejig(
        'fuzz',
        suite,
        '--board',
        `virtual:${board}`,
        '--cases',
        '300',
        '--seed',
        '1',
        '--out',
        join(folder, 'fuzz'),
      );
    for (const suite of ['xmodem-receiver', 'xmodem-sender'])
      assert.match((await fuzz(suite, suite)).text, /no finding in 300 cases/);
    assert.match((await fuzz('xmodem-receiver+sum-ignored', 'xmodem-receiver')).text, /✗ XR-BL-02 /);
  }));

/** What somebody may write who makes a board from the description: the line, and what is there by mistake. */
const BUGS = [
  ['xmodem-receiver', 'XR-BL-01', 'number === ((taken + 1) & 0xff)', 'number === taken + 1'],
  ['xmodem-receiver', 'XR-BL-03', 'complement !== 0xff - number', 'complement === 0'],
  [
    'xmodem-sender',
    'XS-BL-03',
    "sendBlock(next, 'XS-BL-03', p)",
    "sendBlock({ ...next, sent: sent + 1, block: undefined }, 'XS-BL-03', p)",
    '--param',
    'blocks=10',
  ],
];

describe('a copy of the description with a bug, on TCP', { concurrency: true }, () => {
  for (const [suite, clause, right, wrong, ...param] of BUGS)
    test(`${wrong} breaks ${clause}`, () =>
      withPrograms(async (folder, { simulate }) => {
        const copy = mkdtempSync(join(PROJECT, 'copy-'));
        try {
          for (const file of ['wire.ts', 'receiver.ts', 'sender.ts', 'wirejig.config.ts'])
            cpSync(join(PROJECT, file), join(copy, file));
          const file = join(copy, `${suite.replace('xmodem-', '')}.ts`);
          const source = readFileSync(file, 'utf8');
          assert.ok(source.includes(right));
          writeFileSync(file, source.replace(right, wrong));
          const link = await simulate(suite, '--config', join(copy, 'wirejig.config.ts'));
          const { code, text, verdicts } = await runOn(link, suite, join(folder, 'report'), ...param, '--only', clause);
          assert.equal(code, 1, text);
          assert.equal(verdicts[clause], 'fail', text);
          const failed = Object.values(verdicts).filter((verdict) => verdict === 'fail');
          assert.equal(failed.length, 1, text);
        } finally {
          rmSync(copy, { recursive: true });
        }
      }));
});
