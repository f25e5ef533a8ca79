/**
 * A conversation, as its author describes it: what each event means to a board that keeps its page, and what the board sends then, on
 * any of its links. The judge, the virtual board, the suite, `check` and the fuzz target follow from this.
 *
 *     bytes on a link ──▶ event ──rules(event, state)──▶ ruling: the next state, messages that are due, timers
 *     message of the board ──▶ a send that accepts it ──then──▶ ruling
 *                          ──▶ or begins(message, state) ──▶ ruling
 *
 * Times are microseconds.
 */
import type { Codec } from '../frame';
import type { Grammar } from '../dissection/dissection';
import type { Measurement } from '../monitor/measurement';
import type { Carrier, PresentedCode } from '../monitor/monitor';
import type { Bounds } from '../monitor/timed-decoder';
import type { Message } from '../request-response/definition';
import type { Micros } from '../time';

/** Bytes that have passed on a link. */
export interface Passage {
  readonly link: string;
  readonly raw: Uint8Array;
  /** When its first byte passed, and its last one. */
  readonly first: Bounds;
  readonly last: Bounds;
  /** The longest pause inside it that is certain; 0: none. */
  readonly pause: number;
  /** Counts the writes on its link, and whether nothing else came in the same. */
  readonly write: number;
  readonly isAlone: boolean;
  /** For so long at the least this host has stalled an emulated board since its reset. Default 0. */
  readonly stalled?: number;
}

/** A message of the host. */
export interface Asked<Host extends Message> extends Passage {
  readonly message: Host;
}

/** A connection, or a socket of packets, begins or ends. The other side has then another address. */
export interface LinkChange {
  readonly kind: 'opened' | 'closed';
  readonly link: string;
  readonly carrier: Carrier;
  readonly first: Bounds;
  readonly last: Bounds;
}

/**
 * What a board notices. `reject`: bytes of the host that are no message, with the code of the framing; `empty`: a packet without a byte.
 * `isRead` false: who resets the board may miss what it sends then.
 */
export type ConversationEvent<Host extends Message> =
  | ({ readonly kind: 'message'; readonly message: Host } & Passage)
  | ({ readonly kind: 'reject'; readonly code: string } & Passage)
  /** A code is shown to the board, at some time within these bounds. */
  | { readonly kind: 'shown'; readonly code: PresentedCode; readonly at: Bounds }
  | { readonly kind: 'expired'; readonly timer: string }
  | { readonly kind: 'reset'; readonly isRead: boolean; readonly at: Bounds };

/** The same, of a board whose links are opened and closed. */
export type BoardEvent<Host extends Message> = ConversationEvent<Host> | LinkChange;

/** What the board has sent. `message` is undefined where its bytes are none. */
export interface RxMessage<Board extends Message> extends Passage {
  readonly message: Board | undefined;
  /** Codes may be shown to the board of which nobody tells. */
  readonly mayBeUntold?: boolean;
  /** It is none: the board has ended the connection. */
  readonly isEnd?: true;
}

/** Limits of a time, in microseconds. `clause`: of it. */
export interface SendTime {
  readonly min?: number;
  readonly max: number;
  readonly clause?: string;
  /** Stricter ones, each with a clause of its own. */
  readonly limits?: readonly { readonly max: number; readonly clause: string }[];
}

/** A message that the board owes, may send once, or must not send for a time. */
export interface Send<Board extends Message, State> {
  /** Its class, for findings: `the line of a card`. */
  readonly title: string;
  /** Default: the first link on which the board sends. */
  readonly link?: string;
  /** Messages of one queue come in order; there is none between two queues. Default: the title. */
  readonly queue?: string;
  /** What tells it from others of the same event. Default: the title. */
  readonly key?: string;
  /** The clause that is broken if it does not come, or another comes in its place. */
  readonly clause: string;
  /** Default `must`. `may`: at most once. `never`: no message that it `mistakes` may come in its time. */
  readonly duty?: 'must' | 'may' | 'never';
  /** It is due in any state: a reset that nobody saw explains no wrong one. */
  readonly isStateless?: boolean;
  /** Whether a message is this one. `rx`: how it came. Pure. */
  accepts(message: Board, state: State, rx: RxMessage<Board>): boolean;
  /** The message of a virtual board; undefined: it has none to send. */
  make?(state: State): Board | undefined;
  /**
   * How long a virtual board waits before it sends it, unless its queue is cancelled by then; `pressed`: for a person at its buttons.
   * Default: it sends it at once.
   */
  readonly usual?: { readonly min: number; readonly max: number } | 'pressed';
  /** Whether a message that nothing accepts came in its place. Default: none did, and any that `never` forbids. */
  mistakes?(message: Board): boolean;
  /** From the last byte of the event to the first byte of the message. `clause`: of its time. */
  readonly within: SendTime;
  /** The clauses that are kept once it has come, or of `never` once its time is over. Default: `clause`. */
  readonly keeps?: readonly string[];
  /** The board takes nothing else on this link before it has sent it: what comes waits. */
  readonly blocks?: true;
  /** What follows from it. `rx`: how it came. Pure. */
  then?(message: Board, state: State, rx: RxMessage<Board>): Ruling<Board, State>;
  /** The clause that a fault breaks. Default: `clause`, and the state is unknown then. */
  charge?(fault: ConversationFault<Board>, state: State): Blame<Board, State>;
}

