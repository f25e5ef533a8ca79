/** What a monitor finds: one clause, judged in one situation, as data. */
import type { Direction } from '../chunk';
import type { FailureKind } from './failure';
import type { Measurement } from './measurement';
import type { TimedEvent } from './timed-decoder';

/** A frame, or bytes that are not one, with direction and times. */
export interface PassedFrame<Message = unknown> {
  readonly direction: Direction;
  /** Absent: the board has one. */
  readonly link?: string;
  readonly passed: TimedEvent<Message>;
}

/** The request of a failure. */
export interface Situation<Message = unknown> {
  /** The class of what the board received: the form of a request, the code of a reject, `silence`. Empty for a pass. */
  readonly trigger: string;
  /** The class of what was due: the forms of answers, or `silence`. Empty for a pass. */
  readonly due: string;
  /** The request was sent before the answer to the previous one had come. */
  readonly pipelined: boolean;
  readonly request?: Message | undefined;
}

/** What is wrong, in words and as data. */
export interface Flaw<Message = unknown> {
  readonly kind: FailureKind;
  /** What shows the bug, if the input does not. */
  readonly trigger?: string;
  /** The situation, for people. */
  readonly title: string;
  readonly expected: string;
  readonly seen: string;
  /** The answer that should have come, where only one is right. */
  readonly dueAnswer?: Message;
  /** It is a failure whatever came before. */
  readonly plain?: boolean;
  readonly verdict?: 'fail' | 'inconclusive';
}

/** What a monitor finds: a clause, its verdict in one situation, and what shows it. */
export interface Judgement<Message = unknown>
  extends Situation<Message>, Omit<Flaw<Message>, 'verdict' | 'trigger'> {
  readonly clause: string;
  /**
   * The way in which the clause is broken, or would be. Of a pass: `answer` (the right answer, or silence where it was due), `malformed` (a
   * well-formed frame), `late` (a time within its limits), `unasked` (silence after an exchange).
   */
  readonly kind: FailureKind;
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  /** The situation, for people. Empty for a pass, as `expected` and `seen` are. */
  readonly title: string;
  /** For times: their bounds and limits. */
  readonly measurement?: Measurement | undefined;
  /** The recent traffic, oldest first. Empty for a pass. */
  readonly evidence: readonly PassedFrame<Message>[];
}
