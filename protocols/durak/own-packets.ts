/** What a board sends by itself: hello, deal, moves and answers. */
import type { ConversationRuling } from '../../api/index';
import { dealFault, started } from './game/deal';
import type { DurakFirmware } from './board/firmware';
import { afterMove, sameCards, winnerOf } from './game/game';
import { judge } from './game/judge';
import type { Deck } from './wire/packet';
import type { DurakValues } from './parameters';
import { CROSSING, HELLO, Repetitions, type DurakSend } from './repetitions';
import { withNotes, type BoardPacket, type DurakRx, type DurakState, type Notes } from './state';
import { keyOf } from './wire/wire';

type DurakRuling = ConversationRuling<BoardPacket, DurakState>;

const millis = (count: number): number => 1000 * count;
const GREETING = { min: millis(100), max: millis(10_250), usual: { min: millis(100), max: millis(10_000) } };
/** What is watched of a deal, and when it is due. */
const DEAL = { max: millis(12_000), due: millis(1000) };
/** A virtual board makes its move so long after the turn has come to it. */
const THINK = { min: millis(50), max: millis(400) };
/** A packet that began so soon after an acknowledgement, or the move that comes in place of one, was on its way already. */
const GRACE = millis(250);
const [STARTS, APART] = [5, millis(100)];
const MOST_WAITS = 16;

export class OwnPackets extends Repetitions {
  constructor(
    private readonly steps: DurakFirmware,
    p: DurakValues,
  ) {
    super(p);
  }