/** A connection that the board ends. Other carriers have no such end. */
export interface LinkEnd<Board extends Message, State> extends Pick<
  Send<Board, State>,
  'queue' | 'clause' | 'within' | 'charge'
> {
  readonly link: string;
  readonly duty?: 'must' | 'may';
  /** Whether it may end yet. Default: yes. Pure. */
  accepts?(state: State): boolean;
  then?(state: State, rx: RxMessage<Board>): Ruling<Board, State>;
}

/**
 * A broken clause, after which the state is not known. `then`: what is known nevertheless, as {} where the fault says nothing of the state.
 * Without a clause: nothing is broken yet. undefined: nothing is broken.
 */
export type Blame<Board extends Message, State> =
  | string
  | {
      readonly clause?: string;
      /** Absent: the state is unknown. */
      readonly then?: Ruling<Board, State>;
      /** The class of what came before. Default: that of what the message was due to. */
      readonly trigger?: string;
      /** The class of what was due, for fuzzing. Default: the title of what is missing. */
      readonly due?: string;
      /** What came before, what was due, and what came, for people. Default: their classes, and its bytes. */
      readonly after?: string;
      readonly expected?: string;
      readonly seen?: string;
      /** A reset that nobody saw does not explain it. */
      readonly isCertain?: boolean;
    }
  | undefined;

/** What nothing explains. */
export interface ConversationFault<Board extends Message> {
  /** silence: it is missing. answer: another message came in its place. form: bytes that are no message. unasked: nothing was due. */
  readonly kind: 'silence' | 'answer' | 'form' | 'unasked';
  readonly rx: RxMessage<Board> | undefined;
  /** Bytes of a message of the host have come, and more may. */
  readonly isReceiving: boolean;
  /** The keys of all that is owed, that included. */
  readonly owed: readonly string[];
}

/** What an event leads to. Everything is optional: nothing changes, nothing is due. */
export interface Ruling<Board extends Message, State> {
  /** The class of the event, for findings and coverage. Default: the type of the message, or the code of the reject. */
  readonly trigger?: string;
  /** The clause that coverage counts it to. Default: that of the first send. */
  readonly clause?: string;
  /** By the page it changes nothing, and neither does what follows. Default: the essence of the state is the same. */
  readonly isNoOp?: boolean;
  readonly state?: State;
  readonly sends?: readonly Send<Board, State>[];
  /** After what is sent. */
  readonly ends?: readonly LinkEnd<Board, State>[];
  /** Queues of which nothing is due any longer. */
  readonly cancels?: readonly string[];
  /** Each ends within these times; null: it is stopped. */
  readonly timers?: Readonly<Record<string, { readonly min: number; readonly max: number } | null>>;
  /** The page says nothing of what follows, until the line was quiet for so long. */
  readonly open?: number;
  /** Of a reset: from its beginning on the board sends this, and nothing else. Default: what comes before it ends is not judged. */
  readonly isWhole?: boolean;
  /** Clauses that are kept by it. */
  readonly keeps?: readonly string[];
  /** Quantities, each judged by its limits. `title`: for people. */
  readonly measures?: readonly (Measurement & { readonly clause: string; readonly title: string })[];
  /**
   * A clause that was broken before, as is known now. `isDoubtful`: it may be kept. `isCertain`: a reset that nobody saw does not explain
   * it.
   */
  readonly breaks?: { readonly clause: string; readonly isDoubtful?: true; readonly isCertain?: true } & Wrong;
}

/** One ruling, or several: a board may take any. A virtual board takes the first. */
export type Rulings<Board extends Message, State> = Ruling<Board, State> | readonly Ruling<Board, State>[];

/** One side of a link: how its bytes become messages. */
export interface LinkSide<M extends Message> {
  readonly codec: Codec<M>;
  /** The silence that ends what is pending. Absent: none does. */
  readonly silence?: Micros;
  /** What is pending ends so long after its first byte, whatever follows. The decoder ends it at the most. Absent: no age ends it. */
  readonly age?: { readonly least: Micros; readonly most: Micros };
  /** The names of its bytes in a dissector. */
  readonly grammar?: Grammar;
}

/** A link of a board. */
export interface ConversationLink<Host extends Message, Board extends Message> {
  readonly name: string;
  readonly baud: number;
  /** What the host sends. Absent: nothing. */
  readonly host?: LinkSide<Host>;
  /** What the board sends. Absent: nothing. */
  readonly board?: LinkSide<Board>;
}

/** What is there in place of what must be, in words. */
export interface Wrong {
  readonly expected: string;
  readonly seen: string;
}
