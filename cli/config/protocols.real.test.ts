import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { simulated } from '../testing/tcp-boards';
import { cleanUp, folder, start, wirejig } from '../testing/wirejig-process';

afterAll(cleanUp);

const DIST = join(__dirname, '../../dist');
const CHUNK = readdirSync(join(DIST, 'chunks')).find((name) => /^stm-[A-Z0-9]{8}\.js$/.test(name)) ?? '';

/** STM's parts under another name, as a team's own protocol. */
const MTS = `import { defineProtocol } from 'wirejig';
import type { Suite } from 'wirejig';
import { defineProtocol as running } from '${DIST}/api/index.js';
import { stm } from '${DIST}/chunks/${CHUNK}';

if (defineProtocol !== running) throw new Error('two copies of wirejig');
const own = <T extends object>(part: T) => ({ ...part, id: 'mts', suite: 'mts' });
const scenarios = stm.suite.scenarios.map((one) => ({ ...one, id: one.id.replace('stm/', 'mts/') }));
const suite: Suite = { ...stm.suite, id: 'mts', title: 'MTS', scenarios };
export const mts = defineProtocol({
  suite,
  boards: stm.boards.map((kind) => ({ ...own(kind), name: 'mts' })),
  targets: async () => (await stm.targets!()).map(own),
  traceMonitor: async () => own(await stm.traceMonitor!()),
  dissection: stm.dissection,
  dialects: stm.dialects,
  nondeterminism: stm.nondeterminism,
});
`;

function project(files: Readonly<Record<string, string>>): string {
  const here = folder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(here, name), text);
  return here;
}

const HERE = project({
  'mts.ts': MTS,
  'wirejig.config.ts': `import { mts } from './mts';
export default { protocols: [mts], boards: { desk: { suite: 'mts', links: 'tcp://127.0.0.1:1' } } };
`,
});
const ask = (...words: string[]) => wirejig(words, { cwd: HERE });

test('a protocol of the configuration is listed, run, checked and compared', async () => {
  const run = await ask('run', 'mts', '--only', 'STM-GM-03', '--seed', '1', '--quiet');
  expect([run.code, run.stderr]).toEqual([0, '']);
  const [list, check, same] = await Promise.all([
    ask('list', 'boards', 'mts', '--json'),
    ask('check', 'wirejig-report/trace.pcapng', '--suite', 'mts', '--json'),
    ask('compare', 'wirejig-report', 'wirejig-report'),
  ]);
  const names: unknown = JSON.parse(list.stdout);
  expect(names).toMatchObject([{ name: 'virtual:mts', suite: 'mts' }, { name: 'desk' }]);
  expect([check.code, same.code]).toEqual([0, 0]);
});

test('a configuration of any format may name the file of a protocol', async () => {
  const here = project({ 'mts.ts': MTS, 'wirejig.config.yaml': 'protocols: [./mts.ts]\n' });
  const { stdout, stderr } = await wirejig(['list', 'boards', 'mts', '--json'], { cwd: here });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject([{ name: 'virtual:mts' }]);
});

test.each<readonly [string, Readonly<Record<string, string>>, RegExp]>([
  [
    'a part that does not fit',
    { 'mts.ts': MTS.replace("'stm/', 'mts/'", "'x', 'y'") },
    /mts\.ts:\d+ could not be loaded: suite\.scenarios\.0\.id: 'stm\/\S+' is no id/,
  ],
  [
    'a throw',
    { 'mts.ts': 'const a = 1;\nthrow new Error(`no ${a}`);\n' },
    /mts\.ts:2 could not be loaded: no 1$/m,
  ],
  [
    'a syntax error',
    { 'mts.ts': 'const a = 1;\nexport const mts = {{;\n' },
    /mts\.ts:2 could not be loaded: \S*ParseError/,
  ],
  [
    'no protocol',
    { 'mts.ts': 'export const mts = { id: 1 };\n' },
    /wirejig\.config\.ts:2: protocols\.0: is no protocol: give what requestResponse\(.* or defineProtocol gave/,
  ],
  [
    'a name that is taken',
    { 'mts.ts': MTS.replaceAll("'mts'", "'stm'").replace("'mts/'", "'stm/'") },
    /protocols\.0: suite\.id: there is a protocol stm already/,
  ],
  [
    'no list',
    { 'wirejig.config.ts': 'export default { protocols: 7 };\n' },
    /wirejig\.config\.ts:1: protocols: give a list/,
  ],
])('%s is told in one line with its file', async (_, files, expected) => {
  const config = readFileSync(join(HERE, 'wirejig.config.ts'), 'utf8');
  const here = project({ 'wirejig.config.ts': config, ...files });
  const { code, stderr } = await wirejig(['run', 'mts'], { cwd: here });
  expect(stderr).toMatch(expected);
  expect([code, stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
});

describe('rules that throw only after some requests', () => {
  const SOUND = readFileSync(join(__dirname, '../commands/init/example/protocol.ts'), 'utf8');
  const WRONG = SOUND.replace('initial: { target: 200 }', 'initial: { target: 200, sets: 0 }')
    .replace("{ type: 'state', ...state }", "{ type: 'state', target: state.target }")
    .replace("{ type: 'state', ...next }", "{ type: 'state', target: next.target }")
    .replace(
      'const next = { target: request.target };',
      `const { target } = request;
    const next = { target, sets: target > 1000 ? state.sets + 1 : 0 };
    if (next.sets > 2) throw new Error('too warm');`,
    );
  const CONFIG = "import { oven } from './protocol';\nexport default { protocols: [oven] };\n";
  const sound = project({ 'protocol.ts': SOUND, 'wirejig.config.ts': CONFIG });
  const wrong = project({ 'protocol.ts': WRONG, 'wirejig.config.ts': CONFIG });
  const told = /^wirejig: oven: rules of 'set' threw too warm at \S*protocol\.ts:\d+:\d+$/;

  test.each([
    ['run', 'oven', '--seed', '1', '--quiet'],
    ['fuzz', 'oven', '--cases', '30000', '--seed', '2'],
    ['audit', 'oven', '--seed', '1', '--defect', 'late'],
    ['check', join(sound, 'wirejig-report/journal.jsonl'), '--suite', 'oven'],
  ])('are an error of their author for %s', async (...words) => {
    if (words[0] === 'check')
      expect((await wirejig(['run', 'oven', '--seed', '1', '--quiet'], { cwd: sound })).code).toBe(0);
    // Its own process: the error of a virtual board ends it.
    const { code, stderr } = await start(words, { cwd: wrong }).ended;
    expect(stderr.trim()).toMatch(told);
    expect(code).toBe(2);
  });

  test('are an error of their author for simulate', async () => {
    const board = await simulated(['oven'], { cwd: wrong });
    const host = connect(board.port, '127.0.0.1');
    const set = Buffer.of(0x02, 0x04, 0xb0, 0xb6);
    host.on('data', () => host.write(set));
    host.write(set);
    const { code, stderr } = await board.ended;
    host.destroy();
    expect(stderr.trim()).toMatch(told);
    expect(code).toBe(2);
  });
});
