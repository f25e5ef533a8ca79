/** `qemu:` boards as their users run them. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { CROSS, needing } from '../../devices/testing/needed-tools';
import { cleanUp, folder, start, wirejig } from './wirejig-process';

afterAll(cleanUp);

test('boards of firmware are listed, with the defects that can be compiled in', async () => {
  const { stdout } = await wirejig(['list', 'boards', 'stm']);
  expect(stdout).toMatch(/^ {2}qemu:stm +.*C firmware under QEMU \(suite stm, \d\d defects\)$/m);
});

test.each([
  ['run --board qemu:stn', "no firmware named 'stn': did you mean stm?"],
  ['run --board qemu:stm+crc-ignore', "no defect of stm named 'crc-ignore': did you mean crc-ignored?"],
  ['run gm67 --board qemu:stm', 'board qemu:stm is for the suite stm, not gm67'],
  ['audit gm67 --firmware', 'there is no firmware of gm67'],
  ['audit stm --firmware --defect nope', 'nope'],
])('%s is refused', async (words, reason) => {
  const { code, stderr } = await wirejig(words.split(' '));
  expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
});

needing('boards under emulation', ...CROSS).describe('under emulation', () => {
  /** A run in a folder of its own, once it talks to the board. */
  async function running(): Promise<{ run: ReturnType<typeof start>; temporary: string }> {
    const temporary = folder();
    const words = ['run', 'stm', '--board', 'qemu:stm', '--only', 'STM-TM', '--verbose', '--out', folder()];
    const run = start(words, { env: { TMPDIR: temporary } });
    await run.waitForOutput(/^. .*(?:\n|.)*checks/m);
    return { run, temporary };
  }

  test.concurrent('Ctrl-C and a killed run leave nothing behind', async () => {
    const [first, second] = await Promise.all([running(), running()]);
    expect(leftBy(first.temporary)).not.toBe('');
    first.run.child.kill('SIGINT');
    second.run.child.kill('SIGKILL');
    expect((await first.run.ended).code).toBe(130);
    await second.run.ended;
    await nothingLeft(first.temporary);
    await nothingLeft(second.temporary);
  });

  test.concurrent('a board that is unplugged is lost: exit 3, and nothing is left', async () => {
    const { run, temporary } = await running();
    const emulator = Number(leftBy(`^qemu-system-arm.*${temporary}`));
    // 0 is the process group of the tests.
    expect(emulator).toBeGreaterThan(0);
    process.kill(emulator, 'SIGKILL');
    const { code, stderr } = await run.ended;
    expect([code, stderr]).toEqual([3, expect.stringMatching(/link main \(qemu:stm\) was lost/)]);
    await nothingLeft(temporary);
  });
});

async function nothingLeft(temporary: string): Promise<void> {
  for (let i = 0; i < 250 && (leftBy(temporary) !== '' || readdirSync(temporary).length > 0); i++)
    await new Promise((go) => setTimeout(go, 20));
  expect([leftBy(temporary), readdirSync(temporary)]).toEqual(['', []]);
}

/** The processes whose command lines match. */
function leftBy(pattern: string): string {
  return spawnSync('pgrep', ['-f', pattern], { encoding: 'utf8' }).stdout;
}
