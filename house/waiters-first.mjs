/**
 * The order of the tests: first those that wait for processes and real time, then those of scenarios, among which are the longest, so that
 * none of them runs alone at the end. Within each group the order is Jest's: by the last run's durations, else by size.
 */
import Sequencer from '@jest/test-sequencer';

const WAITERS = /[\\/](?:cli|lab|emulation|rfc2217)[\\/]/;
const SCENARIOS = /[\\/]scenarios[\\/]/;

function groupOf({ path }) {
  if (WAITERS.test(path)) return 0;
  return SCENARIOS.test(path) ? 1 : 2;
}

export default class WaitersFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => groupOf(one) - groupOf(other));
  }
}
