/** A disk that takes no more: one line, exit code 3, and a journal that is read up to where it goes. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, folder, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

const MAIN = join(__dirname, '../../../dist/cli/main.js');

function inShell(line: string, cwd: string): { readonly code: number | null; readonly stderr: string } {
  const { status, stderr } = spawnSync('bash', ['-c', line, 'bash', process.execPath, MAIN], {
    cwd,
    encoding: 'utf8',
  });
  return { code: status, stderr };
}

test('a run whose files may not grow ends with one line, and its journal and trace can be read', async () => {
  const cwd = folder();
  const found = inShell('ulimit -f 200; "$1" "$2" run stm --seed 1 -q --out run', cwd);
  expect(found).toEqual({
    code: 3,
    stderr: `wirejig: cannot write to ${join(cwd, 'run')}: the file would be larger than is allowed (ulimit -f): give another directory with --out DIR\n`,
  });
  expect(existsSync(join(cwd, 'run/crash.txt'))).toBe(false);
  expect((await wirejig(['report', 'run', '-q', '--out', 'again'], { cwd })).code).toBe(0);
  for (const file of ['run', 'run/trace.pcapng'])
    expect((await wirejig(['check', file, '--suite', 'stm', '-q', '--out', 'check'], { cwd })).code).toBe(3);
});

test('an output that cannot be written is one line, and no error of wirejig', () => {
  const cwd = folder();
  const found = inShell('"$1" "$2" run stm --only STM-FR-10 -q --out run > /dev/full', cwd);
  expect(found).toEqual({
    code: 3,
    stderr: 'wirejig: cannot write the output: the disk is full: send it elsewhere\n',
  });
  expect(readFileSync(join(cwd, 'run/journal.jsonl'), 'utf8')).toContain('"type":"run-end"');
});
