/**
 * Which clause a board breaks. What goes wrong after a line that must change nothing is charged to the clause of that line, until the
 * board has shown its state.
 */
import { decodeAll, type Blame, type ConversationFault } from '../../api/index';
import { dealFault, isDeal, handOf, LOSING_HAND, opponentOf, sameCards, stockOf } from './game/game';
import type { State } from './game/game';
import { isMalformed } from './wire/line';
import { judge, refusalClause } from './game/judge';
import { ILLEGAL, isOver, PROMPT, unknownState, waitingOf, withNotes } from './state';
import type { DurakSend, DurakState, Notes, TheirMove } from './state';
import { type BoardPacket, type Deck, keyOf } from './wire/packet';
import { codec } from './wire/wire';

type Fault = ConversationFault<BoardPacket>;
type DurakBlame = Blame<BoardPacket, DurakState>;

interface FaultWords {
  readonly expected: string;
  readonly seen: string;
}

/** A wrong trump, or a wrong turn, shows in many ways: such faults are one class. */
const AS_ONE: ReadonlySet<string> = new Set(['DRK-PL-08', 'DRK-PL-12']);
/** Faults that may show that a line had an effect, whatever clause is about the line. */
const SHOWS_EFFECT: ReadonlySet<string> = new Set(['DRK-LK-07', 'DRK-LK-09', 'DRK-PL-11', 'DRK-PL-12']);
/** A repetition comes no sooner. */
const REPEATED = 2_700_000;
const PLAY = 'play';
const NO_CHANGE = 'no change';
/** What a board owes by itself, and what would show that nothing is wrong. */
const QUEUES = ['hello', 'own', 'again', 'watch'];
/** What comes where nothing waits for an acknowledgement, by the line before it. */
const UNASKED: Readonly<Record<string, string>> = {
  unfinished: 'DRK-LK-11',
  'too-long': 'DRK-LK-12',
  garbage: 'DRK-LK-05',
};

/** An acknowledgement is missing: nobody knows whether the packet was applied. `pending`: the others that are due. */
export function chargeAck(
  { kind }: Fault,
  state: DurakState,
  clause: string,
  pending: Notes['pending'],
): DurakBlame {
  return {
    clause: kind === 'form' ? 'DRK-LK-01' : clause,
    trigger: 'a packet',
    isCertain: true,
    then: { state: unknownState(withNotes(state, { pending })), cancels: QUEUES },
  };
}

export function chargeUnasked(fault: Fault, state: DurakState): DurakBlame {
  const { rx } = fault;
  if (rx?.message?.type !== 'ack') return chargeOwn(fault, state);
  const { before, lastTrigger } = state.notes;
  const words = { expected: 'no acknowledgement', seen: '04 0A' };
  const clause = UNASKED[before ?? ''] ?? 'DRK-LK-01';
  return { clause, trigger: lastTrigger, ...words, isCertain: true, then: {} };
}

/** Something is wrong with the board's own packets. `preceding`: the clause of what came before the line that gave it the turn. */
export function chargeOwn(fault: Fault, state: DurakState, send?: DurakSend, preceding?: string): DurakBlame {
  const { kind, rx } = fault;
  if (kind === 'form') return chargeForm(fault, state);
  if (!state.isKnown) return undefined;
  const { notes } = state;
  const { noEffect } = notes;
  const isSilence = kind === 'silence';
  const clause = isSilence ? ofSilence(send, state, preceding) : ofPacket(fault, state, send);
  const hasEffect =
    send?.title === 'move' ||
    (!isSilence && (SHOWS_EFFECT.has(clause) || (noEffect?.trigger === ILLEGAL && clause === 'DRK-LK-08')));
  const effect = hasEffect ? noEffect : undefined;
  const charged = effect?.clause ?? clause;
  const words = wordsOf(fault, state, send, clause);
  const next = rx === undefined ? state : withNotes(state, { packets: notes.packets + 1 });
  if (notes.pending.length > 0 && (rx?.first.notBefore ?? Infinity) > notes.lastAt + PROMPT) {
    const held = notes.held ?? { clause: charged, ...words };
    return { then: { state: withNotes(unknownState(next), { held }), cancels: QUEUES } };
  }
  return {
    clause: charged,
    trigger: effect?.trigger ?? PLAY,
    due: effect === undefined ? dueOf(ruleOf(send, clause, notes.theirs), words) : NO_CHANGE,
    after: effect?.trigger ?? notes.lastTrigger,
    ...words,
    then: { state: unknownState(next), cancels: QUEUES },
  };
}

