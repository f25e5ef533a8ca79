/**
 * Requests of every kind that the rules distinguish, found by asking the rules about samples.
 *
 * Random numbers would rarely hit the board's own unit, or one of its few registers. So numbers are often small, or
 * taken from the probe, the baseline and the parameters.
 */
import type { AnySession, Message } from '../../../protocols/request-response/definition';
import { atFirst } from '../../../protocols/request-response/fitted-request';
import { RequestKinds } from '../../../protocols/request-response/request-kinds';
import { sample } from '../../../protocols/wire/sample';
import type { Random } from '../../random';

const SAMPLES = 400;

export class RequestPool extends RequestKinds {
  private readonly numbers: readonly number[];

  constructor(session: AnySession, random: Random, samples = SAMPLES) {
    super(session, true);
    this.numbers = numbersOf(session);
    const given = [...session.baseline, session.probe];
    for (let i = 0; i < samples; i++) this.offer(random, given[i] ?? this.sample(random));
  }

  /** Any request that the line can carry. */
  sample(random: Random): Message {
    const { session } = this;
    const { wire, framing } = session.requests;
    const drawn = sample(wire, biased(random, this.numbers), framing);
    return session.prepare === undefined || random.int(0, 7) === 0 ? drawn : atFirst(session, drawn);
  }
}

/** Numbers with a meaning for the board. */
function numbersOf({ parameters, probe, baseline }: AnySession): readonly number[] {
  const found = new Set<number>();
  const collect = (value: unknown, depth: number): void => {
    if (typeof value === 'number') found.add(value);
    else if (typeof value === 'object' && value !== null && depth > 0)
      for (const one of Object.values(value)) collect(one, depth - 1);
  };
  collect([parameters, probe, baseline], 4);
  return [...found];
}

/** Dice that prefer known numbers and bounds. */
function biased(random: Random, known: readonly number[]): Pick<Random, 'int'> {
  return {
    int: (min, max) => {
      const way = random.int(0, 9);
      const fitting = known.filter((one) => Number.isInteger(one) && one >= min && one <= max);
      const one = fitting[random.int(0, Math.max(0, fitting.length - 1))];
      if (way < 4 && one !== undefined) return one;
      if (way < 7) return random.int(min, Math.min(max, min + 3));
      if (way < 8) return random.int(Math.max(min, max - 3), max);
      return random.int(min, max);
    },
  };
}
