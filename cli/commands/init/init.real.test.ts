import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PortInfo } from '../../../devices/ports/port-info';
import { loadConfig } from '../../config/config';
import { configuredBoard } from '../../config/configured-board';
import { cleanUp, folder, start, wirejig } from '../../testing/wirejig-process';
import { draftText, likelyDraft, NO_PORT } from './config-draft';

afterAll(cleanUp);

const S0: PortInfo = { path: '/dev/ttyS0' };
const FTDI: PortInfo = { path: '/dev/ttyUSB0', vendor: '0403', product: '6001' };
const NUCLEO: PortInfo = {
  path: '/dev/ttyACM0',
  vendor: '0483',
  product: '374b',
  serial: '0666',
  interface: 2,
};

describe('what is at hand', () => {
  test('a board of a known kind before any adapter before a port of the machine; without ports a guess', () => {
    const taken = (ports: readonly PortInfo[]) => {
      const { port, kind, suite } = likelyDraft(ports);
      return [port, kind.name, suite];
    };
    expect(taken([S0, FTDI, NUCLEO])).toEqual([NUCLEO, 'stm32-nucleo', 'stm']);
    expect(taken([S0, FTDI])).toEqual([FTDI, 'generic', 'stm']);
    expect(taken([S0])).toEqual([S0, 'generic', 'stm']);
    expect(taken([])).toEqual([NO_PORT, 'generic', 'stm']);
  });

  test.each(['yaml', 'json'] as const)(
    'as %s it is a configuration that finds the same port again',
    async (format) => {
      for (const port of [S0, FTDI, NUCLEO]) {
        const path = join(folder(), `wirejig.config.${format}`);
        writeFileSync(path, draftText(likelyDraft([port]), format, './schema.json'));
        const board = await configuredBoard('desk', { config: path }, () =>
          Promise.resolve([S0, FTDI, NUCLEO]),
        );
        expect(board.links).toEqual([`serial:${port.path}`]);
      }
    },
  );
});

test('--yes asks nothing; what is there stays, but for --force; the board can be run by its name', async () => {
  const cwd = folder();
  const first = await wirejig(['init', '--yes', '--json', '--format', 'ts'], { cwd });
  expect(first.code).toBe(0);
  const path = join(cwd, 'wirejig.config.ts');
  expect(JSON.parse(first.stdout)).toMatchObject({ path, board: 'desk' });
  const written = readFileSync(path, 'utf8');
  writeFileSync(path, `${written}// mine\n`);
  const [again, other, listed] = await Promise.all([
    wirejig(['init', '--yes', '--format', 'ts'], { cwd }),
    wirejig(['init', '--yes'], { cwd }),
    wirejig(['list', 'boards'], { cwd }),
  ]);
  expect([again.code, again.stderr]).toEqual([
    2,
    expect.stringMatching(/already: edit it, or write it anew with --force/),
  ]);
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringMatching(/wirejig\.config\.ts already: edit it/),
  ]);
  expect(readFileSync(path, 'utf8')).toContain('// mine');
  expect(listed.stdout).toMatch(/^ {2}desk /m);
  expect((await wirejig(['init', '--yes', '--force', '--format', 'ts'], { cwd })).code).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(written);
});

test('it asks, asks again for what will not do, and writes what was answered', async () => {
  const cwd = folder();
  // A configuration of the repository above is none of this folder's.
  mkdirSync(join(cwd, 'here'));
  mkdirSync(join(cwd, '.git'));
  writeFileSync(join(cwd, 'wirejig.config.yaml'), 'boards: {}\n');
  const here = join(cwd, 'here');
  const { child, ended } = start(['init'], { cwd: here });
  child.stdin?.end(
    'bench 3\nbench-3\nttyUSB9\n999\ngopher://x\ntcp://box:4000\nm5stak\nm5stack\n\nmaybe\nno\n',
  );
  const { code, stderr, stdout } = await ended;
  expect(code).toBe(0);
  for (const refused of [
    'begins with a letter',
    'whole path: /dev/ttyUSB9',
    "unknown kind 'gopher:'",
    'did you mean m5stack?',
    'yes or no',
  ])
    expect(stderr).toContain(refused);
  expect(stderr).toMatch(/give a number from the list|no port is plugged in/);
  expect(stdout).toContain('next    wirejig run durak --board bench-3');
  expect((await loadConfig(join(here, 'wirejig.config.yaml')))?.boards).toEqual({
    'bench-3': { kind: 'm5stack', suite: 'durak', links: { '': { url: 'tcp://box:4000' } }, operator: false },
  });
});

test('answers that end early write nothing', async () => {
  const cwd = folder();
  const { child, ended } = start(['init'], { cwd });
  child.stdin?.end('desk\n');
  expect([(await ended).code, (await ended).stderr]).toEqual([
    2,
    expect.stringMatching(/give --yes to ask none/),
  ]);
  expect(existsSync(join(cwd, 'wirejig.config.yaml'))).toBe(false);
});

test('a port that cannot be opened is doubted before anything is written; given once more it is taken', async () => {
  const cwd = folder();
  const asked = start(['init'], { cwd });
  asked.child.stdin?.end('desk\n/dev/ttyNone0\n');
  const { code, stderr } = await asked.ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(/\/dev\/ttyNone0.*: give it once more if it is right\n/);
  expect(existsSync(join(cwd, 'wirejig.config.yaml'))).toBe(false);
  const sure = start(['init'], { cwd });
  sure.child.stdin?.end('desk\n/dev/ttyNone0\n/dev/ttyNone0\n\nstm\nno\n');
  expect((await sure.ended).code).toBe(0);
  expect(readFileSync(join(cwd, 'wirejig.config.yaml'), 'utf8')).toContain('/dev/ttyNone0');
});

test('where the project has wirejig installed, editors get its schema; it is still a configuration', async () => {
  const cwd = folder();
  const deep = join(cwd, 'boards');
  mkdirSync(join(cwd, '.git'));
  mkdirSync(join(cwd, 'node_modules/wirejig/schemas'), { recursive: true });
  mkdirSync(deep);
  writeFileSync(join(cwd, 'node_modules/wirejig/schemas/config.schema.json'), '{}');
  const schema = 'node_modules/wirejig/schemas/config.schema.json';
  for (const [at, format, reference] of [
    [cwd, 'yaml', `# yaml-language-server: $schema=./${schema}\n`],
    [deep, 'json', `"$schema": "../${schema}"`],
  ] as const) {
    expect((await wirejig(['init', '--yes', '--format', format], { cwd: at })).code).toBe(0);
    const path = join(at, `wirejig.config.${format}`);
    expect(readFileSync(path, 'utf8')).toContain(reference);
    expect(await loadConfig(path)).toHaveProperty('boards.desk');
  }
});
