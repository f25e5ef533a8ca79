/** For tests: for each defect of the STM board a short session in which it shows, by name. */
import { crc, type Tile } from '../../../../protocols/stm/message';
import { millis } from '../../../../protocols/time';
import { fromHex } from '../../testing/board-bench';
import type { StmBench } from './bench';

type Trigger = (bench: StmBench) => void;

const IDLE_GAP = millis(50);

function tile(x: number, y: number, z: number, kind: number): Tile {
  return { x, y, z, kind };
}

/** Tiles side by side in rows of 16, the kinds going round. */
function field(count: number, kinds = 34): Tile[] {
  return Array.from({ length: count }, (_, i) => tile(4 * (i % 16), 2 * (i >> 4), 0, i % kinds));
}

function shuffleBytes(tiles: readonly Tile[]): Uint8Array {
  return sealed([3, 0x0a, tiles.length, ...tiles.flatMap(({ x, y, z, kind }) => [x, y, z, kind])]);
}

function sealed(data: readonly number[], wrong = 0): Uint8Array {
  return Uint8Array.of(...data, crc(Uint8Array.from(data)) ^ wrong);
}

/** Start, then each of these bytes with silence after it. */
function raw(...bytes: readonly (string | Uint8Array)[]): Trigger {
  return (bench) => {
    bench.start();
    for (const one of bytes) bench.ask(one);
  };
}

const A = tile(4, 2, 0, 27);
const B = tile(8, 2, 0, 27);
const C = tile(12, 2, 0, 5);
const SELECT_A = [4, 0x0a, 4, 2, 0, 27, 1];

function pairs(bench: StmBench, count: number): void {
  for (let i = 0; i < count; i++) bench.pair(A, B);
}

function shuffles(bench: StmBench, count: number, tiles: readonly Tile[] = [A, B]): void {
  for (let i = 0; i < count; i++) bench.shuffle(tiles);
}

/** Five shuffles of a board, perhaps pairs, then its state. */
function stateOn(tiles: readonly Tile[], ...matched: readonly (readonly [Tile, Tile])[]): Trigger {
  return (bench) => {
    bench.start();
    shuffles(bench, 5, tiles);
    for (const [a, b] of matched) bench.pair(a, b);
    bench.state();
    bench.state();
  };
}

function afterGameOver(then: Trigger): Trigger {
  return (bench) => {
    bench.start();
    shuffles(bench, 5, [A]);
    bench.state();
    then(bench);
  };
}

/** Two of one kind anywhere, so that openness alone decides. */
function sameKindTiles(...places: readonly (readonly [number, number, number])[]): Tile[] {
  return places.map(([x, y, z]) => tile(x, y, z, 1));
}

const SELECTED: Trigger = (bench) => {
  bench.start();
  bench.select(A);
};

function selected(then: Trigger): Trigger {
  return (bench) => {
    SELECTED(bench);
    then(bench);
    bench.match(B);
  };
}

