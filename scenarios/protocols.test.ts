import { defineProtocol } from './protocol';
import { boardKinds, fuzzTarget, protocols, registerProtocol, resolveBoard, suites } from './protocols';
import { STM_PROTOCOL } from './protocols/stm/protocol';

function refusal(text: string): string {
  try {
    resolveBoard(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'taken';
}

describe('naming a virtual board', () => {
  test('by its kind, with and without the scheme', () => {
    expect(resolveBoard('virtual:stm').kind.name).toBe('stm');
    expect(resolveBoard('stm').defects).toEqual([]);
  });

  test('with defects, in the order named', () => {
    const { defects } = resolveBoard('virtual:stm+sixth-shuffle+crc-ignored');
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
  ])('%s: %s', (text, message) => {
    expect(refusal(text)).toContain(message);
    expect(refusal(text)).not.toContain('\n');
  });
});

describe('the list', () => {
  const suite = {
    ...STM_PROTOCOL.suite,
    id: 'mts',
    scenarios: STM_PROTOCOL.suite.scenarios.map((one) => ({ ...one, id: one.id.replace('stm/', 'mts/') })),
  };
  const boards = STM_PROTOCOL.boards.map((kind) => ({ ...kind, name: 'mts', suite: 'mts' }));

  test('refuses a protocol whose id or virtual board it has already', () => {
    const before = [...protocols()];
    expect(() => registerProtocol(defineProtocol({ ...STM_PROTOCOL }))).toThrow(
      'suite.id: there is a protocol stm already: choose another id',
    );
    const taken = defineProtocol({ suite, boards: boards.map((kind) => ({ ...kind, name: 'gm67' })) });
    expect(() => registerProtocol(taken)).toThrow(
      'boards.0.name: there is a virtual board gm67 already: choose another name',
    );
    registerProtocol(STM_PROTOCOL);
    expect(protocols()).toEqual(before);
  });

  test('has an added protocol, with its suite, boards and target', async () => {
    const targets = async () =>
      ((await STM_PROTOCOL.targets?.()) ?? []).map((target) => ({ ...target, suite: 'mts' }));
    registerProtocol(defineProtocol({ suite, boards, targets }));
    expect(protocols().at(-1)?.id).toBe('mts');
    expect(suites().at(-1)).toBe(suite);
    expect(boardKinds().at(-1)?.name).toBe('mts');
    expect(resolveBoard('virtual:mts+crc-ignored').defects[0]?.breaks).toBe('STM-FR-02');
    expect((await fuzzTarget('mts', 'serial'))?.suite).toBe('mts');
    expect(await fuzzTarget('none', 'serial')).toBeUndefined();
  });
});