/** The clause of what is missing, whatever came before: so fuzzing can leave that out. */
function ruleOf(send: DurakSend | undefined, clause: string, theirs: TheirMove | undefined): string {
  if (theirs !== undefined && clause === refusalOf(theirs)) return refusalClause(theirs.game, theirs.move);
  return send?.clause === 'DRK-LK-07' ? send.clause : clause;
}

function dueOf(clause: string, { expected }: FaultWords): string {
  return AS_ONE.has(clause) ? clause : `${clause}: ${expected}`;
}

/** Bytes that are no packet. */
function chargeForm({ rx }: Fault, state: DurakState): DurakBlame {
  if (rx === undefined) return undefined;
  const { notes, own } = state;
  const [event] = decodeAll(codec.decoder(), rx.raw);
  const { code, message: seen } = event?.kind === 'reject' ? event.error : { code: '', message: 'no packet' };
  if (!isMalformed(code)) {
    // Text of its start is nobody's fault.
    if (!notes.hasSent && code !== 'no-ack') return { then: {} };
    const noise = { trigger: notes.lastTrigger, due: 'packets', expected: 'packets and acknowledgements' };
    return { clause: 'DRK-LK-01', ...noise, seen, isCertain: true, then: {} };
  }
  const next = { state: unknownState(withNotes(state, { packets: notes.packets + 1 })), cancels: QUEUES };
  if (!state.isKnown) return { then: next };
  const isAgain = own?.standing === 'waiting' && rx.first.notAfter - notes.sentAt >= REPEATED;
  const clause = isAgain ? 'DRK-LK-07' : 'DRK-PL-07';
  const expected = isAgain ? 'a well-formed packet of the same deck' : 'a well-formed packet';
  if (isAgain && notes.noEffect !== undefined)
    return { ...notes.noEffect, due: NO_CHANGE, expected, seen, then: next };
  const words = { due: `${clause}: ${expected}`, after: notes.lastTrigger, expected, seen };
  return { clause, trigger: PLAY, ...words, then: next };
}

function ofSilence(
  send: DurakSend | undefined,
  { own, notes, game }: DurakState,
  preceding?: string,
): string {
  const { clause = 'DRK-PL-11' } = send ?? {};
  if (clause === 'DRK-LK-07') {
    if (own?.step === 'answer') return 'DRK-PL-10';
    return notes.isStale ? 'DRK-LK-09' : notes.isDisturbed ? 'DRK-LK-06' : clause;
  }
  if (clause === 'DRK-HS-01' && notes.noEffect?.clause === 'DRK-HS-07') return 'DRK-HS-07';
  if (clause !== 'DRK-PL-11') return clause;
  return preceding ?? (game !== undefined && maySeemOver(game) ? 'DRK-PL-09' : clause);
}

/** The board may take the game for finished. */
function maySeemOver({ cards }: State): boolean {
  const hands = [handOf(cards, 1).length, handOf(cards, 2).length];
  const isShort = hands.some((size) => size === 0 || size >= LOSING_HAND - 1);
  return isShort || (stockOf(cards).length === 0 && hands.some((size) => size <= 1));
}

/** A hello or a deck that is not right. */
function ofPacket({ rx }: Fault, state: DurakState, send: DurakSend | undefined): string {
  const { role, game, own, notes } = state;
  const message = rx?.message;
  if (message === undefined || message.type === 'ack' || message.type === 'raw') return 'DRK-LK-01';
  const { theirs, behind, isStale } = notes;
  const key = keyOf(message);
  const again = ofRepetition(key, message.type, state);
  if (again !== undefined) return again;
  if (own?.standing === 'waiting') return isStale ? 'DRK-LK-09' : 'DRK-LK-07';
  if (message.type === 'hello')
    return role === 1
      ? (behind ?? 'DRK-HS-04')
      : role === 2
        ? (notes.settledBy ?? 'DRK-HS-03')
        : (send?.clause ?? 'DRK-HS-01');
  const { cards } = message;
  if (game === undefined) return ofEarlyDeck(cards, state, send);
  if (theirs?.acked === true && sameCards(cards, theirs.game.cards)) return refusalOf(theirs);
  if (isOver(state))
    return theirs !== undefined && isRefused(cards, theirs, state) ? refusalOf(theirs) : 'DRK-PL-09';
  if (send?.title === 'move') return ofMove(cards, game, theirs, send.clause);
  return send?.title === 'answer' ? (notes.noEffect?.clause ?? send.clause) : 'DRK-PL-12';
}

