import { z } from 'zod';
import { BOARD_KINDS, SUITES } from '../../../scenarios/testing/loaded-protocols';
import { BUILT_CATALOGUE } from '../../shared/built-catalogue';
import { catalogue } from '../../shared/catalogue';
import { namesFor, joinWords } from '../../completion';
import { cleanUp, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

const items = z.array(z.record(z.string(), z.unknown()));

async function listed(...words: string[]) {
  const { code, stdout } = await wirejig(['list', ...words, '--json']);
  expect(code).toBe(0);
  return items.parse(JSON.parse(stdout));
}

test('a defect of one game tells how it is run', async () => {
  const found = await listed('defects', 'ttt');
  const [udp] = found.filter(({ board }) => board === 'virtual:ttt-udp+opponents-empty-datagram-clears');
  expect(udp).toMatchObject({ breaks: 'TTT-03', parameters: { game: 'ttt-pvp' } });
  const { stdout } = await wirejig(['list', 'defects', 'ttt']);
  expect(stdout).toContain('--param game=ttt-pvp');
});

test('requirements, defects and boards are those of the lists', async () => {
  const [requirements, defects] = await Promise.all([listed('requirements'), listed('defects', 'stm')]);
  expect(requirements.map(({ id }) => id)).toEqual(
    SUITES.flatMap((suite) => suite.requirements.map(({ id }) => id)),
  );
  const stm = BOARD_KINDS.filter(({ suite }) => suite === 'stm');
  expect(defects.map(({ board }) => board)).toEqual(
    stm.flatMap((kind) => kind.defects.map(({ name }) => `virtual:${kind.name}+${name}`)),
  );
});

test('the build has the entries that the protocols give', async () => {
  expect(BUILT_CATALOGUE).toEqual([]);
  const given = await catalogue();
  const suites = given.map(({ suite: { id, title, links, requirements, scenarios } }) => ({
    id,
    title,
    requirements: requirements.length,
    scenarios: scenarios.length,
    links,
  }));
  expect(await listed('suites')).toEqual(suites);
  const defects = given.flatMap(({ boards }) =>
    boards.flatMap((board) =>
      board.defects.map((one) => ({ board: `virtual:${board.name}+${one.name}`, ...one })),
    ),
  );
  expect(await listed('defects')).toEqual(defects);
  const parameters = given.flatMap(({ suite }) =>
    suite.parameters.map((one) => ({ suite: suite.id, ...one })),
  );
  expect(await listed('params')).toEqual(parameters);
  const played = given.flatMap(({ suite }) => suite.scenarios.map((one) => ({ suite: suite.id, ...one })));
  expect(await listed('scenarios')).toEqual(played);
});

test('the text has one line for each, not folded in a pipe', async () => {
  const { stdout } = await wirejig(['list', 'params', 'stm']);
  expect(stdout.trimEnd().split('\n')).toHaveLength(4);
  expect(stdout).toMatch(/idleGapMs +50 ms +2\.\.10000 +Silence on the line that ends a truncated frame and/);
  const brief = await wirejig(['list']);
  expect(brief.stdout).toMatch(/^suites\n {2}stm /);
  expect(brief.stdout).toMatch(/^boards\n {2}virtual:stm /m);
});

test.each<[string, string]>([
  ['run st', 'stm'],
  ['run stm --board ', 'virtual:stm'],
  ['run stm --board virtual:stm+crc-ig', 'virtual:stm+crc-ignored'],
  ['run stm --board virtual:stm+crc-ignored+six', 'virtual:stm+crc-ignored+sixth-shuffle'],
  ['simulate stm+', 'stm+heartbeat'],
  ['audit stm --defect ', 'heartbeat'],
  ['run --only STM-FR', 'STM-FR-02'],
  ['run --param ', 'idleGapMs='],
  ['list ', 'defects'],
])('completing %s offers %s', async (typed, offered) => {
  expect(await namesFor(typed.split(' '))).toContain(offered);
});

test('the parts of a word that bash splits are joined, and the length before the last part is known', () => {
  expect(joinWords(['run', '--board', 'virtual', ':', 'st'])).toEqual({
    words: ['run', '--board', 'virtual:st'],
    offset: 8,
  });
  expect(joinWords(['run', '--board', 'virtual', ':'])).toEqual({
    words: ['run', '--board', 'virtual:'],
    offset: 8,
  });
  expect(joinWords(['run', '--board', 'virtual:st'])).toEqual({
    words: ['run', '--board', 'virtual:st'],
    offset: 0,
  });
});
