/**
 * Changes to the content of frames before framing: of requests as the board reads them, of answers as it writes them.
 */
import { isSameBytes } from '../../../../protocols/bytes';
import type { Message } from '../../../../protocols/request-response/definition';
import type { Wire } from '../../../../protocols/wire/wire';
import type { FirmwareChange } from '../firmware';

export type Reading = ReturnType<Wire<Message>['decode']>;

/** Changes how the content of a request is read. */
export function changeReading(
  change: (content: Uint8Array, read: Reading, wire: Wire<Message>) => Reading,
): FirmwareChange {
  return ({ wire }) => ({
    wire: { ...wire, decode: (content) => change(content, wire.decode(content), wire) },
  });
}

/** Changes the content of answers. */
export function changeContent(
  change: (content: Uint8Array, answer: Message, wire: Wire<Message>) => Uint8Array,
): FirmwareChange {
  return (sound, { session }) => ({
    content: (answer) => change(sound.content(answer), answer, session.answers.wire),
  });
}

/**
 * A copy with other bytes in place of `length` at `offset`. If the sum was right, lengths and sum are corrected.
 * Undefined: the place is not there.
 */
export function withBytes(
  wire: Wire<Message>,
  content: Uint8Array,
  { offset, length }: { readonly offset: number; readonly length: number },
  bytes: Uint8Array,
): Uint8Array | undefined {
  if (offset + length > content.length - wire.layout.sumBytes) return undefined;
  const copy = Uint8Array.from([...content].toSpliced(offset, length, ...bytes));
  if (!isSameBytes(wire.resum(content), content)) return copy;
  return length === bytes.length ? wire.resum(copy) : wire.seal(copy);
}
