/** What a monitor of requests and answers finds: one clause, judged in one situation. */
import type { Direction } from '../../../devices/links/link';
import type { Message } from '../../../protocols/request-response/definition';
import type { Measurement } from '../../bench/judge';
import type { FailureKind } from '../failure';
import type { TimedEvent } from '../timed-decoder';

/** A frame, or bytes that are none, with its direction and times. */
export interface PassedFrame {
  readonly direction: Direction;
  readonly passed: TimedEvent<Message>;
}

export interface Judgement {
  readonly clause: string;
  /**
   * The way in which the clause is broken, or would be. Of a pass: `answer` (the right answer, or silence where it was due), `malformed` (a
   * well-formed frame), `late` (a time within its limits), `unasked` (silence after an exchange).
   */
  readonly kind: FailureKind;
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  /** The situation, for people. Empty for a pass. */
  readonly title: string;
  /** What the board received, as a class: the form of a request, the code of a reject, `silence`. Empty for a pass. */
  readonly trigger: string;
  /** What was due, as a class: the forms of answers, or `silence`. Empty for a pass. */
  readonly due: string;
  /** In words. Empty for a pass. */
  readonly expected: string;
  readonly seen: string;
  /** The answer that should have come, where only one is right. */
  readonly dueAnswer?: Message;
  /** The request was sent before the answer to the one before it had come. */
  readonly pipelined: boolean;
  /** For times: their bounds and limits. */
  readonly measurement?: Measurement;
  readonly request?: Message;
  /** What passed lately, oldest first. Empty for a pass. */
  readonly evidence: readonly PassedFrame[];
}
