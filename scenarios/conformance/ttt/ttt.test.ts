import type { Board } from '../../../devices/board/board';
import type { Chunk } from '../../../protocols/chunk';
import { micros } from '../../../protocols/time';
import { requirementsWith, withChangedChunks, runSuite } from '../../testing/suite-run';
import { tttSuite } from './ttt';

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
  ['ttt-udp+empty-datagram-passes-turn', 'TTT-03', 'ttt-pvp', {}],
  ['ttt+board-emptied-late', 'TTT-10', 'ttt-pvp', {}],
  ['ttt+machine-skips-ninth-cell', 'TTT-21', 'ttt-pve', {}],
  ['ttt+same-cell-merged', 'TTT-32', 'ttt-pvp', {}],
  ['ttt-udp+shutdown-keeps-seats', 'TTT-40', 'ttt-pve', {}],
  ['ttt-serial+chunk-of-four', 'TTT-42', 'ttt-pve', {}],
  // As on a real board: by moves as fences, without waiting for silence.
  // After the end of a refused connection, that may be why an occupied cell is taken.
  ['ttt+occupied-reaches-opponent', 'TTT-04', 'ttt-pvp', SAMPLED, 'TTT-35'],
  ['ttt+nul-is-lowest-cell', 'TTT-04', 'ttt-pvp', SAMPLED],
  ['ttt+other-characters-are-cell-0', 'TTT-04', 'ttt-pve', SAMPLED],
  ['ttt-udp+long-leave-dropped', 'TTT-02', 'ttt-pve', SAMPLED],
  ['ttt-udp+blanks-passed-over', 'TTT-02', 'ttt-pve', SAMPLED],
  ['ttt+firsts-rising-diagonal-missed', 'TTT-10', 'ttt-pvp', SAMPLED],
])('%s fails %s', async (board, clause, game, options, ...also) => {
  const ran = await runSuite(tttSuite, { board, own: { game }, only: [clause], ...options });
  // What else was seen to fail counts, too.
  expect(requirementsWith(ran, 'fail')).toEqual([clause, ...also].sort());
});

test.each([
  ['sides-mixed-in-line', 'ttt-pve', 'TTT-10', 'a can take 3 again: the round has ended'],
  ['ending-move-kept-back', 'ttt-pvp', 'TTT-32', 'a can take 0 again: the round has ended'],
  ['third-cell-keeps-turn', 'ttt-pve', 'TTT-10', 'a cannot take 0 or 1 again: the round goes on'],
  ['third-cell-keeps-turn', 'ttt-pvp', 'TTT-12', 'b can take 5: it is the turn of b'],
  ['first-opens', 'ttt-pvp', 'TTT-31', 'a can take 0: it is the turn of a'],
  ['board-emptied-late', 'ttt-pvp', 'TTT-10', 'nobody can take 0 or 1: the board is not empty'],
])(
  'what moves after the fault of %s (%s) showed is said where %s fails',
  async (defect, game, clause, because) => {
    const { events } = await runSuite(tttSuite, { board: `ttt+${defect}`, own: { game }, only: [clause] });
    const titles = events.flatMap((event) =>
      event.type === 'check' && event.verdict === 'fail' && event.requirement === clause ? [event.title] : [],
    );
    expect(titles.join('\n')).toMatch(new RegExp(`moves \\d; then ${because}$`, 'm'));
  },
);

test('late answers with wide time bounds break no MUST', async () => {
  const around = (board: Board): Board => withChangedChunks(board, vague);
  const asked = { board: 'ttt-udp+answers-late', own: { game: 'ttt-pvp' }, sampled: true, around };
  const ran = await runSuite(tttSuite, { ...asked, only: ['TTT-30', 'TTT-33'] });
  expect(requirementsWith(ran, 'fail', 'inconclusive', 'error')).toEqual([]);
});

/** As on a busy machine. */
function vague(chunk: Chunk): Chunk {
  return { ...chunk, notBefore: micros(Math.max(0, chunk.notBefore - 150_000)) };
}

test('a defect of rounds is charged to its clause alone, and other clauses are judged', async () => {
  const ran = await runSuite(tttSuite, {
    board: 'ttt+drawer-opens',
    own: { game: 'ttt-pvp' },
    sampled: true,
  });
  expect(requirementsWith(ran, 'fail', 'error')).toEqual(['TTT-12']);
  expect(requirementsWith(ran, 'pass')).toEqual(
    expect.arrayContaining(['TTT-04', 'TTT-30', 'TTT-33', 'TTT-35']),
  );
});
