/**
 * A protocol of requests and answers, as its author describes it: the wire, and the rules that say which answer is due.
 * The virtual board, the monitor, the suite and the fuzz target follow from this.
 *
 *     request bytes ──framing, wire──▶ request ──rule(request, state)──▶ clause, answer, next state ──wire, framing──▶ answer bytes
 */
import type { Codec, FrameEvent, RejectOf } from '../frame';
import type { Parameter, Parameters, Requirement } from '../requirement';
import type { Micros } from '../time';
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
}

/** As a method, so that a described protocol is an {@link AnyRequestResponse}. */
export type StateAfter<Answer, State> = { after(answer: Answer): State }['after'];

/** What the page says of one request in one state. No `answer`, `answers` or `oneOf`: silence is due. */
export interface Ruling<Answer, State> {
  /** The clause that a board breaks which does otherwise. */
  readonly clause: string;
  /** The answer that is due, and that a virtual board sends. */
  readonly answer?: Answer;
  /** Other answers that are right, too: `true`, or what is wrong, in a few words. `answer` is then one of them. */
  accepts?(answer: Answer): true | string;
  /** Several answers, in this order. */
  readonly answers?: readonly Answer[];
  /** Any of these is right, and decides the state. A virtual board does the first. */
  readonly oneOf?: readonly { readonly answer?: Answer; readonly state?: State }[];
  /** The state afterwards, or what it is after the answer that came. Default: unchanged. */
  readonly state?: State | StateAfter<Answer, State>;
  /** In place of the protocol's limits. */
  readonly time?: TimeLimits;
}

/** Messages that a board sends without a request. */
export interface Unsolicited<Answer, State> {
  readonly clause: string;
  /** Whether an answer is such a message. */
  matches(answer: Answer): boolean;
  /** What a virtual board sends. */
  message(state: State): Answer;
  /** The time from one to the next. Absent: a board may send them at any time, and a virtual board sends none. */
  readonly period?: { readonly min: Micros; readonly max: Micros };
}

/** The clauses that a board breaks by its circumstances, whatever the request was. What is absent is not judged. */
export interface GeneralClauses {
  /** Its frames have a right checksum. Also: they can be read at all, where `form` is absent. */
  readonly sum?: string;
  /** Its frames have a form of the page. */
  readonly form?: string;
  /** Answers come within their limits. */
  readonly time?: string;
  /** It sends nothing unasked. */
  readonly unasked?: string;
  /** A request that comes in pieces, with short pauses, is one request. */
  readonly pieces?: string;
  /** Requests right after each other are all answered, in order. Absent: requests wait for the answer before. */
  readonly pipelined?: string;
  /** After noise or half a request, the next good request is answered. */
  readonly recovery?: string;
}

/** The steps of a virtual board's firmware. A defect replaces some of them. */
export interface FirmwareSteps<Request, Answer, State> {
  /** How it finds the frames of requests. */
  readonly framing: Framing;
  /** The request that it takes a frame for; undefined: it refuses the frame. */
  accept(event: FrameEvent<Request>): Request | undefined;
  rule(request: Request, state: State): Ruling<Answer, State>;
  refusal(reject: RejectOf<Request>, state: State): Ruling<Answer, State>;
  /** From the end of the request to the first byte of its answer. */
  delay(ruling: Ruling<Answer, State>, request: Request | undefined): Micros;
  /** The bytes of one answer, framed. */
  encode(answer: Answer): Uint8Array;
}

/** A firmware bug that somebody could write. */
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

/** The serial line, and what else may carry it. */
export interface DescribedLink {
  readonly name: string;
  readonly baud: number;
  readonly dataBits?: 7 | 8;
  readonly parity?: 'none' | 'even' | 'odd';
  readonly stopBits?: 1 | 2;
}

/** A described protocol. The generic parts know it as {@link AnyRequestResponse}. */
export interface RequestResponse<Request extends Message, Answer extends Message, State> {
  readonly id: string;
  readonly title: string;
  readonly link: DescribedLink;
  readonly requirements: readonly Requirement[];
  readonly parameters: readonly Parameter[];
  readonly defects: Readonly<Record<string, DescribedDefect<Request, Answer, State, Parameters>>>;
  /** Everything under the parameters of one board. */
  at(parameters: Parameters): RequestResponseSession<Request, Answer, State>;
}

/** A described protocol under the parameters of one board. */
export interface RequestResponseSession<Request extends Message, Answer extends Message, State> {
  readonly parameters: Parameters;
  readonly requests: Side<Request>;
  readonly answers: Side<Answer>;
  readonly initial: State;
  /** Throws {@link RuleError} where the author's rule throws or names a clause that the page lacks. */
  rule(request: Request, state: State): Ruling<Answer, State>;
  /** What is due to bytes that are no request. Throws {@link RuleError}. */
  refusal(reject: RejectOf<Request>, state: State): Ruling<Answer, State>;
  readonly clauses: GeneralClauses;
  readonly unsolicited: readonly Unsolicited<Answer, State>[];
  readonly time: TimeLimits;
  /** Silence after which nothing is under way on the line. */
  readonly idle: Micros;
  /** Requests that bring a board in any state to `initial`. They are answered in any state; what the first answers say may depend on it. */
  readonly baseline: readonly Request[];
  /** A request that any live board answers, and that changes nothing. */
  readonly probe: Request;
}

/** For parts that serve every description: messages and states are passed on, never looked into. */
export type AnyRequestResponse = RequestResponse<Message, Message, unknown>;
export type AnySession = RequestResponseSession<Message, Message, unknown>;

/** A rule of the protocol's author threw, or gave what cannot be: never the board's failure. The message names file and line. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}
