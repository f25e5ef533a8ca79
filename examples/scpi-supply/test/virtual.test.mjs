/** The virtual board: conformant, and with the defects of supply.ts. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { wirejig, withFolder } from './programs.mjs';

test('the conformant board keeps every clause, and its own defects are caught', async () => {
  const names = ['newest-error-first', 'reset-leaves-output', 'milli-unchecked'];
  const { code, text } = await wirejig(
    'audit',
    'supply',
    '--quick',
    '--seed',
    '1',
    ...names.flatMap((one) => ['--defect', one]),
  );
  assert.match(text, /✓ supply \(conformant\) +passed/);
  assert.match(text, /3 of 3 defects caught/);
  assert.equal(code, 0);
});

test('a trace of a run holds no false alarm, and shows every clause', () =>
  withFolder(async (folder) => {
    const run = await wirejig('run', 'supply', '--seed', '1', '--out', join(folder, 'run'));
    assert.equal(run.code, 0, run.text);
    const trace = join(folder, 'run', 'trace.pcapng');
    const { code, text } = await wirejig('check', trace, '--suite', 'supply', '--out', join(folder, 'check'));
    assert.match(text, /15 of 15 MUST clauses passed, none failed/);
    assert.equal(code, 0);
  }));

test('fuzzing finds nothing on the conformant board, and a defect by the error that comes first', () =>
  withFolder(async (folder) => {
    const fuzz = (board) =>
      wirejig('fuzz', 'supply', '--board', board, '--cases', '500', '--seed', '1', '--out', join(folder, 'fuzz'));
    assert.match((await fuzz('virtual:supply')).text, /no finding in 500 cases/);
    assert.match((await fuzz('virtual:supply+newest-error-first')).text, /✗ PS-ER-01 answer: query what error: /);
  }));
