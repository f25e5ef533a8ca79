/** The wall clock jumps while a run in real time goes on: npm run attack stepped-clock. Nothing of it may depend on it. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needing } from '../../../devices/testing/needed-tools';
import { cleanUp, folder } from '../wirejig-process';
import { recordRun, rowOfRecorded } from './recorded-verdicts';

const { test } = needing('a wall clock that jumps', 'faketime');
const HOUR = 3_600_000;
const STEP_MS = 1500;
const STEPS = ['+0', '+1h', '-1h', '+400d', '-30s', '+0.5'];

afterAll(cleanUp);

test.each(['stm', 'durak', 'gm67'] as const)(
  '%s over a pty passes, and check of what it recorded says the same',
  async (suite) => {
    const preload = spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' });
    const steps = join(folder(), 'steps');
    writeFileSync(steps, '+0\n');
    const env = {
      LD_PRELOAD: preload.stdout.trim(),
      FAKETIME_TIMESTAMP_FILE: steps,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    let n = 0;
    const timer = setInterval(() => writeFileSync(steps, `${STEPS[++n % STEPS.length]}\n`), STEP_MS);
    const options = { seed: 5, env };
    const run = await recordRun(suite, 'pty', options).finally(() => clearInterval(timer));
    process.stdout.write(rowOfRecorded(`${suite}, ${n} steps`, run));
    const { code, checks, contradictions } = run;
    expect(n).toBeGreaterThan(10);
    expect([code, contradictions]).toEqual([0, []]);
    expect(checks).not.toContain(1);
  },
  HOUR,
);
