/**
 * The rules of the page: what each line means to a board, and what it sends then.
 *
 *     SYN …  ──▶ hello │ deck ──▶ an acknowledgement ─┬─▶ own: hello │ deal │ move │ answer ──▶ again, until it is acknowledged
 *     EOT LF ──▶ acknowledged ────────────────────────┘
 */
import type { Passage, Rulings } from '../../api/index';
import { isDeal } from './game/deal';
import type { DurakFirmware } from './board/firmware';
import { afterMove, type State } from './game/game';
import { judge } from './game/judge';
import { triggerOf } from './labels';
import {
  LineRules,
  pendingId,
  PRECEDING,
  PROMPT,
  type DurakEvent,
  type DurakRuling,
  type Line,
} from './lines';
import type { Deck } from './wire/packet';
import type { DurakValues } from './parameters';
import { AGAIN, OWN_PACKETS, remembered } from './repetitions';
import { freshState, isOver, waitingOf, withNotes, type BoardPacket, type DurakState } from './state';
import { keyOf } from './wire/wire';

interface Outcome {
  readonly ruling: DurakRuling;
  /** What the acknowledgement keeps. */
  readonly clauses: readonly string[];
}

const NOTHING: Outcome = { ruling: {}, clauses: [] };
const ACK_OF_ACK = 500_000;
const WATCHED_END = 7_000_000;
const WATCHED_ROLE = 12_000_000;

export function rulesOf(
  event: DurakEvent,
  state: DurakState,
  steps: DurakFirmware,
  p: DurakValues,
): Rulings<BoardPacket, DurakState> {
  const rules = new Rules(steps, p);
  switch (event.kind) {
    case 'reset': {
      const { notBefore, notAfter } = event.at;
      const fresh = withNotes(freshState(state), { startedAt: { low: notBefore, high: notAfter } });
      return { state: fresh, sends: [rules.own.hello(fresh)] };
    }
    case 'message':
      return event.message.type === 'ack' ? rules.acknowledged(event, state) : rules.packet(event, state);
    case 'reject':
      return rules.dropped(event, withNotes(state, { isTold: true }));
    default:
      return {};
  }
}

class Rules extends LineRules {
  /** A hello or a deck: it is acknowledged in any state. */
  packet(event: Line<'message'>, state: DurakState): DurakRuling {
    const { message, raw } = event;
    const { ruling, clauses } =
      message.type === 'deck'
        ? this.deck(event, message.cards, state)
        : state.isKnown
          ? this.hello(event, state)
          : NOTHING;
    const { state: next = state, sends = [] } = ruling;
    const trigger = triggerOf(message, state);
    const notes = {
      before: undefined,
      isTold: true,
      pending: [...next.notes.pending, { id: pendingId(state), prompt: event.last.notAfter + PROMPT }],
      lastTrigger: trigger,
    };
    const receivedKeys = remembered(state.notes.receivedKeys, keyOf(message));
    const deck = message.type === 'deck' ? { lastDeck: raw, receivedKeys } : { receivedKeys };
    // What follows then is about the line that was dropped.
    const isAfterDropped = PRECEDING[state.notes.before ?? ''] !== undefined;
    return {
      trigger,
      ...ruling,
      ...(isAfterDropped ? { isNoOp: false } : {}),
      state: withNotes(next, { ...notes, ...deck, lastAt: event.last.notAfter }),
      sends: [this.ack(event, state, clauses), ...sends],
    };
  }

  /** 04 0A has come. */
  acknowledged(event: Line<'message'>, state: DurakState): Rulings<BoardPacket, DurakState> {
    const { own, notes } = state;
    const { first, last } = event;
    const behind = PRECEDING[notes.before ?? ''];
    const next = withNotes(state, { before: undefined, isTold: true, lastTrigger: 'acknowledgement' });
    const quiet = this.quiet('DRK-LK-04', ACK_OF_ACK, 'acknowledgement', last.notAfter);
    const base = { trigger: 'acknowledgement', clause: 'DRK-LK-09', sends: [quiet] };
    const waiting = waitingOf(state);
    const stale: DurakRuling = {
      ...base,
      state: withNotes(next, { staleAt: last.notAfter }),
      isNoOp: true,
    };
    if (own === undefined || waiting === undefined) return stale;
    const done = [...notes.done, { key: own.key, at: last.notAfter }].slice(-3);
    const acked = withNotes(
      { ...next, own: { ...own, standing: 'acked' } },
      { behind, isStale: false, done, settledAt: last.notAfter },
    );
    const watch = this.own.watch(own.kind === 'hello' ? 'DRK-HS-04' : 'DRK-LK-08', WATCHED_END);
    const ruling = this.goOn(acked, own.kind);
    const taken: DurakRuling = {
      ...base,
      clause: 'DRK-LK-08',
      ...ruling,
      cancels: [AGAIN],
      keeps: own.sends > 1 ? ['DRK-LK-07'] : [],
      sends: [quiet, ...(own.kind === 'hello' ? [] : [watch]), ...(ruling.sends ?? [])],
    };
    // It came while the packet was under way: the board may have dropped it.
    return own.sends === 1 && first.notBefore < notes.sentAt ? [taken, stale] : taken;
  }

  /** Its own packet was acknowledged. */
  private goOn(state: DurakState, kind: 'hello' | 'deck'): DurakRuling {
    const { role, applied, own } = state;
    if (kind === 'hello' && role === undefined)
      return { state: { ...state, role: 1, plan: 'deal' }, sends: [this.own.deal()] };
    const told = applied && { ...applied, told: applied.told || own?.step === 'move' };
    return this.moveNext({ ...state, applied: told });
  }

