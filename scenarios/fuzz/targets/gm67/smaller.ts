/** GM67 commands that say less, and stretches of bytes that belong together: what a failing case is made small by. */
import type { FrameEvent } from '../../../../protocols/frame';
import { encodeCommand, sealed } from '../../../../protocols/gm67/encode';
import { checksum, hostCommand, STATUS, type Command } from '../../../../protocols/gm67/message';
import { spoilt } from './generators';

const LONGEST_CUT = 16;

/** The shortest commands, and this one with less data; the checksum right, or wrong by as much as it was. */
export function smallerCommands(bytes: Uint8Array): readonly Uint8Array[] {
  if (bytes.length <= 6 || !isWhole(bytes)) return [];
  const [high = 0, low = 0] = bytes.subarray(-2);
  const wrong = checksum(bytes, bytes.length - 2) ^ ((high << 8) | low);
  const plain = (['enable', 'revision', 'defaults'] as const).map((type) =>
    encodeCommand(hostCommand({ type })),
  );
  const shorter = Array.from({ length: Math.min(LONGEST_CUT, bytes.length - 6) }, (_, cut) =>
    sealed([bytes.length - 3 - cut, ...bytes.subarray(1, -3 - cut)]),
  ).toReversed();
  return [...plain, ...shorter].map((frame) => (wrong === 0 ? frame : spoilt(frame, wrong)));
}

/** No repeat of anything. */
export function plainCommand(bytes: Uint8Array): Uint8Array | undefined {
  const status = bytes[3] ?? 0;
  if (!isWhole(bytes) || (status & STATUS.retransmission) === 0) return undefined;
  const body = bytes.slice(0, -2);
  if (checksum(body, body.length) !== (((bytes.at(-2) ?? 0) << 8) | (bytes.at(-1) ?? 0))) return undefined;
  body[3] = status & ~STATUS.retransmission;
  return sealed(body);
}

/** What is dropped up to the next pause belongs to what began it. */
export function stretches(events: readonly FrameEvent<Command>[]): readonly Uint8Array[] {
  const all: Uint8Array[] = [];
  for (const { raw, ...event } of events) {
    const before = all.at(-1);
    const goesOn = event.kind === 'reject' && event.error.code === 'discarded';
    if (goesOn && before !== undefined) all[all.length - 1] = Uint8Array.from([...before, ...raw]);
    else all.push(raw);
  }
  return all;
}

function isWhole(bytes: Uint8Array): boolean {
  return bytes.length === (bytes[0] ?? 0) + 2;
}
