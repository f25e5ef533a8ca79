import { reproduce } from '../../scenarios/fuzz/execution/reproduce';
import { virtualContext } from '../../scenarios/fuzz/testing/virtual-context';

const BOARDS = ['ttt', 'ttt-udp', 'ttt-serial'];
const ALL = BOARDS.flatMap((board) => ['ttt-pve', 'ttt-pvp'].map((game) => [board, game] as const));

test.each(ALL)('%s, %s: a sound board answers every seed case correctly', async (board, game) => {
  const { rig, session } = virtualContext(board, { parameters: { game } });
  const cases = session.seedCases ?? [];
  expect(cases.length).toBeGreaterThanOrEqual(8);
  for (const steps of cases) expect((await reproduce(rig, session, steps)).failure).toBeUndefined();
});

test.each(BOARDS)('%s: a seed case shows a wrong opening of the next round', async (board) => {
  const { rig, session } = virtualContext(`${board}+drawer-opens`, { parameters: { game: 'ttt-pvp' } });
  let failures = 0;
  for (const steps of session.seedCases ?? [])
    if ((await reproduce(rig, session, steps)).failure !== undefined) failures++;
  expect(failures).toBeGreaterThan(0);
});
