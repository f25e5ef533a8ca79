/** What is known of a server, and of what was done lately. */
import type { Passage, RxMessage } from '../../api/index';
import { EMPTY, emptyCells, LINES, freshGame } from './game';
import type { Board, Game, GameState, PlayerId, Turn } from './game';
import type { Cell, ServerMessage } from './wire';

export interface TttState {
  readonly kind: Game;
  /** undefined: not known. */
  readonly table: GameState | undefined;
  /** Nobody did anything yet: the server may still end an earlier game. */
  readonly isEarlier: boolean;
  /** Players to whom an F or S is due: their connections end after it. */
  readonly untold: readonly PlayerId[];
  readonly unknown: Unknown;
  readonly notes: Notes;
}

/** What is known while the game is not. */
export class Unknown {
  /** Players who have left, and not come again. */
  readonly gone: readonly PlayerId[] = [];
  /** Connections that are open; undefined: there may be more. */
  readonly connected: readonly PlayerId[] | undefined = [];
  /** The last turn is the join of this player, and nothing before it can cause what comes now. */
  readonly soleJoin: PlayerId | undefined;
  readonly lastAt: number = -Infinity;
  /** Something came from the server: it may still be behind. */
  readonly lastRxAt: number = -Infinity;
}

/** The round before the present one. */
export interface LastRound {
  /** A round has ended, and nobody joined or left since. */
  readonly isLater: boolean;
  /** Nobody has moved since somebody joined or left. */
  readonly isFresh: boolean;
  /** The board in which it ended. */
  readonly previous: Board;
  /** The cell with which the machine opened the present round, if it did. */
  readonly opening: Cell | undefined;
  /** The board of the game that somebody has left, until a round has ended. */
  readonly left: Board;
}

/** Something that must have changed nothing, or that ended a game. What goes wrong then may be of it. */
export interface Suspect {
  readonly trigger: string;
  readonly clause: string;
  readonly write: string;
  readonly player: PlayerId | undefined;
}

/** A turn, seen by the rules. */
export interface Played {
  readonly turn: Turn;
  readonly at: Pick<Passage, 'first' | 'last'>;
  /** The link and the number of the write in which it came. */
  readonly write: string;
  /** Nothing else came with it. */
  readonly isAlone: boolean;
  /** Bytes that count for nothing came after it, in its datagram. */
  readonly hasRest: boolean;
  /** The game before it, the round before that, and what was tried since the last good move. */
  readonly before: GameState;
  readonly round: LastRound;
  readonly tried: readonly Suspect[];
  readonly isAccepted: boolean;
  /** It is a move that ends the round. */
  readonly ends: boolean;
  readonly trigger: string;
  /** The clause that is broken if its effect is missing or wrong. */
  readonly clause: string;
}

/** The last answers to turns of a kind, and how many there were. */
interface Times {
  readonly count: number;
  readonly spans: readonly Span[];
}

export interface Span {
  readonly low: number;
  readonly high: number;
}

export const NO_ROUND: LastRound = {
  isLater: false,
  isFresh: true,
  previous: EMPTY,
  opening: undefined,
  left: EMPTY,
};

/** Lines of both sides, and draws by both. */
export const ALL_ENDS = 2 * (LINES.length + 1);
/** First moves to a cell after which the machine's answers are judged. */
export const JOINS = 64;

const NO_TIMES: Times = { count: 0, spans: [] };

/** What many answers show, of the server and not of the game. */
export class Seen {
  readonly times: Readonly<Record<'join' | 'move', Times>> = { join: NO_TIMES, move: NO_TIMES };
  /** How rounds against the machine have ended so far: `0 top row`, `1 draw`. */
  readonly ends: readonly string[] = [];
  /** The machine's answers to first moves, by the cell. */
  readonly firstAnswers: Readonly<Partial<Record<Cell, readonly Cell[]>>> = {};
}

/** What only says whom a fault is charged to, and what many answers show together. */
export class Notes {
  readonly last: Played | undefined;
  readonly beforeLast: Played | undefined;
  /** The last move that must be ignored, since the last good one. */
  readonly ignoredMove: Played | undefined;
  /** Turns since the last good move, by class, that must change nothing or that ended a game. The last one may have caused a fault. */
  readonly tried: readonly Suspect[] = [];
  /** Classes of input that the server was seen to ignore. If it takes such input, it has another game. */
  readonly ignored: readonly string[] = [];
  readonly round: LastRound = NO_ROUND;
  /** The machine's answer to the last move ended the round. */
  readonly machineEnded: boolean = false;
  readonly lastRxAt: number = -Infinity;
  readonly seen: Seen = new Seen();
}

export function initialState(kind: Game): TttState {
  const table = freshGame(kind);
  return { kind, table, isEarlier: true, untold: [], unknown: new Unknown(), notes: new Notes() };
}

/** What many answers show, and what was ignored, is known of the server, and not of the game. */
export function withoutGame({ ignored, seen }: Notes): Notes {
  return { ...new Notes(), ignored, seen };
}

export function unknownState({ kind, notes, unknown, table, isEarlier }: TttState): TttState {
  const connected = isEarlier ? undefined : unknown.connected;
  const known = table === undefined ? unknown : { ...new Unknown(), connected };
  return { ...initialState(kind), table: undefined, unknown: known, notes: withoutGame(notes) };
}

/** A game that somebody has begun, or nobody. */
export function knownState({ kind, notes, unknown }: TttState, seats: readonly PlayerId[]): TttState {
  const { connected } = unknown;
  const table = { ...freshGame(kind), seats };
  const known = { ...new Unknown(), connected };
  return { ...initialState(kind), table, isEarlier: false, unknown: known, notes: withoutGame(notes) };
}

export type TttRx = RxMessage<ServerMessage>;

/** Of a game that is not known: something has come. */
export function withRx(state: TttState, { last }: TttRx): TttState {
  return { ...state, unknown: { ...state.unknown, lastRxAt: last.notAfter } };
}

/** For coverage. */
export const STATES = ['nobody', 'one waits', 'new round', 'in a round', 'one cell left'];

export function stateClassOf({ table }: TttState): string {
  if (table === undefined) return 'unknown';
  const { seats, game, board } = table;
  if (seats.length === 0) return 'nobody';
  if (game === 'ttt-pvp' && seats.length === 1) return 'one waits';
  const empty = emptyCells(board).length;
  return empty === 9 ? 'new round' : empty === 1 ? 'one cell left' : 'in a round';
}
