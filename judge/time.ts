/** What time alone decides in the worlds of a judge. */
import type { Message } from '../protocols/request-response/definition';
import type { LineRecord } from './line-record';
import type { LineReading, ReadEvent } from './line-reading';
import type { Expire, Steps } from './steps';
import {
  explained,
  lapsedOf,
  missingAt,
  nextStep,
  type Next,
  type Reported,
  type TimedStep,
  type World,
} from './world';

/** What it decides first in any of them. `ignores`: timers and queues that do not count. */
export function firstStep<S>(
  worlds: readonly World<S>[],
  idle: number,
  ignores?: readonly string[],
): TimedStep<S> | undefined {
  let first: TimedStep<S> | undefined;
  for (const world of worlds) {
    const step = nextStep(world, idle, ignores);
    if (step !== undefined && step.at < (first?.at ?? Infinity)) first = step;
  }
  return first;
}

/** All that it decides at this instant. */
export function passAll<S>(
  worlds: readonly World<S>[],
  at: number,
  { steps, idle, line }: { readonly steps: Steps<S>; readonly idle: number; readonly line: LineRecord },
): readonly Next<S>[] {
  const ended = new Map<LineReading<Message>, readonly ReadEvent<Message>[]>();
  // Worlds may share a reading, which the first of them ends.
  const expire: Expire = (reading) => {
    const events = ended.get(reading) ?? reading.expire();
    ended.set(reading, events);
    return worlds.some(({ board }) => board === reading)
      ? line.received(events)
      : line.asked(events, reading === worlds[0]?.host);
  };
  const due = worlds.map((world) => nextStep(world, idle));
  return worlds.flatMap((world, i) => {
    const step = due[i];
    return step === undefined || step.at > at ? [explained(world)] : steps.pass(world, step, expire);
  });
}

/** What other messages alone gave more time, and nobody saw come. */
export function overdueIn<S>(
  worlds: readonly World<S>[],
  now: number,
  steps: Steps<S>,
): readonly Reported<S>[] {
  const [world] = worlds;
  if (world === undefined || worlds.length > 1) return [];
  return world.owed
    .filter((one) => one.send.duty === 'must' && missingAt(one) - one.interruption <= now)
    .flatMap((one) => steps.miss(world, one, now).flatMap(({ faults }) => faults));
}

/** The host goes on without an answer whose time is over. undefined: none is. */
export function giveUp<S>(
  worlds: readonly World<S>[],
  at: number,
  steps: Steps<S>,
): readonly Next<S>[] | undefined {
  if (worlds.every((world) => lapsedOf(world, at) === undefined)) return undefined;
  return worlds.flatMap((world) => {
    const owed = lapsedOf(world, at);
    return owed === undefined ? [explained(world)] : steps.miss(world, owed, at);
  });
}
