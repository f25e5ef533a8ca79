/**
 * The rules of the page: what each turn of a player does to the game, and what is due to whom.
 *
 *     connection, J ──▶ join ─┐                        ┌─▶ P, W or F to the player, W to one who stays
 *     digit ──────────▶ move ─┼─▶ play(game) ──▶ reply ┼─▶ a cell to the opponent, or of the machine's choice
 *     end, Q ─────────▶ leave ┘                        └─▶ after F and S the connection ends
 *
 * Where the order of turns is not known, or bytes were lost, the game is not. It is known again when everybody has left, and when a
 * player who joins is told to be alone.
 */
import { micros } from '../../api/index';
import type { ConversationBoardEvent, ConversationRuling, LinkEnd, Send } from '../../api/index';
import { emptyCells, type PlayerId, type Turn, type TttValues } from './game';
import { chargeDue, type Due } from './blame';
import type { Say, TttFirmware } from './firmware';
import { byteOf, LINKS, type PlayerMessage, type ServerMessage } from './wire';
import { afterTurn, delivered, isMoreNoise, playedOf } from './notes';
import { initialState, knownState, withoutGame, withRx } from './state';
import type { Played, TttRx, TttState } from './state';

export type { Game } from './game';

type TttEvent = ConversationBoardEvent<PlayerMessage>;
type PlayerEvent = Exclude<TttEvent, { kind: 'reset' | 'expired' | 'shown' }>;
export type TttRuling = ConversationRuling<ServerMessage, TttState>;
type TttSend = Send<ServerMessage, TttState>;

/** How late an answer may be is a clause of its own (TTT-TM-01). */
const LEAST_TIMEOUT = 3_000_000;
/** Times of a journal are whole microseconds. */
const ROUNDING = 1000;
const NOWHEN = { notBefore: micros(0), notAfter: micros(0) };

export function rulesOf(event: TttEvent, state: TttState, steps: TttFirmware, p: TttValues): TttRuling {
  if (event.kind === 'expired') return {};
  const rules = new Rules(steps, p);
  if (event.kind === 'reset') return rules.shutDown(state, event.isRead);
  // A socket that is opened again has another source port: the player of the one before hears nothing more.
  if (event.kind === 'opened' && event.carrier === 'udp') return { state: withGhost(state, event.link) };
  if (event.kind === 'shown') return {};
  return rules.turn(event, state);
}

class Rules {
  private readonly timeout: number;
  private readonly settle: number;

  constructor(
    private readonly steps: TttFirmware,
    private readonly p: TttValues,
  ) {
    this.timeout = Math.max(LEAST_TIMEOUT, 10_000 * p.responseMs);
    this.settle = 1000 * p.settleMs - ROUNDING;
  }

  turn(event: PlayerEvent, before: TttState): TttRuling {
    const turn = turnOf(event);
    const seen = withConnection(before, event);
    const state = this.isEmptied(seen, event) ? knownState(seen, []) : seen;
    if (state.table === undefined) return this.unknown(turn, event, state);
    const reply = this.steps.play(state.table, turn);
    const played = playedOf(state, turn, reply, event);
    const isQuiet = reply.says.length === 0 && state.untold.length === 0;
    if (isQuiet && isMoreNoise(state, reply.game, played))
      return { trigger: reply.trigger, clause: played.clause };
    const { link } = event;
    const isChange = event.kind === 'opened' || event.kind === 'closed';
    const mayLose = this.steps.binding === 'tcp' && !isChange && state.untold.includes(link);
    const untold = isChange || mayLose ? state.untold.filter((one) => one !== link) : state.untold;
    const next: TttState = {
      ...state,
      table: reply.game,
      isEarlier: false,
      untold: [...untold, ...reply.closes],
      notes: afterTurn(state.notes, played),
    };
    const { trigger } = reply;
    // Who is refused, and goes on sending, may lose the F with the connection.
    if (mayLose)
      return {
        trigger,
        state: next,
        cancels: [link],
        sends: [this.send({ to: link, message: { type: 'full' } }, played, 'may')],
        ends: [this.end(link, played, 'may')],
      };
    return { trigger, clause: played.clause, state: next, ...this.due(reply.says, reply.closes, played) };
  }

