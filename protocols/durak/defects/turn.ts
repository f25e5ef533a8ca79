/** Defects of the answer to illegal moves, and of the turn: DRK-PL-10 to PL-12. */
import { judge, type Clause } from '../game/judge';
import type { Deck } from '../wire/packet';
import type { DurakSend } from '../repetitions';
import type { DurakState } from '../state';
import {
  deckOf,
  isAck,
  ms,
  onRuling,
  onSend,
  tableRecords,
  withoutSend,
  type Change,
  type DurakDefects,
  type DurakEvent,
} from './hooks';

/** Applies illegal moves that break one of these clauses. */
function acceptIllegal(...clauses: readonly Clause[]): Change {
  return (sound) => ({
    isLegal: (state, cards) => {
      if (sound.isLegal(state, cards)) return true;
      const judged = judge(state, cards);
      return !judged.legal && clauses.includes(judged.clause);
    },
  });
}

const REFUSALS: DurakDefects = {
  'refusal-unanswered': {
    breaks: 'DRK-PL-10',
    text: 'An illegal move is acknowledged and dropped; the last state is not sent.',
    change: onSend('answer', () => undefined),
  },
  'refusal-answered-late': {
    breaks: 'DRK-PL-10',
    text: 'The last state is sent only a third later than allowed.',
    change: onSend('answer', late),
  },
  'answer-not-repeated': {
    breaks: 'DRK-PL-10',
    text: 'The answer to an illegal move is sent once, acknowledged or not.',
    change: onSend('the same packet again', (send, { own }) => (own?.step === 'answer' ? undefined : send)),
  },
  'answer-shows-refused': {
    breaks: 'DRK-PL-10',
    text: 'The answer to an illegal move is that move, not the last state.',
    change: onRuling((ruling, event) => {
      const shown = deckOf(event);
      return ruling.state?.plan === 'answer' && shown !== undefined
        ? { ...ruling, state: { ...ruling.state, shown } }
        : ruling;
    }),
  },
  'refusal-forfeits-turn': {
    breaks: 'DRK-PL-10',
    text: 'After an illegal move the next legal one is refused too.',
    change: (sound, context) => {
      let refused = false;
      return {
        isLegal: (state, cards) => sound.isLegal(state, cards) && !refused,
        ...onRuling((ruling, _event, state) => {
          const isRefusal = ruling.state?.plan === 'answer' && state.plan !== 'answer';
          if (isRefusal) refused = !refused;
          return ruling;
        })(sound, context),
      };
    },
  },
  'accepts-any-attack': {
    breaks: 'DRK-PL-10',
    text: 'Place and number of an attack’s cards are not checked.',
    change: acceptIllegal('DRK-PL-01'),
  },
  'accepts-any-defence': {
    breaks: 'DRK-PL-10',
    text: 'Whether a defence beats is not checked.',
    change: acceptIllegal('DRK-PL-02', 'DRK-PL-08'),
  },
  'accepts-any-throw-in': {
    breaks: 'DRK-PL-10',
    text: 'Rank and number of cards thrown in are not checked.',
    change: acceptIllegal('DRK-PL-03'),
  },
  'accepts-any-bito': {
    breaks: 'DRK-PL-10',
    text: 'Whether all is beaten, and all goes, is not checked at a bito.',
    change: acceptIllegal('DRK-PL-04'),
  },
  'accepts-any-take': {
    breaks: 'DRK-PL-10',
    text: 'Whether there is something to take, and all of it is taken, is not checked.',
    change: acceptIllegal('DRK-PL-05'),
  },
  'accepts-any-draw': {
    breaks: 'DRK-PL-10',
    text: 'The other’s draws are not checked.',
    change: acceptIllegal('DRK-PL-06'),
  },
  'accepts-lost-card': {
    breaks: 'DRK-PL-10',
    text: 'Whether cards vanish, return or stay with their record is not checked.',
    change: acceptIllegal('DRK-PL-07'),
  },
};

const TURNS: DurakDefects = {
  'moves-late': {
    breaks: 'DRK-PL-11',
    text: 'The board thinks a third longer than it may.',
    change: onSend('move', late),
  },
  'moves-late-in-defence': {
    breaks: 'DRK-PL-11',
    text: 'Against three cards and more on the table the board thinks a third longer than it may.',
    change: onSend('move', (send, state, context) =>
      tableRecords(state.game?.cards ?? []).length > 2 ? late(send, state, context) : send,
    ),
  },
  'stuck-after-their-take': {
    breaks: 'DRK-PL-11',
    text: 'After the other has taken the board waits for the other’s attack.',
    change: onRuling((ruling, event, { game }) => {
      const cards = deckOf(event);
      const judged = game === undefined || cards === undefined ? undefined : judge(game, cards);
      return judged?.legal === true && judged.move.kind === 'take' ? withoutSend(ruling, 'move') : ruling;
    }),
  },
  'attacks-after-take': {
    breaks: 'DRK-PL-12',
    text: 'After a take of its own the board attacks at once, as if the turn were its own.',
    change: moveAgainWhen(
      (before, after) =>
        tableRecords(before).length > 0 && tableRecords(after).length === 0 && !hasMoreDead(before, after),
    ),
  },
  'attacks-after-bito': {
    breaks: 'DRK-PL-12',
    text: 'After a bito of its own the board attacks again.',
    change: moveAgainWhen(hasMoreDead),
  },
  'refusal-takes-turn': {
    breaks: 'DRK-PL-12',
    text: 'When its answer to an illegal move is acknowledged the board attacks, where the table is empty.',
    change: (sound) => ({
      rules: (event: DurakEvent, state) => {
        const { own, game, role } = state;
        const isTaken =
          isAck(event) &&
          own?.step === 'answer' &&
          own.standing === 'waiting' &&
          game !== undefined &&
          role !== undefined &&
          tableRecords(game.cards).length === 0;
        return sound.rules(event, isTaken ? { ...state, game: { ...game, turn: role } } : state);
      },
    }),
  },
};

export const TURN_DEFECTS: DurakDefects = { ...REFUSALS, ...TURNS };

/** More cards are out of play than before. */
function hasMoreDead(before: Deck, after: Deck): boolean {
  const dead = (cards: Deck) => cards.filter(({ property }) => property === -2).length;
  return dead(after) > dead(before);
}

/** Keeps the turn after some moves of its own. */
function moveAgainWhen(again: (before: Deck, after: Deck) => boolean): Change {
  return onSend('move', (send) => ({
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
  return { ...send, usual: ms(1.33 * p.moveMs) };
}
