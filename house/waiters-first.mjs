/** The order of the tests: first those that wait for processes and real time, so that none of them runs alone at the end. */
import Sequencer from '@jest/test-sequencer';

const WAITERS = /[\\/](?:cli|lab|emulation|rfc2217)[\\/]/;

export default class WaitersFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [true, false].flatMap((waits) => sorted.filter(({ path }) => WAITERS.test(path) === waits));
  }
}
