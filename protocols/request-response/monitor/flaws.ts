/** What a board did that it may not, in words. */
import type { FrameError } from '../../frame';
import type { AnySession, Message } from '../definition';
import { hexOf } from '../../wire/bytes/value-text';
import { classifyConsoleText } from '../../monitor/console-text';
import type { Flaw as AnyFlaw } from '../../monitor/judgement';
import { formatMs } from '../../monitor/judgement-log';
import type { PendingResponse } from './pending-response';

type Flaw = AnyFlaw<Message>;

/** The request, or the bytes that are none. */
export function describeInput({ requests }: AnySession, { received }: PendingResponse): string {
  const { event } = received.passed;
  if (event.kind === 'frame') return requests.wire.describe(event.value);
  return `${hexOf(event.raw)} (${event.error.message})`;
}

function describeDue({ answers }: AnySession, { outcomes, given }: PendingResponse): string {
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
function onlyAnswer({ outcomes, given }: PendingResponse): { dueAnswer?: Message } {
  const [outcome, ...others] = outcomes;
  const due = outcome?.due[given];
  return due === undefined || outcome?.isExact === false || others.length > 0 ? {} : { dueAnswer: due };
}

export function missingAnswer(session: AnySession, pending: PendingResponse): Flaw {
  return {
    kind: 'silence',
    title: `${describeInput(session, pending)} was not answered`,
    expected: describeDue(session, pending),
    seen: `nothing for ${formatMs(pending.timeout - pending.received.passed.last.notAfter)}`,
    ...onlyAnswer(pending),
  };
}

export function wrongAnswer(session: AnySession, pending: PendingResponse, answer: Message): Flaw {
  const { why } = pending.match(session, answer);
  const text = session.answers.wire.describe(answer);
  return {
    kind: 'answer',
    title: `the answer to ${describeInput(session, pending)}`,
    expected: describeDue(session, pending),
    seen: why === '' ? text : `${text}: ${why}`,
    ...onlyAnswer(pending),
  };
}

/** `pending`: what was answered before, or must not be answered. */
export function unaskedFrame(session: AnySession, pending: PendingResponse | undefined, seen: string): Flaw {
  if (pending === undefined)
    return { kind: 'unasked', title: 'nothing was asked', expected: 'silence', seen };
  const input = describeInput(session, pending);
  return pending.isSilent
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
