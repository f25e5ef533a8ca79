/** Defects of the checks of the other's moves, of the answers to illegal ones, and of the turn: DRK-LK-02 and DRK-PL-01 to PL-12. */
import { newestOf, type Clearing, type MoveKind } from '../game/moves';
import { OUT_OF_PLAY, TRUMP, type CardRecord, type Deck } from '../wire/packet';
import { opponentOf, sameCards, tableOf, winnerOf, type State, type Table } from '../game/game';
import { judge, type Clause } from '../game/judge';
import { deadRankPlayed, stockCardPlayed } from '../recipes';
import type { DurakSend, DurakState } from '../state';
import { at, before, deckOf, isAck, onAck, onRuling, onStep, onTitled, tableIn } from './hooks';
import { unacked, withoutSend, type Change, type Changes } from './hooks';

const ACE = 8;

export const TURN_DEFECTS: Changes = {
  'refuses-attack-by-ace': refuse('attack', (card) => card.card === ACE),
  'refuses-ace-over-king': refuse('defence', (card, { cards }, table) => {
    const newest = newestOf(cards, table);
    return card.card === ACE && newest?.card === ACE - 1 && card.suit === newest.suit;
  }),
  'refuses-third-throw-in': refuse('throw-in', (_card, _state, { own }) => own.length === 3),
  'refuses-rank-of-defence': refuse('throw-in', ({ card }, { cards }, { own }) =>
    own.every((one) => cards[one]?.card !== card),
  ),
  'refuses-bito-of-three-pairs': refuseClearing('bito'),
  'refuses-take-of-five': refuseClearing('take'),
  'refuses-new-places': refusing(
    ({ cards }, after) =>
      tableOf(after, 1).lying.length === 1 &&
      cards.some(({ property, field }, i) => {
        const { property: owner, field: place = 0 } = after[i] ?? {};
        return property > TRUMP && owner === property && field > 0 && place > 0 && place !== field;
      }),
  ),
  'refuses-kept-places': refusing(
    (state, cards) =>
      kindOf(state, cards) === 'bito' &&
      cards.some(({ property, field }) => property === OUT_OF_PLAY && field !== 0),
  ),
  'trump-always-hearts': () => ({ trumpOf: () => 0 }),
  'trump-of-record-0': () => ({ trumpOf: ([first]) => first?.suit ?? 0 }),
  'trump-forgotten': refuse('defence', ({ suit }, { cards }, table) => {
    const isDrawn = cards.every(({ property }) => property !== TRUMP);
    return isDrawn && suit !== newestOf(cards, table)?.suit;
  }),
  'accepts-any-attack': acceptIllegal('DRK-PL-01'),
  'accepts-any-defence': acceptIllegal('DRK-PL-02', 'DRK-PL-08'),
  'accepts-any-throw-in': acceptIllegal('DRK-PL-03'),
  'accepts-any-bito': acceptIllegal('DRK-PL-04'),
  'accepts-any-take': acceptIllegal('DRK-PL-05'),
  'accepts-any-draw': acceptIllegal('DRK-PL-06'),
  'accepts-lost-card': acceptIllegal('DRK-PL-07'),
  'accepts-stock-card': onStep(
    'isLegal',
    (isLegal, game, cards) => isLegal || sameCards(cards, stockCardPlayed(game) ?? []),
  ),
  'accepts-dead-rank': onStep(
    'isLegal',
    (isLegal, game, cards) => isLegal || sameCards(cards, deadRankPlayed(game) ?? []),
  ),
  'accepts-out-of-turn': before((state, event) => {
    const { game, role } = state;
    const cards = deckOf(event);
    if (game === undefined || role === undefined || cards === undefined || game.turn !== role) return state;
    const early = { ...game, turn: opponentOf(role) };
    return judge(early, cards).legal ? { ...state, game: early } : state;
  }),
  'ack-late-take': onAck((ack, event, { game, role }, { ackMs }) => {
    const isTake = game !== undefined && game.turn !== role && kindOf(game, deckOf(event) ?? []) === 'take';
    return [isTake ? at(ack, 1.2 * ackMs) : ack];
  }),
  'silent-after-end': unacked((_event, { game }) => game !== undefined && winnerOf(game.cards) !== undefined),
  'refusal-unanswered': onTitled('answer', () => undefined),
  'refusal-answered-late': onTitled('answer', late),
  'answer-not-repeated': onTitled('the same packet again', (send, { own }) =>
    own?.step === 'answer' ? undefined : send,
  ),
  'refused-stops-repeat': onRuling((ruling, event, state) => {
    const isLegal = ruling.state?.own?.standing === 'moved';
    return deckOf(event) !== undefined && state.game !== undefined && !isLegal
      ? { ...ruling, cancels: [...(ruling.cancels ?? []), 'again'] }
      : ruling;
  }),
  'answer-shows-refused': onRuling((ruling, event) => {
    const { state } = ruling;
    const shown = deckOf(event);
    return state?.plan === 'answer' && shown !== undefined
      ? { ...ruling, state: { ...state, shown } }
      : ruling;
  }),
  'refusal-forfeits-turn': (sound, context) => {
    let isRefused = false;
    const noting = onRuling((ruling, _event, { plan }) => {
      if (ruling.state?.plan === 'answer' && plan !== 'answer') isRefused = !isRefused;
      return ruling;
    });
    return {
      isLegal: (state, cards) => sound.isLegal(state, cards) && !isRefused,
      ...noting(sound, context),
    };
  },
  'moves-late': onTitled('move', late),
  'moves-late-in-defence': onTitled('move', (send, state, context) =>
    tableOf(state.game?.cards ?? [], 1).lying.length > 2 ? late(send, state, context) : send,
  ),
  'stuck-after-their-take': onRuling((ruling, event, { game }) =>
    game !== undefined && kindOf(game, deckOf(event) ?? []) === 'take' ? withoutSend(ruling, 'move') : ruling,
  ),
  'attacks-after-take': moveAgainWhen((before, after) => {
    const [was, is] = [before, after].map((cards) => tableOf(cards, 1).lying.length > 0);
    return was === true && is === false && !hasMoreDead(before, after);
  }),
  'attacks-after-bito': moveAgainWhen(hasMoreDead),
  'refusal-takes-turn': before((state, event) => {
    const { own, game, role } = state;
    if (!isAck(event) || own?.step !== 'answer' || own.standing !== 'waiting') return state;
    if (game === undefined || role === undefined || tableIn(game).lying.length > 0) return state;
    return { ...state, game: { ...game, turn: role } };
  }),
};

