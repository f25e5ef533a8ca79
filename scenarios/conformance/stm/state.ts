/** STM: won, game over, and what comes after (GM-10, GM-11); whole games; random sessions against the rules. */
import * as fc from 'fast-check';
import { deal, solvableDeal } from '../../../protocols/stm/layout';
import { isOpen, matches, openTiles } from '../../../protocols/stm/rules';
import { session } from '../../../protocols/stm/stm.arbitrary';
import { describeRequest, type Request, type Tile } from '../../../protocols/stm/stm';
import type { Bench } from '../../bench';
import type { Scenario } from '../../suite';
import { playPairs } from './pairs';
import { StmHost } from './host';
import { altered, match, RESET, row, select, SET_STATE, shuffle, START, tile, wrongCrc } from './pieces';

const STATE = 'STM-GM-10';

const won: Scenario = {
  id: 'stm/won',
  title: 'the game is won from 72 pairs up',
  covers: [STATE],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    await host.play(SET_STATE, STATE, 'before any pair');
    const counts = bench.exhaustive
      ? [1, 36, 71, 72, 73, 100, 144, 255, 256, 257, 300, 328, 520]
      : [1, 71, 72, 73, 266];
    for (const count of counts) {
      if (bench.enough(STATE)) return;
      await host.start();
      if (await playPairs(host, count)) await host.play(SET_STATE, STATE, `after ${count} pairs`);
    }
    await host.start();
    await playPairs(host, 71);
    for (let i = 0; i < 5; i++) {
      await host.step(select(tile(3)), 'for a Match that is FALSE');
      await host.step(match(tile(4, 1)), 'of another kind');
    }
    await host.play(SET_STATE, STATE, 'after 71 pairs and five FALSE Matches');
    await samePairs(host);
    await wonWithoutMoves(host);
  },
};

/** Pairs count whatever was there: the same two positions 72 times, flowers and seasons among them. */
async function samePairs(host: StmHost): Promise<void> {
  await host.start();
  for (let i = 0; i < 72; i++) {
    await host.step(select(tile(34 + (i % 4), 0)));
    await host.step(match(tile(34 + ((i * 3 + 1) % 4), 1)), 'two flowers');
    if (i === 70) await host.play(SET_STATE, STATE, 'after 71 pairs of flowers at the same two positions');
  }
  await host.play(SET_STATE, STATE, 'after 72 pairs of flowers at the same two positions');
}

/** Won comes before game over. */
async function wonWithoutMoves(host: StmHost): Promise<void> {
  await host.start();
  for (let i = 0; i < 5; i++) await host.step(shuffle(row(6)));
  await playPairs(host, 72);
  await host.play(SET_STATE, STATE, 'after 72 pairs, five shuffles, and no move on the board');
}

/** Five shuffles of these tiles, then what `moves` does, then the state. */
async function stateOf(
  host: StmHost,
  tiles: readonly Tile[],
  shuffles: number,
  situation: string,
  moves: readonly Tile[][] = [],
): Promise<void> {
  await host.start();
  for (let i = 0; i < shuffles; i++) await host.step(shuffle(tiles));
  for (const [a, b] of moves) {
    if (a === undefined || b === undefined) continue;
    await host.step(select(a));
    await host.step(match(b));
  }
  await host.play(SET_STATE, STATE, situation);
}

