import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { needing } from '../../../devices/testing/needed-tools';
import { standIns } from '../../testing/programs/stand-ins';
import { cleanUp, folder } from '../../testing/wirejig-process';
import { wantsReport } from './open-page';

afterAll(cleanUp);

test.each([
  ['the run passed', {}, 0, true],
  ['something was not judged', {}, 3, true],
  ['it was interrupted', {}, 130, true],
  ['nobody is at the terminal', {}, 1, false],
  ['--json', { json: true }, 1, true],
  ['--quiet', { quiet: true }, 1, true],
  ['--unattended', { unattended: true }, 1, true],
  ['--ui, which shows it', { ui: true }, 1, true],
  ['--no-open', { open: false }, 1, true],
])('nothing is asked: %s', async (_, request, code, isAttended) => {
  expect(await wantsReport(request, code, isAttended)).toBe(false);
});

test('--open needs no question', async () => {
  expect(await wantsReport({ open: true }, 0, false)).toBe(true);
});

/** Carries a command out on a terminal of its own. */
const PTY = 'import pty, sys, os; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
const QUESTION = 'Open the report?';
const RUN = ['run', 'stm', '--board', 'virtual:stm+crc-ignored', '--only', 'STM-FR-02'];

/** What a failed run on a terminal opened, after this answer to its question, and its exit code. */
async function answer(
  keys: string,
  CI = '',
): Promise<{ code: unknown; opened: readonly string[]; text: string }> {
  const { env, calls } = standIns('xdg-open');
  const main = join(__dirname, '../../../dist/cli/main.js');
  const words = ['-c', PTY, process.execPath, main, ...RUN];
  const child = spawn('python3', words, {
    cwd: folder(),
    env: { ...process.env, ...env, CI },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (part) => {
    const wasAsked = text.includes(QUESTION);
    text += String(part);
    if (!wasAsked && text.includes(QUESTION)) child.stdin.write(keys);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, opened: calls(), text };
}

needing('the question on a terminal', 'python3').test(
  'a failed run asks on a terminal: y opens the report; Enter, Ctrl-C and no answer do not; the exit code stays',
  async () => {
    const opened = ['xdg-open wirejig-report/report.html'];
    const [yes, inCi, ...others] = await Promise.all([
      answer('y\r'),
      answer('y\r', 'true'),
      ...['\r', '\u0003', ''].map((keys) => answer(keys)),
    ]);
    expect(yes).toMatchObject({ code: 1, opened });
    for (const one of [inCi, ...others]) expect(one).toMatchObject({ code: 1, opened: [] });
    expect(inCi.text).not.toContain(QUESTION);
  },
);
