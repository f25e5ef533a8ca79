/** The virtual board: conformant, and with the defects of modbus.ts. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { wirejig, withPrograms } from './programs.mjs';

const OWN = ['coils-by-bytes', 'waits-after-answer'];

test('the conformant board keeps every clause, and own defects and one of the stock are caught', async () => {
  const defects = [...OWN, 'checksum-ignored'].flatMap((name) => ['--defect', name]);
  const { code, text } = await wirejig('audit', 'modbus', '--quick', '--seed', '1', ...defects);
  assert.match(text, /✓ modbus \(conformant\) +passed/);
  assert.match(text, /3 of 3 defects caught/);
  assert.equal(code, 0);
});

test('fuzzing finds nothing on the conformant board, and a defect as a lost answer', () =>
  withPrograms(async (folder) => {
    const fuzz = (board, cases) =>
      wirejig('fuzz', 'modbus', '--board', board, '--cases', cases, '--seed', '1', '--out', join(folder, 'fuzz'));
    assert.match((await fuzz('virtual:modbus', '1000')).text, /no finding in 1000 cases/);
    assert.match((await fuzz('virtual:modbus+waits-after-answer', '1500')).text, /✗ MB-\S+ silence: /);
  }));
