/** What a board sends by itself: hello, deal, moves and answers. */
import { dealFault, started, afterMove, sameCards, winnerOf } from './game/game';
import type { DurakFirmware } from './board/firmware';
import { judge } from './game/judge';
import { type BoardPacket, type Deck, keyOf } from './wire/packet';
import type { DurakValues } from './parameters';
import { CROSSING, HELLO, ownSend, sent, watch } from './repetitions';
import { withNotes } from './state';
import type { DurakRuling, DurakRx, DurakSend, DurakState, Notes } from './state';

const GREETING = { min: 100_000, max: 10_250_000, usual: { min: 100_000, max: 10_000_000 } };
/** What is watched of a deal, and when it is due. */
const DEAL = { max: 12_000_000, due: 1_000_000 };
/** A virtual board makes its move so long after the turn has come to it. */
const THINK = { min: 50_000, max: 400_000 };
export const WATCHED_END = 7_000_000;
/** A packet that began so soon after an acknowledgement, or the move that comes in place of one, was on its way already. */
const GRACE = 250_000;
const [STARTS, APART] = [5, 100_000];
const MOST_WAITS = 16;

export class OwnPackets {
  /** Of its moves and answers. */
  private readonly think: { readonly min: number; readonly max: number };

  constructor(
    private readonly steps: DurakFirmware,
    private readonly p: DurakValues,
  ) {
    const max = Math.min(THINK.max, 250 * p.moveMs);
    this.think = { min: Math.min(THINK.min, max), max };
  }

  hello({ notes }: DurakState): DurakSend {
    return ownSend('hello', {
      queue: HELLO,
      clause: 'DRK-HS-01',
      within: { min: GREETING.min, max: GREETING.max, clause: 'DRK-HS-01' },
      usual: GREETING.usual,
      accepts: ({ type }) => type === 'hello',
      make: () => ({ type: 'hello' }),
      then: (message, state, rx) => {
        const { startedAt = notes.startedAt, waits, isTold } = state.notes;
        const wait = startedAt && {
          low: Math.max(0, rx.first.notBefore - startedAt.high),
          high: Math.max(rx.first.notBefore, rx.first.notAfter - (rx.stalled ?? 0)) - startedAt.low,
        };
        const all = isTold || wait === undefined ? waits : [...waits, wait];
        const found = differenceOf(all);
        const noted = { waits: found === undefined ? all.slice(-MOST_WAITS) : [] };
        return { ...sent('hello', message, state, rx, this.p, { notes: noted }), ...found };
      },
    });
  }

  deal(): DurakSend {
    return ownSend('deal', {
      clause: 'DRK-HS-04',
      within: { max: DEAL.max, clause: 'DRK-HS-04', limits: [{ max: DEAL.due, clause: 'DRK-HS-05' }] },
      usual: THINK,
      accepts: (packet) => packet.type === 'deck' && dealFault(packet.cards) === undefined,
      make: () => ({ type: 'deck', cards: this.steps.deal() }),
      then: (message, state, rx) => {
        const cards = cardsOf(message);
        const key = keyOf(message);
        const { deals, noEffect } = state.notes;
        const all = [...deals, key];
        const isEnough = all.length === STARTS;
        const game = { cards, trump: this.steps.trumpOf(cards), turn: 1 } as const;
        const notes = { noEffect: undefined, isTold: true, deals: isEnough ? [] : all };
        const ruling = sent('deal', message, { ...state, game }, rx, this.p, { notes });
        const keeps = ['DRK-HS-04', 'DRK-DL-01', ...clauseIn(noEffect)];
        const seen = {
          expected: 'no two deals the same',
          seen: 'a deal once more',
          isCertain: true,
        } as const;
        if (deals.includes(key)) return { ...ruling, keeps, breaks: { clause: 'DRK-DL-02', ...seen } };
        return { ...ruling, keeps: isEnough ? [...keeps, 'DRK-DL-02'] : keeps };
      },
    });
  }

  /** `preceding`: the clause of what came before the line that gave it the turn. */
  move(preceding?: string): DurakSend {
    const { moves, moveMs } = this.p;
    const isAuto = moves === 'auto';
    const own: Parameters<typeof ownSend>[1] = {
      clause: 'DRK-PL-11',
      duty: isAuto ? 'must' : 'may',
      within: isAuto ? { max: 1000 * moveMs, clause: 'DRK-PL-11' } : { max: Infinity },
      usual: isAuto ? this.think : 'pressed',
      accepts: (packet, { game }) =>
        packet.type === 'deck' && game !== undefined && judge(game, packet.cards).legal,
      make: ({ game, shown }) => {
        const cards = game && this.steps.deckOfMove({ ...game, cards: shown ?? game.cards });
        return cards && { type: 'deck', cards };
      },
      then: (message, state, rx) => this.moved(message, state, rx, preceding),
    };
    return ownSend('move', own, preceding);
  }