export const TRIGGERS: Readonly<Record<string, Trigger>> = {
  'error-crc-without-cmd': raw('01 FF 00'),
  'false-match-crc': (bench) => void (bench.start(), bench.match(A)),
  'long-answer-crc': (bench) => void (bench.start(), bench.shuffle(field(70))),
  'crc-ignored': raw('01 FF 77'),
  'crc-low-nibble': raw('01 FF 0E'),
  'crc-seven-bits': raw('01 FF 7E'),
  'crc-ignored-shuffle': raw('03 0A 01 00 00 00 00 09'),
  'crc-checked-last': (bench) => {
    bench.start();
    bench.ask(sealed(SELECT_A, 1));
    bench.match(B);
  },
  'crc-error-deselects': selected((bench) => void bench.ask('01 FF 00')),
  'crc-error-twice': raw('03 0A 01 00 00 00 00 09'),
  'crc-error-eats-to-gap': raw('01 FF 00 01 FF FE'),
  'truncated-silent': raw('04 0A 04'),
  'lone-command-silent': raw('01'),
  'truncated-twice': raw('04 0A 04'),
  'frame-time-limit': (bench) => {
    for (const byte of [1, 0xff, 0xfe, ...sealed(SELECT_A)]) bench.send(Uint8Array.of(byte)).advance(20_000);
  },
  'pause-drops-byte': (bench) => void bench.send('01').advance(20_000).ask('FF FE'),
  'ee-silent': raw('EE 01 EF'),
  'zero-skipped': raw('00 01 FF FE'),
  'unknown-command-one-byte': raw('07 01 FF FE'),
  'command-seven-bits': raw('81 FF 7E'),
  'long-noise-many-errors': (bench) => {
    for (let i = 0; i < 60; i++) bench.send('07 07 07 07 07 07 07 07 07 07 07');
    bench.advance(IDLE_GAP * 2);
  },
  'rx-512': (bench) => void (bench.start(), bench.shuffle(field(128))),
  'count-signed': (bench) => void (bench.start(), bench.shuffle(field(128))),
  'noise-loses-next': (bench) => {
    for (let i = 0; i < 400; i++) bench.send('07 07 07 07 07 07 07 07 07 07 07');
    bench.advance(IDLE_GAP * 2);
    bench.start();
  },
  'unknown-then-deaf': raw(fromHex('07 '.repeat(17)), '01 FF FE'),

  'reset-descriptor-zero': raw('02 00 02'),
  'select-descriptor-true': raw('04 01 04 02 00 1B 01 19'),
  'count-zero-done': raw('03 0A 00 09'),
  'count-145-silent': raw('03 0A 91 00'),
  'count-high-truncated': raw('03 0A FF 00'),
  'kind-42': raw(sealed([4, 0x0a, 4, 2, 0, 42, 1])),
  'shuffle-kinds-unchecked': raw(shuffleBytes([...field(36), tile(0, 31, 7, 42)])),
  'condition-any': raw(sealed([4, 0x0a, 4, 2, 0, 27, 2])),
  'y-checked-as-x': raw(sealed([4, 0x0a, 4, 40, 0, 27, 1])),
  'match-z-unchecked': raw(sealed([5, 0x0a, 4, 2, 8, 27, 1])),
  'repeat-neighbours-only': raw(shuffleBytes([A, B, A])),
  'content-deselects': selected((bench) => void bench.ask(sealed([4, 0x0a, 4, 2, 0, 42, 1]))),
  'content-before-crc': raw(sealed([4, 0x0a, 4, 2, 0, 42, 1], 1)),
  'no-game-before-content': (bench) => void bench.ask(sealed([4, 0x0a, 4, 2, 0, 42, 1])),
  'blocked-before-content': (bench) => {
    bench.start();
    shuffles(bench, 5);
    bench.ask(shuffleBytes([A, A]));
  },

  'second-request-lost': (bench) => void bench.ask('01 FF FE 06 FF F9'),
  'short-answers-overtake': (bench) => {
    bench.start();
    bench.send(shuffleBytes(field(20))).ask('06 FF F9');
  },
  'won-twice': (bench) => {
    bench.start();
    pairs(bench, 72);
    bench.state();
  },
  'error-repeated': raw('03 0A 00 09', '01 FF FE'),
  'false-match-as-select': (bench) => void (bench.start(), bench.match(A)),
  'blocked-code-unlisted': (bench) => void (bench.start(), shuffles(bench, 7)),
  'slow-fifth-shuffle': (bench) => void (bench.start(), shuffles(bench, 5)),
  'slow-set-state': stateOn(field(101)),
  'unknown-command-at-once': raw('07 FF F8'),
  'descriptor-error-at-once': raw('01 00 01'),
  'truncated-error-late': raw('04 0A 04'),
  heartbeat: (bench) => void (bench.start(), bench.advance(2e6)),
  'boot-banner': (bench) => void bench.advance(2e6),
  'win-announced': (bench) => {
    bench.start();
    pairs(bench, 72);
    bench.advance(2e6);
  },
  'pause-in-long-answers': (bench) => void (bench.start(), bench.shuffle(field(20))),
  'pause-before-crc': (bench) => void (bench.start(), pairs(bench, 1)),

  'start-keeps-selection': selected((bench) => void bench.start()),
  'start-keeps-pairs': (bench) => {
    bench.start();
    pairs(bench, 72);
    bench.start();
    bench.state();
  },
  'start-once': (bench) => void (bench.start(), bench.start()),
  'reset-keeps-selection': selected((bench) => void bench.reset()),
  'reset-keeps-pairs': (bench) => {
    bench.start();
    pairs(bench, 72);
    bench.reset();
    bench.state();
  },
  'reset-ends-game': (bench) => void (bench.start(), bench.reset(), bench.state()),
  'state-before-start': (bench) => void bench.state(),
  'reset-starts': (bench) => void bench.reset(),
  'select-replaces': selected((bench) => void bench.select(C)),
  'select-again-toggles': selected((bench) => void bench.select(A)),
  'closed-selects': (bench) => {
    bench.start();
    bench.select(A, false);
    bench.match(B);
  },
  'closed-deselects': selected((bench) => void bench.select(C, false)),
  'match-ignores-open': (bench) => void (SELECTED(bench), bench.match(B, false)),
  'match-with-itself': (bench) => void (SELECTED(bench), bench.match(A)),
  'match-position-without-z': (bench) => void (SELECTED(bench), bench.match({ ...A, z: 1 })),
  'seasons-match-flowers': (bench) => {
    bench.start();
    bench.pair({ ...A, kind: 34 }, { ...B, kind: 38 });
  },
  'seasons-same-kind': (bench) => {
    bench.start();
    bench.pair({ ...A, kind: 38 }, { ...B, kind: 41 });
  },
  'match-needs-known-board': (bench) => {
    bench.start();
    bench.shuffle([C]);
    bench.pair(A, B);
  },
  'false-match-keeps-selection': selected((bench) => void bench.match(C)),
  'closed-match-keeps-selection': selected((bench) => void bench.match(B, false)),
  'match-remembers': selected((bench) => void bench.match(C)),
  'shuffle-keeps-selection': selected((bench) => void bench.shuffle([C])),

  'shuffle-reorders': (bench) => void (bench.start(), bench.shuffle(field(101))),
  'shuffle-drops-last': (bench) => void (bench.start(), bench.shuffle(field(144))),
  'shuffle-copies-kind': (bench) => void (bench.start(), shuffles(bench, 4, field(8))),
  'flowers-become-one': (bench) => void (bench.start(), bench.shuffle([{ ...A, kind: 35 }])),
  'shuffle-mirrors-x': (bench) => void (bench.start(), bench.shuffle([{ ...A, x: 33 }])),
  'shuffle-rotates': (bench) => void (bench.start(), bench.shuffle(field(16))),
  'shuffle-once': (bench) => void (bench.start(), shuffles(bench, 2, field(16))),
  'shuffle-small-unmoved': (bench) => void (bench.start(), bench.shuffle(field(16))),
  'same-deals-every-game': (bench) => {
    for (let i = 0; i < 2; i++) void (bench.start(), bench.shuffle(field(16)));
  },
  'sixth-shuffle': (bench) => void (bench.start(), shuffles(bench, 6)),
  'shuffle-count-wraps': (bench) => void (bench.start(), shuffles(bench, 257, [A])),
  'malformed-shuffle-counted': (bench) => {
    bench.start();
    bench.ask(shuffleBytes([A, A]));
    shuffles(bench, 5);
  },
  'reset-keeps-shuffles': (bench) => {
    bench.start();
    shuffles(bench, 5);
    bench.reset();
    bench.shuffle([A]);
  },
  'start-gives-four': (bench) => {
    bench.start();
    shuffles(bench, 5);
    bench.start();
    shuffles(bench, 5, [A]);
  },
  'blocked-shuffle-clears': (bench) => {
    bench.start();
    shuffles(bench, 6, [A, B]);
    bench.state();
  },
  'blocked-shuffle-deselects': (bench) => {
    bench.start();
    shuffles(bench, 5);
    bench.select(A);
    bench.shuffle([A]);
    bench.match(B);
  },

  'won-at-71': (bench) => void (bench.start(), pairs(bench, 71), bench.state()),
  'won-at-72-only': (bench) => void (bench.start(), pairs(bench, 73), bench.state()),
  'pairs-eight-bits': (bench) => void (bench.start(), pairs(bench, 256), bench.state()),
  'repeated-pair-uncounted': (bench) => {
    bench.start();
    bench.shuffle([C]);
    pairs(bench, 72);
    bench.state();
  },
  'over-before-won': stateOn([C], ...Array.from({ length: 72 }, (): [Tile, Tile] => [A, B])),
  'over-after-four': (bench) => void (bench.start(), shuffles(bench, 4, [A]), bench.state()),
  'empty-board-playing': stateOn([A, B], [A, B]),
  'over-ignores-groups': stateOn([tile(0, 0, 0, 34), tile(4, 0, 0, 37)]),
  'over-by-sent-board': (bench) => {
    for (let i = 0; i < 8; i++)
      stateOn([tile(0, 0, 0, 1), tile(2, 0, 0, 2), tile(4, 0, 0, 2), tile(6, 0, 0, 1)])(bench);
  },
  'matched-stay-on-board': stateOn([A, B], [A, B]),
  'matched-by-kind-only': stateOn(
    [A, B],
    [
      { ...A, kind: 3 },
      { ...B, kind: 3 },
    ],
  ),
  'cover-unseen': stateOn(sameKindTiles([4, 4, 0], [4, 4, 1])),
  'cover-exact': stateOn(sameKindTiles([4, 4, 0], [5, 5, 1])),
  'side-exact': stateOn(
    sameKindTiles([10, 10, 0], [14, 10, 0], [12, 11, 0], [11, 9, 1], [13, 9, 1], [12, 9, 2]),
  ),
  // Every tile but the topmost and the first is covered; the first has a neighbour half a tile off at each side.
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
  'over-plays-on': afterGameOver((bench) => void bench.select(A)),
  'select-after-won': (bench) => {
    bench.start();
    pairs(bench, 72);
    bench.state();
    bench.select(A);
  },
  'state-after-end': afterGameOver((bench) => void bench.state()),
  'blocked-after-over': afterGameOver((bench) => void bench.shuffle([A])),
  'reset-after-end-refused': afterGameOver((bench) => void bench.reset()),
};
