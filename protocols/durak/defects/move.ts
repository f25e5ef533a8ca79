/** Defects of the board's own moves and of its checks of the other player's moves: DRK-PL-01 to PL-05. */
import { newestOf } from '../game/moves';
import { OUT_OF_PLAY, type Deck } from '../wire/packet';
import { handOf, tableOf, type State, type Table } from '../game/game';
import { judge } from '../game/judge';
import {
  changeRecord,
  changeRecords,
  onMove,
  refuseMoves,
  restore,
  tableRecords,
  type Change,
  type DurakDefects,
} from './hooks';

const CLUBS = 2;
const ACE = 8;

function tableIn(state: State): Table {
  return tableOf(state.cards, state.turn);
}

/** A legal move of the other player of a kind, and the card that it plays. */
function refusePlay(
  kind: 'attack' | 'defence' | 'throw-in',
  wrong: (record: number, state: State, table: Table) => boolean,
): Change {
  return refuseMoves((state, cards) => {
    if (tableIn(state).phase !== kind) return false;
    const record = playedIn(state, cards);
    return record !== undefined && wrong(record, state, tableIn(state));
  });
}

function playedIn(state: State, cards: Deck): number | undefined {
  return handOf(state.cards, state.turn).find((record) => (cards[record]?.field ?? 0) < 0);
}

const ATTACKS: DurakDefects = {
  'attacks-with-pair': {
    breaks: 'DRK-PL-01',
    text: 'Where the board has two cards of a rank it attacks with both at once.',
    change: onMove('attack', ({ cards, record = -1 }, state) => {
      const rank = cards[record]?.card;
      const second = handOf(cards, state.turn).find((one) => cards[one]?.card === rank);
      return second === undefined ? undefined : changeRecord(cards, second, { field: -2 });
    }),
  },
  'attacks-with-trump-at-2': {
    breaks: 'DRK-PL-01',
    text: 'An attack by a trump is laid at the second table place.',
    change: onMove('attack', ({ cards, record = -1 }, { trump }) =>
      cards[record]?.suit === trump ? changeRecord(cards, record, { field: -2 }) : undefined,
    ),
  },
  'refuses-attack-by-ace': {
    breaks: 'DRK-PL-01',
    text: 'The other’s attack by an ace is refused.',
    change: refusePlay('attack', (record, { cards }) => cards[record]?.card === ACE),
  },
};

const DEFENCES: DurakDefects = {
  'defends-lower-in-clubs': {
    breaks: 'DRK-PL-02',
    text: 'Ranks are compared the wrong way round in clubs: instead of a take a lower club beats a club.',
    change: onMove('take', (_, state) => {
      const table = tableIn(state);
      const newest = newestOf(state.cards, table);
      if (newest?.suit !== CLUBS) return undefined;
      const lower = handOf(state.cards, state.turn).find((one) => state.cards[one]?.suit === CLUBS);
      return lower === undefined || (state.cards[lower]?.card ?? 0) > newest.card
        ? undefined
        : changeRecord(state.cards, lower, { field: -table.other.length });
    }),
  },
  'defends-behind': {
    breaks: 'DRK-PL-02',
    text: 'The second card in defence is laid one table place too far.',
    change: onMove('defence', ({ cards, record = -1 }, state) =>
      tableIn(state).own.length === 1 ? changeRecord(cards, record, { field: -3 }) : undefined,
    ),
  },
  'refuses-ace-over-king': {
    breaks: 'DRK-PL-02',
    text: 'An ace that beats a king of its suit is refused.',
    change: refusePlay('defence', (record, { cards }, table) => {
      const newest = newestOf(cards, table);
      const card = cards[record];
      return card?.card === ACE && newest?.card === ACE - 1 && card.suit === newest.suit;
    }),
  },
};

