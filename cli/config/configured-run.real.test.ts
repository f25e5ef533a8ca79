/** A configured board by the program itself: what is typed wins, and the report says what the board is. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { simulated } from '../testing/tcp-boards';
import { cleanUp, folder, wirejig } from '../testing/wirejig-process';

afterAll(cleanUp);

const HERE = folder();
writeFileSync(
  join(HERE, 'wirejig.config.ts'),
  `interface Board { suite: string; links: string; identity: string; flash: string; operator: boolean; parameters: object }
const desk: Board = {
  suite: 'stm',
  links: 'tcp://127.0.0.1:1',
  parameters: { errorCmd: 0xe0, idleGapMs: 60 },
  identity: 'echo stm 1.4',
  flash: 'echo done > flashed.txt',
  operator: false,
};
export default { boards: { desk, sick: { ...desk, parameters: { errorCmd: 0xee, idleGapMs: 60 } } } };
`,
);

test('a virtual stand-in is simulated with the board’s parameters, and run as the board, at a link of one’s own', async () => {
  const { url } = await simulated(['desk'], { cwd: HERE });
  const args = ['--link', url, '--only', 'STM-FR-02', '--seed', '3', '--json'];
  const [own, other] = await Promise.all([
    wirejig(['run', '--board', 'desk', '--flash', ...args], { cwd: HERE }),
    wirejig(['run', '--board', 'desk', '--param', 'errorCmd=0xEE', ...args, '--out', 'o'], {
      cwd: folder(),
      env: {},
    }),
  ]);
  expect([own.code, own.stderr]).toEqual([0, '']);
  expect(JSON.parse(own.stdout)).toMatchObject({
    board: { name: 'desk', kind: 'stm', identity: 'stm 1.4' },
    command: expect.stringMatching(/^wirejig run stm --board desk --link tcp:.* --seed 3$/) as string,
  });
  expect(readFileSync(join(HERE, 'flashed.txt'), 'utf8')).toBe('done\n');
  const journal = readFileSync(join(HERE, 'wirejig-report/journal.jsonl'), 'utf8').split('\n');
  expect(JSON.parse(journal[1] ?? '')).toMatchObject({ type: 'line', event: 'flash' });
  expect(JSON.parse(journal[0] ?? '')).toMatchObject({
    suites: [{ parameters: { errorCmd: 0xe0, idleGapMs: 60 } }],
  });
  // From a folder without a configuration the name means nothing.
  expect(other.code).toBe(2);
  expect(other.stderr).toMatch(/no board named 'desk': there is no wirejig\.config\.\* here: wirejig init/);
});

test('a parameter that is typed wins over the configuration’s', async () => {
  const { url } = await simulated(['sick'], { cwd: HERE });
  const asked = `run --board desk --link ${url} --only STM-FR-02 --bail --quiet --out`.split(' ');
  const run = (...words: string[]) => wirejig([...asked, folder(), ...words], { cwd: HERE });
  expect((await run('--param', 'errorCmd=0xEE')).code).toBe(0);
  expect((await run()).code).toBe(1);
});

test('it is listed and refused by name', async () => {
  const [list, wrong] = await Promise.all([
    wirejig(['list', 'boards'], { cwd: HERE }),
    wirejig(['run', '--board', 'deks'], { cwd: HERE }),
  ]);
  expect(list.stdout).toMatch(/^ {2}desk +a board \(suite stm, from .*wirejig\.config\.ts\)$/m);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean desk?')]);
  expect(existsSync(join(HERE, 'wirejig-report'))).toBe(true);
});

test('completion reads YAML and JSON, and runs no program: neither a configuration, nor a protocol, nor a copy of wirejig', async () => {
  const here = folder();
  const program = "require('node:fs').writeFileSync('ran', '');";
  const complete = () =>
    wirejig(['--get-yargs-completions', 'wirejig', 'run', '--board', 'd'], { cwd: here });
  writeFileSync(join(here, 'oven.cjs'), program);
  mkdirSync(join(here, 'node_modules/wirejig/dist/cli'), { recursive: true });
  writeFileSync(join(here, 'node_modules/wirejig/dist/cli/main.js'), program);
  writeFileSync(join(here, 'wirejig.config.yaml'), 'protocols: [./oven.cjs]\nboards: { desk: {} }\n');
  expect((await complete()).stdout.split('\n')).toContain('desk');
  rmSync(join(here, 'wirejig.config.yaml'));
  writeFileSync(join(here, 'wirejig.config.cjs'), program);
  expect((await complete()).code).toBe(0);
  expect(existsSync(join(here, 'ran'))).toBe(false);
});

test('a configuration of a folder above is named; one outside the repository is not loaded', async () => {
  const top = folder();
  const here = join(top, 'repository/test');
  mkdirSync(here, { recursive: true });
  writeFileSync(join(top, 'wirejig.config.yaml'), 'boards: { far: { suite: stm } }\n');
  const unnamed = await wirejig(['list', 'boards', '--json'], { cwd: here });
  expect([unnamed.stdout.includes('"far"'), unnamed.stderr]).toEqual([false, '']);
  mkdirSync(join(top, '.git'));
  const named = await wirejig(['list', 'boards', '--json'], { cwd: here });
  expect(named.stdout).toContain('"far"');
  expect(named.stderr).toBe(`wirejig: configuration ${join(top, 'wirejig.config.yaml')}\n`);
  const asked = await wirejig(['list', '--config', '../../wirejig.config.yaml'], { cwd: here });
  expect([asked.code, asked.stderr]).toEqual([0, '']);
});

test('a board that is not plugged in is exit code 3; a configuration that throws is told in one line', async () => {
  const away = folder();
  writeFileSync(
    join(away, 'wirejig.config.mjs'),
    "export default { boards: { desk: { suite: 'stm', match: { serial: 'no such board' } } } };\n",
  );
  const absent = await wirejig(['run', '--board', 'desk'], { cwd: away });
  expect([absent.code, absent.stderr]).toEqual([
    3,
    'wirejig: board desk is not plugged in: no port has serial no such board (wirejig ports shows what is)\n',
  ]);
  const broken = folder();
  writeFileSync(join(broken, 'wirejig.config.cjs'), "throw new Error('out of\\nluck');\n");
  const thrown = await wirejig(['run', '--board', 'desk'], { cwd: broken });
  expect([thrown.code, thrown.stderr]).toEqual([
    2,
    expect.stringMatching(/^wirejig: .*wirejig\.config\.cjs:1 could not be loaded: out of\n$/),
  ]);
});
