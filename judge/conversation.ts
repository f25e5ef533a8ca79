/**
 * What a description says of a conversation, as pure functions: what each event means to a board that keeps its page, and what the
 * board owes then. The judge asks them in each possible world.
 *
 *     event ──rules(event, state)──▶ rulings ──▶ one world each: a state, messages that are owed, timers
 *     message ──accepts──▶ then(message, state) ──▶ rulings
 *
 * Times are microseconds.
 */
import type { FailureKind } from '../protocols/monitor/failure';
import type { Flaw, Situation } from '../protocols/monitor/judgement';
import type { Measurement } from '../protocols/monitor/measurement';
import type { CoveragePoint, PresentedCode, UnjudgedReason } from '../protocols/monitor/monitor';
import type { Bounds } from '../protocols/monitor/timed-decoder';
import type { Message } from '../protocols/request-response/definition';
import type { ReadEvent } from './line-reading';

/** What a board notices. */
export type BoardEvent =
  | {
      readonly kind: 'received';
      readonly seen: ReadEvent<Message>;
      /** It came while an earlier answer was due, and waited until then. */
      readonly waited?: Bounds | undefined;
    }
  | { readonly kind: 'shown'; readonly code: PresentedCode; readonly at: Bounds }
  | { readonly kind: 'expired'; readonly timer: string; readonly at: number };

/** What an event, or a message of the board, leads to. Everything is optional: nothing changes, nothing is owed. */
export interface Ruling<S> {
  readonly state?: S;
  readonly sends?: readonly Send<S>[] | undefined;
  /** Queues of which nothing is owed any longer. */
  readonly cancels?: readonly string[] | undefined;
  /** A link that has ended: nothing is owed on it any longer, and what waited on it is lost. */
  readonly cancelsLink?: string;
  /** Each ends at that instant; null: it is stopped. */
  readonly timers?: Readonly<Record<string, number | null>> | undefined;
  /** The specification leaves open what follows, until the line has been quiet for this time. */
  readonly open?: { readonly span: number; readonly reason: UnjudgedReason } | undefined;
  readonly notes?: readonly Note[];
  /** Of a reset: the board sends nothing else while it goes on. */
  readonly isWhole?: boolean | undefined;
  /** It needs something that nobody told of. */
  readonly isUnlikely?: true;
}

/** must: it is missing if it does not come. may: it need not come. never: nothing may come until its latest time. */
export type Duty = 'must' | 'may' | 'never';

/** A message that the board owes, or may send, or must not. */
export interface Send<S> {
  readonly duty: Duty;
  /** Where it comes. Absent: the board has one link. */
  readonly link?: string | undefined;
  /** Messages of one queue come in order, with nothing between two queues. */
  readonly queue: string;
  /** The same of two worlds where the same event asks for the same. */
  readonly key: string;
  /** It is due in any state. */
  readonly isStateless?: boolean;
  /** The board takes no other request until it has come; of several links, none on this one. */
  readonly isBlocking?: boolean;
  /** It is missing already: what is right for another is no late answer of this. */
  readonly isGivenUp?: boolean;
  /** Its time counts from here. */
  readonly since: Bounds;
  /** The board chose when that is: in the best case then. Absent: it did not. */
  readonly bestSince?: number | undefined;
  readonly min?: number | undefined;
  readonly max: number;
  readonly timeClause?: string | undefined;
  /** A reset that nobody saw may be why its time is wrong. */
  readonly mayBeReset?: boolean;
  /** Stricter times, with clauses of their own. */
  readonly limits?: readonly { readonly max: number; readonly clause: string }[] | undefined;
  /** After so much more than `max` it is missing. Default 0. */
  readonly grace?: number;
  accepts(message: Message, state: S, seen: ReadEvent<Message>): boolean;
  /** A message that is not right has come in its place. Default: any, where it is blocking or forbids. */
  mistakes?(message: Message, state: S): boolean;
  /** It has come. `time`: how its time was measured. */
  then(seen: ReadEvent<Message>, state: S): readonly Ruling<S>[];
  /** Of `may` and `never`: its time is over, and nothing has come. Default: nothing follows. */
  over?(state: S): readonly Ruling<S>[];
  /** What a fault breaks. */
  charge(fault: Fault<S>, state: S): Charge;
  /** What a board may be in that has shown it. */
  recover(fault: Fault<S>, state: S): readonly Ruling<S>[];
  /** What its time is called, where a clause limits it: the same of all that are measured together. */
  readonly timeName?: string;
  /** The same in one case, for people. */
  describeTime?(): string;
  /** The exchange that its verdicts are of. Default: none. */
  readonly exchange?: number;
  /** An exchange that ends without it, and is judged in full once it has come. */
  readonly part?: number;
  readonly situation?: Situation<Message>;
  /** What asked for it was no request. */
  readonly isRefusal?: boolean;
}

