/** A disk or a system that gives no more: one line, exit code 3, and a journal that is read up to where it goes. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needing } from '../../../devices/testing/needed-tools';
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

const RUN = 'run stm --only STM-TM-03 --seed 1 -q --out out';
const FUZZ = 'fuzz stm --board virtual:stm+crc-ignored --cases 250 --seed 1 --out out';
const CANNOT = /^wirejig: cannot (?:write|read|resume)[^\n]+\n$/;
const IO = 'the disk reports an error';
const FILES = 'too many files are open';

needing('calls that fail', 'strace').test.each([
  [RUN, 'out/journal.jsonl', 'write:error=EIO:when=3', IO],
  [RUN, 'out/journal.jsonl', 'close:error=EIO', IO],
  [RUN, 'out/trace.pcapng', 'write:error=ENOSPC', 'the disk is full'],
  [RUN, 'out/report.html.new', 'openat:error=EMFILE', FILES],
  [RUN, 'out/results.json.new', 'openat:error=EROFS', 'the file system is read-only'],
  [RUN, 'out/junit.xml.new', 'rename:error=EIO', IO],
  [FUZZ, 'out/journal.jsonl', 'write:error=EIO:when=3', IO],
  [FUZZ, 'out/findings/stm-e8fbcc01.json.new', 'openat:error=EMFILE', FILES],
  ['report out --out again', 'out/journal.jsonl', 'read:error=EIO', IO],
  ['check out --out again', 'out/journal.jsonl', 'read:error=EIO:when=2', IO],
  ['check out/trace.pcapng --suite stm --out again', 'out/trace.pcapng', 'read,pread64:error=EIO', IO],
  ['fuzz stm --resume --out campaign', 'campaign/campaign.json', 'read:error=EIO', IO],
])('%s, of %s %s: one line, exit code 3', async (words, file, inject, cause) => {
  const cwd = folder();
  if (!words.endsWith('--out out')) await wirejig(RUN.split(' '), { cwd });
  if (words.includes('--resume'))
    await wirejig(FUZZ.replace('--out out', '--out campaign').split(' '), { cwd });
  const { code, stderr } = injected(words, file, inject, cwd);
  expect([code, stderr]).toEqual([3, expect.stringMatching(CANNOT)]);
  expect(stderr).toContain(cause);
  if (!words.startsWith('fuzz'))
    expect((await wirejig(['report', 'out', '-q', '--out', 'later'], { cwd })).code).toBe(0);
});

needing('calls that fail', 'strace').test.each([RUN, FUZZ])(
  '%s, whose lock cannot be removed: its result stands',
  async (words) => {
    const cwd = folder();
    const { code, stderr } = injected(words, 'out/wirejig.lock', 'unlink:error=EIO', cwd);
    expect([code, stderr]).toEqual([words === RUN ? 0 : 1, '']);
    expect((await wirejig(words.split(' '), { cwd })).code).toBe(code);
  },
);

/** wirejig, where calls on `file` fail, as strace names them. */
function injected(words: string, file: string, inject: string, cwd: string) {
  const paths = [file, join(cwd, file)].flatMap((path) => ['-P', path]);
  const strace = [
    '-f',
    '--seccomp-bpf',
    '-qq',
    '-e',
    'signal=none',
    '-o',
    '/dev/null',
    ...paths,
    '-e',
    `trace=${inject.split(':')[0] ?? ''}`,
    '-e',
    `inject=${inject}`,
  ];
  const { status, stderr } = spawnSync('strace', [...strace, process.execPath, MAIN, ...words.split(' ')], {
    cwd,
    encoding: 'utf8',
  });
  // It says which file a path is.
  return { code: status, stderr: stderr.replace(/^strace: Requested path .*\n/gm, '') };
}
