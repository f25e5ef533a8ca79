import { judge, refusalClause } from './judge';
import { legalMoves } from './moves';
import type { CardRecord, Deck } from '../wire/packet';
import type { State } from './game';
import { recordOf, parseState } from '../testing/state-notation';

type Change = Partial<CardRecord>;

function changed(state: State, changes: Readonly<Record<string, Change>>, cards: Deck = state.cards): Deck {
  const byRecord = new Map(Object.entries(changes).map(([name, change]) => [recordOf(state, name), change]));
  return cards.map((card, i) => ({ ...card, ...byRecord.get(i) }));
}

function verdict(state: State, changes: Readonly<Record<string, Change>>): string {
  const judged = judge(state, changed(state, changes));
  return judged.legal ? judged.move.text : judged.clause;
}

const OUT = { property: -2, field: 0 };

describe('attack', () => {
  const state = parseState({ hand1: '6s 7s', hand2: '8s 9s', stock: 'As Ks', trumpCard: '6h' });
  test.each<[string, Readonly<Record<string, Change>>]>([
    ['attacks with 7 of spades', { '7s': { field: -1 } }],
    ['DRK-PL-01', { '7s': { field: -2 } }],
    ['DRK-PL-01', { '7s': { field: -1 }, '6s': { field: -2 } }],
    ['DRK-PL-01', { '8s': { field: -1 } }],
    ['DRK-PL-01', { '7s': { field: -1, property: 2 } }],
    ['DRK-PL-06', { '7s': { field: -1 }, As: { property: 1, field: 2 } }],
    ['DRK-PL-06', { As: { property: 1, field: 3 } }],
    ['DRK-PL-07', {}],
    ['DRK-PL-07', { '7s': { field: 5 } }],
    ['DRK-PL-07', { '7s': { field: 0 } }],
    ['DRK-PL-07', { '7s': OUT }],
    ['DRK-PL-07', { '7s': { property: 2, field: 3 } }],
    ['DRK-PL-07', { As: { property: 1, field: -1 } }],
    ['DRK-PL-07', { '7s': { field: -1 }, As: { field: 3 } }],
    ['DRK-PL-07', { '7s': { field: -1 }, '6h': { property: -1 } }],
    ['DRK-PL-07', { '7s': { field: -1 }, '6h': { property: -1 }, As: { property: 0 } }],
    ['DRK-PL-07', { '7s': { field: -1 }, '8s': { field: 2 } }],
    ['DRK-PL-07', { '7s': { field: -1 }, '7d': { property: 1, field: 9 } }],
    [
      'attacks with 7 of spades',
      { '7s': { field: -1 }, '6s': { field: 10 }, '8s': { field: 2 }, '9s': { field: 1 } },
    ],
    ['attacks with 7 of spades', { '7s': { field: -1 }, '7d': { field: -3 }, '8d': { field: 7 } }],
  ])('%s: %j', (right, changes) => {
    expect(verdict(state, changes)).toBe(right);
  });

  test('cards must stay with their records', () => {
    const [a, b] = [recordOf(state, '6s'), recordOf(state, '7s')];
    const swapped = state.cards.map((card, i) =>
      i === a ? state.cards[b]! : i === b ? state.cards[a]! : card,
    );
    expect(judge(state, swapped)).toMatchObject({ legal: false, clause: 'DRK-PL-07' });
    expect(judge(state, state.cards.toReversed())).toMatchObject({ legal: false, clause: 'DRK-PL-07' });
  });
});