function kindOf(state: State, cards: Deck): MoveKind | undefined {
  const judged = judge(state, cards);
  return judged.legal ? judged.move.kind : undefined;
}

function refusing(isWrong: (state: State, cards: Deck) => boolean): Change {
  return onStep('isLegal', (isLegal, state, cards) => isLegal && !isWrong(state, cards));
}

/** A legal move of the other player that plays a card is refused. */
function refuse(
  kind: 'attack' | 'defence' | 'throw-in',
  isWrong: (card: CardRecord, state: State, table: Table) => boolean,
): Change {
  return refusing((state, cards) => {
    const judged = judge(state, cards);
    const card =
      judged.legal && judged.move.kind === kind ? state.cards[judged.move.record ?? -1] : undefined;
    return card !== undefined && isWrong(card, state, tableIn(state));
  });
}

/** The other's bito or take of five cards or more is refused. */
function refuseClearing(kind: Clearing): Change {
  return refusing((state, cards) => kindOf(state, cards) === kind && tableIn(state).lying.length > 4);
}

function acceptIllegal(...clauses: readonly Clause[]): Change {
  return onStep('isLegal', (isLegal, state, cards) => {
    const judged = judge(state, cards);
    return isLegal || (!judged.legal && clauses.includes(judged.clause));
  });
}

function hasMoreDead(before: Deck, after: Deck): boolean {
  const dead = (cards: Deck): number => cards.filter(({ property }) => property === OUT_OF_PLAY).length;
  return dead(after) > dead(before);
}

/** The board keeps the turn after some moves of its own. */
function moveAgainWhen(again: (before: Deck, after: Deck) => boolean): Change {
  return onTitled('move', (send) => ({
    ...send,
    then: (message, state, rx) => {
      const ruling = send.then?.(message, state, rx) ?? {};
      const [was, is] = [state.game, ruling.state?.game];
      if (was === undefined || is === undefined || !again(was.cards, is.cards)) return ruling;
      return { ...ruling, state: { ...(ruling.state ?? state), game: { ...is, turn: was.turn } } };
    },
  }));
}

/** It takes a third longer than it may. */
function late(
  send: DurakSend,
  _state: DurakState,
  { p }: { readonly p: { readonly moveMs: number } },
): DurakSend {
  return at(send, 1.33 * p.moveMs);
}