function ofEarlyDeck(cards: Deck, { role, notes }: DurakState, send: DurakSend | undefined): string {
  if (role === 2) return isDeal(cards) ? (notes.settledBy ?? 'DRK-HS-03') : 'DRK-PL-12';
  return send?.title === 'deal' ? 'DRK-DL-01' : (send?.clause ?? 'DRK-PL-12');
}

function ofMove(cards: Deck, game: State, theirs: TheirMove | undefined, clause: string): string {
  if (theirs !== undefined) {
    const turn = opponentOf(theirs.game.turn);
    if (judge({ ...theirs.game, turn }, cards, turn).legal) return 'DRK-PL-12';
  }
  const judged = judge(game, cards);
  return judged.legal ? clause : judged.clause;
}

/** A packet that was settled comes again. */
function ofRepetition(key: string, type: 'hello' | 'deck', state: DurakState): string | undefined {
  const { own, notes } = state;
  const { theirs } = notes;
  if (own !== undefined && own.standing !== 'waiting' && own.key === key) {
    if (own.standing === 'dropped') return 'DRK-HS-06';
    if (own.standing === 'moved')
      return notes.takesMoves && theirs?.acked === false ? refusalOf(theirs) : 'DRK-LK-09';
    if (theirs !== undefined) return undefined;
    if (type === 'hello') return notes.behind ?? 'DRK-HS-04';
    return isOver(state) ? 'DRK-PL-09' : (notes.behind ?? 'DRK-LK-08');
  }
  const isDone = notes.done.includes(key) && theirs === undefined;
  if (!isDone) return undefined;
  return type === 'hello' ? 'DRK-HS-04' : 'DRK-LK-08';
}

/** It takes the move that ends the game for an illegal one. */
function isRefused(cards: Deck, { game, acked }: TheirMove, { notes }: DurakState): boolean {
  return sameCards(cards, game.cards) && (acked || notes.takesMoves);
}

function refusalOf({ game, move, afterRefusal }: TheirMove): string {
  return afterRefusal ? 'DRK-PL-10' : refusalClause(game, move);
}

/** `clause`: the one that it breaks, whatever came before. */
function wordsOf(
  { kind, rx }: Fault,
  state: DurakState,
  send: DurakSend | undefined,
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
  const { theirs } = notes;
  if (message.type === 'deck' && theirs !== undefined && isRefused(message.cards, theirs, state))
    return { expected: 'the legal move applied', seen: 'the state before it, as if it were illegal' };
  if (own?.key === keyOf(message) || notes.done.includes(keyOf(message)))
    return { expected: 'not sent again', seen: `the same ${message.type} once more` };
  if (waitingOf(state) !== undefined)
    return { expected: 'the same packet again', seen: `another ${message.type}` };
  if (message.type !== 'deck') return { expected: `no ${message.type}`, seen: `a ${message.type}` };
  const due = send?.title ?? '';
  return {
    expected: DUE[due] ?? 'no new deck packet',
    seen: deckWords(message.cards, state.game, due, clause),
  };
}

const DUE: Readonly<Record<string, string>> = {
  deal: '6 cards a hand in fields 1..6, one trump card, 23 free cards',
  move: 'a legal move',
  answer: 'its last state',
};

function deckWords(cards: Deck, game: State | undefined, due: string, clause: string): string {
  if (game === undefined) return dealFault(cards) ?? 'a deal';
  if (due === 'move' && clause === 'DRK-PL-12')
    return "a move out of turn, as if the other board's had not been made";
  const judged = judge(game, cards);
  if (due === 'move' && !judged.legal) return judged.reason;
  return sameCards(cards, game.cards) ? 'its last state, unasked' : 'another deck';
}
