/**
 * A protocol of requests and answers, as its author describes it: the wire, and the rules that say which answer is due.
 * The virtual board, the monitor, the suite and the fuzz target follow from this.
 *
 *     request bytes ──framing, wire──▶ request ──rule(request, state)──▶ clause, answer, next state ──wire, framing──▶ answer bytes
 */
import type { Codec, FrameEvent, RejectOf } from '../frame';
import type { Random } from '../random';
import type { Parameter, Parameters, Requirement } from '../requirement';
import type { Micros } from '../time';
import type { Withholder } from '../withheld';
import type { Framing } from '../wire/framing';
import type { Wire } from '../wire/wire';

/** A message of a described wire: `type` is the name of its form. */
export interface Message {
  readonly type: string;
}

/** Limits of an answer's time, from the last byte of its request to its first byte. Where silence ends the request, `max` begins at the end of that silence. */
export interface TimeLimits {
  /** Not before this. Default 0. */
  readonly min?: Micros;
  readonly max: Micros;
  /** In place of the general clause of times. */
  readonly clause?: string;
  /** `max` begins at the last byte, too. */
  readonly sinceLastByte?: boolean;
}

/** As a method, so that a described protocol is an {@link AnyRequestResponse}. */
export type StateAfter<Answer, State> = { after(answer: Answer): State }['after'];

/**
 * What the specification requires for one request in one state. Without `answer`, `answers` and `oneOf`, the board must stay
 * silent.
 */
export interface Ruling<Answer, State> {
  /** The clause that the board breaks if it does something else. */
  readonly clause: string;
  /**
   * The clause that this answer breaks, which is not right; undefined: none came. `general` is that of the circumstances, if there are any.
   * Default: `general`, else `clause`.
   */
  clauseOf?(answer: Answer | undefined, general: string | undefined): string;
  /** The clause that the board breaks if it loses a request directly after this one. Default: the general one. */
  readonly clauseOfNext?: string;
  /** The right answer. The virtual board sends it. */
  readonly answer?: Answer;
  /** Accepts other answers too: `true`, or a few words on what is wrong. `answer` is then one of the right ones. */
  accepts?(answer: Answer): true | string;
  /** Draws a right answer, for a virtual board. Default: `answer`. */
  draw?(random: Random): Answer;
  /** All right answers, in words, if `answer` is one of many. */
  readonly describe?: string;
  /** Several answers, in this order. */
  readonly answers?: readonly Answer[];
  /** Any of these is right, and the board's choice decides the state. A virtual board takes the first. */
  readonly oneOf?: readonly { readonly answer?: Answer; readonly state?: State }[];
  /** The next state, or a function that gives it from the answer that came. Default: unchanged. */
  readonly state?: State | StateAfter<Answer, State>;
  /** Replaces the protocol's limits. */
  readonly time?: TimeLimits;
}

/** Messages that a board sends without a request. */
export interface Unsolicited<Answer, State> {
  readonly clause: string;
  /** Whether an answer is such a message. */
  matches(answer: Answer): boolean;
  /** The message that a virtual board sends. */
  message(state: State): Answer;
  /**
   * The time from one message to the next. Absent: a board may send them at any time, and a virtual board sends none.
   */
  readonly period?: { readonly min: Micros; readonly max: Micros };
}

/** Clauses of every answer, whatever its request. An absent one is not judged. */
export interface GeneralClauses {
  /** Frames of the board have a right checksum. Without `form`, also: they can be read. */
  readonly sum?: string;
  /** Frames of the board have a form of the specification. */
  readonly form?: string;
  /** Answers come within their limits. */
  readonly time?: string;
  /** The board sends nothing without a request. */
  readonly unasked?: string;
  /**
   * Each request, and what is refused, is answered by one message in any state. Where it is given, a missing answer is judged also in a
   * state that is unknown, as at the beginning of a trace, and rules must give one answer each.
   */
  readonly answered?: string;
  /** It answers a request once. Absent: a second answer is unsolicited. */
  readonly second?: string;
  /** The bytes of an answer follow each other within the `pause` of the line. */
  readonly pause?: string;
  /** A request that comes in pieces, with short pauses, is one request. */
  readonly pieces?: string;
  /**
   * Requests in direct sequence are all answered, in order. Absent: each request waits for the answer to the one
   * before.
   */
  readonly pipelined?: string;
  /** After noise or half a request, the next good request is answered. */
  readonly recovery?: string;
}

