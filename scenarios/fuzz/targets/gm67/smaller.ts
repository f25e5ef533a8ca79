/** GM67 commands that say less, and stretches of bytes that belong together: what a failing case is made small by. */
import type { FrameEvent } from '../../../../protocols/frame';
import { encodeCommand, sealed } from '../../../../protocols/gm67/encode';
import { checksum, hostCommand, STATUS, type Command } from '../../../../protocols/gm67/message';
import { commands } from '../../../../protocols/gm67/gm67';
import { PARAMETER, TRIGGER, type ScannerParameter } from '../../../../protocols/gm67/parameters';
import { micros, millis } from '../../../../protocols/time';
import { withBytes, type SendStep } from '../../execution/step';
import { spoilt } from './generators';

const LONGEST_CUT = 16;

/** The shortest that LEN may be wrong in: a command that has no data, and needs some; one that has some, and needs none. */
const SHORTEST_LIES = [sealed([4, 0xe6, 4, 0]), sealed([4, 0xc6, 4, 0]), sealed([5, 0xe4, 4, 0, 0])] as const;

/** The shortest commands, and this one with less data; the checksum right, or wrong by as much as it was. */
export function* smallerCommands(bytes: Uint8Array): Iterable<Uint8Array> {
  if (bytes.length > 6 && lies(bytes)) yield* SHORTEST_LIES.filter(({ length }) => length < bytes.length);
  if (bytes.length > 6 && isWhole(bytes)) yield* shorter(bytes);
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

/** It begins with a LEN that is wrong. */
function lies(bytes: Uint8Array): boolean {
  const decoder = commands().decoder();
  const [event] = [...decoder.push(bytes, micros(0)), ...decoder.tick(millis(1000))];
  return event?.kind === 'reject' && event.error.code === 'length';
}

/** Another value of what is written; and the mode that nothing is read in by itself: that it holds is seen soonest. */
export function* otherWrites(table: readonly ScannerParameter[], step: SendStep): Iterable<SendStep> {
  const [event] = commands().decoder().push(step.bytes, micros(0));
  const command = event?.kind === 'frame' || event?.error.code === 'checksum' ? event.value : undefined;
  if (command?.type !== 'write' || step.recipe !== undefined) return;
  const { number, value } = command;
  const values = table.find((one) => one.number === number)?.values ?? [];
  const wrong = wrongBy(step.bytes);
  const others = [values[0], values.at(-1)].filter((one) => one !== undefined && one !== value);
  const writes = [
    ...others.map((other = 0) => ({ number, value: other })),
    { number: PARAMETER.trigger, value: TRIGGER.host },
  ];
  for (const one of writes) {
    const bytes = encodeCommand(hostCommand({ type: 'write', prefix: 0, ...one }));
    yield withBytes(step, wrong === 0 ? bytes : spoilt(bytes, wrong));
  }
}

function wrongBy(bytes: Uint8Array): number {
  const [high = 0, low = 0] = bytes.subarray(-2);
  return checksum(bytes, bytes.length - 2) ^ ((high << 8) | low);
}

function isWhole(bytes: Uint8Array): boolean {
  return bytes.length === (bytes[0] ?? 0) + 2;
}
