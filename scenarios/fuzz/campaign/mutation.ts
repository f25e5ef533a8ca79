/** Mutates cases of the corpus: similar cases may reach more. */
import { micros } from '../../../protocols/time';
import type { Dice } from './dice';
import { withBytes, type FuzzStep, type SendStep } from '../../player/step';

type Change = (
  dice: Dice,
  steps: readonly FuzzStep[],
  others: readonly (readonly FuzzStep[])[],
) => FuzzStep[];

const MOST_STEPS = 64;
const ODD_BYTES = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff] as const;

function changeSend(
  dice: Dice,
  steps: readonly FuzzStep[],
  change: (step: SendStep) => SendStep,
): FuzzStep[] {
  const at = dice.int(0, Math.max(0, steps.length - 1));
  return steps.map((step, i) =>
    i === at && step.kind === 'send' && step.bytes.length > 0 ? change(step) : step,
  );
}

function withChangedBytes(step: SendStep, change: (bytes: Uint8Array) => Uint8Array): SendStep {
  return withBytes(step, change(Uint8Array.from(step.bytes)));
}

function cutAt(dice: Dice, steps: readonly FuzzStep[]): [readonly FuzzStep[], readonly FuzzStep[]] {
  const at = dice.int(0, steps.length);
  return [steps.slice(0, at), steps.slice(at)];
}

const CHANGES: readonly [Change, ...Change[]] = [
  (dice, steps, others) => [...cutAt(dice, steps)[0], ...cutAt(dice, dice.any(others) ?? [])[1]],
  (dice, steps, others) => {
    const [head, tail] = cutAt(dice, steps);
    return [...head, ...(dice.any(others) ?? []), ...tail];
  },
  (dice, steps) => {
    const [head, [, ...tail]] = cutAt(dice, steps);
    return [...head, ...tail];
  },
  (dice, steps) => {
    const [head, tail] = cutAt(dice, steps);
    return [...head, ...tail.slice(0, 1), ...tail];
  },
  (dice, steps) => {
    const [head, [one, other, ...tail]] = cutAt(dice, steps);
    return [...head, ...(other === undefined ? [] : [other]), ...(one === undefined ? [] : [one]), ...tail];
  },
  (dice, steps) =>
    changeSend(dice, steps, (step) =>
      withChangedBytes(step, (bytes) => {
        const at = dice.int(0, bytes.length - 1);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << dice.int(0, 7));
        return bytes;
      }),
    ),
  (dice, steps) =>
    changeSend(dice, steps, (step) =>
      withChangedBytes(step, (bytes) => {
        bytes[dice.int(0, bytes.length - 1)] = dice.once(2) ? dice.pick(ODD_BYTES) : dice.int(0, 255);
        return bytes;
      }),
    ),
  (dice, steps) =>
    changeSend(dice, steps, (step) =>
      withChangedBytes(step, (bytes) => bytes.slice(0, dice.int(1, bytes.length))),
    ),
  (dice, steps) => changeSend(dice, steps, (step) => ({ ...step, gap: micros(dice.int(0, 20_000)) })),
];

/** One case of the corpus with one to three mutations. */
export function mutate(dice: Dice, entries: readonly (readonly FuzzStep[])[]): readonly FuzzStep[] {
  let steps: readonly FuzzStep[] = dice.any(entries) ?? [];
  for (let n = dice.int(1, 3); n > 0; n--) steps = dice.pick(CHANGES)(dice, steps, entries);
  return steps.slice(0, MOST_STEPS);
}