/** The steps of a virtual board's firmware. A defect replaces some of them. */
export interface FirmwareSteps<Request, Answer, State> {
  /** The framing by which it reads requests. */
  readonly framing: Framing;
  /** The request in a frame; undefined: it refuses the frame. */
  accept(event: FrameEvent<Request>): Request | undefined;
  rule(request: Request, state: State): Ruling<Answer, State>;
  refusal(reject: RejectOf<Request>, state: State): Ruling<Answer, State>;
  /** Time from the end of the request to the first byte of its answer. */
  delay(ruling: Ruling<Answer, State>, request: Request | undefined): Micros;
  /** The bytes of one answer, framed. */
  encode(answer: Answer): Uint8Array;
  /** A pause inside a frame of the board, after `at` bytes of it. Undefined: none. */
  interruption(frame: Uint8Array): { readonly at: number; readonly span: Micros } | undefined;
}

/** A realistic firmware bug. */
export interface DescribedDefect<Request, Answer, State, Values> {
  /** The clause that must catch it. */
  readonly breaks: string;
  /** One sentence. */
  readonly text: string;
  change(
    steps: FirmwareSteps<Request, Answer, State>,
    parameters: Values,
  ): Partial<FirmwareSteps<Request, Answer, State>>;
}

/** One direction of the line. */
export interface Side<M extends Message> {
  readonly wire: Wire<M>;
  readonly framing: Framing;
  readonly codec: Codec<M>;
}

/** Classes of exchanges: requests by the names of their forms, rejects by their codes. */
export interface ExchangeClasses<Answer, State> {
  /** All classes of states, if the author has some, and of answers. */
  readonly all: { readonly states: readonly string[] | undefined; readonly answers: readonly string[] };
  answer(answer: Answer): string;
  state(state: State): string;
}

/** The serial line. */
export interface DescribedLink {
  readonly name: string;
  readonly baud: number;
  readonly dataBits?: 7 | 8;
  readonly parity?: 'none' | 'even' | 'odd';
  readonly stopBits?: 1 | 2;
}

/** A described protocol. */
export interface RequestResponse<Request extends Message, Answer extends Message, State> {
  readonly id: string;
  readonly title: string;
  readonly link: DescribedLink;
  readonly requirements: readonly Requirement[];
  readonly parameters: readonly Parameter[];
  readonly defects: Readonly<Record<string, DescribedDefect<Request, Answer, State, Parameters>>>;
  /** The protocol with the parameters of one board. */
  at(parameters: Parameters): RequestResponseSession<Request, Answer, State>;
  /** What is not sent to a real board; undefined: all is. Throws an Error of one line for a name to allow that is not known. */
  withholds(parameters: Parameters): Withholder | undefined;
}

/** A described protocol with the parameters of one board. */
export interface RequestResponseSession<Request extends Message, Answer extends Message, State> {
  readonly parameters: Parameters;
  /** Bits per second. */
  readonly baud: number;
  readonly requests: Side<Request>;
  readonly answers: Side<Answer>;
  readonly initial: State;
  /** The state after a reset, if it is a different one. */
  readonly afterReset?: State;
  /** Throws {@link RuleError} where the author's rule throws, or names a clause that is not on the page. */
  rule(request: Request, state: State): Ruling<Answer, State>;
  /** The right reaction to bytes that are no request. Throws {@link RuleError}. */
  refusal(reject: RejectOf<Request>, state: State): Ruling<Answer, State>;
  /** The request as a host sends it in this state. Absent: requests do not depend on it. Throws {@link RuleError}. */
  prepare?(request: Request, state: State): Request;
  readonly clauses: GeneralClauses;
  readonly unsolicited: readonly Unsolicited<Answer, State>[];
  readonly time: TimeLimits;
  /** The longest pause inside an answer. */
  readonly pause?: { readonly clause: string; readonly max: Micros };
  readonly classes: ExchangeClasses<Answer, State>;
  /** Silence after which no request or answer is in flight. */
  readonly idle: Micros;
  /**
   * Requests that bring a board from any state to `initial`. They are answered in any state; the first answers may
   * depend on it.
   */
  readonly baseline: readonly Request[];
  /** A request that any live board answers. It changes nothing. */
  readonly probe: Request;
}

/** For parts that serve every description: they pass messages and states on without reading them. */
export type AnyRequestResponse = RequestResponse<Message, Message, unknown>;
export type AnySession = RequestResponseSession<Message, Message, unknown>;

/**
 * A rule of the protocol's author threw, or gave an impossible result: never the board's failure. The message names
 * file and line.
 */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}
