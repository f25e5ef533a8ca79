/** A run over ptys stands still for 10 s, twenty times at random moments: npm run attack host-stops. No conformant board fails by it. */
import { random } from '../../../devices/random';
import { cleanUp, type RunningProcess } from '../wirejig-process';
import { BOARDS, recordRun, rowOfRecorded, type SuiteId } from './recorded-verdicts';

const HOUR = 3_600_000;
const SEED = 5;
const STOPS = 20;
const STOP_MS = 10_000;
/** Of the run between two stops, milliseconds. */
const MOST_BETWEEN = 8000;

afterAll(cleanUp);

/** Stops it, lets it go on, and so on until it ends. `onStop` gets each. */
function stopOften({ child, ended }: RunningProcess, onStop: () => void): void {
  const choices = random(SEED);
  let left = STOPS;
  let timer: NodeJS.Timeout;
  const goOn = (): void => {
    child.kill('SIGCONT');
    if (left-- > 0) timer = setTimeout(stop, choices.int(1, MOST_BETWEEN));
  };
  const stop = (): void => {
    if (child.kill('SIGSTOP')) onStop();
    timer = setTimeout(goOn, STOP_MS);
  };
  goOn();
  void ended.finally(() => clearTimeout(timer));
}

test.each(Object.keys(BOARDS) as SuiteId[])(
  '%s over ptys does not fail, and check of what it recorded says the same',
  async (suite) => {
    let stops = 0;
    const options = { seed: SEED, time: '500s' };
    const run = await recordRun(suite, 'pty', options, (running) => {
      stopOften(running, () => stops++);
    });
    process.stdout.write(rowOfRecorded(`${suite}, ${stops} stops`, run));
    const { code, checks, contradictions } = run;
    expect(stops).toBe(STOPS);
    expect(contradictions).toEqual([]);
    expect([code, ...checks]).not.toContain(1);
  },
  HOUR,
);
