/** What each command really prints with `--json`, and results.json, by the schema of its name. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { OUTPUTS } from '../schemas/published';
import { simulated } from './tcp-boards';
import { cleanUp, folder, ONE_FINDING_CAMPAIGN, wirejig } from './wirejig-process';

afterAll(cleanUp);

const SCHEMAS = join(__dirname, '../../schemas');
const cwd = folder();

type Name = keyof typeof OUTPUTS;

/** By the schema that the code has, which refuses unknown keys, and by the published one. */
function expectFits(name: Name, text: string): unknown {
  const content: unknown = JSON.parse(text);
  expect(OUTPUTS[name].safeParse(content).error).toBeUndefined();
  const published = JSON.parse(
    readFileSync(join(SCHEMAS, `${name}.schema.json`), 'utf8'),
  ) as z.core.JSONSchema.JSONSchema;
  expect(z.fromJSONSchema(published).safeParse(content).error).toBeUndefined();
  return content;
}

async function print(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await wirejig([...words, '--json'], { cwd });
  // Exit code 2: the command line was refused.
  if (code === 2 || stdout === '') throw new Error(`exit code ${code}: ${stderr}`);
  return stdout;
}

const FAILING = 'run stm --board virtual:stm+crc-ignored --only STM-FR-02 --only STM-TM-01'.split(' ');

test('run, check, compare and history, and results.json', async () => {
  const [failing, repeated] = await Promise.all([
    print(...FAILING, '--seed', '1', '--out', 'runs/a'),
    print('run', 'stm', '--only', 'STM-FR-02', '--repeat', '2', '--seed', '2', '--out', 'runs/b'),
  ]);
  expect(expectFits('run', failing)).toHaveProperty('failures.0.id', 'STM-FR-02');
  expect(expectFits('run', repeated)).toHaveProperty('repetitions.runs.length', 2);
  for (const run of ['a', 'b'])
    expectFits('results', readFileSync(join(cwd, 'runs', run, 'results.json'), 'utf8'));
  expectFits('check', await print('check', 'runs/a', '--out', 'checked'));
  expect(expectFits('compare', await print('compare', 'runs/b', 'runs/a'))).toHaveProperty('worse', true);
  expect(expectFits('history', await print('history', 'runs', '--out', 'history.html'))).toHaveProperty(
    'runs.length',
    2,
  );
});

test('fuzz, replay and audit', async () => {
  const found = expectFits('fuzz', await print(...ONE_FINDING_CAMPAIGN, '--out', 'fuzz'));
  expect(found).toHaveProperty('findings.0.requirement', 'STM-FR-02');
  const [file = ''] = readdirSync(join(cwd, 'fuzz/findings')).filter((name) => name.endsWith('.json'));
  expect(expectFits('replay', await print('replay', join('fuzz/findings', file)))).toHaveProperty(
    'shows',
    true,
  );
  const audited = await print('audit', 'durak', '--defect', 'ack-twice', '--seed', '1', '--quick');
  const [board] = z.object({ boards: z.array(z.unknown()) }).parse(expectFits('audit', audited)).boards;
  expect(board).toMatchObject({ caught: 1, conformant: { passed: true } });
  const words = 'audit stm --fuzz --defect crc-ignored --cases 20 --seeds 1 --seed 1'.split(' ');
  const fuzzed = await print(...words);
  expect(expectFits('audit', fuzzed)).toHaveProperty('boards.0.conformant.result', 'conformant');
});

test('list of everything, ports and init', async () => {
  for (const subject of [[], ['suites'], ['boards'], ['defects'], ['requirements'], ['params']])
    expectFits('list', await print('list', ...subject));
  expectFits('ports', await print('ports'));
  expect(expectFits('init', await print('init', '--yes'))).toHaveProperty('board', 'desk');
  expect(expectFits('init', await print('init', '--protocol', 'oven.ts'))).toHaveProperty('protocol', 'oven');
  expectFits('list', await print('list', 'boards'));
});

test('doctor and monitor, of a board and of none', async () => {
  const { url: link } = await simulated(['stm'], { cwd });
  expect(expectFits('doctor', await print('doctor', link, '--suite', 'stm'))).toHaveProperty('exitCode', 0);
  expect(expectFits('doctor', await print('doctor', 'tcp://127.0.0.1:1'))).toHaveProperty('exitCode', 3);
  const sent = await print('monitor', link, '--suite', 'stm', '--send', 'start', '--time', '3s');
  const lines = sent.trim().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expectFits('monitor', line);
});

test('tap, one game and many', async () => {
  const boards = ['tap', '--a', 'virtual:durak', '--b', 'virtual:durak', '--seed', '1'];
  expectFits('tap', await print(...boards, '--out', 'tap'));
  expect(expectFits('tap', await print(...boards, '--games', '2'))).toHaveProperty('played', 2);
});