  private moved(message: BoardPacket, state: DurakState, rx: DurakRx, preceding?: string): DurakRuling {
    const { game, notes } = state;
    if (game === undefined) return {};
    const cards = cardsOf(message);
    const judged = judge(game, cards);
    const { noEffect, theirs, takesMoves } = notes;
    const ruling = sent(
      'move',
      message,
      { ...state, game: afterMove(game, cards), shown: undefined },
      rx,
      this.p,
      {
        notes: {
          noEffect: undefined,
          refused: undefined,
          theirs: undefined,
          takesMoves: takesMoves || theirs?.acked === false,
        },
      },
    );
    const isClearing = judged.legal && judged.move.record === undefined;
    return {
      ...ruling,
      keeps: [
        ...(judged.legal ? [judged.move.clause, 'DRK-PL-07', 'DRK-PL-08'] : []),
        ...(isClearing ? ['DRK-PL-06'] : []),
        ...clauseIn(noEffect),
        ...(preceding === undefined ? [] : [preceding]),
      ],
      sends: [
        ...(ruling.sends ?? []),
        ...(winnerOf(cards) === undefined ? [] : [watch('DRK-PL-09', WATCHED_END)]),
      ],
    };
  }

  /** Its last state, to a packet that is no legal move. `isUsual`: a good virtual board sends it. */
  answer(
    clause: string,
    { isOwed, isUsual }: { readonly isOwed: boolean; readonly isUsual: boolean },
  ): DurakSend {
    return ownSend('answer', {
      clause,
      duty: isOwed ? 'must' : 'may',
      within: { max: 1000 * this.p.moveMs, clause: 'DRK-PL-10' },
      ...(isUsual ? { usual: this.think } : {}),
      accepts: (packet, { game }) =>
        packet.type === 'deck' && game !== undefined && sameCards(packet.cards, game.cards),
      make: ({ game, shown }) => game && { type: 'deck', cards: shown ?? game.cards },
      then: (message, state, rx) => ({
        ...sent('answer', message, state, rx, this.p, { notes: { noEffect: undefined } }),
        keeps: isOwed ? [...new Set(['DRK-PL-10', clause])] : [],
      }),
    });
  }
}

/** What it may send of its own accord: what was on its way already, and anything where its state is not known. */
export function beginsOf(rx: DurakRx, state: DurakState, p: DurakValues): DurakRuling | undefined {
  const { message, first } = rx;
  if (message === undefined || message.type === 'ack') return undefined;
  const next = withNotes(state, { packets: state.notes.packets + 1, hasSent: true });
  if (!state.isKnown) return beginsUnknown(message, rx, next, p);
  const { role, own } = state;
  const { theirs, settledAt } = state.notes;
  const shows = message.type === 'deck' && theirs && sameCards(message.cards, theirs.game.cards);
  // The state before a legal move that came meanwhile refuses it.
  const isRefusal = shows === true && theirs?.acked === true && first.notBefore > theirs.at.notAfter;
  const isSettled =
    (message.type === 'hello' && role === 2) || (own?.key === keyOf(message) && own.standing !== 'waiting');
  const isOnItsWay = !isRefusal && isSettled && first.notBefore <= settledAt + GRACE;
  const isAnswerOnItsWay =
    shows === true && theirs?.answering === true && first.notBefore <= theirs.at.notAfter + CROSSING;
  return isOnItsWay || isAnswerOnItsWay ? { state: next } : undefined;
}

/** A board that deals, and makes the first move, is player 1. */
function beginsUnknown(message: BoardPacket, rx: DurakRx, state: DurakState, p: DurakValues): DurakRuling {
  const { ownDeal, infers } = state.notes;
  // Who sends a hello has no role.
  if (message.type === 'hello' && infers) return sent('hello', message, { ...state, isKnown: true }, rx, p);
  if (message.type !== 'deck') return { state };
  const { cards } = message;
  const player = { ...state, isKnown: true, role: 1 } as const;
  if (dealFault(cards) === undefined) {
    const game = started(cards);
    return infers
      ? sent('deal', message, { ...player, game }, rx, p)
      : { state: withNotes(state, { ownDeal: game }) };
  }
  if (ownDeal === undefined || !judge(ownDeal, cards).legal) return { state };
  return sent('move', message, { ...player, game: afterMove(ownDeal, cards) }, rx, p);
}

/** Undefined: it is not known yet. Where times are vague, waits that surely differ may be known, and never that they do not. */
function differenceOf(waits: Notes['waits']): DurakRuling | undefined {
  const spread = (of: Notes['waits']): number =>
    Math.max(...of.map(({ low }) => low)) - Math.min(...of.map(({ high }) => high));
  if (waits.length >= STARTS && spread(waits.slice(-STARTS)) >= APART) return { keeps: ['DRK-HS-02'] };
  const exact = waits.filter(({ low, high }) => high - low < APART / 2).slice(-STARTS);
  const [lows, highs] = [exact.map(({ low }) => low), exact.map(({ high }) => high)];
  if (exact.length < STARTS || Math.max(...highs) - Math.min(...lows) >= APART) return undefined;
  const seen = highs.map((high) => `${(high / 1000).toFixed(0)} ms`).join(', ');
  const expected = 'at least 2 of 5 waits that differ by 100 ms or more';
  return { breaks: { clause: 'DRK-HS-02', expected, seen, isCertain: true } };
}

function clauseIn(noEffect: Notes['noEffect']): readonly string[] {
  return noEffect === undefined ? [] : [noEffect.clause];
}

function cardsOf(packet: BoardPacket): Deck {
  return packet.type === 'deck' ? packet.cards : [];
}
