/** What a board did that it may not, in words. */
import type { FrameError } from '../../protocols/frame';
import type { AnySession, Message } from '../../protocols/request-response/definition';
import { hexOf } from '../../protocols/wire/bytes/value-text';
import { classifyConsoleText } from '../../protocols/monitor/console-text';
import type { Flaw as AnyFlaw } from '../../protocols/monitor/judgement';
import { formatMs } from '../../protocols/monitor/judgement-log';
import type { Exchange } from './exchange';
import type { Outcome } from '../../protocols/request-response/outcomes';

type Flaw = AnyFlaw<Message>;

/** What is still due of an exchange: after `given` answers, by these outcomes. */
export interface DueAnswer<State = unknown> {
  readonly exchange: Exchange<State>;
  readonly outcomes: readonly Outcome<State>[];
  readonly given: number;
}

/** The request, or the bytes that are none. */
export function describeInput({ session, received }: Exchange): string {
  const { event } = received.passed;
  if (event.kind === 'frame') return session.requests.wire.describe(event.value);
  return `${hexOf(event.raw)} (${event.error.message})`;
}

function describeDue({ answers }: AnySession, { outcomes, given }: DueAnswer): string {
  const each = outcomes.map(({ due, words }) =>
    due.length === 0
      ? 'silence'
      : (words ??
        due
          .slice(given)
          .map((answer) => answers.wire.describe(answer))
          .join(', then ')),
  );
  return [...new Set(each)].join(', or ');
}

/** The only answer that is right; undefined where several are, or a rule decides. */
function onlyAnswer({ outcomes, given }: DueAnswer): { dueAnswer?: Message } {
  const [outcome, ...others] = outcomes;
  const due = outcome?.due[given];
  return due === undefined || outcome?.isExact === false || others.length > 0 ? {} : { dueAnswer: due };
}

/** `after`: microseconds without an answer. */
export function missingAnswer(due: DueAnswer, after: number): Flaw {
  const { exchange, given } = due;
  const input = describeInput(exchange);
  const flaw = {
    kind: 'silence',
    expected: describeDue(exchange.session, due),
    seen: `nothing for ${formatMs(after)}`,
  } as const;
  // Beside the answer that came, its bytes would look like that one's right form.
  if (given > 0) return { ...flaw, title: `answer ${given + 1} to ${input} did not come` };
  return { ...flaw, title: `${input} was not answered`, ...onlyAnswer(due) };
}

export function wrongAnswer(due: DueAnswer, answer: Message): Flaw {
  const { exchange, outcomes, given } = due;
  const why = exchange.reasonAgainst(outcomes, given, answer);
  const text = exchange.session.answers.wire.describe(answer);
  return {
    kind: 'answer',
    title: `the answer to ${describeInput(exchange)}`,
    expected: describeDue(exchange.session, due),
    // Why first: what a long answer says is cut short.
    seen: why === '' ? text : `${why}: ${text}`,
    ...onlyAnswer(due),
  };
}

/** `exchange`: what was answered before, or must not be answered. */
export function unaskedMessage(exchange: Exchange | undefined, seen: string): Flaw {
  if (exchange === undefined)
    return { kind: 'unasked', title: 'nothing was asked', expected: 'silence', seen };
  const input = describeInput(exchange);
  return exchange.isSilent
    ? { kind: 'unasked', title: input, expected: 'silence', seen }
    : { kind: 'unasked', title: `a second answer to ${input}`, expected: 'exactly what is due', seen };
}

/** `value`: what the frame says if its checksum is left aside. One bug spoils it, whatever was asked. */
export function malformedFrame(raw: Uint8Array, error: FrameError, value?: Message): Flaw {
  return {
    kind: classifyConsoleText(raw) ?? 'malformed',
    ...(value === undefined ? {} : { trigger: `frame of ${value.type}` }),
    title: 'bytes from the board that are no frame',
    expected: error.expected ?? 'a well-formed frame',
    seen: `${hexOf(raw)}: ${error.message}`,
  };
}
