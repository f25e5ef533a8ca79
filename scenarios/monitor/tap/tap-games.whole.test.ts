import { durak } from '../../../protocols/durak/durak';
import { DURAK_BOARD, DURAK_TAP_MONITOR } from '../../../protocols/durak/testing/parts';
import { FAULT_KINDS, type FaultKind } from '../../../devices/faults/faults';
import { virtualPair } from '../../../devices/board/virtual-board';
import { tapGames, type GameRecord } from './tap-games';

const PARAMETERS = Object.fromEntries(durak.suite.parameters.map((one) => [one.name, one.default]));

async function played(
  games: number,
  seed: number,
  kinds: readonly FaultKind[],
  defects: readonly string[] = [],
): Promise<GameRecord[]> {
  const records: GameRecord[] = [];
  await tapGames({
    games,
    seed,
    game: (own) => ({
      kind: DURAK_TAP_MONITOR,
      boards: virtualPair({
        boards: { a: { kind: DURAK_BOARD, defects }, b: { kind: DURAK_BOARD, defects: [] } },
        parameters: PARAMETERS,
        seed: own,
      }),
      parameters: PARAMETERS,
      fresh: true,
      faults: { kinds, every: 200 },
      seed: own,
      version: '0',
      command: 'wirejig tap',
    }),
    signal: new AbortController().signal,
    ended: (record) => records.push(record),
  });
  return records;
}

/** Both boards' cards are counted at the deal and after each move, except for packets that did not arrive. */
function allCounted(games: readonly GameRecord[]): void {
  for (const { moves, counts, restarts } of games)
    expect(counts).toBeGreaterThanOrEqual(2 * moves - 1 - 2 * restarts);
}

test('three games of two sound boards, a fault in every 200 bytes: each is won, and no card is lost or doubled', async () => {
  const games = await played(3, 1, FAULT_KINDS);
  expect(games.filter(({ wrong }) => wrong !== undefined)).toEqual([]);
  expect(games.map(({ seed }) => seed)).toEqual(Array.from({ length: 3 }, (_, i) => i + 1));
  expect(new Set(games.map(({ winner }) => winner))).toEqual(new Set(['a', 'b']));
  expect(games.reduce((sum, { faults }) => sum + faults, 0)).toBeGreaterThan(350);
  allCounted(games);
});

test('packets that become other good packets stop no game: only flips, in every 200 bytes', async () => {
  const games = await played(2, 100, ['flip']);
  expect(games.filter(({ wrong }) => wrong !== undefined)).toEqual([]);
  allCounted(games);
});

test('a board that loses a card is found, game by game', async () => {
  const games = await played(2, 1, ['delay'], ['bito-own-only']);
  expect(games).toHaveLength(2);
  for (const { wrong } of games) expect(wrong).toMatch(/^DRK-PL-04: board a/);
});