const THROWS: DurakDefects = {
  'throws-any-rank': {
    breaks: 'DRK-PL-03',
    text: 'Instead of a bito the board throws in a card of a rank that does not lie on the table.',
    change: onMove('bito', (_, state, moves) => {
      if (moves.length > 1) return undefined;
      const { cards, turn } = state;
      const ranks = tableRecords(cards).map((record) => cards[record]?.card);
      const stranger = handOf(cards, turn).find((one) => !ranks.includes(cards[one]?.card));
      return stranger === undefined
        ? undefined
        : changeRecord(cards, stranger, { field: -tableIn(state).own.length - 1 });
    }),
  },
  'throws-past-ten': {
    breaks: 'DRK-PL-03',
    text: 'The board throws in although the other’s hand and the table hold ten cards.',
    change: onMove('bito', (_, state, moves) => {
      if (moves.length > 1) return undefined;
      const { cards, turn } = state;
      const table = tableIn(state);
      const ranks = tableRecords(cards).map((record) => cards[record]?.card);
      const fits = handOf(cards, turn).find((one) => ranks.includes(cards[one]?.card));
      return fits === undefined || table.own.length > 4
        ? undefined
        : changeRecord(cards, fits, { field: -table.own.length - 1 });
    }),
  },
  'refuses-third-throw-in': {
    breaks: 'DRK-PL-03',
    text: 'The other’s fourth card of an attack is refused.',
    change: refusePlay('throw-in', (_record, _state, table) => table.own.length === 3),
  },
  'refuses-rank-of-defence': {
    breaks: 'DRK-PL-03',
    text: 'A card whose rank only the board’s own defence has brought to the table is refused.',
    change: refusePlay('throw-in', (record, { cards }, { own }) =>
      own.every((one) => cards[one]?.card !== cards[record]?.card),
    ),
  },
};

const CLEARS: DurakDefects = {
  'bito-leaves-newest': {
    breaks: 'DRK-PL-04',
    text: 'After a throw-in a bito leaves the newest pair of cards where it lies.',
    change: onMove('bito', ({ cards }, state) => {
      const { own, other } = tableIn(state);
      if (own.length < 2) return undefined;
      const left = [own.at(-1) ?? -1, other.at(-1) ?? -1];
      return restore(cards, left, state.cards);
    }),
  },
  'bito-own-only': {
    breaks: 'DRK-PL-04',
    text: 'A bito puts only the attacker’s cards out of play.',
    change: onMove('bito', ({ cards }, state) => restore(cards, tableIn(state).other, state.cards)),
  },
  'bito-unbeaten': {
    breaks: 'DRK-PL-04',
    text: 'Where five cards or more would have to be taken the defender calls bito.',
    change: onMove('take', (_, { cards }) => {
      const lying = tableRecords(cards);
      if (lying.length < 5) return undefined;
      return changeRecords(
        cards,
        new Map(lying.map((record) => [record, { property: OUT_OF_PLAY, field: 0 }])),
      );
    }),
  },
  'refuses-bito-of-three-pairs': {
    breaks: 'DRK-PL-04',
    text: 'A bito of more than two pairs is refused.',
    change: refuseMoves(
      (state, cards) => kindOf(state, cards) === 'bito' && tableRecords(state.cards).length > 4,
    ),
  },
  'take-leaves-own': {
    breaks: 'DRK-PL-05',
    text: 'A take leaves the taker’s own cards on the table.',
    change: onMove('take', ({ cards }, state) => {
      const { own } = tableIn(state);
      if (own.length === 0) return undefined;
      return restore(cards, own, state.cards);
    }),
  },
  'take-of-seven-leaves-one': {
    breaks: 'DRK-PL-05',
    text: 'A loop of six: of seven table cards or more the last ones stay when they are taken.',
    change: onMove('take', ({ cards }, state) => {
      const left = tableRecords(state.cards).slice(6);
      if (left.length === 0) return undefined;
      return restore(cards, left, state.cards);
    }),
  },
  'take-shares-place': {
    breaks: 'DRK-PL-05',
    text: 'The first card taken is put where a card of the hand stands already.',
    change: onMove('take', ({ cards }, state) => {
      const [first = -1] = tableIn(state).other;
      const [held] = handOf(state.cards, state.turn);
      if (held === undefined) return undefined;
      return changeRecord(cards, first, { field: state.cards[held]?.field ?? 1 });
    }),
  },
  'refuses-take-of-five': {
    breaks: 'DRK-PL-05',
    text: 'The other’s take of five cards or more is refused.',
    change: refuseMoves(
      (state, cards) => kindOf(state, cards) === 'take' && tableRecords(state.cards).length > 4,
    ),
  },
};

export const MOVE_DEFECTS: DurakDefects = { ...ATTACKS, ...DEFENCES, ...THROWS, ...CLEARS };

function kindOf(state: State, cards: Deck): string | undefined {
  const judged = judge(state, cards);
  return judged.legal ? judged.move.kind : undefined;
}