  /** The game is shut down, and a fresh one begins. */
  shutDown(state: TttState, isRead: boolean): TttRuling {
    const { table, kind, unknown, notes } = state;
    const fresh = { ...initialState(kind), unknown, notes: withoutGame(notes) };
    if (table === undefined) return { state: fresh };
    const turn: Turn = { kind: 'shutdown' };
    const reply = this.steps.play(table, turn);
    const played = playedOf(state, turn, reply, { link: '', first: NOWHEN, last: NOWHEN });
    return {
      trigger: reply.trigger,
      state: {
        ...fresh,
        table: reply.game,
        isEarlier: false,
        untold: reply.closes,
        notes: afterTurn(fresh.notes, played),
      },
      ...this.due(reply.says, reply.closes, played, isRead ? 'must' : 'may'),
      isWhole: true,
    };
  }

  private due(
    says: readonly Say[],
    closes: readonly PlayerId[],
    played: Played,
    duty: 'must' | 'may' = 'must',
  ): Required<Pick<TttRuling, 'sends' | 'ends'>> {
    return {
      sends: says.filter(({ to }) => !to.endsWith('#')).map((say) => this.send(say, played, duty)),
      ends: closes.map((link) => this.end(link, played, duty)),
    };
  }

  private send(say: Say, played: Played, duty: 'must' | 'may'): TttSend {
    const { to } = say;
    const isMachine = 'machine' in say;
    const label = isMachine ? 'cell' : titleOf(say.message);
    const due: Due = { to, played, ...(isMachine ? {} : { message: say.message }) };
    return {
      title: label,
      link: to,
      queue: to,
      key: `${to} ${isMachine ? label : byteOf(say.message)}`,
      clause: played.clause,
      duty,
      keeps: [],
      within: { max: this.timeout },
      ...(isMachine ? { blocks: true } : {}),
      accepts: (message, { table }) =>
        isMachine
          ? message.type === 'move' && table !== undefined && emptyCells(table.board).includes(message.cell)
          : byteOf(message) === byteOf(say.message),
      mistakes: () => duty === 'must',
      make: ({ table }) => {
        if (!isMachine) return say.message;
        const board = table?.board ?? [0, 0];
        return { type: 'move', cell: this.steps.choose(emptyCells(board), board) };
      },
      then: (message, state, rx) => delivered(state, due, message, { rx, steps: this.steps, p: this.p }),
      charge: (fault, state) => chargeDue(fault, state, due),
    };
  }

  private end(link: PlayerId, played: Played, duty: 'must' | 'may'): LinkEnd<ServerMessage, TttState> {
    return {
      link,
      queue: link,
      clause: 'TTT-05',
      duty,
      within: { max: this.timeout },
      accepts: ({ untold }) => !untold.includes(link),
      charge: () => ({ clause: 'TTT-05', then: {} }),
      // The end of a refused connection is the leave of someone not seated.
      then: (state, rx) => ({ state: played.turn.kind === 'shutdown' ? state : this.left(state, rx) }),
    };
  }

  private left(state: TttState, rx: TttRx): TttState {
    const { link: player } = rx;
    const seen = withoutConnection(state, player);
    if (seen.table === undefined) return seen;
    const turn: Turn = { kind: 'leave', player };
    const reply = this.steps.play(seen.table, turn);
    const played = playedOf(seen, turn, reply, rx);
    return { ...seen, notes: afterTurn(seen.notes, played) };
  }

