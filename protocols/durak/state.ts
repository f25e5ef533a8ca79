/** What is known of a board, and of what came lately; and the classes of both, for findings and coverage. */
import type { ConversationBoardEvent, ConversationRuling, RxMessage, Send } from '../../api/index';
import { winner, type Player, type State, isDeal, opponentOf, tableOf } from './game/game';
import type { Move } from './game/moves';
import { type BoardPacket, type Deck, type Packet, keyOf, keyOfBytes } from './wire/packet';
import { MALFORMED_CODES } from './wire/line';
import { judge } from './game/judge';

export type DurakRx = RxMessage<BoardPacket>;
export type DurakSend = Send<BoardPacket, DurakState>;
export type DurakRuling = ConversationRuling<BoardPacket, DurakState>;
export type DurakEvent = ConversationBoardEvent<Packet>;

/** The last packet of its own. */
export interface Own {
  readonly kind: 'hello' | 'deck';
  readonly key: string;
  /** waiting: for an acknowledgement. moved: a legal move came in place of one. dropped: the other's hello did. */
  readonly standing: 'waiting' | 'acked' | 'moved' | 'dropped';
  readonly step: Step;
  readonly sends: number;
}

/** What the board sends by itself. */
export type Step = 'hello' | 'deal' | 'move' | 'answer';

export interface DurakState {
  /** false: role and game are not known. */
  readonly isKnown: boolean;
  readonly role?: Player | undefined;
  readonly game?: State | undefined;
  readonly own?: Own | undefined;
  readonly plan?: Step | undefined;
  /** The packet that was applied last; `told`: a move of its own that followed was acknowledged. */
  readonly applied?: { readonly key: string; readonly told: boolean } | undefined;
  /** The cards that it shows, where they are not those of the game: a faulty board's. */
  readonly shown?: Deck | undefined;
  readonly notes: Notes;
}

/** A line that must change nothing, by this clause. */
interface NoEffect {
  readonly clause: string;
  readonly trigger: string;
}

/** The other board's last move, and the game before it. */
export interface TheirMove {
  readonly game: State;
  readonly move: Move;
  /** Its own packet had been acknowledged. */
  readonly acked: boolean;
  /** Its answer to an earlier packet may have been on its way. */
  readonly answering: boolean;
  readonly at: { readonly notBefore: number; readonly notAfter: number };
  readonly afterRefusal: boolean;
}

/** Only says which clause a fault is charged to, and what several starts show together. */
export class Notes {
  /** It has received something since its start. */
  readonly isTold: boolean = false;
  /** It has sent a packet since its start. */
  readonly hasSent: boolean = false;
  /** The code of what came directly before the next packet. */
  readonly before: string | undefined;
  readonly noEffect: NoEffect | undefined;
  /** An acknowledgement came while no packet waited. */
  readonly isStale: boolean = false;
  readonly staleAt: number = -Infinity;
  /** The end of its last packet. */
  readonly sentAt: number = -Infinity;
  /** A malformed packet came while its own waited. */
  readonly isDisturbed: boolean = false;
  /** The clause that the handshake is about. */
  readonly settledBy: string | undefined;
  readonly settledAt: number = -Infinity;
  readonly refused: string | undefined;
  readonly theirs: TheirMove | undefined;
  /** It has taken a legal move for an acknowledgement. */
  readonly takesMoves: boolean = false;
  /** Its packets that were acknowledged lately. */
  readonly done: readonly string[] = [];
  /** The clause of what came before the acknowledgement of its packet. */
  readonly behind: string | undefined;
  /** The last deck to the board, and the class of the last line. */
  readonly lastDeck: Uint8Array | undefined;
  readonly lastTrigger: string = 'reset';
  readonly lastAt: number = -Infinity;
  /** Packets whose acknowledgements are due, each with the time up to which one is prompt. */
  readonly pending: readonly { readonly id: number; readonly prompt: number }[] = [];
  /** Counts acknowledgements that have come, and all else that came. */
  readonly acks: number = 0;
  readonly packets: number = 0;
  /** Its last packets, and those that have reached it. */
  readonly sentKeys: readonly string[] = [];
  readonly receivedKeys: readonly string[] = [];
  /** Steps of the game, and how often it has sent its last state since the last one. */
  readonly counts: number = 0;
  readonly statements: number = 0;
  /** A fault that an acknowledgement will show to be one, or not. */
  readonly held: { readonly clause: string; readonly expected: string; readonly seen: string } | undefined;
  /** Over all starts: waits before hello, and deals. */
  readonly startedAt: { readonly low: number; readonly high: number } | undefined;
  readonly waits: readonly { readonly low: number; readonly high: number }[] = [];
  readonly deals: readonly string[] = [];
  /** A deal of its own before its role was known. */
  readonly ownDeal: State | undefined;
  /** Both boards are seen: the one that deals is player 1, whatever was before. */
  readonly infers: boolean = false;
}

