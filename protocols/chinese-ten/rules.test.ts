import fc from 'fast-check';
import { choices, game, pack, players, specialPack } from './testing/chinese-ten.arbitrary';
import { canCapture, capturesItself, PACK, pointsIn, TIE_SCORE, type Players } from './cards';
import { advance, deal, movesOf, playerOf, type Position } from './rules';

const everyone: readonly Players[] = [2, 3, 4];
/** The sum of the points of all players. */
const ALL_POINTS: Readonly<Record<Players, number>> = { 2: 210, 3: 240, 4: 280 };

function cardsIn({ hands, layout, stock, captured }: Position): readonly number[] {
  return [...hands.flat(), ...layout, ...stock, ...captured.flat()].map(({ id }) => id).sort((a, b) => a - b);
}

describe('the proof: the last card leaves an empty table (CT-PL-04)', () => {
  test('for every deal and every legal order of play', () => {
    fc.assert(
      fc.property(game(), (positions) => {
        const last = positions[positions.length - 1]!;
        expect([last.phase, last.turn, last.layout, last.stock, last.hands.flat()]).toEqual([
          'over',
          24,
          [],
          [],
          [],
        ]);
        expect(pointsIn(last.captured.flat(), last.players)).toBe(ALL_POINTS[last.players]);
      }),
      { numRuns: 400 },
    );
  });
});

describe('laws of a game', () => {
  test('no card is lost or doubled, the stock falls by one a turn, each turn takes one card from a hand', () => {
    fc.assert(
      fc.property(game(), (positions) => {
        const all = PACK.map(({ id }) => id);
        positions.forEach((position, i) => {
          expect(cardsIn(position)).toEqual(all);
          expect(position.stock).toHaveLength(24 - position.turn);
          expect(position.turn).toBe(Math.floor(i / 2));
          const hand = position.hands[playerOf(position)]!;
          if (position.phase === 'hand')
            expect(hand).toHaveLength(
              (24 - position.turn) / position.players + (position.turn % position.players) / position.players,
            );
        });
      }),
      { numRuns: 60 },
    );
  });

  test('the deal: 24 cards evenly, 4 open, 24 in the stock', () => {
    fc.assert(
      fc.property(pack(), players(), (cards, count) => {
        const { hands, layout, stock, special, captured } = deal(cards, count);
        expect(hands.map((hand) => hand.length)).toEqual(hands.map(() => 24 / count));
        expect(stock).toHaveLength(24);
        expect(layout.length + captured.flat().length).toBe(4);
        expect(captured.flat()).toHaveLength(special?.taker === undefined ? 0 : special.count);
      }),
    );
  });

  test('where a capture can be made, only captures are legal; an illegal move is refused', () => {
    fc.assert(
      fc.property(game(), (positions) => {
        for (const position of positions.filter(({ phase }) => phase === 'hand')) {
          const hand = position.hands[playerOf(position)]!;
          const can = hand.some((card) => position.layout.some((other) => canCapture(card, other)));
          expect(movesOf(position).every(({ taken }) => taken.length > 0 === can)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('an invalid pack is refused', () => {
    expect(() => deal(PACK.slice(1), 2)).toThrow(RangeError);
    expect(() => deal([...PACK.slice(1), PACK[1]!], 2)).toThrow(RangeError);
  });
});

describe('special deals', () => {
  test('four of a rank go to the dealer before the first turn', () => {
    fc.assert(
      fc.property(specialPack(4), players(), (cards, count) => {
        const { captured, layout, special } = deal(cards, count);
        expect([captured[0]?.length, layout.length, special?.count]).toEqual([4, 0, 4]);
      }),
    );
  });

  test('three go to the holder of the fourth, or wait until it is turned; one player gets all four', () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(specialPack(3), players(), choices(), (cards, count, chosen) => {
        const start = deal(cards, count);
        const rank = start.special!.rank;
        expect(start.special).toMatchObject({ count: 3 });
        met.add(start.special?.taker === undefined ? 'stock' : 'hand');
        let position = start;
        for (const choice of chosen) {
          const moves = movesOf(position);
          position = advance(position, moves[choice % moves.length]!);
        }
        const owners = position.captured.filter((pile) => pile.some((card) => card.rank === rank));
        expect(owners.map((pile) => pile.filter((card) => card.rank === rank).length)).toEqual([4]);
      }),
    );
    expect(met).toEqual(new Set(['stock', 'hand']));
  });
});

describe('captures and points, counted in another way', () => {
  test('every card captures four cards of one rank, or the three others of its own', () => {
    for (const card of PACK) {
      const fits = PACK.filter((other) => other !== card && canCapture(card, other));
      expect(fits).toHaveLength(capturesItself(card.rank) ? 3 : 4);
      for (const other of fits) expect(canCapture(other, card)).toBe(true);
    }
    expect(PACK.filter(({ rank }) => capturesItself(rank)).map(({ rank }) => rank)).toEqual(
      [5, 10, 11, 12, 13].flatMap((rank) => [rank, rank, rank, rank]),
    );
  });

  test('the points of the pack, and the tie score of a fair share', () => {
    // Red: 2 × (20 + 2+3+4+5+6+7+8 + 5 × 10) = 210; ♠A 30 from 3 players on; ♣A 40 with 4.
    expect(everyone.map((count) => pointsIn(PACK, count))).toEqual([210, 240, 280]);
    expect(everyone.map((count) => TIE_SCORE[count] * count)).toEqual([210, 240, 280]);
  });
});
