import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { standIns } from '../../testing/programs/stand-ins';
import { cleanUp, folder, start, wirejig } from '../../testing/wirejig-process';
import { namesIn } from './watch';

afterAll(cleanUp);

const OVEN = 'protocol.ts';

/** What a run that has ended says. */
const over = (times: number): RegExp => new RegExp(`(?:waiting for a change[^]*){${times}}`);

test('runs again when a description changes: first what failed, then all', async () => {
  const cwd = folder();
  expect((await wirejig(['init', '--protocol'], { cwd })).code).toBe(0);
  const protocol = join(cwd, OVEN);
  const right = readFileSync(protocol, 'utf8');
  const board = 'virtual:oven+checksum-ignored';
  const watch = start(['run', 'oven', '--board', board, '--only', 'OV-FR', '--watch'], { cwd });
  await watch.waitForError(over(1));
  writeFileSync(protocol, `${right}\nexport const = 1;\n`);
  await watch.waitForError(/has changed\n.*could not be loaded[^]*waiting/);
  writeFileSync(protocol, right);
  await watch.waitForError(over(3));
  watch.child.kill('SIGINT');
  const { code, stdout } = await watch.ended;
  // The whole, and after the mistake was mended what failed, and the whole.
  expect(stdout.match(/What failed or was not judged|✗ FAIL/g)).toEqual([
    '✗ FAIL',
    'What failed or was not judged',
    '✗ FAIL',
    '✗ FAIL',
  ]);
  expect(code).toBe(1);
});

test('a new image is flashed before the run', async () => {
  const cwd = folder();
  const { env, calls } = standIns('flasher');
  writeFileSync(join(cwd, 'fw.bin'), 'one');
  writeFileSync(join(cwd, 'flash.log'), '');
  const link = `exec:${process.execPath} -e process.stdin.resume()`;
  const board = {
    suite: 'stm',
    links: { main: link },
    image: 'fw.bin',
    flash: 'flasher fw.bin; echo . >> flash.log',
  };
  writeFileSync(join(cwd, 'wirejig.config.json'), JSON.stringify({ boards: { desk: board } }));
  const words = ['run', '--board', 'desk', '--only', 'STM-GM-01', '--time', '3s', '--watch', '--quiet'];
  const watch = start(words, { cwd, env });
  await watch.waitForError(over(1));
  expect(calls()).toEqual([]);
  writeFileSync(join(cwd, 'fw.bin'), 'another');
  await watch.waitForError(over(2));
  // What the command writes itself is no change.
  await new Promise((later) => setTimeout(later, 1500));
  expect(calls()).toEqual(['flasher fw.bin']);
  watch.child.kill('SIGINT');
  expect((await watch.ended).code).toBe(3);
  expect(existsSync(join(cwd, 'wirejig-report/report.html'))).toBe(true);
});

test('the files that a text names', () => {
  const text = "import { a } from './oven'; flash: st-flash:build/fw.bin 0x8000000 ./flash.sh # e.g. 1.5";
  expect(namesIn(text)).toEqual(['./oven', 'build/fw.bin', './flash.sh', '1.5']);
});

test('without a configuration there is nothing to wait for', async () => {
  const { code, stderr } = await wirejig(['run', 'stm', '--watch'], { cwd: folder() });
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/--watch .*no wirejig\.config\.\* here: wirejig init/),
  ]);
});
