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
  /** The times of its first and its last byte. */
  readonly first: Bounds;
  readonly last: Bounds;
  /** The longest certain pause inside it; 0: none. */
  readonly pause: number;
  /** The number of the write on its link, and whether it was alone in that write. */
  readonly write: number;
  readonly isAlone: boolean;
  /** The least time for which this host has stalled an emulated board since its reset. Default 0. */
  readonly stalled?: number;
}

/** A message of the host. */
export interface Asked<Host extends Message> extends Passage {
  readonly message: Host;
}

/** A connection or a packet socket opens or closes. The peer then has another address. */
export interface LinkChange {
  readonly kind: 'opened' | 'closed';
  readonly link: string;
  readonly carrier: Carrier;
  readonly first: Bounds;
  readonly last: Bounds;
}

/**
 * What a board notices. `reject`: bytes of the host that are not a message, with the code of the framing; `empty`: a packet without a byte.
 * `isRead` false: who resets the board may miss what it sends then.
 */
export type ConversationEvent<Host extends Message> =
  | ({ readonly kind: 'message'; readonly message: Host } & Passage)
  | ({ readonly kind: 'reject'; readonly code: string } & Passage)
  /** A code is shown to the board, at some time within these bounds. */
  | { readonly kind: 'shown'; readonly code: PresentedCode; readonly at: Bounds }
  | { readonly kind: 'expired'; readonly timer: string }
  | { readonly kind: 'reset'; readonly isRead: boolean; readonly at: Bounds };

/** The same for a board whose links are opened and closed. */
export type BoardEvent<Host extends Message> = ConversationEvent<Host> | LinkChange;

/** What the board has sent. `message` is undefined for bytes that are not a message. */
export interface RxMessage<Board extends Message> extends Passage {
  readonly message: Board | undefined;
  /** Codes may be shown to the board unseen. */
  readonly mayBeUntold?: boolean;
  /** Not a message: the board has closed the connection. */
  readonly isEnd?: true;
}

/** Limits of a time, in microseconds, and their clause. */
export interface SendTime {
  readonly min?: number;
  readonly max: number;
  readonly clause?: string;
  /** Stricter limits, each with its own clause. */
  readonly limits?: readonly { readonly max: number; readonly clause: string }[];
}

/** A message that the board owes, may send once, or must not send for a time. */
export interface Send<Board extends Message, State> {
  /** Its class, for findings: `the line of a card`. */
  readonly title: string;
  /** Default: the first link on which the board sends. */
  readonly link?: string;
  /** Messages of one queue come in order; two queues are independent. Default: the title. */
  readonly queue?: string;
  /** Distinguishes it from other sends of the same event. Default: the title. */
  readonly key?: string;
  /** The clause that it breaks if it is missing, or another message comes instead. */
  readonly clause: string;
  /** Default `must`. `may`: at most once. `never`: no message that it `mistakes` may come in its time. */
  readonly duty?: 'must' | 'may' | 'never';
  /** Due in every state: an unseen reset does not excuse a wrong one. */
  readonly isStateless?: boolean;
  /** Whether a message is this one. `rx`: how it came. Pure. */
  accepts(message: Board, state: State, rx: RxMessage<Board>): boolean;
  /** The message that a virtual board sends; undefined: none. */
  make?(state: State): Board | undefined;
  /**
   * How long a virtual board waits before it sends it, unless its queue is cancelled by then; `pressed`: for a person at its buttons.
   * Default: it sends it at once.
   */
  readonly usual?: { readonly min: number; readonly max: number } | 'pressed';
  /** Whether a message that nothing accepts came instead of it. Default: no; for `never`: yes. */
  mistakes?(message: Board): boolean;
  /** From the last byte of the event to the first byte of the message. `clause`: of its time. */
  readonly within: SendTime;
  /** The clauses that it passes once it has come; with `never`, once its time is over. Default: `clause`. */
  readonly keeps?: readonly string[];
  /** The board reads nothing else on this link until it has sent it: input waits. */
  readonly blocks?: true;
  /** What follows from it. `rx`: how it came. Pure. */
  then?(message: Board, state: State, rx: RxMessage<Board>): Ruling<Board, State>;
  /** The clause that a fault breaks. Default: `clause`; the state is unknown afterwards. */
  charge?(fault: ConversationFault<Board>, state: State): Blame<Board, State>;
}

