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
import type { FrameEvent, Codec, Decoder } from '../frame';
import type { Grammar } from '../dissection/dissection';
import type { Bounds } from '../monitor/timed-decoder';
import type { Random } from '../random';
import type { Message } from '../request-response/definition';
import type { Parameter, Parameters, Requirement } from '../requirement';
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
}

/** What a board notices. `reject`: bytes of the host that are no message, with the code of the framing. */
export type ConversationEvent<Host extends Message> =
  | ({ readonly kind: 'message'; readonly message: Host } & Passage)
  | ({ readonly kind: 'reject'; readonly code: string } & Passage)
  | { readonly kind: 'expired'; readonly timer: string }
  | { readonly kind: 'reset' };

/** What the board has sent. `message` is undefined where its bytes are none. */
export interface RxMessage<Board extends Message> extends Passage {
  readonly message: Board | undefined;
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
  /** Whether a message is this one. Pure. */
  accepts(message: Board, state: State): boolean;
  /** The message of a virtual board. */
  make?(state: State): Board;
  /** Whether a message that nothing accepts came in its place. Default: none did, and any that `never` forbids. */
  mistakes?(message: Board): boolean;
  /** From the last byte of the event to the first byte of the message. `clause`: of its time. */
  readonly within: { readonly min?: number; readonly max: number; readonly clause?: string };
  /** The clauses that are kept once it has come, or of `never` once its time is over. Default: `clause`. */
  readonly keeps?: readonly string[];
  /** What follows from it. Pure. */
  then?(message: Board, state: State): Ruling<Board, State>;
  /** The clause that a fault breaks. Default: `clause`, and the state is unknown then. */
  charge?(fault: ConversationFault<Board>, state: State): Blame<Board, State>;
}

/**
 * A broken clause, after which the state is not known. `then`: what is known instead, as {} where the fault says nothing of the state.
 * Without a clause: nothing is broken yet. undefined: nothing is broken.
 */
export type Blame<Board extends Message, State> =
  | string
  | {
      readonly clause?: string;
      readonly then: Ruling<Board, State>;
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
  readonly state?: State;
  readonly sends?: readonly Send<Board, State>[];
  /** Queues of which nothing is due any longer. */
  readonly cancels?: readonly string[];
  /** Each ends within these times; null: it is stopped. */
  readonly timers?: Readonly<Record<string, { readonly min: number; readonly max: number } | null>>;
  /** The page says nothing of what follows, until the line was quiet for so long. */
  readonly open?: number;
  /** Clauses that are kept by it. */
  readonly keeps?: readonly string[];
  /** A clause that was broken before, as is known now; the state is unknown then, unless it is given. */
  readonly breaks?: { readonly clause: string } & Wrong;
}

/** One ruling, or several: a board may take any. A virtual board takes the first. */
export type Rulings<Board extends Message, State> = Ruling<Board, State> | readonly Ruling<Board, State>[];

/** One side of a link: how its bytes become messages. */
export interface LinkSide<M extends Message> {
  readonly codec: Codec<M>;
  /** The silence that ends what is pending. Absent: none does. */
  readonly silence?: Micros;
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

/** A message that a virtual board will send. */
export interface Outgoing<Board extends Message> {
  readonly link: string;
  readonly message: Board;
}

/** What has just happened to a virtual board. */
export interface Turn<Host extends Message, State> {
  readonly event: ConversationEvent<Host>;
  readonly before: State;
  readonly state: State;
}

/** The steps of a virtual board's firmware. A description may replace some, and so may a defect. */
export interface BoardSteps<Host extends Message, Board extends Message, State> {
  /** Finds events in what the host sends. */
  receiver(link: string): Decoder<Host>;
  /** The events that the board makes of one: it may drop, change or add some. */
  receives(event: FrameEvent<Host>, state: State): readonly FrameEvent<Host>[];
  rules(event: ConversationEvent<Host>, state: State): Rulings<Board, State>;
  /** What leaves in place of these messages, in this order. */
  transmit(messages: readonly Outgoing<Board>[], turn: Turn<Host, State>): readonly Outgoing<Board>[];
  /** From the event to its first message (`index` 0), then from one to the next. */
  delay(turn: Turn<Host, State>, message: Board, index: number): Micros;
  encode(message: Board, link: string, at: Micros): Uint8Array;
  /** When a timer ends, within its limits. */
  expires(timer: string, limits: { readonly min: number; readonly max: number }): Micros;
}

/** What a defect knows of its board. */
export interface ChangeContext<Steps, Values> {
  readonly p: Values;
  readonly random: Random;
  /** The finished steps, with all defects. */
  readonly steps: Steps;
}

/** Replaces steps. Called at each power-on. */
export type StepChange<Steps, Values> = (
  sound: Steps,
  context: ChangeContext<Steps, Values>,
) => Partial<Steps>;

/** A realistic firmware bug. */
export interface ConversationDefect<Steps, Values> {
  /** The clause that must catch it. */
  readonly breaks: string;
  /** One sentence. */
  readonly text: string;
  /** Why no input shows it, and what does. Absent: some input shows it. */
  readonly beyondInput?: string;
  readonly change: StepChange<Steps, Values>;
}

export type AnySteps = BoardSteps<Message, Message, unknown>;

/** A described conversation with the parameters of one board. */
export interface ConversationSession<Host extends Message, Board extends Message, State> {
  readonly parameters: Parameters;
  readonly links: readonly ConversationLink<Host, Board>[];
  readonly initial: State;
  rules(event: ConversationEvent<Host>, state: State): Rulings<Board, State>;
  /** What the board may send of its own accord; undefined: it must not. */
  begins(rx: RxMessage<Board>, state: State): Rulings<Board, State> | undefined;
  /** A clause that each such message keeps, or breaks by itself. `seen`: what is there in place of `expected`. */
  always(rx: RxMessage<Board>): { readonly clause: string; readonly wrong?: Wrong } | undefined;
  /** The clause of what nothing was due for. */
  charge(fault: ConversationFault<Board>, state: State): Blame<Board, State>;
  /** What is known of the state after a fault, or where nobody told what passed. */
  unknown(state: State): State;
  /** false: the state is not known. */
  isKnown(state: State): boolean;
  /** All of a state that makes a difference: the rest only says whom a fault is charged to. */
  essence(state: State): unknown;
  stateClass(state: State): string;
  /** A silence after which nothing is under way. */
  readonly quiet: Micros;
  /** What is late is waited for so much longer, and then missing. */
  readonly grace: Micros;
  /** How long the messages of one event may delay each message of another. */
  readonly turnTime: Micros;
  steps(random: Random): BoardSteps<Host, Board, State>;
}

/** What is there in place of what must be, in words. */
export interface Wrong {
  readonly expected: string;
  readonly seen: string;
}

/** A described conversation. The generic parts know it as {@link AnyConversation}. */
export interface DescribedConversation<Host extends Message, Board extends Message, State> {
  readonly id: string;
  readonly title: string;
  readonly links: readonly { readonly name: string; readonly baud: number }[];
  readonly requirements: readonly Requirement[];
  readonly parameters: readonly Parameter[];
  readonly defects: Readonly<Record<string, ConversationDefect<AnySteps, Parameters>>>;
  /** Further virtual boards by name: other firmwares. */
  readonly boards: Readonly<
    Record<string, { readonly title: string; readonly change: StepChange<AnySteps, Parameters> }>
  >;
  at(parameters: Parameters): ConversationSession<Host, Board, State>;
}

export type AnyConversation = DescribedConversation<Message, Message, unknown>;
export type AnyConversationSession = ConversationSession<Message, Message, unknown>;