describe('defence', () => {
  const state = parseState({
    turn: 2,
    hand1: '6s',
    table1: '9c Tc',
    table2: 'Jc',
    hand2: '8c Qc Ad 6h',
    stock: 'As Ks 7s 8s 9s',
    trumpCard: '7h',
  });
  const draw = {
    As: { property: 1, field: 2 },
    Ks: { property: 1, field: 3 },
    '7s': { property: 1, field: 4 },
    '8s': { property: 1, field: 5 },
    '9s': { property: 1, field: 6 },
  };
  const taken = { '9c': { property: 2, field: 5 }, Tc: { property: 2, field: 6 }, Jc: { field: 7 } };
  test.each<[string, Readonly<Record<string, Change>>]>([
    ['beats 10 of clubs with Q of clubs', { Qc: { field: -2 } }],
    ['beats 10 of clubs with 6 of hearts', { '6h': { field: -2 } }],
    ['DRK-PL-02', { '8c': { field: -2 } }],
    ['DRK-PL-08', { Ad: { field: -2 } }],
    ['DRK-PL-02', { Ad: { field: -3 } }],
    ['DRK-PL-02', { Qc: { field: -1 } }],
    ['DRK-PL-02', { Qc: { field: -2 }, '6h': { field: -3 } }],
    ['DRK-PL-02', { '6s': { field: -2 } }],
    ['DRK-PL-04', { '9c': OUT, Tc: OUT, Jc: OUT }],
    ['DRK-PL-04', { '9c': OUT, Tc: { property: 2, field: 5 }, Jc: { field: 6 } }],
    ['takes 3 cards; player 1 draws 5', { ...taken, ...draw }],
    ['DRK-PL-05', { ...taken, ...draw, Jc: { field: -1 } }],
    ['DRK-PL-05', { ...taken, ...draw, Jc: { property: 1, field: 9 } }],
    ['DRK-PL-05', { ...taken, ...draw, Jc: { field: 4 } }],
    ['DRK-PL-05', { ...taken, ...draw, Jc: { field: 6 } }],
    ['DRK-PL-06', taken],
    ['DRK-PL-06', { ...taken, ...draw, '9s': { property: 2, field: 8 } }],
    ['DRK-PL-06', { ...taken, ...draw, '7h': { property: 2, field: 8 } }],
    ['DRK-PL-06', { ...taken, ...draw, '9s': {}, '7h': { property: 1, field: 6 } }],
    ['DRK-PL-02', { ...taken, ...draw, Qc: { field: -2 } }],
    ['DRK-PL-07', { ...taken, ...draw, Qc: OUT }],
    ['DRK-PL-07', { ...taken, ...draw, As: { property: 1, field: 3 } }],
    ['DRK-PL-07', { Tc: { field: -3 } }],
    ['DRK-PL-07', { Qc: { field: -2 }, Tc: { field: -3 } }],
  ])('%s: %j', (right, changes) => {
    expect(verdict(state, changes)).toBe(right);
  });

  test('the trump suit stays when its card has been drawn', () => {
    const drawn = parseState({ turn: 2, hand1: '6s', table1: '9c', hand2: 'Ad 6h', trump: 'h' });
    expect(verdict(drawn, { '6h': { field: -1 } })).toBe('beats 9 of clubs with 6 of hearts');
    expect(verdict(drawn, { Ad: { field: -1 } })).toBe('DRK-PL-08');
  });

  test('a trump attack is beaten by a higher trump only', () => {
    const attacked = parseState({ turn: 2, hand1: '6s', table1: '9h', hand2: 'Ad 6h Th', trump: 'h' });
    expect(verdict(attacked, { Ad: { field: -1 } })).toBe('DRK-PL-08');
    expect(verdict(attacked, { '6h': { field: -1 } })).toBe('DRK-PL-02');
    expect(verdict(attacked, { Th: { field: -1 } })).toBe('beats 9 of hearts with 10 of hearts');
  });

  test('a refused defence is charged to the trump where the trump decides', () => {
    const clauses = legalMoves(state).map((move) => [move.text, refusalClause(state, move)]);
    expect(clauses).toEqual([
      ['beats 10 of clubs with Q of clubs', 'DRK-PL-02'],
      ['beats 10 of clubs with 6 of hearts', 'DRK-PL-08'],
      ['takes 3 cards; player 1 draws 5', 'DRK-PL-05'],
    ]);
  });
});

