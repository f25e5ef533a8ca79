/** A receiver that should wait for silence, but takes a request as soon as its bytes are complete. */
import type { Decoder, FrameEvent } from '../../../../protocols/frame';
import type { Message } from '../../../../protocols/request-response/definition';
import type { Micros } from '../../../../protocols/time';
import type { Wire } from '../../../../protocols/wire/wire';

/** `make` makes the receiver that waits. It still handles everything that only silence can end. */
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
