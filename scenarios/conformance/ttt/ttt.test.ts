import { virtualBoard } from '../../../devices/board';
import { resolveBoard } from '../../../devices/virtual/kinds';
import { TTT_PARAMETERS } from '../../../protocols/ttt/requirements';
import type { Parameters } from '../../../protocols/requirement';
import type { RunEnd } from '../../record';
import { run } from '../../runner';
import { Selection } from '../../selection';
import { tttSuite } from './ttt';

const DEFAULTS: Parameters = Object.fromEntries(TTT_PARAMETERS.map((one) => [one.name, one.default]));

interface Asked {
  readonly board?: string;
  readonly game?: string;
  readonly seed?: number;
  readonly only?: readonly string[];
}

function asked({ board = 'ttt', game = 'ttt-pve', seed = 5, only = [] }: Asked): Promise<RunEnd> {
  const values = { ...DEFAULTS, game };
  const { kind, defects } = resolveBoard(board);
  return run({
    board: virtualBoard({ kind, defects: defects.map(({ name }) => name), seed, parameters: values }),
    suites: [tttSuite],
    parameters: new Map([['ttt', values]]),
    seed,
    version: '0.0.0',
    command: 'wirejig run ttt',
    selection: Selection.of([tttSuite], only, []),
    signal: new AbortController().signal,
    emit: () => undefined,
  });
}

function having(end: RunEnd, ...verdicts: readonly string[]): string[] {
  return Object.entries(end.verdicts).flatMap(([id, { verdict }]) =>
    verdicts.includes(verdict) ? [id] : [],
  );
}

const MACHINE = ['TTT-20', 'TTT-21', 'TTT-22', 'TTT-23', 'TTT-24'];
const PLAYERS = ['TTT-30', 'TTT-31', 'TTT-32', 'TTT-33', 'TTT-34'];
const DATAGRAMS = ['TTT-02', 'TTT-03'];

test.each([
  ['ttt', 'ttt-pve', [...DATAGRAMS, ...PLAYERS]],
  ['ttt-udp', 'ttt-pvp', ['TTT-05', ...MACHINE, 'TTT-42']],
  ['ttt-serial', 'ttt-pve', [...DATAGRAMS, 'TTT-05', ...PLAYERS]],
])(
  'a sound %s that serves %s passes all that is of its game and its binding',
  async (board, game, others) => {
    const end = await asked({ board, game });
    expect(end.outcome).toBe('done');
    expect(having(end, 'fail', 'error', 'inconclusive')).toEqual([]);
    expect(having(end, 'skip')).toEqual(others);
  },
);

test.each([
  ['ttt-udp+empty-datagram-passes-turn', 'TTT-03', 'ttt-pvp'],
  ['ttt+board-emptied-late', 'TTT-10', 'ttt-pvp'],
  ['ttt+machine-skips-ninth-cell', 'TTT-21', 'ttt-pve'],
  ['ttt+same-cell-merged', 'TTT-32', 'ttt-pvp'],
  ['ttt-udp+shutdown-keeps-seats', 'TTT-40', 'ttt-pve'],
  ['ttt-serial+chunk-of-four', 'TTT-42', 'ttt-pve'],
])('%s fails %s', async (board, clause, game) => {
  expect(having(await asked({ board, game, only: [clause] }), 'fail')).toEqual([clause]);
});

test('a defect of rounds leaves what is not of rounds judged, and not charged with it', async () => {
  const end = await asked({ board: 'ttt+drawer-opens', game: 'ttt-pvp' });
  expect(having(end, 'fail', 'error')).toEqual(['TTT-12']);
  expect(having(end, 'pass')).toEqual(expect.arrayContaining(['TTT-04', 'TTT-30', 'TTT-33', 'TTT-35']));
});