const over: Scenario = {
  id: 'stm/over',
  title: 'the game is over when five shuffles are used and no open tiles match',
  covers: [STATE],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    for (const shuffles of [0, 4, 5]) {
      await stateOf(host, row(12), shuffles, `after ${shuffles} shuffles of twelve different kinds`);
      await stateOf(
        host,
        [tile(9, 0), tile(9, 1)],
        shuffles,
        `after ${shuffles} shuffles of two tiles that match`,
      );
    }
    await stateOf(host, [tile(34, 0), tile(37, 5)], 5, 'two different flowers left: they match');
    await stateOf(host, [tile(38, 0), tile(41, 5)], 5, 'two different seasons left: they match');
    await stateOf(host, [tile(37, 0), tile(38, 5)], 5, 'a flower and a season left: they do not match');
    await stateOf(host, [tile(33, 0), tile(34, 5)], 5, 'a dragon and a flower left');
    await stateOf(host, deal(drawer(bench)), 5, 'the whole turtle');
    await stateOf(host, [tile(9, 0)], 5, 'one tile left');
    await stateOf(host, [tile(9, 0), tile(9, 1)], 5, 'the last two tiles matched: an empty board', [
      [tile(9, 0), tile(9, 1)],
    ]);
    await stateOf(host, [tile(9, 0), tile(9, 1)], 5, 'other tiles matched than those on the board', [
      [tile(9, 7), tile(9, 8)],
    ]);
    await stateOf(host, [tile(9, 0), tile(9, 1)], 5, 'one of the two taken away as another kind', [
      [tile(5, 0), tile(5, 8)],
    ]);
    await stateOf(host, [tile(9, 0), tile(9, 1)], 5, 'one of the two named in a FALSE Match', [
      [tile(5, 0), tile(6, 8)],
    ]);
    await earlierBoards(host);
    await geometry(host);
  },
};

/** Only the last Shuffle's answer is the known board. */
async function earlierBoards(host: StmHost): Promise<void> {
  await host.start();
  for (let i = 0; i < 4; i++) await host.step(shuffle([tile(9, 10 + i), tile(9, 20 + i)]));
  await host.step(shuffle(row(6)));
  await host.play(SET_STATE, STATE, 'the last shuffle without a move, those before it with one');
  await host.start();
  for (let i = 0; i < 4; i++) await host.step(shuffle(row(6)));
  await host.step(shuffle([tile(9, 0), tile(9, 1)]));
  await host.play(SET_STATE, STATE, 'the last shuffle with a move, those before it without');
}

const at = (x: number, y: number, z: number, kind = 9): Tile => ({ x, y, z, kind });

/** Openness, offset by offset. Tiles of one kind only, so that every deal is the same. */
async function geometry(host: StmHost): Promise<void> {
  const { bench } = host;
  const reach = bench.exhaustive ? [-3, -2, -1, 0, 1, 2, 3] : [-2, -1, 0, 1, 2];
  for (const dx of reach)
    for (const dy of reach) {
      if (bench.enough(STATE)) return;
      await stateOf(
        host,
        [at(20, 10, 0), at(20 + dx, 10 + dy, 1)],
        5,
        `a tile one level up at dx ${dx}, dy ${dy}`,
      );
    }
  await stateOf(host, [at(20, 10, 0), at(20, 10, 2)], 5, 'a tile two levels up covers nothing');
  await stateOf(host, [at(20, 10, 1), at(20, 10, 0)], 5, 'the lower tile is covered, not the upper');
  for (const [left, right] of sides(bench)) {
    if (bench.enough(STATE)) return;
    await sideCase(host, left, right);
  }
  await edges(host);
}

type Offset = readonly [dx: number, dy: number];

function sides(bench: Bench): (readonly [Offset, Offset])[] {
  const dys = [-2, -1, 0, 1, 2];
  const closing: (readonly [Offset, Offset])[] = dys.flatMap((l) =>
    dys.map(
      (r) =>
        [
          [-2, l],
          [2, r],
        ] as const,
    ),
  );
  const other: (readonly [Offset, Offset])[] = [
    [
      [-1, 0],
      [2, 0],
    ],
    [
      [-2, 0],
      [1, 0],
    ],
    [
      [-3, 0],
      [2, 0],
    ],
    [
      [-2, 0],
      [3, 0],
    ],
    [
      [-1, 0],
      [1, 0],
    ],
    [
      [-2, 0],
      [40, 0],
    ],
    [
      [-20, 0],
      [2, 0],
    ],
  ];
  return bench.exhaustive
    ? [...closing, ...other]
    : [...closing.filter(([l, r]) => Math.abs(l[1]) + Math.abs(r[1]) < 3), ...other];
}

