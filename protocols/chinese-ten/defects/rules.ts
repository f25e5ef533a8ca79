/** Defects of the deal, the play and the scores: CT-DL, CT-PL and CT-SC. */
import { canCapture, isRed, sorted, type Card } from '../cards';
import { advance, movesOf, type CaptureRule } from '../rules';
import { onPrint, type Change, type TenDefects } from './hooks';

/** Another rule of captures, at the prompts too. */
function onCapture(fits: CaptureRule): Change {
  return () => ({
    moves: (position) => movesOf(position, fits),
    capture: (card, taken) => (fits(card, taken) ? { kind: 'capture', card, taken } : undefined),
    take: (card, taken) => (fits(card, taken) ? { kind: 'take', taken: [taken] } : undefined),
  });
}

const DEALING: TenDefects = {
  'three-lie-open': {
    breaks: 'CT-DL-01',
    text: 'Three cards lie open, the fourth stays on the stock.',
    change: (sound) => ({
      deal: (pack, players) => {
        const position = sound.deal(pack, players);
        const [last] = position.layout.slice(-1);
        return last === undefined
          ? position
          : { ...position, layout: position.layout.slice(0, -1), stock: [...position.stock, last] };
      },
    }),
  },
  'turned-card-shown-again': {
    breaks: 'CT-DL-02',
    text: 'With 12 cards in the stock, the screen shows the card that was turned before instead of the turned one.',
    change: () => {
      let last = '';
      let again = false;
      return {
        print: (text) => {
          const left = /\((\d+) cards remaining\)/.exec(text)?.[1];
          if (left !== undefined) again = left === '12';
          const card = /The flipped card is: (.*)\r/.exec(text)?.[1];
          if (card === undefined) return text;
          const shown = again ? text.replace(card, last) : text;
          last = card;
          return shown;
        },
      };
    },
  },
  'stock-count-stands': {
    breaks: 'CT-DL-02',
    text: 'From ten cards down, the shown count of the stock is one too high.',
    change: onPrint((text) =>
      text.replace(/\((\d+) cards remaining\)/, (line, count: string) =>
        Number(count) <= 10 ? `(${Number(count) + 1} cards remaining)` : line,
      ),
    ),
  },
};

function isFace(card: Card): boolean {
  return card.rank > 10;
}

const FITTING: TenDefects = {
  'faces-capture-faces': {
    breaks: 'CT-PL-01',
    text: 'J, Q and K capture one another.',
    change: onCapture((card, other) => (isFace(card) && isFace(other)) || canCapture(card, other)),
  },
  'five-captures-no-five': {
    breaks: 'CT-PL-01',
    text: 'Two fives do not capture each other.',
    change: onCapture((card, other) => card.rank !== 5 && canCapture(card, other)),
  },
  'kings-capture-by-colour': {
    breaks: 'CT-PL-01',
    text: 'A king captures the king of its colour alone.',
    change: onCapture(
      (card, other) => canCapture(card, other) && (card.rank !== 13 || isRed(card) === isRed(other)),
    ),
  },
  'fourth-option-unlisted': {
    breaks: 'CT-PL-01',
    text: 'Of the possible captures at most three are listed.',
    change: onPrint((text) => {
      let listed = 0;
      return text.replace(/You can use your card .*\r\n/g, (line) => (++listed > 3 ? '' : line));
    }),
  },
};

/** The program finds captures only with the hand cards that `seen` returns. */
function onHand(seen: (hand: readonly Card[]) => readonly Card[]): Change {
  return (sound) => ({
    moves: (position) => {
      const player = position.turn % position.players;
      if (position.phase !== 'hand') return sound.moves(position);
      const hand = position.hands[player] ?? [];
      const captures = sound.moves(position).filter((move) => move.kind === 'capture');
      const found = captures.filter((move) => move.kind === 'capture' && seen(hand).includes(move.card));
      return found.length > 0 ? found : hand.map((card) => ({ kind: 'discard', card }));
    },
  });
}