  private moveNext(state: DurakState, preceding?: string): DurakRuling {
    const { game, role } = state;
    if (game === undefined || game.turn !== role || this.steps.isOver(game.cards)) return { state };
    return { state: { ...state, plan: 'move' }, sends: [this.own.move(preceding)] };
  }

  private hello({ last }: Passage, state: DurakState): Outcome {
    const { role, own, notes } = state;
    if (role !== undefined)
      return {
        ruling: { state: this.without(state, 'DRK-HS-07', 'hello') },
        clauses: isOver(state) ? ['DRK-PL-09', 'DRK-HS-07'] : ['DRK-HS-07'],
      };
    const clause = waitingOf(state) === undefined ? 'DRK-HS-03' : 'DRK-HS-06';
    const settledBy = PRECEDING[notes.before ?? ''] ?? clause;
    const next: DurakState = {
      ...state,
      role: 2,
      plan: undefined,
      own: own && { ...own, standing: 'dropped' },
    };
    return {
      ruling: {
        state: withNotes(next, { settledBy, settledAt: last.notAfter }),
        cancels: OWN_PACKETS,
        sends: [this.own.watch(settledBy, WATCHED_ROLE)],
      },
      clauses: [clause],
    };
  }

  private deck(event: Passage, cards: Deck, known: DurakState): Outcome {
    const isInferred = !known.isKnown && known.notes.infers && this.steps.isDeal(cards);
    const state: DurakState = isInferred ? { ...known, isKnown: true, role: 2 } : known;
    if (!state.isKnown) return NOTHING;
    const { role, game } = state;
    const key = keyOf({ type: 'deck', cards });
    if (role === undefined)
      return { ruling: { state: this.without(state, 'DRK-HS-07', 'deal') }, clauses: ['DRK-HS-07'] };
    if (game === undefined) {
      if (role === 1 || !this.steps.isDeal(cards))
        return { ruling: { state: this.without(state, 'DRK-HS-07', 'deal') }, clauses: ['DRK-HS-07'] };
      const begun = { cards, trump: this.steps.trumpOf(cards), turn: 1 } as const;
      return { ruling: this.apply(state, begun, key, cards), clauses: [] };
    }
    const isTheirs = !this.steps.isOver(game.cards) && game.turn !== role;
    if (this.steps.isRepeated(state, key)) return this.repeated(state, isTheirs);
    if (!isTheirs) return { ruling: {}, clauses: isOver(state) ? ['DRK-PL-09'] : [] };
    return this.steps.isLegal(game, cards)
      ? { ruling: this.theirMove(event, cards, state, game), clauses: [] }
      : { ruling: this.refuse(cards, key, state), clauses: ['DRK-PL-10'] };
  }

  /** The packet that was applied last: it is not applied again, but may be answered if its sender has acknowledged a move that followed. */
  private repeated(state: DurakState, isTheirs: boolean): Outcome {
    const mayAnswer = isTheirs && state.plan === undefined;
    const isTold = state.applied?.told === true && waitingOf(state) === undefined;
    const next = this.without(state, 'DRK-LK-14', 'deck again');
    const sends = mayAnswer ? [this.own.answer('DRK-LK-14', { isOwed: false, isUsual: isTold })] : [];
    return { ruling: { state: next, sends }, clauses: ['DRK-LK-14'] };
  }

  private theirMove({ last }: Passage, cards: Deck, state: DurakState, game: State): DurakRuling {
    const { notes, own, plan } = state;
    const judged = judge(game, cards);
    const acked = waitingOf(state) === undefined;
    const theirs = judged.legal
      ? {
          game,
          move: judged.move,
          at: last,
          acked,
          answering: plan === 'answer',
          afterRefusal: notes.refused !== undefined,
        }
      : undefined;
    const preceding = PRECEDING[notes.before ?? ''] ?? notes.noEffect?.clause;
    const next = withNotes(
      { ...state, own: own && !acked ? { ...own, standing: 'moved' } : own },
      {
        theirs,
        refused: undefined,
        noEffect:
          preceding === undefined
            ? undefined
            : { clause: preceding, trigger: notes.noEffect?.trigger ?? notes.lastTrigger },
        settledAt: acked ? notes.settledAt : last.notAfter,
      },
    );
    const ruling = this.apply(next, afterMove(game, cards), keyOf({ type: 'deck', cards }), cards, preceding);
    const watch = acked ? [] : [this.own.watch('DRK-LK-09', WATCHED_END)];
    return { ...ruling, keeps: ['DRK-PL-12'], sends: [...watch, ...(ruling.sends ?? [])] };
  }

  private apply(state: DurakState, game: State, key: string, cards: Deck, preceding?: string): DurakRuling {
    const stored = this.steps.storedCards(cards);
    const next: DurakState = {
      ...withNotes(state, { counts: state.notes.counts + 1 }),
      game,
      plan: undefined,
      applied: { key, told: false },
      shown: stored === cards ? undefined : stored,
    };
    const ruling = this.moveNext(next, preceding);
    const end = isOver(next) ? [this.own.watch('DRK-PL-09', WATCHED_END)] : [];
    return { ...ruling, cancels: OWN_PACKETS, sends: [...end, ...(ruling.sends ?? [])] };
  }

  private refuse(cards: Deck, key: string, state: DurakState): DurakRuling {
    const { plan, notes } = state;
    const effect = isDeal(cards) ? 'DRK-HS-07' : 'DRK-PL-10';
    const clause = key === notes.refused ? 'DRK-LK-14' : effect;
    const next = withNotes(this.without(state, effect, 'illegal move'), { refused: key });
    if (plan !== undefined) return { state: next };
    const isOwed = waitingOf(state) === undefined;
    return {
      state: isOwed ? { ...next, plan: 'answer' } : next,
      sends: [this.own.answer(clause, { isOwed, isUsual: isOwed })],
    };
  }
}
