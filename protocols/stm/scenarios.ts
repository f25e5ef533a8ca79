/** What a game must keep over whole sessions: the stock scenarios ask for single requests. */
import type { OwnScenario, Random } from '../../api/index';
import {
  anyTile,
  decidedByOne,
  elsewhere,
  field,
  match,
  matchingKind,
  once,
  pick,
  RESET,
  select,
  SET_STATE,
  shuffle,
  START,
  times,
} from './boards';
import { altered, LIMIT, requests, spoilt, type Request, type Tile } from './message';
import { A, B, C, dealing, shuffling, type Sessions, type Step } from './shuffles';

function pair(random: Random, tile = anyTile(random)): Request[] {
  return [select(tile), match({ ...elsewhere(random, tile), kind: matchingKind(random, tile.kind) })];
}

/** A Select or Match of any kind: of what matches, nearly matches, or stands nearly there. */
function choices(random: Random): Request[] {
  const tile = anyTile(random);
  const other = elsewhere(random, tile);
  const second = pick<Tile>(random, [
    { ...other, kind: matchingKind(random, tile.kind) },
    { ...other, kind: matchingKind(random, tile.kind) },
    { ...other, kind: pick(random, [tile.kind & ~1, random.int(33, LIMIT.kind)]) },
    { ...tile, kind: matchingKind(random, tile.kind) },
    anyTile(random),
  ]);
  const looked = once(random, 8) ? [SET_STATE] : [];
  return [select(tile, !once(random, 8)), ...looked, match(second, !once(random, 6))];
}

const choosing: Sessions = {
  id: 'choices',
  title: 'Select and Match of tiles that match, nearly match, or stand nearly there',
  covers: ['STM-GM-07', 'STM-GM-08', 'STM-GM-09'],
  runs: { virtual: 60, real: 12 },
  weight: 12,
  session: (random) => [
    pick(random, [START, RESET]),
    ...(once(random, 3) ? [shuffle(field(random.int(1, 20), 42))] : []),
    ...times(random.int(1, 24), () => choices(random)),
  ],
};

/** Kinds that are easily confused: of one number, in one group, or next to each other. */
function isNear(a: number, b: number): boolean {
  return a % 9 === b % 9 || b - a === 1 || Math.min(a, b) >= 27;
}

const kinds: Sessions = {
  id: 'kinds',
  title: 'Match of any two kinds that are easily confused',
  covers: ['STM-GM-08'],
  runs: { virtual: 2, real: 1 },
  weight: 2,
  session: (random) => {
    const all = Array.from({ length: LIMIT.kind + 1 }, (_, kind) => kind);
    const pairs = all.flatMap((a) => all.slice(a).flatMap((b) => (isNear(a, b) ? [[a, b] as const] : [])));
    const swapped = random.shuffle(pairs).map(([a, b]) => (once(random, 2) ? [a, b] : [b, a]));
    return [
      START,
      ...swapped.flatMap(([a = 0, b = 0]) => [select({ ...A, kind: a }), match({ ...B, kind: b })]),
    ];
  },
};

/** All that comes between a Select and a Match: some of it lets go of the tile. */
const BETWEEN: readonly (readonly Step[])[] = [
  [START],
  [RESET],
  [SET_STATE],
  [select(A)],
  [select(C)],
  [select(C, false)],
  [select(C), match(C), match(B)],
  [match(C)],
  [match(B, false)],
  [match(A)],
  [match(B), match(B), select(A)],
  [match(C), match(B), select(A)],
  [shuffle(field(3, 3))],
  // A count of eight bits comes round.
  [...times(260, () => [shuffle([A])]), select(A), shuffle(field(2, 1)), SET_STATE],
  ...[START, select(C), match(B), shuffle([C])].flatMap((one) => [
    [spoilt(one)],
    [spoilt(one, 0x80)],
    [spoilt(one, 0x10)],
  ]),
  ...[0, 1, 2, 3].flatMap((at) => {
    const byte = [LIMIT.x, LIMIT.y, LIMIT.z, LIMIT.kind][at] ?? 0;
    return [[altered(select(C), 2 + at, byte + 1)], [altered(match(B), 2 + at, byte + 1)]];
  }),
  [altered(select(C), 6, 2)],
  [altered(shuffle([A, B, C]), 11, A.x)],
  [requests.encode(shuffle([A, B])).with(7, 200)],
  [Uint8Array.of(7, 7, 7)],
  [requests.encode(select(C)).subarray(0, 4)],
];

const between: Sessions = {
  id: 'between',
  title: 'what comes between a Select and a Match, and what it leaves selected',
  covers: ['STM-GM-01', 'STM-GM-02', 'STM-GM-05', 'STM-GM-07', 'STM-GM-09', 'STM-FR-02', 'STM-FR-07'],
  runs: { virtual: 4, real: 1 },
  weight: 2,
  session: (random) =>
    random.shuffle(BETWEEN).flatMap((steps) => [START, select(A), ...steps, match(B), select(A), match(B)]),
};

/** What may be asked at the end of a game. */
function afterwards(random: Random): Request[] {
  return [
    ...random.shuffle([SET_STATE, select(A), match(B), shuffle([A])]),
    pick(random, [START, RESET]),
    ...pair(random),
    SET_STATE,
  ];
}