/**
 * A tile with a neighbour on each side and a fourth far away: two of the four match, and where the deal puts one of
 * those in the middle, a move is there just when the middle is open. Some games are played until that was so.
 */
async function sideCase(host: StmHost, [lx, ly]: Offset, [rx, ry]: Offset): Promise<void> {
  const tiles = [
    at(20, 10, 0, 9),
    at(20 + lx, 10 + ly, 0, 9),
    at(20 + rx, 10 + ry, 0, 11),
    at(20, 28, 0, 12),
  ];
  for (let game = 0; game < 6; game++) {
    await stateOf(host, tiles, 5, `neighbours at dx ${lx}, dy ${ly} and dx ${rx}, dy ${ry}`);
    const middle = [...host.game.board.values()].find(({ x, y }) => x === 20 && y === 10);
    if (middle?.kind === 9) return;
  }
}

/** Positions at the rim: nothing lies beyond it, and nothing wraps round. */
async function edges(host: StmHost): Promise<void> {
  for (const tiles of [
    [at(0, 0, 0), at(63, 0, 0)],
    [at(0, 0, 0), at(62, 31, 0), at(2, 1, 0, 11)],
    [at(63, 31, 7), at(0, 0, 0)],
    [at(1, 5, 0), at(63, 4, 0), at(3, 5, 0, 11)],
  ])
    await stateOf(host, tiles, 5, 'tiles at the rim');
}

const ended: Scenario = {
  id: 'stm/ended',
  title: 'after won or game over was answered, only Start and Reset are obeyed',
  covers: ['STM-GM-11'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    for (const again of [START, RESET])
      for (const end of [toWin, toGameOver]) {
        await host.start();
        await end(host);
        await host.step(SET_STATE, 'at the end of the game');
        await refusedAfterEnd(host, again);
      }
    await notAskedNotEnded(host);
  },
};

async function toWin(host: StmHost): Promise<void> {
  await playPairs(host, 72);
}

async function toGameOver(host: StmHost): Promise<void> {
  for (let i = 0; i < 5; i++) await host.step(shuffle(row(7)));
}

async function refusedAfterEnd(host: StmHost, again: Request): Promise<void> {
  const id = 'STM-GM-11';
  for (let round = 0; round < 2; round++)
    for (const request of [
      SET_STATE,
      select(tile(20)),
      match(tile(20, 1)),
      shuffle(row(12)),
      shuffle(row(144)),
    ])
      await host.play(request, id, 'after the game ended');
  const frames = [
    {
      bytes: wrongCrc(START, 5),
      code: 1,
      id: 'STM-FR-02',
      what: 'Start with a wrong CRC after the game ended',
    },
    {
      bytes: altered(match(tile(1)), { 5: 77 }),
      code: 3,
      id: 'STM-FR-07',
      what: 'a Match of a kind that is none, after the game',
    },
  ] as const;
  for (const { bytes, code, id: clause, what } of frames)
    if (!(await host.refused(bytes, { code, atGap: false }, clause, what))) return;
  await host.play(SET_STATE, id, 'after the game ended and refused frames');
  await host.play(again, id, 'after the game ended');
  for (const request of [SET_STATE, select(tile(20)), match(tile(20, 1)), shuffle(row(12))])
    await host.play(request, id, `after ${describeRequest(again)} began a new game`);
}

/** What ends the game is the answer to Set State, not the pairs. */
async function notAskedNotEnded(host: StmHost): Promise<void> {
  const id = 'STM-GM-11';
  for (const end of [toWin, toGameOver]) {
    await host.start();
    await end(host);
    await host.play(select(tile(20)), id, 'before Set State was asked');
    await host.play(match(tile(20, 1)), id, 'before Set State was asked');
    await host.play(shuffle(row(6)), id, 'before Set State was asked');
  }
  await host.start();
  await host.step(SET_STATE, 'in a game that goes on');
  for (const request of [select(tile(20)), match(tile(20, 1)), shuffle(row(6)), SET_STATE])
    await host.play(request, id, 'after Set State answered playing');
}