/** The board closes the connection. Only tcp has this. */
export interface LinkEnd<Board extends Message, State> extends Pick<
  Send<Board, State>,
  'queue' | 'clause' | 'within' | 'charge'
> {
  readonly link: string;
  readonly duty?: 'must' | 'may';
  /** Whether it may close yet. Default: yes. Pure. */
  accepts?(state: State): boolean;
  then?(state: State, rx: RxMessage<Board>): Ruling<Board, State>;
}

/**
 * A broken clause, after which the state is unknown. `then`: what is known nevertheless, as {} if the fault does not change the state.
 * Without a clause: nothing is broken yet. undefined: nothing is broken.
 */
export type Blame<Board extends Message, State> =
  | string
  | {
      readonly clause?: string;
      /** Absent: the state is unknown. */
      readonly then?: Ruling<Board, State>;
      /** The class of the cause. Default: that of the event to which the message was due. */
      readonly trigger?: string;
      /** The class of what was due, for fuzzing. Default: the title of the missing message. */
      readonly due?: string;
      /** What came before, what was due, and what came, for people. Default: their classes, and its bytes. */
      readonly after?: string;
      readonly expected?: string;
      readonly seen?: string;
      /** An unseen reset does not excuse it. */
      readonly isCertain?: boolean;
    }
  | undefined;

/** A message, or its absence, that nothing explains. */
export interface ConversationFault<Board extends Message> {
  /** silence: it is missing. answer: another message came instead. form: bytes that are not a message. unasked: nothing was due. */
  readonly kind: 'silence' | 'answer' | 'form' | 'unasked';
  readonly rx: RxMessage<Board> | undefined;
  /** A message of the host has come in part. */
  readonly isReceiving: boolean;
  /** The keys of all pending sends, including this one. */
  readonly owed: readonly string[];
}

/** What an event leads to. Every key is optional; without any, nothing changes and nothing is due. */
export interface Ruling<Board extends Message, State> {
  /** The class of the event, for findings and coverage. Default: the type of the message, or the code of the reject. */
  readonly trigger?: string;
  /** The clause in coverage. Default: that of the first send. */
  readonly clause?: string;
  /** By the specification it changes nothing, and neither does what follows. Default: the essence of the state is the same. */
  readonly isNoOp?: boolean;
  readonly state?: State;
  readonly sends?: readonly Send<Board, State>[];
  /** After what is sent. */
  readonly ends?: readonly LinkEnd<Board, State>[];
  /** Queues whose pending sends are dropped. */
  readonly cancels?: readonly string[];
  /** Timers to start, each with the limits of its end; null: stop it. */
  readonly timers?: Readonly<Record<string, { readonly min: number; readonly max: number } | null>>;
  /** The specification leaves open what follows, until the line has been quiet for this time. */
  readonly open?: number;
  /** After a reset: the board sends exactly this. Default: what it sends before the reset ends is not judged. */
  readonly isWhole?: boolean;
  /** Clauses that this event passes. */
  readonly keeps?: readonly string[];
  /** Quantities, each judged by its limits. `title`: for people. */
  readonly measures?: readonly (Measurement & { readonly clause: string; readonly title: string })[];
  /**
   * A clause that an earlier message broke, as this event shows. `isDoubtful`: it may have been kept. `isCertain`: an unseen reset does
   * not explain it.
   */
  readonly breaks?: {
    readonly clause: string;
    readonly isDoubtful?: true;
    readonly isCertain?: true;
  } & Wrong;
}

/** One ruling, or several: a board may take any. A virtual board takes the first. */
export type Rulings<Board extends Message, State> = Ruling<Board, State> | readonly Ruling<Board, State>[];

/** One side of a link: how its bytes become messages. */
export interface LinkSide<M extends Message> {
  readonly codec: Codec<M>;
  /** The silence that ends pending bytes. Default: for the host's side of a wire the `idle` of its framing; else silence ends nothing. */
  readonly silence?: Micros;
  /** The time after their first byte at which pending bytes end, whatever follows; the decoder may end them earlier. Absent: none. */
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

/** Seen and expected, in words. */
export interface Wrong {
  readonly expected: string;
  readonly seen: string;
}