const winning: Sessions = {
  id: 'pairs',
  title: 'a game is won from 72 pairs up, and begins anew after it',
  covers: ['STM-FR-11', 'STM-GM-01', 'STM-GM-02', 'STM-GM-10', 'STM-GM-11'],
  runs: { virtual: 12, real: 2 },
  weight: 0.6,
  session: (random) => {
    const counted = pair(random);
    const pairs = (count: number): Request[] =>
      times(count, () => (once(random, 2) ? counted : pair(random)));
    const stuck = times(once(random, 2) ? 5 : random.int(0, 1), () => [shuffle([C])]);
    return [
      ...[RESET, ...pairs(71), SET_STATE, START, ...pairs(1), SET_STATE],
      ...[START, ...pairs(71), RESET, ...pairs(1), SET_STATE],
      ...[START, ...stuck, ...pairs(71), SET_STATE, select(A), match(C), SET_STATE, ...pairs(1), SET_STATE],
      ...afterwards(random),
      ...[START, ...pairs(72 + random.int(1, 8)), SET_STATE],
      ...[START, ...pairs(72), pick(random, [START, RESET]), ...pairs(1), SET_STATE],
      ...[START, ...pairs(72), SET_STATE, START, SET_STATE, ...pairs(72), SET_STATE, RESET, SET_STATE],
      ...[START, ...times(5, () => [shuffle([C])]), ...times(72, () => counted), SET_STATE],
      ...[RESET, ...pairs(256), SET_STATE],
    ];
  },
};

/** Pairs of positions of the board are matched, as the kinds that stand there or as others. */
function taken(random: Random, board: readonly Tile[]): Request[] {
  const [first = anyTile(random), second = elsewhere(random, first)] = random.shuffle(board);
  const kind = once(random, 2) ? first.kind : random.int(0, LIMIT.kind);
  return [select({ ...first, kind }), match({ ...second, kind: once(random, 4) ? kind ^ 1 : kind })];
}

const ending: Sessions = {
  id: 'over',
  title: 'a game is over once five shuffles are used and no open tiles match',
  covers: ['STM-GM-10', 'STM-GM-11'],
  runs: { virtual: 160, real: 40 },
  weight: 9,
  session: (random) =>
    times(random.int(1, 12), () => {
      const board = decidedByOne(random);
      const count = once(random, 8) ? 4 : 5;
      const earlier = once(random, 4) ? decidedByOne(random) : board;
      return [
        pick(random, [START, START, RESET]),
        ...times(count - 1, () => [shuffle(earlier)]),
        shuffle(board),
        ...(once(random, 3) ? times(random.int(1, 2), () => taken(random, board)) : []),
        ...(once(random, 8) ? [shuffle(earlier), shuffle(earlier)] : []),
        SET_STATE,
        ...(once(random, 4) ? afterwards(random) : [SET_STATE]),
      ];
    }),
};

/** Bytes that are no command, alone and in front of requests; and descriptors of other commands. */
const heads: Sessions = {
  id: 'heads',
  title: 'bytes that start no request, alone and before one; every wrong CRC',
  covers: ['STM-FR-02', 'STM-FR-05', 'STM-FR-06'],
  runs: { virtual: 12, real: 1 },
  weight: 2,
  session: (random) => {
    const unknown = [0, 0xee, ...times(4, () => [random.int(7, 255)])].flatMap((byte) => {
      const request = requests.encode(pick(random, [START, SET_STATE, select(A)]));
      return [Uint8Array.of(byte), Uint8Array.of(byte, ...request)];
    });
    const changed = [START, RESET, SET_STATE, select(A), match(B), shuffle([A])].flatMap((request) => [
      ...[0, 1, 0x0a, 0xff, random.int(0, 255)].map((byte) => altered(request, 1, byte)),
      ...[1, 2, 4, 8, 16, 32, 64, 128].map((bit) =>
        altered(request, 0, (requests.encode(request)[0] ?? 0) ^ bit),
      ),
    ]);
    const noise = new Uint8Array(pick(random, [700, 4200, 65_536])).fill(random.int(7, 255));
    const sums = Array.from({ length: 255 }, (_, i) => spoilt(SET_STATE, i + 1));
    return [START, ...random.shuffle([noise, ...unknown, ...changed, ...sums])];
  },
};

const GAME_REQUESTS: readonly Request[] = [SET_STATE, select(A), match(B), shuffle([A, B]), RESET];
const NO_GAME = 'STM-GM-03';

const beforeStart: OwnScenario<Request, unknown> = {
  id: 'no-game',
  title: 'before the first Start there is no game',
  covers: [NO_GAME],
  async run(host) {
    const orders = [
      GAME_REQUESTS,
      GAME_REQUESTS.toReversed(),
      ...GAME_REQUESTS.map((one) => [one, SET_STATE]),
    ];
    for (const order of orders) {
      if (!(await host.reset())) return host.bench.skip(NO_GAME, 'the board cannot be reset');
      for (let left = 12; left > 0 && !(await host.isAlive([SET_STATE])); left--);
      for (const request of order) await host.play(request);
      await host.bytes(altered(select(A), 5, 99));
      await host.bytes(spoilt(SET_STATE));
      await host.play(START);
    }
  },
};

export const scenarios = [
  choosing,
  kinds,
  between,
  winning,
  ending,
  shuffling,
  dealing,
  heads,
  beforeStart,
] as const;
