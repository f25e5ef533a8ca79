import { dice } from '../../scenarios/fuzz/campaign/dice';
import { isDeal, started, beats, handOf } from './game/game';
import { ACES_AGAINST_KINGS, anyDeal, FOUR_ACES, FOUR_SIXES, type Hands } from './steps';

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);

/** The hands of the deals in which the trump card of the stock has none of these ranks. */
function dealsOf(hands: Hands, ...ranks: readonly number[]) {
  return SEEDS.flatMap((seed) => {
    const packet = anyDeal(dice(seed), hands);
    const cards = packet.type === 'deck' ? packet.cards : [];
    expect(isDeal(cards)).toBe(true);
    if (cards.some(({ card, property }) => property === 0 && ranks.includes(card))) return [];
    const [ours = [], board = []] = ([1, 2] as const).map((player) =>
      handOf(cards, player).flatMap((record) => cards[record] ?? []),
    );
    return [{ trump: started(cards).trump, ours, board }];
  });
}

test.each([undefined, FOUR_SIXES, FOUR_ACES, ACES_AGAINST_KINGS])(
  'deals differ from seed to seed',
  (hands) => {
    const deals = SEEDS.map((seed) => JSON.stringify(anyDeal(dice(seed), hands)));
    expect(new Set(deals).size).toBe(SEEDS.length);
  },
);

test.each([
  [0, FOUR_SIXES],
  [8, FOUR_ACES],
])('four of rank %i: each but a trump ace can be beaten by every card of the board', (rank, hands) => {
  const deals = dealsOf(hands, rank);
  expect(deals.length).toBeGreaterThan(30);
  for (const { trump, ours, board } of deals) {
    const four = ours.filter(({ card }) => card === rank);
    expect(four).toHaveLength(4);
    for (const own of four)
      expect(board.every((one) => beats(one, own, trump))).toBe(rank === 0 || own.suit !== trump);
  }
});

test('aces against kings: the board holds all kings, and we beat each of them', () => {
  const deals = dealsOf(ACES_AGAINST_KINGS, 7, 8);
  expect(deals.length).toBeGreaterThan(30);
  for (const { ours, board } of deals) {
    const kings = board.filter(({ card }) => card === 7);
    expect(kings).toHaveLength(4);
    for (const king of kings) expect(ours.some((one) => one.card === 8 && one.suit === king.suit)).toBe(true);
  }
});
