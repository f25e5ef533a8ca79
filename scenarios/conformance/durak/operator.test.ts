import { realBoard, virtualBoard, type Board } from '../../../devices/board';
import { DURAK_BOARD } from '../../../devices/virtual/durak-board';
import { DURAK_PARAMETERS } from '../../../protocols/durak/requirements';
import type { RunEnd } from '../../record';
import { run } from '../../runner';
import { Selection } from '../../selection';
import { durakSuite } from './durak';

const VALUES = {
  ...Object.fromEntries(DURAK_PARAMETERS.map((one) => [one.name, one.default])),
  moves: 'operator',
};

/** Moves that a person was asked for. */
interface Played {
  readonly end: RunEnd;
  readonly asked: readonly string[];
}

/** The suite against a board with buttons. `hand`: what its person does when asked. */
async function played(
  only: readonly string[],
  hand: 'makes the move' | 'sleeps' | 'is not there',
): Promise<Played> {
  const board = virtualBoard({
    kind: DURAK_BOARD,
    defects: [],
    seed: 3,
    parameters: VALUES,
    unattended: hand === 'is not there',
  });
  const asked: string[] = [];
  const watched: Board = {
    ...board,
    operate: async (what) => {
      asked.push(what);
      if (hand === 'makes the move') await board.operate(what);
    },
  };
  const end = await run({
    board: watched,
    suites: [durakSuite],
    parameters: new Map([['durak', VALUES]]),
    seed: 3,
    version: '0.0.0',
    command: 'wirejig run durak',
    selection: Selection.of([durakSuite], only, []),
    signal: new AbortController().signal,
    emit: () => undefined,
  });
  return { end, asked };
}

function verdictsOf({ verdicts }: RunEnd, only: readonly string[]) {
  return only.map((id) => verdicts[id]?.verdict);
}

test('asked for each of its moves, somebody plays: every clause holds', async () => {
  const { end, asked } = await played(['DRK-PL', 'DRK-LK-09', 'DRK-LK-14', 'DRK-HS-07'], 'makes the move');
  const open = Object.entries(end.verdicts).filter(([, { reason }]) => reason !== undefined);
  expect(open.filter(([, { verdict }]) => verdict !== 'skip')).toEqual([]);
  expect(verdictsOf(end, ['DRK-PL-05', 'DRK-PL-11', 'DRK-LK-09'])).toEqual(['pass', 'pass', 'pass']);
  expect(asked.length).toBeGreaterThan(100);
  expect(new Set(asked)).toEqual(new Set(["make the board's move at its buttons (60 s)"]));
}, 20_000);

test('asked, nobody plays: after operatorMs the clauses are left open, and the board is not blamed', async () => {
  const only = ['DRK-PL-01', 'DRK-PL-09', 'DRK-PL-11', 'DRK-LK-09', 'DRK-HS-07'];
  const { end, asked } = await played(only, 'sleeps');
  expect(verdictsOf(end, only)).not.toContain('fail');
  expect(verdictsOf(end, ['DRK-PL-11', 'DRK-LK-09', 'DRK-HS-07'])).toEqual([
    'inconclusive',
    'inconclusive',
    'inconclusive',
  ]);
  expect(end.verdicts['DRK-PL-11']?.reason).toMatch(/no move was made at the buttons within 60 s/);
  expect(asked.length).toBeGreaterThan(0);
});

test('where nobody is there nobody is asked: skipped with the reason, the rest is judged', async () => {
  const only = ['DRK-PL-02', 'DRK-PL-09', 'DRK-LK-01', 'DRK-HS-01', 'DRK-DL-01'];
  const { end, asked } = await played(only, 'is not there');
  expect(asked).toEqual([]);
  expect(verdictsOf(end, only)).toEqual(['skip', 'skip', 'pass', 'pass', 'pass']);
  expect(end.verdicts['DRK-PL-02']?.reason).toMatch(/a person at the buttons.*--unattended/);
});

test('a real board asks whoever was named, and nobody where nobody was', async () => {
  const asked: string[] = [];
  const bare = { name: 'x', kind: 'durak', targets: new Map() } as const;
  const board = realBoard({ ...bare, operator: { text: 'me', ask: (what) => asked.push(what) } });
  await board.operate('move');
  expect([board.operatorText, asked]).toEqual(['me', ['move']]);
  const deserted = realBoard(bare);
  expect(deserted.operatorText).toBeUndefined();
  await expect(deserted.operate('move')).rejects.toThrow(/nobody/);
});
