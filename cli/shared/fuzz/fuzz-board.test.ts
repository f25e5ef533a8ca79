/** The parameters of a board that no command names. */
import { stm } from '../../../protocols/stm/stm';
import { defineProtocol } from '../../../scenarios/protocol';
import { registerProtocol } from '../../../scenarios/protocols';
import { defaultTargets } from '../boards/run-target';
import { parseAssignments } from '../option-values';
import { resolveFuzzSetup } from './fuzz-board';

const SUITE = {
  ...stm.suite,
  id: 'mts',
  scenarios: stm.suite.scenarios.map((one) => ({ ...one, id: one.id.replace('stm/', 'mts/') })),
};
const OPTIONS = { links: [], resets: [] };

beforeAll(async () => {
  const defaultRuns = [{ errorCmd: '0xe0' }, { errorCmd: '0xe1' }];
  const boards = stm.boards.map((kind) => ({ ...kind, name: 'mts', suite: 'mts', defaultRuns }));
  const targets = async () => ((await stm.targets?.()) ?? []).map((one) => ({ ...one, suite: 'mts' }));
  await registerProtocol(defineProtocol({ suite: SUITE, boards, targets }));
});

test.each([
  [[], undefined, [0xe0, 0xe1]],
  [['errorCmd=9'], undefined, [9]],
  [[], 'virtual:mts', undefined],
])(
  'with %j, board %s: a campaign has the parameters of the first of the runs %j',
  async (params, board, runs) => {
    const given = parseAssignments(params);
    const { parameters } = await resolveFuzzSetup(SUITE, { ...OPTIONS, params, board }, 1);
    const asked = { seed: 1, unattended: true, given };
    const targets = runs && (await defaultTargets(SUITE, { ...parameters, errorCmd: 9 }, asked));
    expect(targets?.map((one) => one.parameters['errorCmd'])).toEqual(runs);
    expect(parameters['errorCmd']).toBe(runs?.[0] ?? 0xee);
  },
);
