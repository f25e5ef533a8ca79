import { handOf, winner, afterMove, type State } from './game';
import { legalMoves } from './moves';
import { parseState, recordOf, type StateNotation } from '../testing/state-notation';

function texts(state: State): string[] {
  return legalMoves(state).map(({ text }) => text);
}

function movesOf(of: StateNotation): string[] {
  return texts(parseState(of));
}

describe('throw-in (DRK-PL-03)', () => {
  const base = { table1: '8c', table2: '9c', stock: 'As', trump: 'h' };

  test('only ranks that lie on the table, of either side', () => {
    expect(movesOf({ ...base, hand1: '8d 9s Th', hand2: 'Kd' }).slice(0, -1)).toEqual([
      'throws in 8 of diamonds',
      'throws in 9 of spades',
    ]);
  });

  test('while the opponent holds fewer than 10 with the table', () => {
    const eight = { ...base, hand1: '8d 6d', hand2: '6s 7s 8s 9s Ts Js Qs' };
    expect(movesOf(eight)).toContain('throws in 8 of diamonds');
    expect(movesOf({ ...eight, hand2: `${eight.hand2} Ks` })).toHaveLength(1);
  });

  test('at most six a side', () => {
    const of = {
      hand1: '6s',
      table1: '6h 7h 8h 9h Th Jh',
      table2: '6d 7d 8d 9d Td Jd',
      hand2: '',
      stock: 'As',
    };
    expect(movesOf(of)).toHaveLength(1);
  });
});

describe('bito and take (DRK-PL-04, 05, 06)', () => {
  test('after a bito the mover fills up first, and the trump card is drawn last', () => {
    const state = parseState({
      hand1: '6s 7s',
      hand2: '6d',
      table1: '8c',
      table2: '9c',
      stock: 'As Ks Qs Js Ts 9s',
      trumpCard: '6h',
    });
    const [move] = legalMoves(state).filter(({ kind }) => kind === 'bito');
    expect(move?.text).toBe('bito: 2 cards leave the table; player 1 draws 4, player 2 draws 3');
    const next = afterMove(state, move!.cards);
    const record = (name: string) => next.cards[recordOf(next, name)];
    expect(['As', 'Ks', 'Qs', 'Js'].map((name) => record(name)?.property)).toEqual([1, 1, 1, 1]);
    expect(['Ts', '9s', '6h'].map((name) => record(name)?.property)).toEqual([2, 2, 2]);
    expect(['8c', '9c'].map((name) => record(name))).toMatchObject([
      { property: -2, field: 0 },
      { property: -2, field: 0 },
    ]);
    expect(
      handOf(next.cards, 1)
        .map((i) => next.cards[i]?.field)
        .sort(),
    ).toEqual([1, 2, 3, 4, 5, 6]);
    expect(next).toMatchObject({ turn: 2, trump: 0 });
  });

  test('the mover draws first, whatever its number', () => {
    const state = parseState({
      turn: 2,
      hand1: '6s',
      hand2: '6d',
      table1: '8c',
      table2: '9c',
      stock: 'As Ks',
      trumpCard: '6h',
    });
    expect(texts(state)).toEqual(['bito: 2 cards leave the table; player 2 draws 3']);
  });

  test('hands of six and more do not draw', () => {
    const state = parseState({
      hand1: '6s 7s 8s 9s Ts Js',
      hand2: '6d 7d 8d 9d Td Jd Qd',
      table1: '8c',
      table2: '9c',
      stock: 'As',
    });
    expect(texts(state).at(-1)).toBe('bito: 2 cards leave the table');
  });
});

describe('the end (DRK-PL-09)', () => {
  test.each<[StateNotation, 1 | 2 | undefined]>([
    [{ hand1: '', hand2: '6s' }, 1],
    [{ hand1: '6s', hand2: '' }, 2],
    [{ hand1: '', table1: '8c', hand2: '6s' }, 1],
    [{ hand1: '', hand2: '6s', stock: '7s' }, undefined],
    [{ hand1: '', hand2: '6s', trumpCard: '7s' }, undefined],
    [{ hand1: '6s 7s 8s 9s Ts Js Qs Ks As', hand2: '6d' }, undefined],
    [{ hand1: '6s 7s 8s 9s Ts Js Qs Ks As 6h', hand2: '6d', stock: '7d' }, 2],
    [{ hand2: '6s 7s 8s 9s Ts Js Qs Ks As 6h', hand1: '6d', stock: '7d' }, 1],
  ])('%j: %s', (of, won) => {
    const state = parseState(of);
    expect(winner(state)).toBe(won);
    if (won !== undefined) expect(legalMoves(state)).toEqual([]);
  });

  test('draws come first: a player who clears the table with an empty hand draws and plays on', () => {
    const state = parseState({ hand1: '', hand2: '', table1: '8c', table2: '9c', stock: '7s' });
    expect(winner(state)).toBeUndefined();
    expect(winner(afterMove(state, legalMoves(state)[0]!.cards))).toBe(2);
  });
});
