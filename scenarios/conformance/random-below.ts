/** Random numbers below a bound, from the run's seed. */
import * as fc from 'fast-check';
import type { Bench } from '../bench/bench';

/** `count`: after so many, they come again. */
export function randomBelow(bench: Bench, count: number): (below: number) => number {
  const numbers = bench.sample(fc.nat(0x7fffffff), count);
  let next = 0;
  return (below) => (numbers[next++ % numbers.length] ?? 0) % below;
}
