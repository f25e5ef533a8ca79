/** The time that a command may take, and the time that a suite usually takes. */
import { micros, type Micros } from '../protocols/time';

/** The time of the command is used up: the rest is not tried. */
export class TimeUsedUp extends Error {
  override readonly name = 'TimeUsedUp';
}

/**
 * `seconds`: measured with the defaults of all parameters. `ratios`: how much longer than with its default a parameter
 * makes the suite wait; the largest counts.
 */
export function scaledTime(seconds: number, ratios: readonly number[]): Micros {
  return micros(seconds * 1e6 * Math.max(1, ...ratios));
}
