import { resolveBoard } from '../../../../devices/virtual/kinds';
import { reproduce } from '../../execution/reproduce';
import { VirtualRig } from '../../execution/virtual-rig';
import { tttTarget } from './ttt';

const PARAMETERS = { settleMs: 50, responseMs: 50 };

function virtualTtt(binding: 'tcp' | 'udp' | 'serial', game: 'ttt-pve' | 'ttt-pvp', defect = '') {
  const board = { tcp: 'ttt', udp: 'ttt-udp', serial: 'ttt-serial' }[binding];
  const { kind, defects } = resolveBoard(`virtual:${board}${defect}`);
  const parameters = { ...PARAMETERS, game };
  const rig = new VirtualRig({ kind, defects: defects.map(({ name }) => name), parameters, seed: 1 });
  return { rig, session: tttTarget(binding).session(parameters) };
}

const ALL = (['tcp', 'udp', 'serial'] as const).flatMap((binding) =>
  (['ttt-pve', 'ttt-pvp'] as const).map((game) => [binding, game] as const),
);

test.each(ALL)('a sound board answers every seed case well: %s, %s', async (binding, game) => {
  const { rig, session } = virtualTtt(binding, game);
  const cases = session.seedCases ?? [];
  expect(cases.length).toBeGreaterThanOrEqual(8);
  for (const steps of cases) expect((await reproduce(rig, session, steps)).failure).toBeUndefined();
});

test.each([
  ['tcp', '+drawer-opens'],
  ['serial', '+drawer-opens'],
  ['udp', '+drawer-opens'],
] as const)('some of them tell a round that ends, or goes on, otherwise: %s%s', async (binding, defect) => {
  const { rig, session } = virtualTtt(binding, 'ttt-pvp', defect);
  let failures = 0;
  for (const steps of session.seedCases ?? [])
    if ((await reproduce(rig, session, steps)).failure !== undefined) failures++;
  expect(failures).toBeGreaterThan(0);
});