const PLAYING: TenDefects = {
  'wrong-choice-lays-down': {
    breaks: 'CT-PL-02',
    text: 'A choice of two cards that make no capture is accepted: the card is laid down.',
    change: (sound) => ({
      capture: (card, taken) => sound.capture(card, taken) ?? { kind: 'discard', card },
    }),
  },
  'last-hand-card-overlooked': {
    breaks: 'CT-PL-02',
    text: 'The last card of a hand is not tried for captures.',
    change: onHand((hand) => hand.slice(0, -1)),
  },
  'wrong-turned-choice-lays-down': {
    breaks: 'CT-PL-03',
    text: 'A choice that the turned card cannot capture is accepted: the card is laid down.',
    change: (sound) => ({
      take: (card, taken) => sound.take(card, taken) ?? { kind: 'lay' },
    }),
  },
  'turned-card-laid-on-large-table': {
    breaks: 'CT-PL-03',
    text: 'With more than five cards on the table the turned card is laid down, whatever it could capture.',
    change: (sound) => ({
      moves: (position) =>
        position.phase === 'turned' && position.layout.length > 5 ? [{ kind: 'lay' }] : sound.moves(position),
    }),
  },
  'ends-a-turn-early': {
    breaks: 'CT-PL-04',
    text: 'The game ends after 23 turns.',
    change: (sound) => ({
      advance: (position, move) => {
        const next = sound.advance(position, move);
        return next.turn === 23 ? { ...next, phase: 'over' } : next;
      },
    }),
  },
  'last-table-card-lost': {
    breaks: 'CT-PL-04',
    text: 'The last capture of the game is not added to the captured cards.',
    change: (sound) => ({
      advance: (position, move) => {
        const next = sound.advance(position, move);
        return next.phase === 'over' ? { ...next, captured: position.captured } : next;
      },
    }),
  },
};

/** A special deal of `count` open cards is played like any other: nobody takes them. */
function ignoreSpecialDeal(count: 3 | 4): Change {
  return (sound) => ({
    deal: (pack, players) => {
      const position = sound.deal(pack, players);
      return position.special?.count === count && position.special.taker !== undefined
        ? {
            ...position,
            special: undefined,
            layout: sorted(pack.slice(24, 28)),
            captured: position.hands.map(() => []),
          }
        : position;
    },
  });
}

/** They show only in games with a special deal. */
export const SPECIAL_DEFECTS: TenDefects = {
  'four-stay-open': {
    breaks: 'CT-PL-04',
    text: 'All four cards of a rank on the first table stay there.',
    change: ignoreSpecialDeal(4),
  },
  'three-stay-open': {
    breaks: 'CT-PL-04',
    text: 'Three cards of a rank on the first table stay there, whoever holds the fourth.',
    change: ignoreSpecialDeal(3),
  },
  'three-to-next-player': {
    breaks: 'CT-PL-04',
    text: 'Three cards of a rank on the first table go to the player after the holder of the fourth.',
    change: (sound) => ({
      deal: (pack, players) => {
        const position = sound.deal(pack, players);
        const { special, captured } = position;
        if (special?.count !== 3 || special.taker === undefined) return position;
        const last = captured.length - 1;
        return { ...position, captured: captured.map((_, i) => captured[i === 0 ? last : i - 1] ?? []) };
      },
    }),
  },
  'fourth-laid-down': {
    breaks: 'CT-PL-04',
    text: 'The fourth card, when its holder plays it, is laid on the table.',
    change: () => ({
      advance: (position, move) => {
        const next = advance({ ...position, special: undefined }, move);
        return { ...next, special: position.special };
      },
    }),
  },
  'fourth-takes-one': {
    breaks: 'CT-PL-04',
    text: 'The fourth card, when it is turned, takes one of the three.',
    change: (sound) => ({
      moves: (position) =>
        sound
          .moves(position)
          .map((move) =>
            move.kind === 'take' && move.taken.length > 1
              ? { kind: 'take', taken: move.taken.slice(0, 1) }
              : move,
          ),
    }),
  },
};

const SCORES: TenDefects = {
  'red-nines-count-nine': {
    breaks: 'CT-SC-01',
    text: 'A red 9 counts nine points.',
    change: (sound) => ({
      points: (cards, players) =>
        sound.points(cards, players) - cards.filter((card) => card.rank === 9 && isRed(card)).length,
    }),
  },
  'spade-ace-counts-from-four': {
    breaks: 'CT-SC-01',
    text: 'The ♠A counts nothing with three players.',
    change: (sound) => ({
      points: (cards, players) =>
        sound.points(cards, players) - (players === 3 && cards.some(({ id }) => id === 3) ? 30 : 0),
    }),
  },
  'club-ace-counts-thirty': {
    breaks: 'CT-SC-01',
    text: 'The ♣A counts 30 with four players.',
    change: (sound) => ({
      points: (cards, players) =>
        sound.points(cards, players) - (players === 4 && cards.some(({ id }) => id === 0) ? 10 : 0),
    }),
  },
  'tie-score-of-two': {
    breaks: 'CT-SC-01',
    text: 'The tie score is 105 with three players too.',
    change: (sound) => ({ tie: (players) => (players === 3 ? 105 : sound.tie(players)) }),
  },
  'difference-unsigned': {
    breaks: 'CT-SC-01',
    text: 'A score below the tie score is shown with a plus sign.',
    change: onPrint((text) => text.replace(/\| -( *\d+ point\(s\))/g, '| +$1')),
  },
};

export const RULE_DEFECTS: TenDefects = { ...DEALING, ...FITTING, ...PLAYING, ...SCORES };
