/** A fault of a board's own packets in words, for people, and as a class of faults, for fuzzing. */
import type { ConversationFault, Send } from '../../api/index';
import { dealFault, isDeal } from './game/deal';
import { sameCards } from './game/game';
import { judge } from './game/judge';
import type { Deck } from './wire/packet';
import { waitingOf, type BoardPacket, type DurakState } from './state';
import { keyOf } from './wire/wire';

/** What was due, and what came. */
export interface FaultWords {
  readonly expected: string;
  readonly seen: string;
}

/** A wrong trump, or a wrong turn, shows in many ways: such faults are one class. */
const AS_ONE: ReadonlySet<string> = new Set(['DRK-PL-08', 'DRK-PL-12']);

/** `clause`: the one that it breaks, whatever came before. */
export function wordsOf(
  { kind, rx }: ConversationFault<BoardPacket>,
  state: DurakState,
  send: Send<BoardPacket, DurakState> | undefined,
  clause: string,
): FaultWords {
  const message = rx?.message;
  if (kind === 'silence' || message === undefined) {
    const { within } = send ?? {};
    const title = send?.clause === 'DRK-LK-07' ? 'the same packet again' : (send?.title ?? 'its next packet');
    const limit = within === undefined ? '' : ` within ${within.max / 1000} ms`;
    return { expected: `${title}${limit}`, seen: 'nothing' };
  }
  const { own, notes } = state;
  const { theirs, takesMoves } = notes;
  const isRefusal =
    message.type === 'deck' && theirs !== undefined && sameCards(message.cards, theirs.game.cards);
  if (isRefusal && (theirs.acked || takesMoves))
    return { expected: 'the legal move applied', seen: 'the state before it, as if it were illegal' };
  if (own?.key === keyOf(message) || notes.done.some(({ key }) => key === keyOf(message)))
    return { expected: 'not sent again', seen: `the same ${message.type} once more` };
  if (waitingOf(state) !== undefined)
    return { expected: 'the same packet again', seen: `another ${message.type}` };
  if (message.type !== 'deck') return { expected: `no ${message.type}`, seen: `a ${message.type}` };
  return wordsOfDeck(message.cards, state, send?.title ?? '', clause);
}

function wordsOfDeck(cards: Deck, { game }: DurakState, due: string, clause: string): FaultWords {
  if (game === undefined) {
    const fault = dealFault(cards);
    if (due === 'deal' && fault !== undefined)
      return { expected: '6 cards a hand in fields 1..6, one trump card, 23 free cards', seen: fault };
    return { expected: 'no new deck packet', seen: isDeal(cards) ? 'a deal' : 'another deck' };
  }
  if (due === 'move' && clause === 'DRK-PL-12')
    return {
      expected: 'a legal move',
      seen: "a move out of turn, as if the other board's had not been made",
    };
  const judged = judge(game, cards);
  if (due === 'move' && !judged.legal) return { expected: 'a legal move', seen: judged.reason };
  const seen = sameCards(cards, game.cards) ? 'its last state, unasked' : 'another deck';
  return { expected: due === 'answer' ? 'its last state' : 'no new deck packet', seen };
}

/** The class of what was due. `clause`: the one that it breaks, whatever came before. */
export function dueOf(clause: string, { expected }: FaultWords): string {
  return AS_ONE.has(clause) ? clause : `${clause}: ${expected}`;
}