describe('throw-in and bito', () => {
  const state = parseState({
    hand1: '9d 6d',
    hand2: '6s 7s 8s Ts',
    table1: '9c',
    table2: 'Jc',
    stock: 'As',
    trumpCard: '7h',
  });
  const draw = { As: { property: 1, field: 3 }, '7h': { property: 1, field: 4 } };
  const bito = { '9c': OUT, Jc: OUT };
  test.each<[string, Readonly<Record<string, Change>>]>([
    ['throws in 9 of diamonds', { '9d': { field: -2 } }],
    ['DRK-PL-03', { '9d': { field: -3 } }],
    ['DRK-PL-03', { '9d': { field: -1 } }],
    ['DRK-PL-03', { '6d': { field: -2 } }],
    ['DRK-PL-03', { '9d': { field: -2 }, '6d': { field: -3 } }],
    ['DRK-PL-03', { '6s': { field: -2 } }],
    ['bito: 2 cards leave the table; player 1 draws 2', { ...bito, ...draw }],
    [
      'bito: 2 cards leave the table; player 1 draws 2',
      { '9c': { property: -2 }, Jc: { property: -2, field: 9 }, ...draw },
    ],
    ['DRK-PL-04', { '9c': OUT, ...draw }],
    ['DRK-PL-04', { '9c': OUT, Jc: { property: 1, field: 5 }, ...draw }],
    ['DRK-PL-05', { '9c': { field: 3 }, Jc: { property: 1, field: 4 } }],
    ['DRK-PL-05', { '9c': { field: 3 } }],
    ['DRK-PL-06', bito],
    ['DRK-PL-06', { ...bito, As: { property: 1, field: 3 } }],
    ['DRK-PL-06', { ...bito, '7h': { property: 1, field: 3 } }],
    ['DRK-PL-06', { ...bito, As: { property: 2, field: 5 }, '7h': { property: 2, field: 6 } }],
    ['DRK-PL-06', { ...bito, As: { property: 1, field: 3 }, '7h': { property: 2, field: 5 } }],
    ['DRK-PL-06', { ...bito, ...draw, As: { property: 1, field: 0 } }],
    ['DRK-PL-03', { ...bito, ...draw, '9d': { field: -1 } }],
    ['DRK-PL-07', { ...bito, ...draw, '9d': OUT }],
    ['DRK-PL-07', { ...bito, ...draw, As: { property: 1, field: 1 } }],
    ['DRK-PL-07', { '9c': { property: -1, field: 0 }, Jc: { property: -1, field: 0 } }],
  ])('%s: %j', (right, changes) => {
    expect(verdict(state, changes)).toBe(right);
  });

  test('a rank may lie on either side, but a take must fit', () => {
    const full = parseState({
      hand1: '9d 6d',
      hand2: '6s 7s 8s Ts 8d Td Qd Kd',
      table1: '9c',
      table2: 'Jc',
      stock: 'As',
    });
    expect(verdict(full, { '9d': { field: -2 } })).toBe('DRK-PL-03');
  });
});

test('after the end nothing is legal', () => {
  const state = parseState({ hand1: '6s', hand2: '' });
  expect(judge(state, changed(state, { '6s': { field: -1 } }))).toEqual({
    legal: false,
    clause: 'DRK-PL-09',
    reason: 'the game is over: player 2 has won',
  });
});

test('reasons are written for players', () => {
  const state = parseState({
    turn: 2,
    hand1: '6s',
    table1: '9c',
    hand2: '8c Ad',
    stock: 'As',
    trumpCard: '7h',
  });
  const reason = (changes: Readonly<Record<string, Change>>) => {
    const judged = judge(state, changed(state, changes));
    return judged.legal ? judged.move.text : judged.reason;
  };
  expect(reason({ '8c': { field: -1 } })).toBe('the 8 of clubs does not beat the 9 of clubs');
  expect(reason({ Ad: { field: -1 } })).toBe(
    'the A of diamonds does not beat the 9 of clubs: right only if diamonds were trump, but hearts are',
  );
  expect(reason({ '9c': { property: 2, field: 3 }, As: { property: 1, field: 2 } })).toBe(
    'player 1 does not draw the 7 of hearts (player 1 draws 2)',
  );
  expect(reason({ '9c': OUT })).toBe('puts table cards out of play although the last attack is not beaten');
});
