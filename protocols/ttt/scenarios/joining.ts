/** Joining, leaving, and players who are not seated. */
import type { PlayedSession } from '../../../api/index';
import { CELLS } from '../message';
import { scenario, type Script, type Sitting, type TttSessions } from './script';

const PLIES = [0, 1, 2, 3, 4, 5];

/** A newcomer to a full game is refused. On tcp that is a leave, too (TTT-35): of what comes directly after it both clauses are tried. */
export function* newcomers(sitting: Sitting, plies: readonly number[]): Iterable<PlayedSession> {
  const { carrier, isMachine } = sitting;
  const after = (script: Script): Script => script.turns('occupied', 'fence').quiet();
  for (const ply of plies) {
    const what = `a newcomer after ${ply} moves`;
    if (carrier === 'tcp') {
      yield sitting.session(`${ply} moves`, (script) => after(script.seat().moves(ply)), { isPremise: true });
      yield sitting.session(what, (script) => after(script.seat().moves(ply).join(script.stranger).quiet()), {
        charge: isMachine ? 'TTT-20' : 'TTT-30',
      });
    }
    yield sitting.session(what, (script) => {
      script.seat().moves(ply).join(script.stranger).quiet();
      // A second join could undo a passed turn, so half of the games have one join.
      if (carrier !== 'tcp' && ply % 2 === 1) script.join(script.stranger).quiet();
      script.finish().rounds(2);
    });
  }
}

const machineJoins = scenario(
  {
    id: 'machine-joins',
    title: 'against the machine: joining a free game, a taken one, and leaving',
    covers: ['TTT-01', 'TTT-20', 'TTT-23'],
    game: 'ttt-pve',
    isPlain: true,
  },
  function* (sitting) {
    const { links } = sitting;
    const [a = '', b = a] = links;
    for (const name of links)
      yield sitting.session('somebody joins', (script) => script.join(name).rounds(2));
    if (sitting.hasStranger) {
      yield* newcomers(sitting, sitting.some(PLIES, 4));
      yield sitting.session('a newcomer who was refused joins the free game', (script) =>
        script.join(a).join(b).leave(a).join(b).rounds(1),
      );
    }
    // Cells of the game that was left are among those that the next player finds free.
    for (const next of new Set([a, b]))
      for (const cell of sitting.some(CELLS, 3))
        yield sitting.session(
          `leaving, and ${next === a ? 'the same player' : 'another'} joins`,
          (script) => {
            script.join(a).turns(`take ${cell}`, 'fence', 'fence').quiet().leave(a).quiet().join(next);
            return script.turns(`take ${cell}`).rounds(1);
          },
        );
    for (const next of new Set([a, b]))
      for (const cell of CELLS)
        yield sitting.session('leaving after a move, and somebody joins', (script) =>
          script.join(a).turns('take 4').leave(a).join(next).turns(`take ${cell}`).quiet(),
        );
  },
);

/** Every pair of players, both ways round. */
function pairs(names: readonly string[]): readonly (readonly [string, string])[] {
  return names.flatMap((first) =>
    names.filter((one) => one !== first).map((second) => [first, second] as const),
  );
}

const playersJoin = scenario(
  {
    id: 'players-join',
    title: 'two players: the first waits, the second opens, any other is refused',
    covers: ['TTT-01', 'TTT-30', 'TTT-31'],
    game: 'ttt-pvp',
    isPlain: true,
  },
  function* (sitting) {
    for (const [first, second] of pairs(sitting.links))
      yield sitting.session('two join', (script) => script.join(first).join(second).quiet().rounds(2));
    if (sitting.hasStranger) yield* newcomers(sitting, sitting.some(PLIES, 4));
    else yield { what: 'the third to join needs a third link: give --link c=URL', open: 'TTT-30' };
  },
);

const playersLeave = scenario(
  {
    id: 'players-leave',
    title: 'two players: when one leaves, the other waits for the next to join, who opens',
    covers: ['TTT-33', 'TTT-34'],
    game: 'ttt-pvp',
  },
  function* (sitting) {
    const [a = '', b = '', c] = sitting.links;
    const replace = (script: Script, leaver: string, next: string): Script =>
      script.leave(leaver).quiet().join(next).quiet();
    for (const leaver of [a, b])
      for (const ply of sitting.some(PLIES, 4))
        for (const next of c !== undefined && ply % 2 === 0 ? [c, leaver] : [leaver])
          yield sitting.session(
            `the ${leaver === a ? 'first' : 'second'} leaves after ${ply} moves`,
            (script) => replace(script.seat().moves(ply), leaver, next).turns('take 4').rounds(2),
          );
    yield sitting.session('players leave one after the other, and come again', (script) => {
      script.seat().moves(3);
      for (const leaver of [a, a, b, b]) replace(script, leaver, leaver).moves(1);
      return script.finish().rounds(1);
    });
    for (const [first, second] of pairs(sitting.links))
      yield sitting.session('a lone player leaves, and the next joins', (script) => {
        script.join(first).leave(first).quiet().join(second).quiet();
        return script.join(script.stranger).rounds(1);
      });
  },
);

const strangersLeave = scenario(
  {
    id: 'strangers-leave',
    title: 'someone not seated who leaves changes nothing',
    covers: ['TTT-35'],
    ofStrangers: true,
  },
  function* (sitting) {
    const { carrier, links } = sitting;
    for (const ply of sitting.some(PLIES, 4))
      for (const isRefused of carrier === 'tcp' ? [true] : [false, true])
        yield sitting.session(`someone not seated leaves after ${ply} moves`, (script) => {
          script.seat().moves(ply);
          const { stranger } = script;
          if (isRefused) script.join(stranger).quiet();
          // What was refused before is judged by a good move.
          if (isRefused && carrier !== 'tcp') script.turns('occupied', 'fence');
          if (carrier !== 'tcp') script.leave(stranger);
          // The seats are still taken.
          return script.quiet().finish().rounds(2).join(stranger);
        });
    const [a = '', b = '', c = b] = links;
    if (carrier !== 'tcp')
      yield sitting.session('someone leaves a game that nobody has joined', (script) => {
        script.leave(b).join(a).leave(c);
        return (sitting.isMachine ? script : script.join(b)).rounds(1);
      });
  },
);

export const JOINING: readonly TttSessions[] = [machineJoins, playersJoin, playersLeave, strangersLeave];
