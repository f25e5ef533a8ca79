/** What stock bugs change: the content of requests as the board reads them, of answers as it writes them, and when a request is whole. */
import { isSameBytes } from '../../../../protocols/bytes';
import type { Message } from '../../../../protocols/request-response/definition';
import type { Wire } from '../../../../protocols/wire/wire';
import type { FirmwareChange } from '../firmware';
import type { Decoder, FrameEvent } from '../../../../protocols/frame';
import type { Micros } from '../../../../protocols/time';

export type Reading = ReturnType<Wire<Message>['decode']>;

/** Changes how the content of a request is read. */
export function changeReading(
  change: (content: Uint8Array, read: Reading, wire: Wire<Message>) => Reading,
): FirmwareChange {
  return ({ wire }) => ({
    wire: { ...wire, decode: (content) => change(content, wire.decode(content), wire) },
  });
}

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

/** A receiver that takes a request as soon as its bytes are complete. `make` makes the receiver that waits. It still handles everything that only silence can end. */
export function eagerReceiver(make: () => Decoder<Message>, wire: Wire<Message>): Decoder<Message> {
  const isOpen = new Map(wire.layout.forms.map(({ name, tag }) => [name, typeof tag === 'object']));
  let inner = make();
  let held: number[] = [];
  let first: Micros | undefined;

  const pushByte = (byte: number, at: Micros): readonly FrameEvent<Message>[] => {
    const events = inner.push(Uint8Array.of(byte), at);
    held = [...held, byte].slice(-inner.pending);
    if (inner.pending === 1 || first === undefined) first = at;
    const raw = Uint8Array.from(held);
    const read = wire.decode(raw);
    if (read.kind === 'reject' || isOpen.get(read.value.type) === true) return events;
    inner = make();
    held = [];
    return [...events, { kind: 'frame', raw, first, last: at, value: read.value }];
  };
  return {
    push: (bytes, at) => [...bytes].flatMap((byte) => pushByte(byte, at)),
    get pending() {
      return inner.pending;
    },
    deadline: () => inner.deadline(),
    tick: (now) => inner.tick(now),
  };
}