const NOTES = new Notes();

/** While an acknowledgement stays away for so long, nobody knows whether the board has got the packet. */
export const PROMPT = 250_000;

export const INITIAL: DurakState = {
  isKnown: true,
  notes: NOTES,
};

export function freshState({ notes: { waits, deals, acks, packets } }: DurakState): DurakState {
  return { ...INITIAL, plan: 'hello', notes: { ...NOTES, waits, deals, acks, packets } };
}

/** Only acknowledgements are judged, up to the next start. */
export function unknownState({ notes }: DurakState): DurakState {
  const { waits, deals, infers, before, pending, acks, packets } = notes;
  const { lastDeck, lastTrigger, lastAt } = notes;
  const line = { before, pending, acks, packets, lastDeck, lastTrigger, lastAt };
  const kept = { ...NOTES, isTold: true, hasSent: true, waits, deals, infers, ...line };
  return { ...INITIAL, isKnown: false, notes: kept };
}

export function withNotes(state: DurakState, notes: Partial<Notes>): DurakState {
  return { ...state, notes: { ...state.notes, ...notes } };
}

export function waitingOf({ own }: DurakState): Own | undefined {
  return own?.standing === 'waiting' ? own : undefined;
}

export function isOver({ game }: DurakState): boolean {
  return game !== undefined && winner(game) !== undefined;
}

const LINES: Readonly<Record<string, string>> = {
  garbage: 'garbage',
  interrupted: 'line cut by a SYN',
  unfinished: 'line that does not end',
  'too-long': 'over-long line',
  'no-ack': 'EOT and more',
};
export const ILLEGAL = 'illegal move';
const NOT_DUE = 'deck that is not due';
export const TRIGGERS = [
  ...['hello', 'acknowledgement', 'deal', 'attack', 'defence', 'throw-in', 'bito', 'take'],
  ...[ILLEGAL, 'deck again', NOT_DUE],
  ...MALFORMED_CODES.map((code) => `malformed: ${code}`),
  ...Object.values(LINES),
];

export function triggerOf(packet: Packet, state: DurakState): string {
  if (packet.type !== 'deck') return packet.type === 'ack' ? 'acknowledgement' : 'hello';
  const { role, game, notes } = state;
  const { cards } = packet;
  if (notes.lastDeck !== undefined && keyOfBytes(notes.lastDeck) === keyOf(packet)) return 'deck again';
  if (game === undefined) return role === 2 && isDeal(cards) ? 'deal' : NOT_DUE;
  if (game.turn === role || isOver(state)) return NOT_DUE;
  const judged = judge(game, cards);
  return judged.legal ? judged.move.kind : ILLEGAL;
}

export function droppedLabel(code: string): string {
  return LINES[code] ?? `malformed: ${code}`;
}

export const STATES = [
  'before a role',
  'its hello out',
  'before the deal',
  'to attack',
  'to defend',
  'to throw in',
  'its deck out',
  'its turn',
  'ended',
];

/** For coverage. */
export function stateClassOf(state: DurakState): string {
  const { isKnown, role, game } = state;
  if (!isKnown) return 'unknown';
  const waiting = waitingOf(state)?.kind;
  if (waiting === 'deck') return 'its deck out';
  if (role === undefined) return waiting === 'hello' ? 'its hello out' : 'before a role';
  if (game === undefined) return 'before the deal';
  if (isOver(state)) return 'ended';
  if (game.turn === role) return 'its turn';
  const { phase } = tableOf(game.cards, opponentOf(role));
  return phase === 'attack' ? 'to attack' : phase === 'defence' ? 'to defend' : 'to throw in';
}
