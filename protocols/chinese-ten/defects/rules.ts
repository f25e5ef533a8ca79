/** Defects of the deal, the play and the scores: CT-DL, CT-PL and CT-SC. */
import { canCapture, isRed, sorted, type Card } from '../cards';
import { playerOf, type Position } from '../rules';
import { onSentence, onStep } from './hooks';
import type { Change, Changes } from './hooks';

/** With 12 cards in the stock, the screen shows the card that was turned before. */
const showAgain: Change = () => {
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
};

function isFace(card: Card): boolean {
  return card.rank > 10;
}

/** A special deal of `count` open cards is played like any other: nobody takes them. */
function ignoreSpecialDeal(count: 3 | 4): Change {
  return onStep('deal', (dealt, pack) => {
    const { special, hands } = dealt;
    return special?.count === count && special.taker !== undefined
      ? { ...dealt, special: undefined, layout: sorted(pack.slice(24, 28)), captured: hands.map(() => []) }
      : dealt;
  });
}

/** They show only in games with a special deal. */
export const SPECIAL_CHANGES: Changes = {
  'four-stay-open': ignoreSpecialDeal(4),
  'three-stay-open': ignoreSpecialDeal(3),
  'three-to-next-player': onStep('deal', (dealt) => {
    const { special, captured } = dealt;
    return special?.count === 3 && special.taker !== undefined
      ? { ...dealt, captured: captured.map((_, i) => captured.at(i - 1) ?? []) }
      : dealt;
  }),
  'fourth-laid-down': (sound) => ({
    advance: (position, move) => {
      const { special } = position;
      return { ...sound.advance({ ...position, special: undefined }, move), special };
    },
  }),
  'fourth-takes-one': onStep('moves', (moves) =>
    moves.map(({ card, taken }) => ({ card, taken: taken.slice(0, 1) })),
  ),
};

function withoutLast({ hands, ...position }: Position): Position {
  const player = playerOf({ hands, ...position });
  return { ...position, hands: hands.map((hand, i) => (i === player ? hand.slice(0, -1) : hand)) };
}

function layDownWrongChoice(where: Position['phase']): Change {
  return onStep(
    'chosen',
    (move, { phase }, card) => move ?? (phase === where ? { card, taken: [] } : undefined),
  );
}

export const RULE_CHANGES: Changes = {
  'three-lie-open': onStep('deal', ({ layout, stock, ...dealt }) => ({
    ...dealt,
    layout: layout.slice(0, -1),
    stock: [...stock, ...layout.slice(-1)],
  })),
  'turned-card-shown-again': showAgain,
  'stock-count-stands': onSentence(/\d+(?= cards remaining)/, (count) =>
    Number(count) <= 10 ? String(Number(count) + 1) : count,
  ),
  'faces-capture-faces': () => ({
    fits: (card, other) => (isFace(card) && isFace(other)) || canCapture(card, other),
  }),
  'five-captures-no-five': () => ({ fits: (card, other) => card.rank !== 5 && canCapture(card, other) }),
  'kings-capture-by-colour': () => ({
    fits: (card, other) => canCapture(card, other) && (card.rank !== 13 || isRed(card) === isRed(other)),
  }),
  'fourth-option-unlisted': onSentence(
    /(?<=(?:You can use your card .*\r\n){3})(?:You can .*\r\n)+/,
    () => '',
  ),
  'wrong-choice-lays-down': layDownWrongChoice('hand'),
  'last-hand-card-overlooked': (sound) => ({
    moves: (position) => {
      if (position.phase !== 'hand') return sound.moves(position);
      const found = sound.moves(withoutLast(position)).filter(({ taken }) => taken.length > 0);
      const hand = position.hands[playerOf(position)] ?? [];
      return found.length > 0 ? found : hand.map((card) => ({ card, taken: [] }));
    },
  }),
  'wrong-turned-choice-lays-down': layDownWrongChoice('turned'),
  'turned-card-laid-on-large-table': onStep('moves', (moves, { phase, layout }) =>
    phase === 'turned' && layout.length > 5
      ? moves.slice(0, 1).map(({ card }) => ({ card, taken: [] }))
      : moves,
  ),
  'ends-a-turn-early': onStep('advance', (next) => (next.turn === 23 ? { ...next, phase: 'over' } : next)),
  'last-table-card-lost': onStep('advance', (next, { captured }) =>
    next.phase === 'over' ? { ...next, captured } : next,
  ),
  'points-kept': (sound) => {
    let [totals, last]: readonly [number[], number[]] = [[], []];
    return {
      deal: (pack, players) => {
        [totals, last] = [[], totals];
        return sound.deal(pack, players);
      },
      points: (cards, players) => {
        const points = sound.points(cards, players) + (last[totals.length] ?? 0);
        totals.push(points);
        return points;
      },
    };
  },
  'red-nines-count-nine': onStep(
    'points',
    (points, cards) => points - cards.filter((card) => card.rank === 9 && isRed(card)).length,
  ),
  'spade-ace-counts-from-four': onStep('points', (points, cards, players) =>
    players === 3 && cards.some(({ name }) => name === '♠A') ? points - 30 : points,
  ),
  'club-ace-counts-thirty': onStep('points', (points, cards, players) =>
    players === 4 && cards.some(({ name }) => name === '♣A') ? points - 10 : points,
  ),
  'tie-score-of-two': onStep('tie', (tie, players) => (players === 3 ? 105 : tie)),
  'difference-unsigned': onSentence(/\| -(?= *\d+ point\(s\))/g, () => '| +'),
};