const fullGames: Scenario = {
  id: 'stm/full-games',
  title: 'whole games on the turtle, to a win and to a game over',
  covers: [STATE],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    const random = drawer(bench);
    await host.start();
    for (const [a, b] of solvableDeal(random).solution) {
      await host.step(select(a));
      await host.step(match(b), 'a pair of a game that can be won');
    }
    await host.play(SET_STATE, STATE, 'after all 144 tiles were taken off');
    for (let game = 0; game < (bench.exhaustive ? 6 : 3); game++)
      await playToItsEnd(host, random, game % 2 === 0 ? 5 : 1);
  },
};

function drawer(bench: Bench): (below: number) => number {
  const numbers = bench.sample(fc.nat(0x7fffffff), 20_000);
  let next = 0;
  return (below) => (numbers[next++ % numbers.length] ?? 0) % below;
}

/** Shuffles `first` times, then plays open pairs, shuffling what is left when stuck, until no shuffle is left. */
async function playToItsEnd(host: StmHost, random: (below: number) => number, first: number): Promise<void> {
  await host.start();
  for (let i = 0; i < first; i++) await host.step(shuffle(deal(random)), 'the whole turtle');
  for (let moves = 0; moves < 200 && !host.bench.enough(STATE); moves++) {
    const move = openPair(host, random);
    if (move !== undefined) {
      if (!(await host.step(select(move[0]))) || !(await host.step(match(move[1])))) return;
      continue;
    }
    if (host.game.shuffles >= 5 || host.game.board.size === 0) break;
    if (!(await host.step(shuffle([...host.game.board.values()]), 'what is left of the turtle'))) return;
  }
  await host.play(SET_STATE, STATE, `at the end of a game, ${host.game.board.size} tiles left`);
}

function openPair(host: StmHost, random: (below: number) => number): readonly [Tile, Tile] | undefined {
  const open = openTiles(host.game.board);
  const pairs = open.flatMap((a, i) =>
    open.slice(i + 1).flatMap((b) => (matches(a.kind, b.kind) ? [[a, b] as const] : [])),
  );
  return pairs[random(Math.max(1, pairs.length))];
}

// A session may judge any clause of the game; only that it asks for the state is sure.
const sessions: Scenario = {
  id: 'stm/sessions',
  title: 'sessions of random requests, held against the rules',
  covers: [STATE],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    const show = (requests: readonly Request[]): string => requests.map(describeRequest).join('; ');
    const runs = bench.exhaustive ? 120 : 20;
    await bench.forAll(session(), { title: 'a session of requests', runs, show }, async (requests) => {
      await host.quiet();
      await host.start();
      for (const request of requests) if (!(await host.step(request, 'in a random session'))) return;
    });
    const show2 = (tiles: readonly Tile[]): string =>
      tiles.map(({ x, y, z, kind }) => `${kind} at ${x},${y},${z}`).join('; ');
    await bench.forAll(
      denseBoard(),
      { title: 'a small dense board', runs: bench.exhaustive ? 150 : 25, show: show2 },
      (tiles) => denseGame(host, tiles),
    );
  },
};

/** Few kinds on few half-tile positions close together, some over others. */
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

/** Plays the board down by open pairs, asking for the state only when no move is left: that ends the game. */
async function denseGame(host: StmHost, tiles: readonly Tile[]): Promise<void> {
  await host.start();
  for (let i = 0; i < 5; i++) if (!(await host.step(shuffle(tiles)))) return;
  for (;;) {
    if (!(await host.step(SET_STATE, 'on a small dense board'))) return;
    const move = openPair(host, () => 0);
    if (move === undefined) return;
    await host.step(select(move[0], isOpen(move[0], host.game.board)));
    if (!(await host.step(match(move[1])))) return;
  }
}

export const stateScenarios: readonly Scenario[] = [won, over, ended, fullGames, sessions];
