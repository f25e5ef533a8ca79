import { random } from '../../../devices/random';
import { isDeal, started } from '../game/deal';
import { beats, handOf } from '../game/game';
import { RARE_SITUATIONS } from './rare-situations';

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);
const forced = RARE_SITUATIONS.flatMap(({ deal }) => (deal === undefined ? [] : [deal]));

/** The hands of a deal with this seed. */
function handsOf(deal: (typeof forced)[number], seed: number) {
  const dice = random(seed);
  const cards = deal((below) => dice.int(0, below - 1));
  expect(isDeal(cards)).toBe(true);
  const { trump } = started(cards);
  const [ours, board] = ([1, 2] as const).map((player) =>
    handOf(cards, player).flatMap((record) => cards[record] ?? []),
  );
  return { trump, ours: ours ?? [], board: board ?? [] };
}

test('every forced deal is legal, and differs from seed to seed', () => {
  for (const deal of forced)
    expect(new Set(SEEDS.map((seed) => JSON.stringify(handsOf(deal, seed)))).size).toBeGreaterThan(40);
});

test('four of a rank: each card but a trump ace can be beaten by every card of the board', () => {
  for (const deal of forced.slice(0, 3))
    for (const seed of SEEDS) {
      const { trump, ours, board } = handsOf(deal, seed);
      const rank = ours.find(({ card }) => ours.filter((one) => one.card === card).length === 4)?.card;
      expect([0, 8]).toContain(rank);
      for (const own of ours.filter(({ card }) => card === rank))
        expect(board.every((one) => beats(one, own, trump))).toBe(rank === 0 || own.suit !== trump);
    }
});

test('kings against aces: the board holds all kings, and we beat each of them', () => {
  for (const deal of forced.slice(3))
    for (const seed of SEEDS) {
      const { trump, ours, board } = handsOf(deal, seed);
      const kings = board.filter(({ card }) => card === 7);
      expect(kings).toHaveLength(4);
      for (const king of kings)
        expect(ours.some((one) => one.card === 8 && one.suit === king.suit && beats(one, king, trump))).toBe(
          true,
        );
    }
});
