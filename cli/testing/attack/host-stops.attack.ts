/** A run over ptys stands still again and again, at random moments: npm run attack host-stops. No conformant board fails by it. */
import { random } from '../../../devices/random';
import { cleanUp, type RunningProcess } from '../wirejig-process';
import { BOARDS, recordRun, rowOfRecorded, type SuiteId } from './recorded-verdicts';

const HOUR = 3_600_000;
const SEED = 5;
const choices = random(SEED);
/** These take more than ten minutes over ptys, the others some two to five. */
const LONG: readonly SuiteId[] = ['durak', 'gm67', 'chinese-ten'];

/** Lengths in milliseconds; `between`: the most of the run between two stops. */
const STOPS = {
  '20 of 10 s': {
    most: 20,
    length: () => 10_000,
    between: (suite: SuiteId) => (LONG.includes(suite) ? 40_000 : 8000),
  },
  'of 0.1 to 10 s, to the end': {
    most: Infinity,
    length: () => Math.round(100 * 10 ** (choices.int(0, 2000) / 1000)),
    between: () => 4000,
  },
} as const;
type Stops = (typeof STOPS)[keyof typeof STOPS];

afterAll(cleanUp);

/** Stops it, lets it go on, and so on until it ends. `onStop` gets each. */
function stopOften(
  { child, ended }: RunningProcess,
  suite: SuiteId,
  { most, length, between }: Stops,
  onStop: () => void,
): void {
  let left: number = most;
  let timer: NodeJS.Timeout;
  const goOn = (): void => {
    child.kill('SIGCONT');
    if (left-- > 0) timer = setTimeout(stop, choices.int(1, between(suite)));
  };
  const stop = (): void => {
    if (child.kill('SIGSTOP')) onStop();
    timer = setTimeout(goOn, length());
  };
  goOn();
  void ended.finally(() => clearTimeout(timer));
}

describe.each(Object.keys(STOPS) as (keyof typeof STOPS)[])('%s', (name) => {
  test.each(Object.keys(BOARDS) as SuiteId[])(
    '%s over ptys does not fail, and check of what it recorded says the same',
    async (suite) => {
      let count = 0;
      const run = await recordRun(suite, 'pty', { seed: SEED }, (running) => {
        stopOften(running, suite, STOPS[name], () => count++);
      });
      process.stdout.write(rowOfRecorded(`${suite}, ${count} stops ${name}`, run));
      const { code, checks, contradictions } = run;
      expect(count).toBeGreaterThanOrEqual(20);
      expect(contradictions).toEqual([]);
      expect([code, ...checks]).not.toContain(1);
    },
    2 * HOUR,
  );
});
