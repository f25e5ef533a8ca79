/** A copy of wirejig that is not the project's own makes way for it. */
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { localProgram } from './main';
import { cleanUp, folder, start } from './testing/wirejig-process';

afterAll(cleanUp);

const PROGRAM = 'node_modules/wirejig/dist/cli/main.js';

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test("the project's copy runs, also from a folder below, with the same words and as the main program", async () => {
  const project = folder();
  write(
    join(project, PROGRAM),
    'console.log(require.main === module, JSON.stringify(process.argv.slice(2)));process.exitCode = 7;',
  );
  const cwd = join(project, 'test/boards');
  mkdirSync(cwd, { recursive: true });
  mkdirSync(join(project, '.git'));
  expect(await start(['run', '--seed', '1'], { cwd }).ended).toEqual({
    code: 7,
    stdout: 'true ["run","--seed","1"]\n',
    stderr: '',
  });
});

test('the copy that runs is the project’s own, by a link', async () => {
  const project = folder();
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(join(__dirname, '..'), join(project, 'node_modules/wirejig'));
  const { code, stdout } = await start(['list', 'suites'], { cwd: project }).ended;
  expect([code, stdout]).toEqual([0, expect.stringContaining('stm')]);
});

test('a copy that was not built is none', async () => {
  const project = folder();
  write(join(project, 'node_modules/wirejig/package.json'), '{"name":"wirejig"}');
  const { code } = await start(['list', 'suites'], { cwd: project }).ended;
  expect(code).toBe(0);
});

test('a copy above the folder that is in no common repository is anybody’s, and does not run', () => {
  const shared = folder();
  write(join(shared, PROGRAM), '');
  const below = join(shared, 'mine');
  mkdirSync(below);
  expect(localProgram(below, __filename)).toBeUndefined();
  expect(localProgram(shared, __filename)).toBe(realpathSync(join(shared, PROGRAM)));
});
