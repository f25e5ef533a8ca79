import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PortInfo } from '../../../devices/ports/port-info';
import type { Prompter } from '../../shared/prompter';
import { cleanUp, folder } from '../../testing/wirejig-process';
import { askForBoard, type Surroundings } from './run';
import type { RunRequest } from './command';

const nothing: RunRequest = { suites: [], links: [], params: [], only: [], skip: [], out: 'out' };
const esp: PortInfo = { path: '/dev/ttyUSB0', vendor: '1a86', product: '55d4', description: 'CH9102' };
const other: PortInfo = { path: '/dev/ttyACM0', vendor: '1234', product: '0001' };
const mainboard: PortInfo = { path: '/dev/ttyS0' };
const here = process.cwd();
let shown: string[] = [];

beforeEach(() => {
  shown = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => shown.push(String(text)) > 0);
  process.chdir(folder());
});
afterEach(() => {
  jest.restoreAllMocks();
  process.chdir(here);
});
afterAll(cleanUp);

/** The answers of a person; an empty one is the preset. */
function surroundings(ports: readonly PortInfo[], ...answers: string[]): Surroundings {
  const open = (): Prompter => ({
    ask: async (_question, preset, read) => {
      const answer = answers.shift();
      if (answer === undefined) throw new Error('asked once too often');
      return read(answer === '' ? preset : answer);
    },
    close: () => undefined,
  });
  return { isAttended: true, list: () => Promise.resolve(ports), open };
}

test('a port that looks like a board brings its suite; of another one the suite is asked', async () => {
  expect(await askForBoard(nothing, surroundings([mainboard, esp, other], ''))).toMatchObject({
    suites: ['durak'],
    links: ['/dev/ttyUSB0'],
  });
  expect(shown).toEqual([
    expect.stringMatching(/^ {2}1 {2}\/dev\/ttyUSB0 {2}CH9102, looks like m5stack, the suite durak\n$/),
    '  2  /dev/ttyACM0  \n',
  ]);
  expect(await askForBoard(nothing, surroundings([esp, other], '2', 'stm'))).toMatchObject({
    suites: ['stm'],
    links: ['/dev/ttyACM0'],
  });
  await expect(askForBoard(nothing, surroundings([esp], '2'))).rejects.toThrow('give 1 to 1, or v');
});

test('a configured board comes first; v takes virtual boards', async () => {
  writeFileSync(join(process.cwd(), 'wirejig.config.yaml'), 'boards: { desk: { suite: stm } }\n');
  expect(await askForBoard(nothing, surroundings([esp], ''))).toMatchObject({ board: 'desk', links: [] });
  expect(shown[0]).toBe('  1  board desk of wirejig.config.yaml\n');
  expect(await askForBoard(nothing, surroundings([esp], 'v'))).toBe(nothing);
});

test.each<[string, RunRequest, Surroundings]>([
  ['nobody is at the terminal', nothing, { ...surroundings([esp]), isAttended: false }],
  ['no board is at hand', nothing, surroundings([mainboard])],
  ['a suite was named', { ...nothing, suites: ['stm'] }, surroundings([esp])],
  ['a board was named', { ...nothing, board: 'virtual:stm' }, surroundings([esp])],
  ['a link was given', { ...nothing, links: ['/dev/ttyUSB0'] }, surroundings([esp])],
  ['a script reads the output', { ...nothing, json: true }, surroundings([esp])],
  ['nobody can help', { ...nothing, unattended: true }, surroundings([esp])],
])('nothing is asked where %s', async (_, request, around) => {
  expect(await askForBoard(request, around)).toBe(request);
  expect(shown).toEqual([]);
});
