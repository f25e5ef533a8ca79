/** STM: whole games and random sessions, judged by the rules. */
import * as fc from 'fast-check';
import { deal, solvableDeal } from '../../../protocols/stm/layout';
import { isOpen, matches, openTiles } from '../../../protocols/stm/rules';
import { session } from '../../../protocols/stm/stm.arbitrary';
import { describeRequest, type Request, type Tile } from '../../../protocols/stm/stm';
import { randomBelow } from '../random-below';
import type { StmHost } from './host';
import { match, select, SET_STATE, shuffle } from './requests';
import { stmScenario } from './scenario';

const STATE = 'STM-GM-10';

const fullGames = stmScenario(
  { id: 'stm/full-games', title: 'whole games on the turtle, to a win and to a game over', covers: [STATE] },
  async (host, bench) => {
    const random = randomBelow(bench, 20_000);
    await host.start();
    for (const [a, b] of solvableDeal(random).solution) {
      await host.ask(select(a));
      await host.ask(match(b), 'a pair of a game that can be won');
    }
    await host.ask(SET_STATE, 'after all 144 tiles were taken off');
    for (let game = 0; game < (bench.exhaustive ? 6 : 3); game++)
      await playToEnd(host, random, game % 2 === 0 ? 5 : 1);
  },
);

/** Shuffles `first` times, then plays open pairs, shuffling what is left when stuck, until no shuffle is left. */
async function playToEnd(host: StmHost, random: (below: number) => number, first: number): Promise<void> {
  await host.start();
  for (let i = 0; i < first; i++) await host.ask(shuffle(deal(random)), 'the whole turtle');
  for (let moves = 0; moves < 200 && !host.bench.failedEnough(STATE); moves++) {
    const move = openPair(host, random);
    if (move !== undefined) {
      if (!(await host.ask(select(move[0]))) || !(await host.ask(match(move[1])))) return;
      continue;
    }
    if (host.game.shuffles >= 5 || host.game.board.size === 0) break;
    if (!(await host.ask(shuffle([...host.game.board.values()]), 'what is left of the turtle'))) return;
  }
  await host.ask(SET_STATE, `at the end of a game, ${host.game.board.size} tiles left`);
}

function openPair(host: StmHost, random: (below: number) => number): readonly [Tile, Tile] | undefined {
  const open = openTiles(host.game.board);
  const pairs = open.flatMap((a, i) =>
    open.slice(i + 1).flatMap((b) => (matches(a.kind, b.kind) ? [[a, b] as const] : [])),
  );
  return pairs[random(Math.max(1, pairs.length))];
}

// A session may judge any clause of the game. This is the one that it always judges.
const sessions = stmScenario(
  { id: 'stm/sessions', title: 'sessions of random requests, judged by the rules', covers: [STATE] },
  async (host, bench) => {
    const show = (requests: readonly Request[]): string => requests.map(describeRequest).join('; ');
    const runs = bench.exhaustive ? 120 : 20;
    await bench.forAll(session(), { title: 'a session of requests', runs, show }, async (requests) => {
      await host.awaitQuiet();
      await host.start();
      for (const request of requests) if (!(await host.ask(request, 'in a random session'))) return;
    });
    const show2 = (tiles: readonly Tile[]): string =>
      tiles.map(({ x, y, z, kind }) => `${kind} at ${x},${y},${z}`).join('; ');
    await bench.forAll(
      denseBoard(),
      { title: 'a small dense board', runs: bench.exhaustive ? 150 : 25, show: show2 },
      (tiles) => playDenseBoard(host, tiles),
    );
  },
);

/** Tiles of few kinds, close together, some over others. */
function denseBoard(): fc.Arbitrary<Tile[]> {
  const position = fc.record({
    x: fc.integer({ min: 10, max: 16 }),
    y: fc.integer({ min: 10, max: 14 }),
    z: fc.integer({ min: 0, max: 2 }),
  });
  const kind = fc.constantFrom(9, 10, 11, 34, 35, 39);
  const one = fc.tuple(position, kind).map(([place, of]): Tile => ({ ...place, kind: of }));
  return fc.uniqueArray(one, { minLength: 2, maxLength: 10, selector: ({ x, y, z }) => `${x},${y},${z}` });
}

/** Removes open pairs until no move is left, and asks for the state before each. */
async function playDenseBoard(host: StmHost, tiles: readonly Tile[]): Promise<void> {
  await host.start();
  for (let i = 0; i < 5; i++) if (!(await host.ask(shuffle(tiles)))) return;
  for (;;) {
    if (!(await host.ask(SET_STATE, 'on a small dense board'))) return;
    const move = openPair(host, () => 0);
    if (move === undefined) return;
    await host.ask(select(move[0], isOpen(move[0], host.game.board)));
    if (!(await host.ask(match(move[1])))) return;
  }
}

export const wholeGames = [fullGames, sessions];
