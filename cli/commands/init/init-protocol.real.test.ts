import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { simulated } from '../../testing/tcp-boards';
import { cleanUp, folder, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

const EXAMPLE = join(__dirname, 'example/protocol.ts');

test('what is written works with every command: run, audit, fuzz, check, simulate, dissector', async () => {
  const cwd = folder();
  const ask = (words: string) => wirejig(words.split(' '), { cwd });
  const { code, stdout } = await ask('init --protocol');
  expect(code).toBe(0);
  expect(stdout).toContain('next    wirejig run oven');
  expect(readFileSync(join(cwd, 'protocol.ts'), 'utf8')).toBe(readFileSync(EXAMPLE, 'utf8'));

  // Without a name those of the project are asked, and none of wirejig's own.
  const run = await ask('run --seed 1 --json');
  expect([run.code, run.stderr]).toEqual([0, '']);
  const { requirements } = JSON.parse(run.stdout) as { requirements: Readonly<Record<string, string>> };
  expect(Object.keys(requirements)).toEqual(expect.arrayContaining(['OV-FR-01']));
  expect(Object.keys(requirements).filter((id) => !id.startsWith('OV-'))).toEqual([]);
  expect((await ask('check wirejig-report/trace.pcapng --suite oven --quiet')).code).toBe(0);
  const audit = await ask('audit --quick --json');
  expect([audit.code, audit.stderr]).toEqual([0, '']);
  expect(JSON.parse(audit.stdout)).toMatchObject({
    boards: [{ board: 'oven', conformant: { passed: true } }],
  });
  const fuzz = await ask('fuzz oven --cases 2000 --seed 1 --json');
  expect([fuzz.code, fuzz.stderr]).toEqual([0, '']);
  expect((await ask('report --dissector oven')).stdout).toMatch(/^local ID.* = "oven"/m);

  const { url } = await simulated(['oven'], { cwd });
  const monitor = await ask(`monitor ${url} --suite oven --send read --time 500ms`);
  expect(monitor.stdout).toContain('target');
});

test.each([
  [
    'yaml',
    '# the bench\nboards: {} # none yet\n',
    '# the bench\nboards: {} # none yet\nprotocols:\n  - ./kiln.ts\n',
  ],
  ['json', '{"boards":{}}', '{\n  "boards": {},\n  "protocols": [\n    "./kiln.ts"\n  ]\n}\n'],
])(
  'a configuration in %s gets the protocol into its list, and keeps the rest',
  async (format, before, after) => {
    const cwd = folder();
    const config = join(cwd, `wirejig.config.${format}`);
    writeFileSync(config, before);
    const first = await wirejig(['init', '--protocol', 'kiln.ts'], { cwd });
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(readFileSync(config, 'utf8')).toBe(after);
    expect((await wirejig(['list', 'suites', 'oven'], { cwd })).stdout).toContain('Temperature controller');
    const second = await wirejig(['init', '--protocol', 'oast.ts'], { cwd });
    expect([second.code, second.stderr]).toEqual([0, '']);
    const read = parse(readFileSync(config, 'utf8')) as { protocols: readonly string[] };
    expect(read.protocols).toEqual(['./kiln.ts', './oast.ts']);
  },
);

test('a configuration in TypeScript as init writes it gets the protocol, too', async () => {
  const cwd = folder();
  expect((await wirejig(['init', '--yes', '--format', 'ts'], { cwd })).code).toBe(0);
  const first = await wirejig(['init', '--protocol', 'kiln.ts'], { cwd });
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(first.stdout).not.toMatch(/^ +add /m);
  expect((await wirejig(['list', 'suites', 'oven'], { cwd })).stdout).toContain('Temperature controller');
});

test('the file has any name; it and a program that is there are never written over', async () => {
  const cwd = folder();
  const config = join(cwd, 'wirejig.config.mjs');
  writeFileSync(config, 'export default {};\n');
  const first = await wirejig(['init', '--protocol', 'kiln.ts'], { cwd });
  expect([first.code, first.stderr]).toEqual([0, '']);
  const toAdd = /^ +protocols: .*$/m.exec(first.stdout)?.[0].trim();
  expect(toAdd).toBe("protocols: ['./kiln.ts'],");
  expect(readFileSync(config, 'utf8')).toBe('export default {};\n');
  writeFileSync(config, `export default { ${toAdd} };\n`);
  writeFileSync(join(cwd, 'mine.ts'), '// mine\n');
  const [again, other, listed] = await Promise.all([
    wirejig(['init', '--protocol', 'mine.ts'], { cwd }),
    wirejig(['init', '--protocol', 'kiln.py'], { cwd }),
    wirejig(['list', 'suites', 'oven'], { cwd }),
  ]);
  expect([again.code, again.stderr]).toEqual([
    2,
    expect.stringMatching(/mine\.ts already: give another name/),
  ]);
  expect([other.code, other.stderr]).toEqual([2, expect.stringMatching(/kiln\.py is not a \.ts file/)]);
  expect(listed.stdout).toContain('Temperature controller');
  expect(readFileSync(join(cwd, 'mine.ts'), 'utf8')).toBe('// mine\n');
  expect(existsSync(join(cwd, 'wirejig.config.ts'))).toBe(false);
});

test('the tutorial builds the example, and nothing else', () => {
  const tutorial = readFileSync(join(__dirname, '../../../docs/your-own-protocol.md'), 'utf8');
  const parts = [...tutorial.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, part = '']) => part);
  const example = readFileSync(EXAMPLE, 'utf8');
  const code = example.slice(example.indexOf('import '));
  expect(parts.join('').replaceAll(/\n+/g, '\n')).toBe(code.replaceAll(/\n+/g, '\n'));
});
