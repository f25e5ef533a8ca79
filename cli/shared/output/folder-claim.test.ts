import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { cleanUp, folder } from '../../testing/wirejig-process';
import { claimFolder, LOCK } from './folder-claim';
import { replaceFile, writeNamedFile } from './own-files';
import { processStart } from '../../../devices/platform/process-start';

afterAll(cleanUp);

function holding(...names: readonly string[]): string {
  const here = folder();
  for (const name of names) writeFileSync(join(here, name), 'x');
  return here;
}

function locked(holder: object | string): string {
  const here = folder();
  writeFileSync(join(here, LOCK), typeof holder === 'string' ? holder : JSON.stringify(holder));
  return here;
}

/** No system gives it: pids end below 2^22 on Linux, and at 99998 on macOS. */
const NO_PID = 2 ** 30;
const HERE = { host: hostname(), command: 'wirejig run' };

describe('a folder with what is not wirejig’s is refused, and nothing in it changes', () => {
  test.each([
    ['package.json', 'main.c', 'a', 'b'],
    ['report.html'],
    ['results.json'],
    ['journal.jsonl'],
    ['findings'],
    ['report.html.new'],
  ])('%s', (...names) => {
    const here = holding(...names);
    expect(() => claimFolder(here)).toThrow(/^\S+ holds what is not wirejig's \(.*\): give an empty folder/);
    for (const name of names) expect(readFileSync(join(here, name), 'utf8')).toBe('x');
  });

  test('a folder of findings with other files', () => {
    const here = folder();
    mkdirSync(join(here, 'findings'));
    writeFileSync(join(here, 'findings/thesis.txt'), 'x');
    expect(() => claimFolder(here)).toThrow("what is not wirejig's (findings)");
  });

  test('beside a journal that is read, other files may lie, but not under our names', () => {
    const here = holding('notes.txt');
    claimFolder(here, { beside: true })();
    writeFileSync(join(here, 'results.json'), '{}');
    expect(() => claimFolder(here, { beside: true })).toThrow("what is not wirejig's");
  });
});

test('an empty folder, a new one, and that of an earlier run are taken', () => {
  const here = join(folder(), 'a/b');
  // Its parent a/b/ is made before it, as another process may make the folder.
  claimFolder(`${here}/.`)();
  writeFileSync(join(here, 'journal.jsonl'), '{"type":"run"');
  writeFileSync(join(here, 'report.html'), '<title>wirejig</title>');
  writeFileSync(join(here, 'trace.pcapng'), '');
  writeFileSync(join(here, '.gitignore'), '*');
  mkdirSync(join(here, 'findings'));
  writeFileSync(join(here, 'findings/stm-1.json'), '{}');
  claimFolder(here)();
});

describe('nothing is written through a link', () => {
  const target = holding('bashrc');

  test.each(['report.html', 'journal.jsonl', 'findings', 'campaign.json.new', LOCK])('%s', (name) => {
    const here = folder();
    symlinkSync(join(target, 'bashrc'), join(here, name));
    expect(() => claimFolder(here)).toThrow(/not wirejig's|is in use by something/);
  });

  test('the folder itself', () => {
    const link = join(folder(), 'out');
    symlinkSync(target, link);
    expect(() => claimFolder(link)).toThrow(
      `${link} is a link: give the folder itself with --out, ${target}`,
    );
  });

  test('a file of ours that is replaced, or that the command line names', () => {
    const link = join(folder(), 'report.html');
    symlinkSync(join(target, 'bashrc'), link);
    expect(() => writeNamedFile(link, 'y')).toThrow('is a link, through which nothing is written');
    symlinkSync(join(target, 'bashrc'), `${link}.new`);
    replaceFile(link, 'y');
    expect(readFileSync(link, 'utf8')).toBe('y');
  });

  afterAll(() => expect(readFileSync(join(target, 'bashrc'), 'utf8')).toBe('x'));
});

describe('one writer a folder', () => {
  test('a second one is refused until the first has ended', () => {
    const here = folder();
    const release = claimFolder(here);
    expect(() => claimFolder(here)).toThrow(
      new RegExp(`is in use by wirejig .*process ${process.pid}.*: wait for its end, or give another --out`),
    );
    release();
    claimFolder(here)();
  });

  test.each([
    ['a process that is gone', { ...HERE, pid: NO_PID }],
    ['an earlier process with the pid of a living one', { ...HERE, pid: process.pid, start: 'boot 1' }],
  ])('the lock of %s is taken over', (_, holder) => {
    const here = locked(holder);
    const release = claimFolder(here);
    expect(readFileSync(join(here, LOCK), 'utf8')).toContain(`"pid":${process.pid}`);
    expect(() => claimFolder(here)).toThrow('is in use');
    release();
  });

  test.each([
    ['without a start, as on a system that does not tell it', { ...HERE, pid: process.pid }],
    ['of another machine', { ...HERE, pid: NO_PID, host: 'elsewhere' }],
    ['that cannot be read', '{"pid":'],
  ])('a lock %s is kept, and the message says what to remove', (_, holder) => {
    const here = locked(holder);
    expect(() => claimFolder(here)).toThrow(`remove ${join(here, LOCK)} if nothing writes there`);
  });
});

test('the start of a process is a boot and a time, whatever the name of the program; unknown without /proc', () => {
  const proc = folder();
  expect(processStart(7, proc)).toBeUndefined();
  mkdirSync(join(proc, 'sys/kernel/random'), { recursive: true });
  mkdirSync(join(proc, '7'));
  writeFileSync(join(proc, 'sys/kernel/random/boot_id'), 'b007\n');
  writeFileSync(
    join(proc, '7/stat'),
    `7 (a) b) S ${Array.from({ length: 30 }, (_, i) => i + 4).join(' ')}\n`,
  );
  expect(processStart(7, proc)).toBe('b007 22');
  rmSync(join(proc, '7/stat'));
  expect(processStart(7, proc)).toBeUndefined();
});
