/** Two virtual Durak boards wired to each other, RX to TX, in virtual time. */
import { decode } from '../testing/decode';
import { judge } from '../game/judge';
import { isDeal, started, afterMove, winner, type State } from '../game/game';
import type { Deck } from '../wire/packet';
import { micros } from '../../time';
import { DURAK_BOARD } from '../testing/parts';
import { toHex } from '../../../devices/virtual/testing/board-bench';
import type { VirtualBoard } from '../../../devices/virtual/engine/board';

const BYTE_US = 10e6 / 115_200;

interface SentPacket {
  readonly from: number;
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** All packets of two boards until both are quiet, or for an hour. `lost` drops packets. */
function playMatch(
  seeds: readonly [number, number],
  lost: (packet: SentPacket, count: number) => boolean = () => false,
) {
  const boards: readonly VirtualBoard[] = seeds.map((seed) =>
    DURAK_BOARD.create({ seed, defects: new Set(), parameters: {} }),
  );
  const log: SentPacket[] = [];
  const flying: (SentPacket & { readonly lands: number })[] = [];
  const free = [0, 0];
  const collect = (from: number, now: number): void => {
    for (const { bytes } of boards[from]!.poll(micros(now))) {
      const sent = { from, at: now, bytes };
      free[from] = Math.max(free[from]!, now) + bytes.length * BYTE_US;
      if (!lost(sent, log.length)) flying.push({ ...sent, lands: free[from] });
      log.push(sent);
    }
  };
  for (let now = 0; now < 3_600e6;) {
    const wakes = boards.map((board) => board.wakeAt() ?? Infinity);
    flying.sort((a, b) => a.lands - b.lands);
    const next = flying[0];
    now = Math.min(...wakes, next?.lands ?? Infinity);
    if (now === Infinity) break;
    if (next !== undefined && next.lands <= now) {
      flying.shift();
      boards[1 - next.from]!.receive('main', next.bytes, micros(now));
    }
    collect(0, now);
    collect(1, now);
  }
  return log;
}

/** Referees a log by the page's rules; the first copy of each deck counts. */
function judgeMatch(log: readonly SentPacket[]): { state: State; moves: number } {
  const seen = new Set<string>();
  let state: State | undefined;
  let moves = 0;
  const decks: { from: number; cards: Deck }[] = [];
  for (const { from, bytes } of log) {
    const packet = decode(bytes);
    const hex = toHex(bytes);
    if (packet.type !== 'deck' || seen.has(hex)) continue;
    seen.add(hex);
    decks.push({ from, cards: packet.cards });
  }
  const dealer = decks[0]?.from;
  for (const { from, cards } of decks) {
    if (state === undefined) {
      expect(isDeal(cards)).toBe(true);
      state = started(cards);
      continue;
    }
    const mover = from === dealer ? 1 : 2;
    expect(mover).toBe(state.turn);
    expect(judge(state, cards)).toMatchObject({ legal: true });
    state = afterMove(state, cards);
    moves++;
  }
  return { state: state!, moves };
}

/** Seeds whose hellos do not cross on the wire. */
const PAIRS = Array.from({ length: 25 }, (_, i) => [2 * i + 1, 2 * i + 2] as const);

test('games between two boards end with a winner, and every packet is legal', () => {
  const winners = new Set<number | undefined>();
  const lengths = PAIRS.map(([a, b]) => {
    const { state, moves } = judgeMatch(playMatch([a, b]));
    const won = winner(state);
    expect(won).toBeDefined();
    winners.add(won);
    return moves;
  });
  expect(winners).toEqual(new Set([1, 2]));
  expect(Math.min(...lengths)).toBeGreaterThan(3);
  expect(Math.max(...lengths)).toBeLessThan(400);
});

test('games end also when every fifth packet is lost: nothing is applied twice, and no board waits for ever', () => {
  for (const [a, b] of PAIRS.slice(0, 10)) {
    const log = playMatch([a, b], (_, count) => count % 5 === 4);
    expect(winner(judgeMatch(log).state)).toBeDefined();
  }
});

test('one board is player 1, and the other sends no hello', () => {
  for (const [a, b] of PAIRS.slice(0, 10)) {
    const hellos = playMatch([a, b]).filter(({ bytes }) => bytes[1] === 0x32);
    expect(hellos).toHaveLength(1);
  }
});
