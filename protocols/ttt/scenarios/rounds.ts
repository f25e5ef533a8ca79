/** Rounds of two players, in every way they can end, and whose turn it is after each. */
import { fc } from '../../../api/index';
import { isEmptyCell } from '../board';
import { CELLS, type Cell } from '../message';
import { roundsOfEveryKind, roundsToEveryEnd, type Round } from './legal-rounds';
import { openingCells, type Plan } from './plan';
import { scenario, type Sitting, type TttScenario } from './sitting';

const CLAUSES = ['TTT-10', 'TTT-12', 'TTT-32'];
/** Rounds of one sitting. */
const EACH = 40;

const players = scenario(
  {
    id: 'players-rounds',
    title: 'two players: rounds that end in every way, and who opens the next',
    covers: ['TTT-01', 'TTT-04', ...CLAUSES],
    game: 'ttt-pvp',
    isPlain: true,
  },
  async (sitting) => {
    const { bench } = sitting.host;
    const some = roundsOfEveryKind();
    // Of each kind both seats, as who opens depends on the rounds before; the longest first.
    const all = [...some.filter(({ full }) => full), ...some, ...some.toReversed()];
    const left = bench.exhaustive ? [...all, ...roundsToEveryEnd()] : all;
    bench.note(`${left.length} rounds`);
    while (left.length > 0 && !CLAUSES.some((id) => bench.failedEnough(id))) {
      const rounds = left.splice(0, EACH);
      await sitting.play(`${rounds.length} rounds`, (plan) => {
        plan.seat();
        for (let n = 0; rounds.length > 0; n++) playRound(plan, rounds, n);
        // The next round shows that the last one was over.
        return plan.rounds(1);
      });
    }
    await trySameCell(sitting);
    await sitting.play('players try to move twice', moveAgain);
  },
);

/**
 * A round that opens with a cell which was taken when the last one ended: it shows whether the board was emptied. Every other one opens
 * with a cell that was free, or after a move out of turn: it shows whose turn it is.
 */
function playRound(plan: Plan, rounds: Round[], n: number): void {
  const { round: last } = plan;
  const isTaken = ({ moves: [first = 0] }: Round): boolean => !isEmptyCell(last.previous, first);
  const showsTurn = n % 2 === 1;
  const at = last.isLater ? rounds.findIndex((one) => isTaken(one) !== showsTurn) : 0;
  if (showsTurn && at < 0) plan.attemptOutOfTurn();
  const [round] = rounds.splice(Math.max(0, at), 1);
  for (const [i, cell] of (round?.moves ?? []).entries()) {
    // One of each a round, in other places of the next.
    if (i === 2 + (n % 6)) plan.attemptOutOfTurn();
    if (i === 1 + (n % 7)) plan.tryOccupied(n);
    plan.move(() => cell);
  }
  plan.quiet();
}

/** After each of nine moves its player tries to move again. */
function moveAgain(plan: Plan): Plan {
  plan.seat();
  for (let n = 0; n < 2 * CELLS.length; n++) plan.move().attemptOutOfTurn();
  return plan.rounds(1);
}

/** The cell of the move that ended a round is free for the next, as others are. */
async function trySameCell(sitting: Sitting): Promise<void> {
  const won: readonly Cell[] = [0, 3, 1, 4, 2];
  const after =
    (cell: Cell) =>
    (plan: Plan): Plan => {
      plan.seat();
      for (const one of won) plan.move(() => one);
      return plan
        .quiet()
        .move(() => cell)
        .quiet();
    };
  if (await sitting.play('a cell of the round before', after(3)))
    await sitting.play('the cell that ended the round before', after(2), 'TTT-32');
}

const random = scenario(
  { id: 'random-rounds', title: 'rounds of legal moves at random', covers: ['TTT-12'], isPlain: true },
  async (sitting) => {
    const { bench } = sitting.host;
    const count = (bench.exhaustive ? 40 : 8) * CELLS.length;
    const [draws = []] = bench.sample(
      fc.array(fc.nat({ max: 5039 }), { minLength: count, maxLength: count }),
      1,
    );
    await sitting.play(`${count} moves`, (plan) => {
      plan.seat();
      for (const draw of draws) {
        plan.move((game, round) => {
          const empty = openingCells(game, round);
          return empty[draw % empty.length];
        });
        if (plan.isMachine) plan.quiet();
      }
      return plan.rounds(1);
    });
  },
);

export const ROUNDS: readonly TttScenario[] = [players, random];
