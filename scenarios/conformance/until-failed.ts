import type { Bench } from '../bench/bench';

/** The items one by one, until `requirement` failed so often that more of them show nothing new. */
export function* untilFailed<T>(bench: Bench, requirement: string, items: Iterable<T>): Generator<T> {
  for (const item of items) {
    if (bench.failedEnough(requirement)) return;
    yield item;
  }
}
