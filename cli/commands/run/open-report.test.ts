import { standIns } from '../../testing/programs/stand-ins';
import { cleanUp, folder, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

const RUN = ['run', 'stm', '--only', 'STM-FR-10', '--quiet'];

test('--open opens the report with the program of the desktop, and only then', async () => {
  const { env, calls } = standIns('xdg-open');
  const cwd = folder();
  expect((await wirejig(RUN, { cwd, env })).code).toBe(0);
  expect(calls()).toEqual([]);
  const { code, stderr } = await wirejig([...RUN, '--open', '--out', 'there'], { cwd, env });
  expect([code, stderr]).toEqual([0, '']);
  expect(calls()).toEqual(['xdg-open there/report.html']);
});

test('where it cannot be opened, the exit code is that of the run', async () => {
  const programs = standIns();
  programs.add('xdg-open', 3);
  const { code, stderr } = await wirejig([...RUN, '--open'], { cwd: folder(), env: programs.env });
  expect([code, stderr]).toEqual([
    0,
    'wirejig: wirejig-report/report.html could not be opened: xdg-open ended with exit code 3: open it yourself\n',
  ]);
});
