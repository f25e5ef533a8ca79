/** For tests: a short session for each defect of the STM board, in which it shows. */
import { crc } from './codecs';
import { type Tile } from '../message';
import { type StmBench } from './bench';
import { fromHex } from '../../../devices/virtual/testing/board-bench';

type Step = (bench: StmBench) => unknown;

function tile(x: number, y: number, z: number, kind: number): Tile {
  return { x, y, z, kind };
}

/** Tiles side by side in rows of 16; kinds repeat. */
function field(count: number, kinds = 34): Tile[] {
  return Array.from({ length: count }, (_, i) => tile(4 * (i % 16), 2 * (i >> 4), 0, i % kinds));
}

/** Tiles of one kind, so that only openness decides. */
function sameKindTiles(...places: readonly (readonly [number, number, number])[]): Tile[] {
  return places.map(([x, y, z]) => tile(x, y, z, 1));
}

const A = tile(4, 2, 0, 27);
const B = tile(8, 2, 0, 27);
const C = tile(12, 2, 0, 5);

function sealed(data: readonly number[], wrong = 0): Uint8Array {
  return Uint8Array.of(...data, crc(Uint8Array.from(data)) ^ wrong);
}

function shuffleBytes(tiles: readonly Tile[]): Uint8Array {
  return sealed([3, 0x0a, tiles.length, ...tiles.flatMap(({ x, y, z, kind }) => [x, y, z, kind])]);
}

const start: Step = (bench) => bench.start();
const reset: Step = (bench) => bench.reset();
const state: Step = (bench) => bench.state();

function select(tile: Tile, open = true): Step {
  return (bench) => bench.select(tile, open);
}

function match(tile: Tile, open = true): Step {
  return (bench) => bench.match(tile, open);
}

function pair(a: Tile, b: Tile): Step {
  return (bench) => bench.pair(a, b);
}

function shuffle(tiles: readonly Tile[]): Step {
  return (bench) => bench.shuffle(tiles);
}

/** Sends these bytes with silence after them. */
function ask(bytes: string | Uint8Array): Step {
  return (bench) => bench.ask(bytes);
}

function wait(us: number): Step {
  return (bench) => bench.advance(us);
}

function times(count: number, ...steps: readonly Step[]): Step {
  return session(...Array.from({ length: count }, () => steps).flat());
}

function pairs(count: number): Step {
  return times(count, pair(A, B));
}

function shuffles(count: number, tiles: readonly Tile[] = [A, B]): Step {
  return times(count, shuffle(tiles));
}

function session(...steps: readonly Step[]): Step {
  return (bench) => {
    for (const step of steps) step(bench);
  };
}

/** A game begins. */
function started(...steps: readonly Step[]): Step {
  return session(start, ...steps);
}

/** Start, then each of these bytes with silence after it. */
function raw(...bytes: readonly (string | Uint8Array)[]): Step {
  return started(...bytes.map(ask));
}

/** Selects A before these steps, and matches B after them. */
function selected(...steps: readonly Step[]): Step {
  return started(select(A), ...steps, match(B));
}

/** Five shuffles of a board, perhaps matched pairs, then Set State. */
function stateOn(tiles: readonly Tile[], ...matched: readonly (readonly [Tile, Tile])[]): Step {
  return started(shuffles(5, tiles), ...matched.map((two) => pair(...two)), state, state);
}

function afterGameOver(step: Step): Step {
  return started(shuffles(5, [A]), state, step);
}

const OVER_BY_OPENNESS = stateOn([tile(0, 0, 0, 1), tile(2, 0, 0, 2), tile(4, 0, 0, 2), tile(6, 0, 0, 1)]);

