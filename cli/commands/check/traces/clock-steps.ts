/**
 * Where the clock of a recorder steps back in the midst of a file. What one wire carries is recorded in order: its times go back where the
 * clock was set, and stay so. If they come forward again at once, or go back all the time, the file is out of order, and its times are right.
 */
import { UsageError } from '../../../shared/usage-error';

/** A clock that was set, and no two bounds of one packet. Microseconds. */
const LEAST_STEP_US = 100_000;
/** Between what is before a step and what is after it, nobody knows how long. */
const GAP_US = 1e6;

/** More times that step back alone are another order. */
const MOST_WRONG = 3;

interface Descent {
  /** Places in the file: the last one before the step, and the first one after it. What is between them may be either. */
  readonly before: number;
  readonly after: number;
  /** The latest time before it, and the first one after it. */
  readonly latest: number;
  readonly from: number;
}

interface Wire {
  readonly first: { readonly place: number; readonly at: number };
  place: number;
  latest: number;
  open?: Descent | undefined;
}

export interface SteppedClock {
  /** The microseconds to add to a time; undefined: nobody knows, as the clock steps somewhere there. */
  shiftAt(place: number): number | undefined;
  /** The sum of all shifts up to the end. */
  readonly total: number;
  /** For people; undefined: there is no step. */
  readonly detail: string | undefined;
}

export class ClockSteps {
  private readonly wires = new Map<string, Wire>();
  private readonly descents: Descent[] = [];
  private readonly lone: Descent[] = [];
  private isDisordered = false;

  take(name: string, place: number, at: number): void {
    const wire = this.wires.get(name);
    if (wire === undefined) {
      this.wires.set(name, { first: { place, at }, place, latest: at });
      return;
    }
    const { open } = wire;
    if (open !== undefined) {
      wire.open = undefined;
      if (at < open.from) this.isDisordered = true;
      else if (at >= open.latest) this.lone.push(open);
      else {
        this.descents.push(open);
        wire.latest = open.from;
      }
    } else if (at < wire.latest - LEAST_STEP_US)
      wire.open = { before: wire.place, after: place, latest: wire.latest, from: at };
    wire.latest = Math.max(wire.latest, at);
    wire.place = place;
  }

  /**
   * `isInOrder`: the writer of the file puts all into order, so that a few times that step back alone are wrong. Throws
   * {@link UsageError} for a step that cannot be placed in all wires.
   */
  finish({ isInOrder = false } = {}): SteppedClock {
    const open = [...this.wires.values()].flatMap((wire) => wire.open ?? []);
    const areWrong = isInOrder && !this.isDisordered && this.lone.length <= MOST_WRONG;
    const wrong = areWrong ? this.lone : [];
    const steps =
      this.isDisordered || this.lone.length > wrong.length ? [] : mergeDescents([...this.descents, ...open]);
    const shifts: number[] = [];
    for (const { latest, from, after } of steps) {
      for (const { first } of this.wires.values())
        if (first.place > after && first.at < latest)
          throw new UsageError(`${describeStep(latest, from)}: cut the file in two there`);
      shifts.push((shifts.at(-1) ?? 0) + latest - from + GAP_US);
    }
    const [one] = [...wrong, ...steps];
    return {
      total: shifts.at(-1) ?? 0,
      detail: one === undefined ? undefined : describeStep(one.latest, one.from),
      shiftAt: (place) => {
        if (wrong.some(({ after }) => after === place)) return undefined;
        const passed = steps.findLastIndex(({ before }) => place > before);
        if (passed < 0) return 0;
        return place < (steps[passed]?.after ?? 0) ? undefined : shifts[passed];
      },
    };
  }
}

/** Each wire shows a step of the clock somewhat later than it was. */
function mergeDescents(descents: readonly Descent[]): readonly Descent[] {
  const steps: Descent[] = [];
  for (const next of [...descents].sort((one, other) => one.after - other.after)) {
    const last = steps.at(-1);
    if (last === undefined || next.before >= last.after) steps.push(next);
    else
      steps[steps.length - 1] = {
        ...last,
        before: Math.max(last.before, next.before),
        latest: Math.max(last.latest, next.latest),
      };
  }
  return steps;
}

function describeStep(latest: number, from: number): string {
  const seconds = (us: number): string => (us / 1e6).toFixed(6);
  return `the times of the file step back from ${seconds(latest)} s to ${seconds(from)} s: the recorder's clock was set, or the file is out of order`;
}
