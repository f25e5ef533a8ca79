/**
 * The rules of the page: what each line means to a board, and what it sends then.
 *
 *     SYN …  ──▶ hello │ deck ──▶ an acknowledgement ─┬─▶ own: hello │ deal │ move │ answer ──▶ again, until it is acknowledged
 *     EOT LF ──▶ acknowledged ────────────────────────┘
 */
import type { Passage, Rulings } from '../../api/index';
import { isDeal, afterMove, winner, type State } from './game/game';
import type { DurakFirmware } from './board/firmware';
import { judge } from './game/judge';
import { triggerOf, freshState, ILLEGAL, isOver, PROMPT, waitingOf, withNotes } from './state';
import type { DurakEvent, DurakRuling, DurakSend, DurakState, Notes } from './state';
import { ackOf, dropped, pendingId, PRECEDING, quiet, type Line } from './lines';
import { OwnPackets, WATCHED_END } from './own-packets';
import { type BoardPacket, type Deck, keyOf } from './wire/packet';
import type { DurakValues } from './parameters';
import { AGAIN, OWN_PACKETS, remembered, watch } from './repetitions';

/** What a hello or a deck leads to. */
interface Outcome extends Pick<DurakRuling, 'cancels' | 'keeps'> {
  readonly state?: Omit<Partial<DurakState>, 'notes'>;
  readonly notes?: Partial<Notes>;
  readonly sends?: readonly DurakSend[];
  /** What the acknowledgement keeps. */
  readonly clauses?: readonly string[];
}

const ACK_OF_ACK = 500_000;
const WATCHED_ROLE = 12_000_000;

export function rulesOf(
  event: DurakEvent,
  state: DurakState,
  steps: DurakFirmware,
  p: DurakValues,
): Rulings<BoardPacket, DurakState> {
  switch (event.kind) {
    case 'reset': {
      const { notBefore, notAfter } = event.at;
      const fresh = withNotes(freshState(state), { startedAt: { low: notBefore, high: notAfter } });
      return { state: fresh, sends: [new OwnPackets(steps, p).hello(fresh)] };
    }
    case 'message': {
      const rules = new Rules(steps, p);
      return event.message.type === 'ack' ? rules.acknowledged(event, state) : rules.packet(event, state);
    }
    case 'reject':
      return dropped(event, state, p);
    default:
      return {};
  }
}

class Rules {
  private readonly own: OwnPackets;

  constructor(
    private readonly steps: DurakFirmware,
    private readonly p: DurakValues,
  ) {
    this.own = new OwnPackets(steps, p);
  }

  /** A hello or a deck: it is acknowledged in any state. */
  packet(event: Line<'message'>, state: DurakState): DurakRuling {
    const { message, raw, last } = event;
    const isDeck = message.type === 'deck';
    const outcome = isDeck ? this.deck(last, message.cards, state) : this.hello(last, state);
    const { state: changes, notes: noted, sends = [], clauses = [], ...ruling } = outcome;
    const trigger = triggerOf(message, state);
    const { notes } = state;
    const next: Notes = {
      ...notes,
      ...noted,
      before: undefined,
      isTold: true,
      pending: [...notes.pending, { id: pendingId(state), prompt: last.notAfter + PROMPT }],
      lastTrigger: trigger,
      lastAt: last.notAfter,
      lastDeck: isDeck ? raw : notes.lastDeck,
      receivedKeys: remembered(notes.receivedKeys, keyOf(message)),
    };
    return {
      trigger,
      ...ruling,
      // What follows then is about the line that was dropped.
      ...(PRECEDING[notes.before ?? ''] === undefined ? {} : { isNoOp: false }),
      state: { ...state, ...changes, notes: next },
      sends: [ackOf(event, state, clauses, this.p), ...sends],
    };
  }

  /** 04 0A has come. */
  acknowledged(event: Line<'message'>, state: DurakState): Rulings<BoardPacket, DurakState> {
    const { own, notes, role, applied, game } = state;
    const { first, last } = event;
    const lastTrigger = 'acknowledgement';
    const noted = { before: undefined, isTold: true, lastTrigger };
    const none = quiet('DRK-LK-04', ACK_OF_ACK, lastTrigger, last.notAfter);
    const stale: DurakRuling = {
      trigger: lastTrigger,
      clause: 'DRK-LK-09',
      sends: [none],
      state: withNotes(state, { ...noted, staleAt: last.notAfter }),
      isNoOp: true,
    };
    if (own?.standing !== 'waiting') return stale;
    const isHello = own.kind === 'hello';
    const begins = isHello && role === undefined;
    const told = applied && { ...applied, told: applied.told || own.step === 'move' };
    const moves = begins ? [] : this.nextMove(role, game);
    const next: DurakState = {
      ...state,
      own: { ...own, standing: 'acked' },
      ...(begins ? { role: 1, plan: 'deal' } : { applied: told }),
      ...(moves.length > 0 ? { plan: 'move' } : {}),
      notes: {
        ...notes,
        ...noted,
        // No SYN is in it.
        behind: PRECEDING[notes.before === 'overflow' ? 'too-long' : (notes.before ?? '')],
        isStale: false,
        done: [...notes.done, own.key].slice(-3),
        settledAt: last.notAfter,
      },
    };
    const taken: DurakRuling = {
      trigger: lastTrigger,
      clause: 'DRK-LK-08',
      state: next,
      cancels: [AGAIN],
      keeps: own.sends > 1 ? ['DRK-LK-07'] : [],
      sends: [
        none,
        ...(isHello ? [] : [watch('DRK-LK-08', WATCHED_END)]),
        ...(begins ? [this.own.deal()] : moves),
      ],
    };
    // It came while the packet was under way: the board may have dropped it.
    return own.sends === 1 && first.notBefore < notes.sentAt ? [taken, stale] : taken;
  }