export const TRIGGERS: Readonly<Record<string, Step>> = {
  'error-crc-without-cmd': raw('01 FF 00'),
  'long-answer-crc': started(shuffle(field(70))),
  'crc-ignored': raw('01 FF 77'),
  'crc-low-nibble': raw('01 FF 0E'),
  'crc-complement': raw('01 FF 01'),
  'crc-ignored-long': raw(sealed([...shuffleBytes(field(64)).subarray(0, -1)], 1)),
  'crc-ignored-shuffle': raw('03 0A 01 00 00 00 00 09'),
  'crc-error-deselects': selected(ask('01 FF 00')),
  'crc-error-twice': raw('03 0A 01 00 00 00 00 09'),
  'truncated-silent': raw('04 0A 04'),
  'lone-command-silent': raw('01'),
  'ee-silent': raw('EE 01 EF'),
  'zero-skipped': raw('00 01 FF FE'),
  'unknown-command-one-byte': raw('07 01 FF FE'),
  'command-seven-bits': raw('81 FF 7E'),
  'rx-512': started(shuffle(field(144))),
  'count-signed': started(shuffle(field(144))),
  'unknown-then-deaf': raw(fromHex('07 '.repeat(17)), '01 FF FE'),

  'reset-descriptor-zero': raw('02 00 02'),
  'select-descriptor-true': raw('04 01 04 02 00 1B 01 19'),
  'count-145-silent': raw('03 0A 91 00'),
  'kind-42': raw(sealed([4, 0x0a, 4, 2, 0, 42, 1])),
  'condition-any': raw(sealed([4, 0x0a, 4, 2, 0, 27, 2])),
  'y-checked-as-x': raw(sealed([4, 0x0a, 4, 40, 0, 27, 1])),
  'repeat-neighbours-only': raw(shuffleBytes([A, B, A])),
  'content-deselects': selected(ask(sealed([4, 0x0a, 4, 2, 0, 42, 1]))),
  'content-before-crc': raw(sealed([4, 0x0a, 4, 2, 0, 42, 1], 1)),
  'no-game-before-content': ask(sealed([4, 0x0a, 4, 2, 0, 42, 1])),
  'blocked-before-content': started(shuffles(5), ask(shuffleBytes([A, A]))),

  'won-twice': started(pairs(72), state),
  'false-match-as-select': started(match(A)),
  'slow-fifth-shuffle': started(shuffles(5)),
  'slow-set-state': stateOn(field(101)),
  'truncated-error-late': raw('04 0A 04'),
  heartbeat: started(wait(2e6)),
  'pause-before-crc': started(pairs(1)),

  'start-keeps-selection': selected(start),
  'start-keeps-pairs': started(pairs(72), start, state),
  'start-once': started(start),
  'reset-keeps-selection': selected(reset),
  'reset-keeps-pairs': started(pairs(72), reset, state),
  'reset-ends-game': started(reset, state),
  'state-before-start': state,
  'reset-starts': reset,
  'select-replaces': selected(select(C)),
  'select-again-toggles': selected(select(A)),
  'closed-deselects': selected(select(C, false)),
  'match-ignores-open': started(select(A), match(B, false)),
  'match-with-itself': started(select(A), match(A)),
  'match-position-without-z': started(select(A), match({ ...A, z: 1 })),
  'numbers-match': started(pair({ ...A, kind: 0 }, { ...B, kind: 9 })),
  'seasons-match-flowers': started(pair({ ...A, kind: 34 }, { ...B, kind: 38 })),
  'seasons-same-kind': started(pair({ ...A, kind: 38 }, { ...B, kind: 41 })),
  'false-match-keeps-selection': selected(match(C)),
  'shuffle-keeps-selection': selected(shuffle([C])),

  'shuffle-reorders': started(shuffle(field(101))),
  'shuffle-copies-kind': started(shuffles(4, field(8))),
  'flowers-become-one': started(shuffle([{ ...A, kind: 35 }])),
  'shuffle-rotates': started(shuffle(field(16))),
  'shuffle-once': started(shuffles(2, field(16))),
  'shuffle-small-unmoved': started(shuffle(field(16))),
  'same-deals-every-game': times(2, start, shuffle(field(16))),
  'sixth-shuffle': started(shuffles(6)),
  'shuffle-count-wraps': started(shuffles(257, [A])),
  'malformed-shuffle-counted': started(ask(shuffleBytes([A, A])), shuffles(5)),
  'reset-keeps-shuffles': started(shuffles(5), reset, shuffle([A])),
  'blocked-shuffle-clears': started(shuffles(6), state),
  'blocked-shuffle-deselects': started(shuffles(5), select(A), shuffle([A]), match(B)),

  'won-at-71': started(pairs(71), state),
  'won-at-72-only': started(pairs(73), state),
  'pairs-eight-bits': started(pairs(256), state),
  'over-before-won': stateOn([C], ...Array.from({ length: 72 }, (): [Tile, Tile] => [A, B])),
  'over-after-four': started(shuffles(4, [A]), state),
  'empty-board-playing': stateOn([A, B], [A, B]),
  'over-ignores-groups': stateOn([tile(0, 0, 0, 34), tile(4, 0, 0, 37)]),
  'over-by-sent-board': times(8, OVER_BY_OPENNESS),
  'matched-stay-on-board': stateOn([A, B], [A, B]),
  'cover-unseen': stateOn(sameKindTiles([4, 4, 0], [4, 4, 1])),
  'cover-exact': stateOn(sameKindTiles([4, 4, 0], [5, 5, 1])),
  'side-exact': stateOn(
    sameKindTiles([10, 10, 0], [14, 10, 0], [12, 11, 0], [11, 9, 1], [13, 9, 1], [12, 9, 2]),
  ),
  // All tiles are covered except the topmost and the first. The first has a neighbour half a tile off at each side.
  'side-near': stateOn(
    sameKindTiles(
      [10, 4, 0],
      [9, 4, 0],
      [11, 4, 0],
      [8, 4, 1],
      [12, 4, 1],
      [9, 4, 2],
      [11, 4, 2],
      [10, 4, 3],
    ),
  ),
  'side-both': stateOn(sameKindTiles([4, 4, 0], [6, 4, 0])),
  'over-plays-on': afterGameOver(select(A)),
  'select-after-won': started(pairs(72), state, select(A)),
  'state-after-end': afterGameOver(state),
  'blocked-after-over': afterGameOver(shuffle([A])),
  'reset-after-end-refused': afterGameOver(reset),
};
