import { defineProtocol } from './protocol';
import {
  boardKinds,
  boardNames,
  fuzzTarget,
  protocolIds,
  protocols,
  registerProtocol,
  resolveBoard,
  suites,
} from './protocols';
import { stm as STM_PROTOCOL } from '../protocols/stm/stm';
import { PROTOCOLS } from './testing/loaded-protocols';

async function refusal(text: string): Promise<string> {
  try {
    await resolveBoard(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'taken';
}

describe('naming a virtual board', () => {
  test('by its kind, with and without the scheme', async () => {
    expect((await resolveBoard('virtual:stm')).kind.name).toBe('stm');
    expect((await resolveBoard('stm')).defects).toEqual([]);
  });

  test('with defects, in the order named', async () => {
    const { defects } = await resolveBoard('virtual:stm+sixth-shuffle+crc-ignored');
    expect(defects.map(({ name }) => name)).toEqual(['sixth-shuffle', 'crc-ignored']);
  });

  test.each([
    ['virtual:stmm', "no virtual board named 'stmm': did you mean stm?"],
    ['virtual:quux', "no virtual board named 'quux': known are"],
    ['virtual:', "no virtual board named '': known are"],
    ['stm+crc-ignord', "no defect of stm named 'crc-ignord': did you mean crc-ignored?"],
    ['stm+CRC-Ignored', "no defect of stm named 'CRC-Ignored': did you mean crc-ignored?"],
    ['stm+', "no defect of stm named '': some are"],
    ['stm+banana', "no defect of stm named 'banana': some are error-crc-without-cmd, "],
    ['stm+heartbeat+heartbeat', "defect 'heartbeat' is named twice in 'stm+heartbeat+heartbeat'"],
  ])('%s: %s', async (text, message) => {
    const cause = await refusal(text);
    expect(cause).toContain(message);
    expect(cause).not.toContain('\n');
  });
});

describe('the list', () => {
  const suite = {
    ...STM_PROTOCOL.suite,
    id: 'mts',
    scenarios: STM_PROTOCOL.suite.scenarios.map((one) => ({ ...one, id: one.id.replace('stm/', 'mts/') })),
  };
  const boards = STM_PROTOCOL.boards.map((kind) => ({ ...kind, name: 'mts', suite: 'mts' }));

  test('knows the names of all protocols and boards before it loads them', async () => {
    expect(await protocols()).toEqual(PROTOCOLS);
    expect(protocolIds()).toEqual(PROTOCOLS.map(({ id }) => id));
    expect(boardNames()).toEqual((await boardKinds()).map(({ name }) => name));
    const ofEach = await Promise.all(boardNames().map(async (name) => (await resolveBoard(name)).kind));
    expect(ofEach).toEqual(await boardKinds());
  });

  test('refuses a protocol whose id or virtual board it has already', async () => {
    const before = await protocols();
    await expect(registerProtocol(defineProtocol({ ...STM_PROTOCOL }))).rejects.toThrow(
      'suite.id: there is a protocol stm already: choose another id',
    );
    const taken = defineProtocol({ suite, boards: boards.map((kind) => ({ ...kind, name: 'gm67' })) });
    await expect(registerProtocol(taken)).rejects.toThrow(
      'boards.0.name: there is a virtual board gm67 already: choose another name',
    );
    await registerProtocol(STM_PROTOCOL);
    expect(await protocols()).toEqual(before);
  });

  test('has an added protocol, with its suite, boards and target', async () => {
    const targets = async () =>
      ((await STM_PROTOCOL.targets?.()) ?? []).map((target) => ({ ...target, suite: 'mts' }));
    await registerProtocol(defineProtocol({ suite, boards, targets }));
    expect((await protocols()).at(-1)?.id).toBe('mts');
    expect((await suites()).at(-1)).toBe(suite);
    expect((await boardKinds()).at(-1)?.name).toBe('mts');
    expect((await resolveBoard('virtual:mts+crc-ignored')).defects[0]?.breaks).toBe('STM-FR-02');
    expect((await fuzzTarget('mts', 'serial'))?.suite).toBe('mts');
    expect(await fuzzTarget('none', 'serial')).toBeUndefined();
  });
});
