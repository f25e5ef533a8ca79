import { needing } from '../../../devices/testing/needed-tools';
import { cleanUp } from '../wirejig-process';
import { runTroubled, type PortCommand, type TroubleName } from './troubled-ports';

afterAll(cleanUp);

const SECONDS = 30;
const CASES: readonly (readonly [PortCommand, TroubleName, RegExp])[] = [
  ['run', 'held', /^wirejig: port \S+ is in use by node \(pid \d+\): close it there\n$/],
  ['fuzz', 'pulled', /^wirejig: link main \(\S+\) was lost: [^\n]+\n/],
  ['tap', 'plugged in again', /^wirejig: link \S+ \(\S+\) was lost: [^\n]+\n$/],
];

// `npm run attack` tries each command on each.
needing('commands on troubled ports', 'socat').test.each(CASES)(
  '%s, port %s: exit 3 and its cause',
  async (command, trouble, cause) => {
    const { code, stderr, took, hasReport } = await runTroubled(command, trouble, SECONDS);
    expect([code, stderr, hasReport]).toEqual([3, expect.stringMatching(cause), true]);
    expect(took).toBeLessThan(SECONDS);
  },
  90_000,
);