  /** Everybody has left, and that has reached the server. */
  private isEmptied({ table, unknown }: TttState, { first, kind }: PlayerEvent): boolean {
    const { gone, connected, lastAt, lastRxAt } = unknown;
    if (table !== undefined || gone.length === 0) return false;
    const others = kind === 'opened' ? 1 : 0;
    const isEmpty = connected?.length === others || LINKS.every((link) => gone.includes(link));
    const isQuiet = first.notBefore - lastRxAt >= this.settle / 2;
    return isEmpty && isQuiet && first.notBefore - lastAt >= this.settle;
  }

  /** Who joins is answered, whatever the game is, if nobody else can have that seat. */
  private unknown(turn: Turn, event: PlayerEvent, state: TttState): TttRuling {
    const { link, first, last, kind } = event;
    const { gone, lastAt } = state.unknown;
    const isJoin = turn.kind === 'join';
    const isSole = isJoin && first.notBefore - lastAt >= this.settle;
    const rest = gone.filter((one) => one !== link);
    const next: TttState = {
      ...state,
      unknown: {
        ...state.unknown,
        // Who leaves in the middle of other input comes again, as like as not.
        gone: turn.kind === 'leave' && isByItself(event) ? [...rest, link] : isJoin ? rest : gone,
        soleJoin: isSole ? link : undefined,
        lastAt: last.notAfter,
      },
    };
    const mustAnswer = isJoin && (kind === 'opened' || gone.includes(link));
    return { trigger: turn.kind, state: next, sends: mustAnswer ? [this.anyAnswer(link)] : [] };
  }

  private anyAnswer(link: PlayerId): TttSend {
    return {
      title: 'P, W or F',
      link,
      queue: link,
      clause: 'TTT-41',
      keeps: [],
      isStateless: true,
      within: { max: this.timeout },
      accepts: () => true,
      then: (message, state, rx) => ({ state: alone(state, link, message) ?? withRx(state, rx) }),
    };
  }
}

/** A game that was not known is, by this message: who has to play, or to wait, after nothing but a join is alone at an empty board. */
function alone(state: TttState, link: PlayerId, { type }: ServerMessage): TttState | undefined {
  // The game was shut down: nobody is seated.
  if (type === 'shutdown') return knownState(state, []);
  const isAlone = type === (state.kind === 'ttt-pve' ? 'play' : 'wait') && state.unknown.soleJoin === link;
  return isAlone ? knownState(state, [link]) : undefined;
}

function isByItself(event: PlayerEvent): boolean {
  return !('raw' in event) || (event.isAlone && event.raw.length === 1);
}

function turnOf(event: PlayerEvent): Turn {
  const { link: player } = event;
  switch (event.kind) {
    case 'opened':
      return { kind: 'join', player };
    case 'closed':
      return { kind: 'leave', player };
    case 'reject':
      return event.code === 'empty'
        ? { kind: 'empty', player }
        : { kind: 'invalid', player, byte: event.raw[0] ?? 0 };
    case 'message': {
      const { message } = event;
      return message.type === 'move'
        ? { kind: 'move', player, cell: message.cell }
        : { kind: message.type, player };
    }
  }
}

function withConnection(state: TttState, { kind, link }: PlayerEvent): TttState {
  const { connected } = state.unknown;
  if (kind === 'closed') return withoutConnection(state, link);
  if (kind !== 'opened' || connected === undefined) return state;
  return { ...state, unknown: { ...state.unknown, connected: [...connected, link] } };
}

export function withoutConnection(state: TttState, link: PlayerId): TttState {
  const { connected } = state.unknown;
  if (connected?.includes(link) !== true) return state;
  const rest = connected.filter((one) => one !== link);
  return { ...state, unknown: { ...state.unknown, connected: rest } };
}

function withGhost(state: TttState, link: PlayerId): TttState {
  const { table } = state;
  if (table?.seats.includes(link) !== true) return state;
  const seats = table.seats.map((seat) => (seat === link ? `${link}#` : seat));
  return { ...state, table: { ...table, seats } };
}

function titleOf(message: ServerMessage): string {
  return message.type === 'move' ? 'cell' : String.fromCharCode(byteOf(message));
}
