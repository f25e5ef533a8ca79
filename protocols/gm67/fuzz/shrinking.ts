/** Simpler GM67 commands, and stretches of bytes that belong together, for minimising. */
import { reduceBytes, type FrameEvent, type FuzzStep } from '../../../api/index';
import { encodeCommand } from '../wire/wire';
import { sealed } from '../wire/message';
import { checksum, hostCommand, type Command } from '../wire/message';
import { tx, spoilt } from './commands';

const LONGEST_CUT = 16;

/**
 * The shortest commands, and this one with less data. A right checksum stays right; a wrong one keeps its difference.
 */
export function* smallerCommands(bytes: Uint8Array): Iterable<Uint8Array> {
  if (bytes.length > 6 && isWhole(bytes)) yield* shorter(bytes);
  yield* reduceBytes(bytes);
}

/** A bad LEN, the shortest commands with too little or too much data, and the commands without data. */
export function seedCases(): readonly (readonly FuzzStep[])[] {
  const wrongLengths = [
    Uint8Array.of(0xff),
    sealed([4, 0xe6, 4, 0]),
    sealed([4, 0xc6, 4, 0]),
    sealed([5, 0xe4, 4, 0, 0]),
  ];
  const bare = (['start', 'stop', 'enable', 'disable', 'defaults', 'revision'] as const).map((type) => [
    tx({ type }),
  ]);
  return [...wrongLengths.map((bytes) => [tx(bytes)]), ...bare];
}

function shorter(bytes: Uint8Array): readonly Uint8Array[] {
  const wrong = wrongBy(bytes);
  const plain = (['enable', 'revision', 'defaults'] as const).map((type) =>
    encodeCommand(hostCommand({ type })),
  );
  const less = Array.from({ length: Math.min(LONGEST_CUT, bytes.length - 6) }, (_, cut) =>
    sealed([bytes.length - 3 - cut, ...bytes.subarray(1, -3 - cut)]),
  ).toReversed();
  return [...plain, ...less].map((frame) => (wrong === 0 ? frame : spoilt(frame, wrong)));
}

/** Bytes that are dropped up to the next pause belong to the byte that caused it. */
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

function wrongBy(bytes: Uint8Array): number {
  const [high = 0, low = 0] = bytes.subarray(-2);
  return checksum(bytes, bytes.length - 2) ^ ((high << 8) | low);
}

function isWhole(bytes: Uint8Array): boolean {
  return bytes.length === (bytes[0] ?? 0) + 2;
}
