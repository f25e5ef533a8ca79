/** Joining, leaving, and players who are not seated. */
import { CELLS, type Cell } from '../message';
import { isEmptyCell } from '../board';
import { lineless, wanted, type Choose, type Plan } from './plan';
import { scenario, type Sitting, type TttScenario } from './sitting';

const PLIES = [0, 1, 2, 3, 4, 5];

/** A newcomer to a full game is refused. On tcp that is a leave, too (TTT-35): of what comes directly after it both clauses are tried. */
export async function tryNewcomers(sitting: Sitting, plies: readonly number[]): Promise<boolean> {
  let isGood = true;
  for (const ply of plies) {
    const after = (plan: Plan): Plan => plan.tryOccupied().move().quiet();
    if (sitting.binding === 'tcp') {
      const plain = await sitting.play(`${ply} moves`, (plan) => after(plan.seat().moves(ply)));
      if (!plain) return false;
      await sitting.play(
        `a newcomer after ${ply} moves`,
        (plan) => {
          plan.seat().moves(ply);
          return after(plan.join(plan.stranger).quiet());
        },
        sitting.joinClause,
      );
    }
    const isRight = await sitting.play(`a newcomer after ${ply} moves`, (plan) => {
      plan.seat().moves(ply);
      const newcomer = plan.stranger;
      plan.join(newcomer).quiet();
      // A second join could undo a passed turn, so half of the games have one join.
      if (sitting.binding !== 'tcp' && ply % 2 === 1) plan.join(newcomer).quiet();
      return plan.finish().rounds(2);
    });
    isGood = isGood && isRight;
  }
  return isGood;
}

const machineJoins = scenario(
  {
    id: 'machine-joins',
    title: 'against the machine: joining a free game, a taken one, and leaving',
    covers: ['TTT-01', 'TTT-20', 'TTT-23'],
    game: 'ttt-pve',
    isPlain: true,
  },
  async (sitting) => {
    const { links, host } = sitting;
    for (const name of links) await sitting.play(`${name} joins`, (plan) => plan.join(name).rounds(2));
    const [a = '', b] = links;
    if (b === undefined) host.bench.note('a taken game needs a second link');
    else {
      await tryNewcomers(sitting, sitting.all(PLIES, 4));
      await sitting.play('a newcomer who was refused joins the free game', (plan) =>
        plan.join(a).join(b).leave(a).join(b).rounds(1),
      );
    }
    for (const next of new Set([a, b ?? a]))
      for (const nth of sitting.all(CELLS, 3)) {
        // A cell of the game that was left, if the next player finds it free.
        let taken: Cell | undefined;
        const remember: Choose = (game, round) => {
          const cells = CELLS.filter((cell) => !isEmptyCell(game.board, cell));
          taken = cells[nth % Math.max(1, cells.length)];
          return lineless(game, round);
        };
        await sitting.play(`leaving, and ${next === a ? 'the same player' : 'another'} joins`, (plan) =>
          plan
            .join(a)
            .moves(2)
            .move(remember)
            .quiet()
            .leave(a)
            .quiet()
            .join(next)
            .move((game, round) => wanted(taken ?? 4)(game, round))
            .rounds(1),
        );
      }
  },
);

/** Every pair of players, both ways round. */
function pairs(names: readonly string[]): readonly (readonly string[])[] {
  return names.flatMap((first) => names.filter((one) => one !== first).map((second) => [first, second]));
}

const playersJoin = scenario(
  {
    id: 'players-join',
    title: 'two players: the first waits, the second opens, any other is refused',
    covers: ['TTT-01', 'TTT-30', 'TTT-31'],
    game: 'ttt-pvp',
    isPlain: true,
  },
  async (sitting) => {
    const { host, links } = sitting;
    for (const [first, second] of pairs(links))
      await sitting.play('two join', (plan) => plan.join(first).join(second).quiet().rounds(2));
    if (sitting.hasStranger) await tryNewcomers(sitting, sitting.all(PLIES, 4));
    else host.bench.inconclusive('TTT-30', 'the third to join needs a third link: give --link c=URL');
  },
);

const playersLeave = scenario(
  {
    id: 'players-leave',
    title: 'two players: when one leaves, the other waits for the next to join, who opens',
    covers: ['TTT-33', 'TTT-34'],
    game: 'ttt-pvp',
  },
  async (sitting) => {
    for (const leaver of [0, 1] as const)
      for (const ply of sitting.all(PLIES, 4))
        for (const isThird of sitting.hasStranger && ply % 2 === 0 ? [true, false] : [false])
          await sitting.play(`the ${leaver === 0 ? 'first' : 'second'} leaves after ${ply} moves`, (plan) => {
            plan.seat().moves(ply);
            return replaced(plan, leaver, isThird).move(wanted(4)).rounds(2);
          });
    await sitting.play('players leave one after the other, and come again', (plan) => {
      plan.seat().moves(3);
      for (const leaver of [0, 1, 1, 0] as const) replaced(plan, leaver, false).move();
      return plan.finish().rounds(1);
    });
    for (const [first, second] of pairs(sitting.links))
      await sitting.play('a lone player leaves, and the next joins', (plan) => {
        plan.join(first).leave(first).quiet().join(second).quiet();
        return plan.join(plan.stranger).rounds(1);
      });
  },
);

/** One player leaves, another takes the seat. */
function replaced(plan: Plan, leaver: 0 | 1, isThird: boolean): Plan {
  const name = plan.game.seats[leaver];
  const next = isThird ? plan.stranger : name;
  return plan.leave(name).quiet().join(next).quiet();
}

const strangersLeave = scenario(
  { id: 'strangers-leave', title: 'someone not seated who leaves changes nothing', covers: ['TTT-35'] },
  async (sitting) => {
    const { host, binding, links } = sitting;
    if (!sitting.hasStranger)
      return host.bench.skip('TTT-35', `needs ${sitting.seats + 1} players, one of them not seated`);
    for (const ply of sitting.all(PLIES, 4))
      for (const isRefused of binding === 'tcp' ? [true] : [false, true])
        await sitting.play(`someone not seated leaves after ${ply} moves`, (plan) => {
          plan.seat().moves(ply);
          const { stranger } = plan;
          if (isRefused) plan.join(stranger).quiet();
          // What was refused before is judged by a good move.
          if (isRefused && binding !== 'tcp') plan.tryOccupied().move();
          if (binding !== 'tcp') plan.leave(stranger);
          // The seats are still taken.
          return plan.quiet().finish().rounds(2).join(stranger);
        });
    const [a, b, c = b] = links;
    if (binding !== 'tcp')
      await sitting.play('someone leaves a game that nobody has joined', (plan) => {
        plan.leave(b).join(a).leave(c);
        return (sitting.isMachine ? plan : plan.join(b)).rounds(1);
      });
  },
);

export const JOINING: readonly TttScenario[] = [machineJoins, playersJoin, playersLeave, strangersLeave];
