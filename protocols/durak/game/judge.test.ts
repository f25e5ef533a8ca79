/** What game.test.ts cannot tell from the rules themselves: who has won, and the words and clauses of the judge. */
import { afterMove, winner, type State } from './game';
import { judge, refusalClause } from './judge';
import { legalMoves } from './moves';
import type { CardRecord } from '../wire/packet';
import { parseState, recordOf, type StateNotation } from '../testing/state-notation';

function told(state: State, changes: Readonly<Record<string, Partial<CardRecord>>>): string {
  const byRecord = new Map(Object.entries(changes).map(([name, change]) => [recordOf(state, name), change]));
  const judged = judge(
    state,
    state.cards.map((card, i) => ({ ...card, ...byRecord.get(i) })),
  );
  return judged.legal ? judged.move.text : `${judged.clause} ${judged.reason}`;
}

test.each<[StateNotation, 1 | 2 | undefined]>([
  [{ hand1: '', hand2: '6s' }, 1],
  [{ hand1: '6s', hand2: '' }, 2],
  [{ hand1: '', table1: '8c', hand2: '6s' }, 1],
  [{ hand1: '', hand2: '6s', stock: '7s' }, undefined],
  [{ hand1: '', hand2: '6s', trumpCard: '7s' }, undefined],
  [{ hand1: '6s 7s 8s 9s Ts Js Qs Ks As', hand2: '6d' }, undefined],
  [{ hand1: '6s 7s 8s 9s Ts Js Qs Ks As 6h', hand2: '6d', stock: '7d' }, 2],
  [{ hand2: '6s 7s 8s 9s Ts Js Qs Ks As 6h', hand1: '6d', stock: '7d' }, 1],
])('%j: %s has won (DRK-PL-09)', (of, won) => {
  expect(winner(parseState(of))).toBe(won);
});

test('draws come first: a player who clears the table with an empty hand draws and plays on', () => {
  const state = parseState({ hand1: '', hand2: '', table1: '8c', table2: '9c', stock: '7s' });
  expect(winner(state)).toBeUndefined();
  expect(winner(afterMove(state, legalMoves(state)[0]!.cards))).toBe(2);
});

test('after a bito the mover fills up first, and then the other', () => {
  const hands = { hand1: '6s 7s', hand2: '6d', table1: '8c', table2: '9c' };
  const state = parseState({ ...hands, stock: 'As Ks Qs Js Ts 9s', trumpCard: '6h' });
  const [move] = legalMoves(state).filter(({ kind }) => kind === 'bito');
  expect(move?.text).toBe('bito: 2 cards leave the table; player 1 draws 4, player 2 draws 3');
});

test('a refused defence is charged to the trump where the trump decides', () => {
  const hands = { hand1: '6s', hand2: '8c Qc Ad 6h', table1: '9c Tc', table2: 'Jc' };
  const state = parseState({ turn: 2, ...hands, stock: 'As Ks 7s 8s 9s', trumpCard: '7h' });
  expect(legalMoves(state).map((move) => [move.text, refusalClause(state, move)])).toEqual([
    ['beats 10 of clubs with Q of clubs', 'DRK-PL-02'],
    ['beats 10 of clubs with 6 of hearts', 'DRK-PL-08'],
    ['takes 3 cards; player 1 draws 5', 'DRK-PL-05'],
  ]);
});

test.each<[Readonly<Record<string, Partial<CardRecord>>>, string]>([
  [{ '8c': { field: -1 } }, 'DRK-PL-02 the 8 of clubs does not beat the 9 of clubs'],
  [
    { Ad: { field: -1 } },
    'DRK-PL-08 the A of diamonds does not beat the 9 of clubs: right only if diamonds were trump, but hearts are',
  ],
  [
    { '9c': { property: 2, field: 3 }, As: { property: 1, field: 2 } },
    'DRK-PL-06 player 1 does not draw the 7 of hearts (player 1 draws 2)',
  ],
  [
    { '9c': { property: -2, field: 0 } },
    'DRK-PL-04 puts table cards out of play although the last attack is not beaten',
  ],
])('reasons are written for players: %j', (changes, reason) => {
  const hands = { hand1: '6s', hand2: '8c Ad', table1: '9c' };
  expect(told(parseState({ turn: 2, ...hands, stock: 'As', trumpCard: '7h' }), changes)).toBe(reason);
});

test('after the end nothing is legal', () => {
  const state = parseState({ hand1: '6s', hand2: '' });
  expect(told(state, { '6s': { field: -1 } })).toBe('DRK-PL-09 the game is over: player 2 has won');
  expect(legalMoves(state)).toEqual([]);
});