  hello({ notes }: DurakState): DurakSend {
    return this.send('hello', {
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
        const next = withNotes(state, { waits: found === undefined ? all.slice(-MOST_WAITS) : [] });
        return { ...this.sent('hello', message, next, rx), ...found };
      },
    });
  }

  deal(): DurakSend {
    return this.send('deal', {
      clause: 'DRK-HS-04',
      within: { max: DEAL.max, clause: 'DRK-HS-04', limits: [{ max: DEAL.due, clause: 'DRK-HS-05' }] },
      usual: THINK,
      accepts: (packet) => packet.type === 'deck' && dealFault(packet.cards) === undefined,
      make: () => ({ type: 'deck', cards: this.steps.deal() }),
      then: (message, state, rx) => {
        const cards = cardsOf(message);
        const key = keyOf(message);
        const { deals, noEffect } = state.notes;
        const isAgain = deals.includes(key);
        const all = [...deals, key];
        const begun = { cards, trump: this.steps.trumpOf(cards), turn: 1 } as const;
        const next = withNotes(
          { ...state, game: begun },
          { noEffect: undefined, isTold: true, deals: all.length === STARTS ? [] : all },
        );
        const kept = ['DRK-HS-04', 'DRK-DL-01', ...(noEffect === undefined ? [] : [noEffect.clause])];
        const ruling = this.sent('deal', message, next, rx);
        if (isAgain)
          return {
            ...ruling,
            keeps: kept,
            breaks: { clause: 'DRK-DL-02', expected: 'no two deals the same', seen: 'a deal once more' },
          };
        return { ...ruling, keeps: all.length === STARTS ? [...kept, 'DRK-DL-02'] : kept };
      },
    });
  }

  /** `preceding`: the clause of what came before the line that gave it the turn. */
  move(preceding?: string): DurakSend {
    const { moves, moveMs } = this.p;
    const isAuto = moves === 'auto';
    const most = Math.min(THINK.max, millis(moveMs) / 4);
    return this.send(
      'move',
      {
        clause: 'DRK-PL-11',
        duty: isAuto ? 'must' : 'may',
        within: isAuto ? { max: millis(moveMs), clause: 'DRK-PL-11' } : { max: Infinity },
        usual: isAuto ? { min: Math.min(THINK.min, most), max: most } : 'pressed',
        accepts: (packet, { game }) =>
          packet.type === 'deck' && game !== undefined && judge(game, packet.cards).legal,
        make: ({ game, shown }) => {
          const cards = game && this.steps.deckOfMove({ ...game, cards: shown ?? game.cards });
          return cards && { type: 'deck', cards };
        },
        then: (message, state, rx) => {
          const { game, notes } = state;
          if (game === undefined) return {};
          const cards = cardsOf(message);
          const judged = judge(game, cards);
          const { theirs, noEffect } = notes;
          const kind = judged.legal ? judged.move.kind : undefined;
          const next = withNotes(
            { ...state, game: afterMove(game, cards), shown: undefined },
            {
              noEffect: undefined,
              refused: undefined,
              theirs: undefined,
              takesMoves: notes.takesMoves || theirs?.acked === false,
            },
          );
          const ruling = this.sent('move', message, next, rx);
          const isEnd = winnerOf(cards) !== undefined;
          return {
            ...ruling,
            keeps: [
              ...(judged.legal ? [judged.move.clause, 'DRK-PL-07', 'DRK-PL-08'] : []),
              ...(kind === 'bito' || kind === 'take' ? ['DRK-PL-06'] : []),
              ...(noEffect === undefined ? [] : [noEffect.clause]),
              ...(preceding === undefined ? [] : [preceding]),
            ],
            sends: [...(ruling.sends ?? []), ...(isEnd ? [this.watch('DRK-PL-09', millis(7000))] : [])],
          };
        },
      },
      preceding,
    );
  }

  /** Its last state, to a packet that is no legal move. `isUsual`: a good virtual board sends it. */
  answer(
    clause: string,
    { isOwed, isUsual }: { readonly isOwed: boolean; readonly isUsual: boolean },
  ): DurakSend {
    const most = Math.min(THINK.max, millis(this.p.moveMs) / 4);
    return this.send('answer', {
      clause,
      duty: isOwed ? 'must' : 'may',
      within: { max: millis(this.p.moveMs), clause: 'DRK-PL-10' },
      ...(isUsual ? { usual: { min: Math.min(THINK.min, most), max: most } } : {}),
      accepts: (packet, { game }) =>
        packet.type === 'deck' && game !== undefined && sameCards(packet.cards, game.cards),
      make: ({ game, shown }) => game && { type: 'deck', cards: shown ?? game.cards },
      then: (message, state, rx) => ({
        ...this.sent('answer', message, withNotes(state, { noEffect: undefined }), rx),
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
  if (!state.isKnown) return unknown(rx, next, p);
  const { role, notes, own: last } = state;
  const { theirs } = notes;
  // The state before a legal move that came meanwhile refuses it.
  const isRefusal =
    message.type === 'deck' &&
    theirs?.acked === true &&
    first.notBefore > theirs.at.notAfter &&
    sameCards(message.cards, theirs.game.cards);
  const isOnItsWay = !isRefusal && first.notBefore <= notes.settledAt + GRACE;
  if (message.type === 'hello' && role === 2 && isOnItsWay) return { state: next };
  if (last?.key === keyOf(message) && last.standing !== 'waiting' && isOnItsWay) return { state: next };
  const isAnswerOnItsWay =
    message.type === 'deck' &&
    theirs?.answering === true &&
    first.notBefore <= theirs.at.notAfter + CROSSING &&
    sameCards(message.cards, theirs.game.cards);
  return isAnswerOnItsWay ? { state: next } : undefined;
}

/** A board that deals, and makes the first move, is player 1. */
function unknown(rx: DurakRx, state: DurakState, p: DurakValues): DurakRuling {
  const { message, first } = rx;
  const { ownDeal, infers } = state.notes;
  // Who sends a hello has no role.
  if (message?.type === 'hello' && infers)
    return new Repetitions(p).sent('hello', message, { ...state, isKnown: true }, rx);
  if (message?.type !== 'deck') return { state };
  const { cards } = message;
  const noted = withNotes(state, { lastDeckAt: first.notBefore });
  if (dealFault(cards) === undefined) {
    const dealt = started(cards);
    if (!infers) return { state: withNotes(noted, { ownDeal: dealt }) };
    return new Repetitions(p).sent('deal', message, { ...noted, isKnown: true, role: 1, game: dealt }, rx);
  }
  if (ownDeal === undefined || !judge(ownDeal, cards).legal) return { state: noted };
  const known: DurakState = { ...noted, isKnown: true, role: 1, game: afterMove(ownDeal, cards) };
  return new Repetitions(p).sent('move', message, known, rx);
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
  return { breaks: { clause: 'DRK-HS-02', expected, seen } };
}

function cardsOf(packet: BoardPacket): Deck {
  return packet.type === 'deck' ? packet.cards : [];
}
