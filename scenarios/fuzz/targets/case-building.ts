/** Parts that the targets of all protocols build cases from. */
import type { FrameEvent } from '../../../protocols/frame';
import { micros, type Micros } from '../../../protocols/time';
import type { Dice } from '../campaign/dice';
import type { FuzzStep } from '../../player/step';
import type { Generator } from '../target';

type MakeSteps<View> = (dice: Dice, view: View) => readonly FuzzStep[];

/** A generator of cases. `weight`: its frequency relative to the others. `fields`: the parts of messages that it tries. */
export function generator<View>(
  name: string,
  group: Generator<View>['group'],
  weight: number,
  fields: readonly string[],
  make: MakeSteps<View>,
): Generator<View> {
  return { name, group, weight, fields, make };
}

/** The frames and rejects of some bytes, for people. */
export function describeEvents<T>(events: readonly FrameEvent<T>[], nameOf: (message: T) => string): string {
  return events
    .map((event) =>
      event.kind === 'frame' ? nameOf(event.value) : `${event.error.code}: ${event.error.message}`,
    )
    .join('; ');
}

/** The frame in pieces, often of single bytes. Pauses are shorter than half the `silence` that ends a frame. */
export function sendInPieces(
  dice: Dice,
  frame: Uint8Array,
  silence: Micros,
  tx: (bytes: Uint8Array, gap?: Micros) => FuzzStep,
): readonly FuzzStep[] {
  const single = dice.once(2);
  const steps: FuzzStep[] = [];
  for (let from = 0; from < frame.length;) {
    const to = single ? from + 1 : from + dice.int(1, frame.length - from);
    const gap = micros(Math.round((dice.int(1, 48) / 100) * silence));
    steps.push(tx(frame.subarray(from, to), from === 0 ? undefined : gap));
    from = to;
  }
  return steps;
}
