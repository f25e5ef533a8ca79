import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { needing } from '../../../devices/testing/needed-tools';
import { cleanUp, folder, start, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

const ADDRESS = /live view: (http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/)/;
const RUN = 'run stm --board virtual:stm+crc-ignored --seed 5 --ui --out out --only'.split(' ');

function ask(url: string, method = 'GET'): Promise<number | undefined> {
  return new Promise((resolve) => {
    request(url, { method }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    })
      .on('error', () => resolve(undefined))
      .end();
  });
}

test('with --ui the run is the same: its journal byte for byte, its output, its exit code; then the page is gone', async () => {
  const [cwd, other] = [folder(), folder()];
  const running = start([...RUN, 'STM-FR'], { cwd });
  const [, url = ''] = await running.waitForError(ADDRESS);
  expect(await ask(url)).toBe(200);
  const shown = await running.ended;
  const plain = await wirejig(
    [...RUN, 'STM-FR'].filter((word) => word !== '--ui'),
    { cwd: other },
  );
  expect([shown.code, plain.code]).toEqual([1, 1]);
  const withoutTime = (text: string): string => text.replaceAll(/\d+(\.\d+)? m?s\b/g, '');
  expect(withoutTime(shown.stdout)).toBe(withoutTime(plain.stdout));
  const read = (at: string): string =>
    readFileSync(join(at, 'out/journal.jsonl'), 'utf8').replaceAll(/"id":"[0-9a-f]{16}"/g, '');
  expect(read(cwd)).toBe(read(other));
  expect(shown.stderr).not.toContain('stays until');
  expect(await ask(url)).toBeUndefined();
});

test('Stop on the page does what Ctrl-C does: exit code 130, and a report', async () => {
  const cwd = folder();
  const running = start(['run', 'stm', 'durak', '--ui', '--out', 'out', '-q'], { cwd });
  const [, url = ''] = await running.waitForError(ADDRESS);
  let status: number | undefined;
  for (let tries = 0; status !== 204 && tries < 400; tries++) status = await ask(`${url}stop`, 'POST');
  expect(status).toBe(204);
  expect((await running.ended).code).toBe(130);
  expect(readFileSync(join(cwd, 'out/report.html'), 'utf8')).toContain('was interrupted');
});

/** Carries a command out on a terminal of its own. Its output begins when the terminal is there. */
const PTY = 'import pty, sys, os; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';

needing('the live view on a terminal', 'python3').test(
  'on a terminal the page stays until Ctrl-C, and runs a clause again into a folder of its own; the exit code is that of the run',
  async () => {
    const cwd = folder();
    const main = join(__dirname, '../../../dist/cli/main.js');
    const { CI: _ci, ...env } = process.env;
    const words = ['-c', PTY, process.execPath, main, ...RUN, 'STM-FR-02', '-q'];
    const child = spawn('python3', words, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (part) => (text += String(part)));
    const code = new Promise((resolve) => child.once('close', resolve));
    const waitFor = async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const match = pattern.exec(text);
        if (match !== null) return match;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const [, url = ''] = await waitFor(ADDRESS);
    await waitFor(/stays until Ctrl-C/);
    expect(await ask(`${url}again?clause=STM-FR-10`, 'POST')).toBe(204);
    await waitFor(/stays until Ctrl-C[^]*PASS[^]*stays until Ctrl-C/);
    expect(readFileSync(join(cwd, 'out-again/journal.jsonl'), 'utf8')).toContain('--only STM-FR-10');
    expect(readFileSync(join(cwd, 'out/journal.jsonl'), 'utf8')).toContain('--only STM-FR-02 ');
    child.stdin.write('\u0003');
    expect(await code).toBe(1);
    expect(await ask(url)).toBeUndefined();
  },
);
