/** The error of a board that broke a clause of its protocol, for test frameworks. */
import type { AnySession, Message } from '../../protocols/request-response/definition';
import type { Requirement } from '../../protocols/requirement';
import type { Weighed } from '../../scenarios/conformance/request-response/execution/weighing';
import type { PassedFrame } from '../../protocols/monitor/judgement';

/** One clause, judged in one situation. */
export interface ClauseVerdict {
  readonly clause: string;
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'error' | 'skip';
  /** The situation. Empty for a pass. */
  readonly title: string;
  /** What was expected, in words; empty for a pass. */
  readonly expected: string;
  readonly seen: string;
  /** The recent traffic on the line, one frame a line, oldest first. */
  readonly bytes: string;
}

/** The board broke a clause. The message has the text of the clause, the expected and the seen, and the bytes. */
export class ClauseError extends Error implements ClauseVerdict {
  override readonly name = 'ClauseError';
  readonly clause: string;
  readonly verdict: ClauseVerdict['verdict'];
  readonly title: string;
  readonly expected: string;
  readonly seen: string;
  readonly bytes: string;

  /** `text`: the clause's text on the page. */
  constructor({ clause, verdict, title, expected, seen, bytes }: ClauseVerdict, text: string) {
    const lines = [
      `${clause}: ${text}`,
      title,
      ...(expected === '' ? [] : [`expected: ${expected}`, `seen:     ${seen}`]),
      bytes,
    ];
    super(lines.filter((line) => line !== '').join('\n'));
    this.clause = clause;
    this.verdict = verdict;
    this.title = title;
    this.expected = expected;
    this.seen = seen;
    this.bytes = bytes;
  }
}

export function clauseText(requirements: readonly Requirement[], clause: string): string {
  return requirements.find(({ id }) => id === clause)?.text ?? 'not a clause of this protocol';
}

export function clauseVerdict(session: AnySession, { judgement, finding }: Weighed): ClauseVerdict {
  const { clause, title, expected, seen, evidence, measurement } = judgement;
  const { verdict } = finding;
  const limits = measurement === undefined || verdict === 'pass' ? { expected, seen } : limitsOf(measurement);
  return { clause, verdict, title, ...limits, bytes: describeFrames(session, evidence) };
}

function limitsOf({ low, high, min, max }: NonNullable<Weighed['judgement']['measurement']>) {
  const limits = [
    ...(min === undefined || min <= 0 ? [] : [`at least ${milliseconds(min)}`]),
    ...(max === undefined ? [] : [`at most ${milliseconds(max)}`]),
  ];
  return { expected: limits.join(' and '), seen: boundsText({ low: low / 1000, high: high / 1000 }) };
}

function milliseconds(micros: number): string {
  return `${(micros / 1000).toFixed(3)} ms`;
}

/** Bounds in ms, in words. */
export function boundsText({ low, high }: { readonly low: number; readonly high: number }): string {
  const [least, most] = [low.toFixed(3), high.toFixed(3)];
  return least === most ? `${least} ms` : `between ${least} and ${most} ms`;
}

function describeFrames(session: AnySession, frames: readonly PassedFrame<Message>[]): string {
  return frames.map((frame) => describeFrame(session, frame)).join('\n');
}

function describeFrame(session: AnySession, { direction, passed }: PassedFrame<Message>): string {
  const { event, first } = passed;
  const { wire } = direction === 'tx' ? session.requests : session.answers;
  const meaning = event.kind === 'frame' ? describe(wire, event.value) : event.error.message;
  const time = (first.notAfter / 1000).toFixed(3).padStart(10);
  return `  ${direction} ${time} ms  ${hexBytes(event.raw)}  ${meaning}`;
}

function describe(wire: { describe(message: Message): string }, message: Message): string {
  return wire.describe(message);
}

function hexBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ');
}
