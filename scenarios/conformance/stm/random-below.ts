/** STM: random numbers below a bound, from the run's seed. */
import * as fc from 'fast-check';
import type { Bench } from '../../bench/bench';

export function randomBelow(bench: Bench): (below: number) => number {
  const numbers = bench.sample(fc.nat(0x7fffffff), 20_000);
  let next = 0;
  return (below) => (numbers[next++ % numbers.length] ?? 0) % below;
}
