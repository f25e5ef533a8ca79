import fc from 'fast-check';
import { afterMove, deal, dealFault, handOf, isDeal, opponentOf, sameCards } from './game';
import { started, stockOf, tableOf, winner, type State } from './game';
import { decode } from '../testing/decode';
import { encode } from '../wire/wire';
import { dealt, endgame, game, illegalPlay, playOut, position, STYLES } from '../testing/durak.arbitrary';
import type { Game } from '../testing/durak.arbitrary';
import { illegalMoves } from '../testing/illegal-moves';
import { judge } from './judge';
import { fieldFor, legalMoves } from './moves';
import type { Deck } from '../wire/packet';

/** A small generator: a test's games are the same in every run. */
function source(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('deals (DRK-DL-01)', () => {
  test('every made deal is one, and they differ', () => {
    const decks = Array.from({ length: 50 }, (_, i) => deal(source(i)));
    for (const cards of decks) expect(dealFault(cards)).toBeUndefined();
    expect(new Set(decks.map((cards) => JSON.stringify(cards))).size).toBe(50);
    expect(
      new Set(decks.map((cards) => cards.findIndex(({ property }) => property === 0))).size,
    ).toBeGreaterThan(20);
  });

  test('any single change of a role makes it none', () => {
    fc.assert(
      fc.property(
        dealt(),
        fc.nat({ max: 35 }),
        fc.integer({ min: -2, max: 2 }),
        fc.integer({ min: -6, max: 10 }),
        (cards, at, property, field) => {
          expect(isDeal(cards)).toBe(true);
          const changed = cards.map((card, i) => (i === at ? { ...card, property, field } : card));
          const same = cards[at]?.property === property && cards[at].field === field;
          expect({ changed: changed[at], isDeal: isDeal(changed) }).toEqual({
            changed: changed[at],
            isDeal: same,
          });
        },
      ),
    );
  });

  test('a later state is no deal, and opens no game', () => {
    const state = started(deal(source(1)));
    const after = legalMoves(state)[0]!.cards;
    expect(isDeal(after)).toBe(false);
    expect(() => started(after)).toThrow(RangeError);
    expect(isDeal(deal(source(1)).with(3, deal(source(1))[4]!))).toBe(false);
  });
});

/** The errors in a state that legal moves reached. */
function flaws({ cards }: State, dealt: Deck): string[] {
  const found: string[] = [];
  const holds = (what: string, is: boolean) => void (is || found.push(what));
  const names = (deck: Deck) => deck.map(({ card, suit, color }) => `${card}${suit}${color}`).join();
  holds('the same cards', names(cards) === names(dealt));
  for (const player of [1, 2] as const) {
    const fields = cards.filter(({ property }) => property === player).map(({ field }) => field);
    holds('places are distinct', new Set(fields).size === fields.length);
    const { own } = tableOf(cards, player);
    holds(
      'table places have no gap',
      own.every((record, i) => cards[record]?.field === -1 - i),
    );
    holds('every card lies somewhere', handOf(cards, player).length + own.length === fields.length);
  }
  const { own, other } = tableOf(cards, 1);
  holds('the table is even or one ahead', Math.abs(own.length - other.length) <= 1);
  const again = decode(encode({ type: 'deck', cards }));
  holds('it can travel', again.type === 'deck' && JSON.stringify(again.cards) === JSON.stringify(cards));
  return found;
}

/** The laws of every game, from its first state to its last. */
function expectPlayed({ states, moves }: Game): void {
  expect(moves.length).toBeLessThan(400);
  states.forEach((state, i) => {
    const last = i === states.length - 1;
    const { trump, turn } = state;
    const over = winner(state) !== undefined;
    const stuck = legalMoves(state).length === 0;
    const waiting = legalMoves(state, opponentOf(turn)).some(
      ({ kind }) => kind === 'defence' || kind === 'take',
    );
    expect({ flaws: flaws(state, states[0]!.cards), over, stuck, waiting, trump, turn }).toEqual({
      flaws: [],
      over: last,
      stuck: last,
      waiting: false,
      trump: states[0]!.trump,
      turn: i % 2 === 0 ? 1 : 2,
    });
  });
}

describe('whole games', () => {
  test.each(STYLES)('%s: games end, conserve the cards, and have no dead ends', (style) => {
    fc.assert(fc.property(game(style), expectPlayed), { numRuns: 15 });
  });

  test('endgames end, conserve the cards, and have no dead ends', () => {
    fc.assert(fc.property(endgame(), expectPlayed), { numRuns: 40 });
  });

  test('styles and endgames reach states that blind play rarely reaches', () => {
    const seen = { five: false, takeOfNine: false, trumpDrawn: false, emptied: false, overfull: false };
    for (let seed = 0; seed < 200; seed++) {
      const choose = source(seed);
      const style = STYLES[seed % STYLES.length]!;
      const choices = Array.from({ length: 90 }, () => choose(0x10000));
      record(seen, playOut(started(deal(choose)), style, choices));
    }
    for (const end of fc.sample(endgame(), { numRuns: 200, seed: 1 })) record(seen, end);
    expect(seen).toEqual({ five: true, takeOfNine: true, trumpDrawn: true, emptied: true, overfull: true });
  });
});

function record(
  seen: Record<'five' | 'takeOfNine' | 'trumpDrawn' | 'emptied' | 'overfull', boolean>,
  { states, moves }: Game,
): void {
  for (const [i, { cards }] of states.entries()) {
    const { own, other } = tableOf(cards, 1);
    if (Math.max(own.length, other.length) === 5) seen.five = true;
    if (own.length + other.length === 9 && moves[i]?.kind === 'take') seen.takeOfNine = true;
    if (stockOf(cards).length === 0 && cards.some(({ property, field }) => property > 0 && field > 0))
      seen.trumpDrawn = true;
    if (handOf(cards, 1).length === 10 || handOf(cards, 2).length === 10) seen.overfull = true;
    if (stockOf(cards).length === 0 && (handOf(cards, 1).length === 0 || handOf(cards, 2).length === 0))
      seen.emptied = true;
  }
}

/** New places for both hands within 1..10, and new fields for cards out of play. */
function rearranged(cards: Deck, turn: number): Deck {
  const next = [0, turn % 10, (turn + 3) % 10];
  return cards.map((card) => {
    if (card.property === -2) return { ...card, field: -turn % 6 };
    if (card.property <= 0 || card.field <= 0) return card;
    const field = (next[card.property]! % 10) + 1;
    next[card.property]!++;
    return { ...card, field };
  });
}

describe('the judge', () => {
  test('every legal move is judged legal, with any places of its cards', () => {
    fc.assert(
      fc.property(position(), fc.nat({ max: 99 }), (state, turn) => {
        for (const move of legalMoves(state)) {
          expect(judge(state, move.cards)).toEqual({ legal: true, move });
          const cards = rearranged(move.cards, turn);
          expect(sameCards(cards, move.cards)).toBe(true);
          expect(judge(state, cards)).toEqual({ legal: true, move: { ...move, cards } });
          expect(sameCards(cards, state.cards)).toBe(false);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('a hand card laid down is legal exactly when it is among the legal moves', () => {
    fc.assert(
      fc.property(position(), (state) => {
        const table = tableOf(state.cards, state.turn);
        const field = fieldFor(table);
        const legal = new Set(legalMoves(state).map(({ record }) => record));
        for (const hand of handOf(state.cards, state.turn)) {
          if (field < -6) continue;
          const cards = state.cards.map((card, i) => (i === hand ? { ...card, field } : card));
          expect(judge(state, cards).legal).toBe(legal.has(hand));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('every labelled illegal move is charged to its clause', () => {
    const clauseOf = (state: State, cards: Deck) => {
      const judged = judge(state, cards);
      return judged.legal ? 'legal' : judged.clause;
    };
    fc.assert(
      fc.property(position(), (state) => {
        const wrongs = illegalMoves(state);
        expect(wrongs.map(({ label, cards }) => [label, clauseOf(state, cards)])).toEqual(
          wrongs.map(({ label, clause }) => [label, clause]),
        );
      }),
      { numRuns: 250 },
    );
    fc.assert(
      fc.property(illegalPlay(), ({ state, illegal: { cards, clause } }) => {
        const sent = decode(encode({ type: 'deck', cards }));
        expect(sent.type === 'deck' && clauseOf(state, sent.cards)).toBe(clause);
      }),
      { numRuns: 100 },
    );
  });

  test('games offer every kind of illegal move', () => {
    const labels = new Map<string, string>();
    for (let seed = 0; seed < 60; seed++) {
      const choose = source(seed);
      const { states } = playOut(
        started(deal(choose)),
        STYLES[seed % STYLES.length]!,
        Array.from({ length: 50 }, () => choose(9999)),
      );
      for (const state of states)
        for (const { label, clause } of illegalMoves(state)) labels.set(label, clause);
    }
    const clauses = new Set(labels.values());
    expect([...clauses].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `DRK-PL-0${n}`));
    expect(labels.size).toBe(49);
  });

  test('a move out of turn is no move', () => {
    fc.assert(
      fc.property(game(), ({ states, moves }) => {
        const i = moves.findIndex(({ kind }) => kind === 'attack');
        const move = moves[i]!;
        const after = afterMove(states[i]!, move.cards);
        expect(judge({ ...after, turn: move.player }, after.cards)).toMatchObject({
          legal: false,
          clause: 'DRK-PL-07',
        });
        expect(legalMoves(after, move.player)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});
