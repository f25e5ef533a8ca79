/** Ten thousand sessions of each system with each disturbance, by hand: npm run attack disturbed-sessions. Prints a row for each. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DISTURBANCES } from '../../../scenarios/testing/disturbed/disturbance';

const SYSTEMS = ['stm', 'modbus', 'scpi', 'random'];
const SESSIONS = 10_000;
const DEFECT_SESSIONS = 20;
const HOUR = 3_600_000;

const CASES = SYSTEMS.flatMap((name) => DISTURBANCES.map((disturbance) => [name, disturbance.name] as const));

/** The code with which it ends: 1 where something was failed or missed. */
function attack(...words: readonly string[]): number | null {
  const script = join(__dirname, 'disturbed-sessions.ts');
  const args = ['-r', 'esbuild-register', script, ...words];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status;
}

test.each(CASES)(
  '%s, %s: no failure of a conformant board',
  (name, disturbance) => {
    expect(attack(name, '1', String(SESSIONS), disturbance)).toBe(0);
  },
  HOUR,
);

test.each(CASES.filter(([name]) => name !== 'random'))(
  '%s, %s: no defect passes that a quiet run fails',
  (name, disturbance) => {
    expect(attack(name, '1', String(DEFECT_SESSIONS), disturbance, 'all')).toBe(0);
  },
  HOUR,
);
