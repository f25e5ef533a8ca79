import type { Board } from '../../devices/board/board';
import type { Chunk } from '../chunk';
import { micros } from '../time';
import { requirementsWith, withChangedChunks, runSuite } from '../../scenarios/testing/suite-run';
import { ttt } from './ttt';

const { suite: tttSuite } = ttt;

const MACHINE = ['TTT-20', 'TTT-21', 'TTT-22', 'TTT-23', 'TTT-24'];
const PLAYERS = ['TTT-30', 'TTT-31', 'TTT-32', 'TTT-33', 'TTT-34'];
const DATAGRAMS = ['TTT-02', 'TTT-03'];

test.each([
  ['ttt', 'ttt-pve', [...DATAGRAMS, ...PLAYERS]],
  ['ttt-udp', 'ttt-pvp', ['TTT-05', ...MACHINE, 'TTT-42']],
  ['ttt-serial', 'ttt-pve', [...DATAGRAMS, 'TTT-05', ...PLAYERS]],
])(
  'a sound %s that serves %s passes all clauses of its game and its binding',
  async (board, game, others) => {
    const ran = await runSuite(tttSuite, { board, own: { game }, sampled: true });
    expect([ran.end.outcome, requirementsWith(ran, 'fail', 'error', 'inconclusive')]).toEqual(['done', []]);
    expect(requirementsWith(ran, 'skip')).toEqual(others);
  },
);

const SAMPLED = { sampled: true };

test.each([
  // What comes later of the same may be charged to what was tried last.
  ['ttt-udp+empty-datagram-passes-turn', 'TTT-03', 'ttt-pvp', {}, 'TTT-04'],
  ['ttt+board-emptied-late', 'TTT-10', 'ttt-pvp', {}],
  ['ttt+machine-skips-ninth-cell', 'TTT-21', 'ttt-pve', {}],
  ['ttt-udp+shutdown-keeps-seats', 'TTT-40', 'ttt-pve', {}, 'TTT-20'],
  ['ttt-serial+chunk-of-four', 'TTT-42', 'ttt-pve', {}],
  // As on a real board: by moves as fences, without waiting for silence.
  ['ttt+occupied-reaches-opponent', 'TTT-04', 'ttt-pvp', SAMPLED],
  ['ttt+other-characters-are-cell-0', 'TTT-04', 'ttt-pve', SAMPLED],
  ['ttt-udp+long-leave-dropped', 'TTT-02', 'ttt-pve', SAMPLED],
  ['ttt-udp+blanks-passed-over', 'TTT-02', 'ttt-pve', SAMPLED],
  ['ttt+firsts-rising-diagonal-missed', 'TTT-10', 'ttt-pvp', SAMPLED],
])('%s fails %s', async (board, clause, game, options, ...also) => {
  const ran = await runSuite(tttSuite, { board, own: { game }, only: [clause], ...options });
  // What else was seen to fail counts, too.
  expect(requirementsWith(ran, 'fail')).toEqual([clause, ...also].sort());
});

test('late answers with wide time bounds break no MUST', async () => {
  const around = (board: Board): Board => withChangedChunks(board, vague);
  const asked = { board: 'ttt-udp+answers-late', own: { game: 'ttt-pvp' }, sampled: true, around };
  const ran = await runSuite(tttSuite, { ...asked, only: ['TTT-30', 'TTT-33'] });
  const found = requirementsWith(ran, 'fail', 'inconclusive', 'error');
  expect(found.filter((id) => id !== 'TTT-TM-01')).toEqual([]);
});

/** As on a busy machine. */
function vague(chunk: Chunk): Chunk {
  return { ...chunk, notBefore: micros(Math.max(0, chunk.notBefore - 150_000)) };
}

test('a defect of rounds is charged to clauses of rounds alone, and other clauses are judged', async () => {
  const ran = await runSuite(tttSuite, {
    board: 'ttt+drawer-opens',
    own: { game: 'ttt-pvp' },
    sampled: true,
  });
  // After a draw every cell was taken: the board may not have been emptied.
  expect(requirementsWith(ran, 'fail', 'error')).toEqual(['TTT-10', 'TTT-12']);
  expect(requirementsWith(ran, 'pass')).toEqual(
    expect.arrayContaining(['TTT-04', 'TTT-30', 'TTT-33', 'TTT-35']),
  );
});