  private nextMove(
    role: DurakState['role'],
    game: State | undefined,
    preceding?: string,
  ): readonly DurakSend[] {
    const isTurn = game !== undefined && game.turn === role && !this.steps.isOver(game.cards);
    return isTurn ? [this.own.move(preceding)] : [];
  }

  private hello({ notAfter }: Passage['last'], state: DurakState): Outcome {
    const { role, own, notes, isKnown } = state;
    if (!isKnown) return {};
    if (role !== undefined) {
      const clauses = isOver(state) ? ['DRK-PL-09', 'DRK-HS-07'] : ['DRK-HS-07'];
      return { notes: withoutEffect('DRK-HS-07', 'hello'), clauses };
    }
    const clause = waitingOf(state) === undefined ? 'DRK-HS-03' : 'DRK-HS-06';
    const settledBy = PRECEDING[notes.before ?? ''] ?? clause;
    return {
      state: { role: 2, plan: undefined, own: own && { ...own, standing: 'dropped' } },
      notes: { settledBy, settledAt: notAfter },
      cancels: OWN_PACKETS,
      sends: [watch(settledBy, WATCHED_ROLE)],
      clauses: [clause],
    };
  }

  private deck(last: Passage['last'], cards: Deck, known: DurakState): Outcome {
    const isInferred = !known.isKnown && known.notes.infers && this.steps.isDeal(cards);
    const state: DurakState = isInferred ? { ...known, isKnown: true, role: 2 } : known;
    if (!state.isKnown) return {};
    const { role, game } = state;
    const key = keyOf({ type: 'deck', cards });
    if (game === undefined) {
      if (role !== 2 || !this.steps.isDeal(cards))
        return { notes: withoutEffect('DRK-HS-07', 'deal'), clauses: ['DRK-HS-07'] };
      const begun = { cards, trump: this.steps.trumpOf(cards), turn: 1 } as const;
      const applied = this.apply(state, begun, key);
      return { ...applied, state: { isKnown: true, role, ...applied.state } };
    }
    const isTheirs = !this.steps.isOver(game.cards) && game.turn !== role;
    if (this.steps.isRepeated(state, key)) return this.repeated(state, isTheirs);
    if (!isTheirs)
      return isOver(state) ? { clauses: ['DRK-PL-09'] } : { notes: withoutEffect('DRK-PL-10', ILLEGAL) };
    return this.steps.isLegal(game, cards)
      ? this.theirMove(last, cards, key, state, game)
      : this.refuse(cards, key, state);
  }

  /** The packet that was applied last: it is not applied again, but may be answered if its sender has acknowledged a move that followed. */
  private repeated(state: DurakState, isTheirs: boolean): Outcome {
    const mayAnswer = isTheirs && state.plan === undefined;
    const isTold = state.applied?.told === true && waitingOf(state) === undefined;
    return {
      notes: withoutEffect('DRK-LK-14', 'deck again'),
      sends: mayAnswer ? [this.own.answer('DRK-LK-14', { isOwed: false, isUsual: isTold })] : [],
      clauses: ['DRK-LK-14'],
    };
  }

  private theirMove(
    last: Passage['last'],
    cards: Deck,
    key: string,
    state: DurakState,
    game: State,
  ): Outcome {
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
    const clause = PRECEDING[notes.before ?? ''] ?? notes.noEffect?.clause;
    const trigger = notes.noEffect?.trigger ?? notes.lastTrigger;
    const applied = this.apply(state, afterMove(game, cards), key, clause);
    return {
      ...applied,
      state: { ...applied.state, own: own && !acked ? { ...own, standing: 'moved' } : own },
      notes: {
        ...applied.notes,
        theirs,
        refused: undefined,
        noEffect: clause === undefined ? undefined : { clause, trigger },
        settledAt: acked ? notes.settledAt : last.notAfter,
      },
      keeps: ['DRK-PL-12'],
      sends: [...(acked ? [] : [watch('DRK-LK-09', WATCHED_END)]), ...(applied.sends ?? [])],
    };
  }

  private apply({ role, notes }: DurakState, game: State, key: string, preceding?: string): Outcome {
    const stored = this.steps.storedCards(game.cards);
    const moves = this.nextMove(role, game, preceding);
    return {
      state: {
        game,
        plan: moves.length > 0 ? 'move' : undefined,
        applied: { key, told: false },
        shown: stored === game.cards ? undefined : stored,
      },
      notes: { counts: notes.counts + 1 },
      cancels: OWN_PACKETS,
      sends: [...(winner(game) === undefined ? [] : [watch('DRK-PL-09', WATCHED_END)]), ...moves],
    };
  }

  private refuse(cards: Deck, key: string, state: DurakState): Outcome {
    const { plan, notes } = state;
    const effect = isDeal(cards) ? 'DRK-HS-07' : 'DRK-PL-10';
    const refused = { ...withoutEffect(effect, ILLEGAL), refused: key };
    const clauses = ['DRK-PL-10'];
    if (plan !== undefined) return { notes: refused, clauses };
    const isOwed = waitingOf(state) === undefined;
    const clause = key === notes.refused ? 'DRK-LK-14' : effect;
    return {
      state: isOwed ? { plan: 'answer' } : {},
      notes: refused,
      sends: [this.own.answer(clause, { isOwed, isUsual: isOwed })],
      clauses,
    };
  }
}

/** What follows is about a line that must change nothing. */
function withoutEffect(clause: string, trigger: string): Partial<Notes> {
  return { noEffect: { clause, trigger } };
}
