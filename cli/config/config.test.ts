import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cleanUp, folder } from '../testing/wirejig-process';
import { UsageError } from '../shared/usage-error';
import { loadConfig, suiteOf } from './config';
import { configuredBoard, prepareBoard } from './configured-board';
import type { PortInfo } from '../../devices/ports/port-info';

afterAll(cleanUp);

function writeConfig(name: string, text: string, at = folder()): string {
  const path = join(at, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

async function refusal(name: string, text: string): Promise<string> {
  const path = writeConfig(name, text);
  const error: unknown = await loadConfig(path).catch((reason: unknown) => reason);
  if (!(error instanceof UsageError)) throw new Error('it was taken');
  expect(error.message).not.toContain('\n');
  expect(error.exitCode).toBe(2);
  return error.message.replace(path, 'FILE');
}

const DEEP = 5000;
test.each([
  ['yaml', `boards:\n  a: ${'['.repeat(DEEP)}${']'.repeat(DEEP)}\n`],
  ['json', `{"boards": {\n "a": ${'['.repeat(DEEP)}${']'.repeat(DEEP)}}}`],
  [
    'yaml',
    Array.from({ length: DEEP }, (_, at) => `${' '.repeat(at)}a:\n`)
      .join('')
      .slice(0, 1 << 20),
  ],
])('a depth that no configuration has is refused with its line: %s', async (format, text) => {
  expect(await refusal(`wirejig.config.${format}`, text)).toMatch(
    /^FILE:\d+: it is nested too deeply: correct that line$/,
  );
});

test('what is too long for a configuration is not read', async () => {
  expect(await refusal('wirejig.config.yaml', `boards: {}\n${'#'.repeat(1 << 20)}`)).toMatch(
    /^FILE has more than 1 MiB/,
  );
});

describe('a mistake is told with its file, line, key and remedy', () => {
  test.each([
    ['board:\n  desk: {}\n', /^FILE:1: board: unknown key: did you mean boards\?/],
    [
      'boards:\n  desk:\n    kind: m5stak\n',
      /^FILE:3: boards\.desk\.kind: did you mean m5stack\? give m5stack, at-start/,
    ],
    [
      'boards:\n  desk:\n    suite: stm\n    rest: dtr\n',
      /^FILE:4: boards\.desk\.rest: unknown key: did you mean reset\?/,
    ],
    [
      'boards:\n  desk:\n    reset: kick\n',
      /^FILE:3: boards\.desk\.reset: it is not a reset method: give reopen, .*esp32, a tool .* or cmd:COMMAND/,
    ],
    [
      'boards:\n  desk:\n    match:\n      vendor: zz\n',
      /^FILE:4: boards\.desk\.match\.vendor: 'zz' is not a USB id: give four hex digits/,
    ],
    [
      'boards:\n  desk:\n    match: { serail: x }\n',
      /^FILE:3: boards\.desk\.match\.serail: unknown key: did you mean serial\?/,
    ],
    [
      'boards:\n  desk:\n    links: { main: gopher://x }\n',
      /^FILE:3: boards\.desk\.links\.main\.url: .*unknown kind 'gopher:'/,
    ],
    [
      'boards:\n  desk:\n    links:\n      main: { path: /dev/x, baud: fast }\n',
      /^FILE:4: boards\.desk\.links\.main\.baud: give a whole number from 50/,
    ],
    [
      'boards:\n  desk:\n    links:\n      main: { path: /dev/x, url: /dev/y }\n',
      /links\.main: give one of url, path and match/,
    ],
    [
      'boards:\n  desk:\n    links:\n      main: { url: /dev/y, baud: 9600 }\n',
      /links\.main\.baud: a url says it itself: give \?baud=… there/,
    ],
    [
      'boards:\n  desk:\n    suite: stm\n    links: { scanner: /dev/x }\n',
      /^FILE:4: boards\.desk\.links\.scanner: suite stm has no such link: it has main/,
    ],
    [
      'boards:\n  desk:\n    suite: stm\n    parameters:\n      errorCmd: 3\n',
      /^FILE:5: boards\.desk\.parameters\.errorCmd: it is not '3': give a number from 7 to 255/,
    ],
    [
      'boards:\n  desk:\n    suite: stm\n    parameters:\n      errorCmmd: 224\n',
      /^FILE:5: .*did you mean errorCmd\?/,
    ],
    ['boards:\n  desk:\n    operator: maybe\n', /^FILE:3: boards\.desk\.operator: give true or false/],
    ['boards:\n  "-x": {}\n', /boards\.-x: .*begins with a letter/],
    ['boards: [1]\n', /^FILE:1: boards: give boards by their names/],
    ['boards:\n  desk: {}\n  desk: {}\n', /^FILE:3: Map keys must be unique.*: correct that line/],
    ['boards:\n  desk: [\n', /^FILE:\d: .*correct that line/],
    ['', /^FILE:1: give \{ boards: \{ … \}, protocols: \[ … \] \}/],
    [
      'boards:\n  desk:\n    flash: openocd\n',
      /^FILE:3: boards\.desk\.flash: openocd needs to know the target: openocd:/,
    ],
    ['boards:\n  desk:\n    flash: 3\n    kind: 4\n', /and 1 more/],
  ])('%j', async (text, message) => {
    expect(await refusal('wirejig.config.yaml', text)).toMatch(message);
  });

  test('JSON is held to JSON, and has lines too', async () => {
    const broken = '{\n  "boards": {\n    "desk": { "kind": "gm67", }\n  }\n}\n';
    expect(await refusal('wirejig.config.json', broken)).toMatch(/^FILE:3: is not JSON: .*correct that line/);
    const wrong = '{\n  "boards": {\n    "desk": { "knid": "gm67" }\n  }\n}\n';
    expect(await refusal('wirejig.config.json', wrong)).toMatch(
      /^FILE:3: boards\.desk\.knid: .*did you mean kind\?/,
    );
  });

  test('of a program: where the key is written, behind those that lead to it; none where it makes its keys', async () => {
    const told = (text: string) => refusal('wirejig.config.cjs', text);
    expect(
      await told(
        "const desk = {\n  kind: 'm5stack',\n  'rest': 'dtr',\n};\nmodule.exports = { boards: { desk } };\n",
      ),
    ).toMatch(/^FILE:3: boards\.desk\.rest: unknown key: did you mean reset\?/);
    const two = 'module.exports = { boards: {\n  a: { operator: true },\n  b: { operator: 1 },\n} };\n';
    expect(await told(two)).toMatch(/^FILE:3: boards\.b\.operator: give true or false/);
    const made = "module.exports = { boards: { desk: Object.fromEntries([['rest', 'dtr']]) } };\n";
    expect(await told(made)).toMatch(/^FILE: boards\.desk\.rest: unknown key/);
    expect(await told('module.exports = {\n  boards: {{\n')).toMatch(
      /^FILE:2 could not be loaded: .*Unexpected/,
    );
  });

  test('a file of another kind, and one that is not there', async () => {
    expect(await refusal('wirejig.config.toml', '')).toMatch(/give a file of \.ts, \.js/);
    await expect(loadConfig(join(folder(), 'nowhere.yaml'))).rejects.toThrow('wirejig init writes one');
  });
});

test('the example of docs/configuration.md is one', async () => {
  const page = readFileSync(join(__dirname, '../../docs/configuration.md'), 'utf8');
  const example = /\n( {4}boards:\n(?: {4}.*\n)+)/.exec(page)?.[1]?.replaceAll(/^ {4}/gm, '') ?? '';
  const config = await loadConfig(writeConfig('wirejig.config.yaml', example));
  expect(Object.keys(config?.boards ?? {})).toEqual(['desk', 'rack']);
});

describe('which configuration is meant', () => {
  test('the one here; else, within a repository, one above', async () => {
    const top = folder();
    writeConfig('wirejig.config.yaml', 'boards: { desk: {} }', top);
    const deep = dirname(writeConfig('a/b/file', '', top));
    expect(await loadConfig(undefined, deep)).toBeUndefined();
    mkdirSync(join(top, '.git'));
    expect((await loadConfig(undefined, deep))?.path).toBe(join(top, 'wirejig.config.yaml'));
  });

  test('two in one folder are refused', async () => {
    const top = folder();
    writeConfig('wirejig.config.yaml', '', top);
    writeConfig('wirejig.config.json', '', top);
    await expect(loadConfig(undefined, top)).rejects.toThrow(/keep one, or give --config FILE/);
  });
});

const M5: PortInfo = { path: '/dev/ttyUSB3', vendor: '10c4', product: 'ea60', serial: '01' };
const OTHER: PortInfo = { path: '/dev/ttyUSB4', vendor: '10c4', product: 'ea60', serial: '02' };
const NUCLEO: PortInfo = { path: '/dev/ttyACM0', vendor: '0483', product: '374b', interface: 2 };

function boardOf(text: string, ports: readonly PortInfo[] = []) {
  const path = writeConfig('wirejig.config.yaml', `boards:\n  desk: ${text}\n`);
  return configuredBoard('desk', { config: path }, () => Promise.resolve(ports));
}

describe('a board finds its port', () => {
  test('by what its kind looks like, with the kind’s suite and reset', async () => {
    const board = await boardOf('{ kind: m5stack }', [NUCLEO, M5]);
    expect(board).toMatchObject({
      suite: 'durak',
      links: ['serial:/dev/ttyUSB3'],
      reset: 'esp32',
      operator: true,
    });
  });

  test('by its match, the board’s own or the link’s, with settings', async () => {
    const one = await boardOf('{ kind: m5stack, match: { serial: "02" }, operator: false }', [M5, OTHER]);
    expect(one).toMatchObject({ links: ['serial:/dev/ttyUSB4'], operator: false });
    const two = await boardOf(
      '{ suite: set, match: { serial: "01" }, links: { scanner: { baud: 9600, hold: 1 }, console: { match: { vendor: "0483", interface: 2 } } } }',
      [M5, OTHER, NUCLEO],
    );
    expect(two.links).toEqual([
      'scanner=serial:/dev/ttyUSB3?baud=9600&hold=1',
      'console=serial:/dev/ttyACM0',
    ]);
  });

  test('USB ids are read as they are written, with 0x and in capitals', async () => {
    for (const vendor of ['"0x10C4"', '10c4'])
      expect((await boardOf(`{ match: { vendor: ${vendor}, serial: "01" } }`, [M5, OTHER])).links).toEqual([
        'serial:/dev/ttyUSB3',
      ]);
  });

  test('none, or several: refused; a board that is not there is exit code 3', async () => {
    await expect(boardOf('{ kind: m5stack }', [NUCLEO])).rejects.toMatchObject({ exitCode: 3 });
    await expect(boardOf('{ kind: m5stack }', [M5, OTHER])).rejects.toThrow(
      /each of \/dev\/ttyUSB3, \/dev\/ttyUSB4 looks like m5stack: give the serial number/,
    );
    await expect(boardOf('{ kind: generic }', [M5])).rejects.toThrow(
      /has no port: give its path, url or match/,
    );
  });

  test('a path beside the configuration is meant from there; a far board has no modem lines to be reset by', async () => {
    const near = await boardOf('{ kind: m5stack, links: ./tty }');
    expect(near.links).toEqual([join(near.folder, 'tty')]);
    const far = await boardOf('{ kind: m5stack, links: { main: "tcp://box:4000" } }');
    expect(far.links).toEqual(['main=tcp://box:4000']);
    expect(far.reset).toBeUndefined();
  });

  test('a name that is none is refused with the nearest', async () => {
    const path = writeConfig('wirejig.config.yaml', 'boards: { desk: {}, shelf: {} }');
    await expect(configuredBoard('dsk', { config: path })).rejects.toThrow(/did you mean desk\?/);
  });
});

test('a suite is the board’s own before its kind’s', () => {
  expect(suiteOf({ kind: 'm5stack' })).toBe('durak');
  expect(suiteOf({ kind: 'm5stack', suite: 'stm' })).toBe('stm');
  expect(suiteOf({})).toBeUndefined();
});

describe('before a board is asked', () => {
  const board = { name: 'desk', folder: folder(), links: [], params: [], operator: true };

  test('its identity is what its command says, from the configuration’s folder', async () => {
    const { identity } = await prepareBoard(
      { ...board, identity: 'echo v1.2 && pwd' },
      false,
      () => undefined,
    );
    expect(identity).toMatch(/^v1\.2\n\/.*wirejig-/);
  });

  test.each(['st-flash', 'dfu-util', 'esptool', '[1200bps-touch, picotool]'])(
    'flash: %s is taken whatever the image',
    async (flash) => {
      const text = `boards:\n  desk:\n    flash: ${flash}\n`;
      expect(await loadConfig(writeConfig('wirejig.config.yaml', text))).toBeDefined();
    },
  );

  test('it is flashed only where that is wished; a command that fails is told with what it said', async () => {
    const flash = 'echo >flashed; echo no probe >&2; exit 3';
    expect(await prepareBoard({ ...board, flash }, false, () => undefined)).toEqual({});
    const failed = prepareBoard({ ...board, flash }, true, () => undefined);
    await expect(failed).rejects.toMatchObject({ exitCode: 3 });
    await expect(failed).rejects.toThrow(/the flash command '.*' ended with exit code 3: no probe/);
    expect(await prepareBoard({ ...board, flash: 'true' }, true, () => undefined)).toEqual({
      flashed: 'true',
    });
    await expect(prepareBoard(board, true, () => undefined)).rejects.toThrow(/no flash command/);
  });
});
