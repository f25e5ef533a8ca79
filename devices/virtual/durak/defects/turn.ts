/** Defects of the answer to illegal moves, and of the turn: DRK-PL-10 to PL-12. */
import { judge, type Clause } from '../../../../protocols/durak/judge';
import type { Deck } from '../../../../protocols/durak/packet';
import { micros } from '../../../../protocols/time';
import type { DurakDefect, DurakDefects, Unacked } from '../firmware';
import { tableRecords } from '../hooks';

/** Applies illegal moves that break one of these clauses. */
function acceptIllegal(...clauses: readonly Clause[]): DurakDefect['change'] {
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
    change: () => ({ refuseDeck: () => undefined }),
  },
  'refusal-answered-late': {
    breaks: 'DRK-PL-10',
    text: 'The last state is sent only a third later than allowed.',
    change: (sound, { profile }) => ({
      thinkTime: (step, memory) =>
        step === 'answer' ? micros(1.33 * profile.move) : sound.thinkTime(step, memory),
    }),
  },
  'answer-not-repeated': {
    breaks: 'DRK-PL-10',
    text: 'The answer to an illegal move is sent once, acknowledged or not.',
    change: (sound) => ({
      repeatWait: (step: Unacked['step'], sends) =>
        step === 'answer' ? undefined : sound.repeatWait(step, sends),
    }),
  },
  'answer-shows-refused': {
    breaks: 'DRK-PL-10',
    text: 'The answer to an illegal move is that move, not the last state.',
    change: (sound) => ({
      refuseDeck: (memory, frame, now) => {
        sound.refuseDeck(memory, frame, now);
        if (memory.plan?.step === 'answer') memory.ownCards = frame.value.cards;
      },
    }),
  },
  'refusal-forfeits-turn': {
    breaks: 'DRK-PL-10',
    text: 'After an illegal move the next legal one is refused too.',
    change: (sound) => {
      let refused = false;
      return {
        refuseDeck: (memory, frame, now) => {
          refused = memory.game?.turn !== memory.role && !refused;
          sound.refuseDeck(memory, frame, now);
        },
        isLegal: (state, cards) => sound.isLegal(state, cards) && !refused,
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
    change: (sound, { profile }) => ({
      thinkTime: (step, memory) =>
        step === 'move' ? micros(1.33 * profile.move) : sound.thinkTime(step, memory),
    }),
  },
  'moves-late-in-defence': {
    breaks: 'DRK-PL-11',
    text: 'Against three cards and more on the table the board thinks a third longer than it may.',
    change: (sound, { profile }) => ({
      thinkTime: (step, memory) =>
        step === 'move' && tableRecords(memory.ownCards).length > 2
          ? micros(1.33 * profile.move)
          : sound.thinkTime(step, memory),
    }),
  },
  'stuck-after-their-take': {
    breaks: 'DRK-PL-11',
    text: 'After the other has taken the board waits for the other’s attack.',
    change: (sound) => ({
      applyDeck: (memory, frame, game, now) => {
        const judged = memory.game === undefined ? undefined : judge(memory.game, frame.value.cards);
        sound.applyDeck(memory, frame, game, now);
        if (judged?.legal === true && judged.move.kind === 'take') memory.plan = undefined;
      },
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
      handleAck: (memory, now) => {
        const { unacked, game, role } = memory;
        if (unacked?.step === 'answer' && game !== undefined && role !== undefined)
          if (tableRecords(game.cards).length === 0) memory.game = { ...game, turn: role };
        sound.handleAck(memory, now);
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
function moveAgainWhen(again: (before: Deck, after: Deck) => boolean): DurakDefect['change'] {
  return (sound) => ({
    packetOf: (memory, step) => {
      const { ownCards, game } = memory;
      const bytes = sound.packetOf(memory, step);
      const now = memory.game;
      if (step === 'move' && game !== undefined && now !== undefined && again(ownCards, memory.ownCards))
        memory.game = { ...now, turn: game.turn };
      return bytes;
    },
  });
}