/** A message that is owed in some world. */
export interface Owed<S> {
  readonly send: Send<S>;
  /** The state in which the rules asked for it. */
  readonly before: S;
  readonly since: Bounds;
  /** Something else has kept the line busy: its least time is not known, and it may be later by so much. */
  readonly isDelayed: boolean;
  readonly interruption: number;
  /** Earlier exchanges that end with its own. */
  readonly others: readonly number[];
}

/** What nothing in a world explains. */
export interface Fault<S> {
  /** silence: it is missing. answer: a wrong message. form: bytes that are no message. unasked: nothing may come. */
  readonly kind: 'silence' | 'answer' | 'form' | 'unasked';
  readonly owed?: Owed<S> | undefined;
  /** All that is owed, that included. */
  readonly all: readonly Owed<S>[];
  readonly seen?: ReadEvent<Message>;
  readonly at: number;
  /** The board is receiving bytes; and they came in pieces. */
  readonly isReceiving: boolean;
  readonly isInPieces: boolean;
  /** A request that waits behind what is owed. */
  readonly next?: ReadEvent<Message> | undefined;
}

/**
 * What a fault breaks, or why it is none: then the world goes on. `isImpossible`: another world that needs no excuse is the right one.
 * `reason`: why its exchanges do not count as judged, although it is reported.
 */
export type Charge =
  | { readonly excuse: UnjudgedReason | 'none'; readonly isImpossible?: boolean }
  | { readonly report: (verdict: 'fail' | 'inconclusive') => void; readonly reason?: UnjudgedReason };

/** What was found in one world, until all worlds agree. */
export type Note =
  | {
      readonly kind: 'pass';
      readonly clause: string | undefined;
      readonly how: FailureKind;
      readonly exchange: number;
      readonly request?: Message | undefined;
    }
  | {
      readonly kind: 'time';
      readonly clause: string | undefined;
      readonly how?: FailureKind;
      readonly exchange: number;
      readonly measurement: Measurement;
      /** A reset that nobody saw may be why it is wrong. */
      readonly mayBeReset?: boolean | undefined;
      readonly situation?: Situation<Message> | undefined;
      readonly describe: () => string;
    }
  /** A message breaks a clause by itself, however right it is. */
  | {
      readonly kind: 'flaw';
      readonly clause: string;
      readonly exchange: number;
      readonly situation?: Situation<Message> | undefined;
      readonly flaw: Flaw<Message>;
      /** A reset that nobody saw may be why. */
      readonly mayBeReset?: boolean;
    }
  | { readonly kind: 'point'; readonly exchange: number; readonly point: () => CoveragePoint }
  /** An exchange has ended. `reason`: it was not judged. */
  | { readonly kind: 'ended'; readonly exchange: number; readonly reason?: UnjudgedReason | undefined };

export interface Conversation<S> {
  /** What is asked from here on is about this clause. */
  charged: string | undefined;
  /** Timers and queues of what nobody waits for before the next message is sent. */
  readonly background: readonly string[];
  isKnown(state: S): boolean;
  /** What follows where more worlds are possible than fit, or bytes were lost. */
  lose(state: S, at: number, reason: UnjudgedReason): Ruling<S>;
  rules(event: BoardEvent, state: S, owed: readonly Owed<S>[]): readonly Ruling<S>[];
  /** What the board may send of its own accord; empty: it may not. */
  begins(
    seen: ReadEvent<Message>,
    state: S,
    owed: readonly Owed<S>[],
    timers: Readonly<Record<string, number>>,
  ): readonly Ruling<S>[];
  /** Of each message that can be read, whatever it says. */
  keeps(seen: ReadEvent<Message>): readonly Note[];
  /** What a fault breaks where nothing is owed. */
  charge(fault: Fault<S>, state: S): Charge;
  /** What a board may be in that has shown it. Default: as before. */
  recover?(fault: Fault<S>, state: S): readonly Ruling<S>[];
  /** A fault has come, or after it something else that is none (`isFault` false). Default: nothing follows. */
  disturbed?(state: S, at: number, isFault: boolean): S;
  /** So many requests wait while an answer is due. Undefined: the page lets them; else the page leaves open what follows. Default: it lets them. */
  mayWait?(count: number, state: S): Ruling<S> | undefined;
  /** In any state it is a prompt answer to what was asked. Absent: nothing surely is. */
  readonly answers?: (asked: ReadEvent<Message>, seen: ReadEvent<Message>) => boolean;
  /** All that can make a difference is the same. */
  isSame(a: S, b: S): boolean;
  /** Of two states that are the same, what forgives most. Default: the first. */
  hull?(a: S, b: S): S;
  /** Silence after which nothing is in flight. */
  readonly idle: number;
  /** A message delays others that are owed by its length and so much more on both sides. `came`: it was owed, too. */
  pauseAround(owed: Send<S>, came: Send<S> | undefined): number;
  /** The most microseconds for which a message keeps the board from others. Default: as long as it may have been on its way. */
  longestOnLine?(seen: ReadEvent<Message>): number;
}
