// The lamp on a serial port: `wirejig simulate` is at the far end of a pseudo-terminal. It needs socat.
const { execFileSync, spawn } = require('node:child_process');
const { existsSync, mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: delay } = require('node:timers/promises');

/** Why there can be no such port here; false: there can. On a build server that is a failure, not a reason to skip. */
function missing() {
  try {
    execFileSync('socat', ['-V'], { stdio: 'ignore' });
    return false;
  } catch {
    if (process.env.CI === 'true') throw new Error('socat is not installed (apt-get install socat)');
    return 'socat is not installed (apt-get install socat)';
  }
}

/** Resolves with the path of the port, and what ends the lamp. */
async function simulateLamp() {
  const folder = mkdtempSync(join(tmpdir(), 'lamp-'));
  const port = join(folder, 'port');
  const program = join('node_modules', '.bin', 'wirejig');
  const simulation = spawn(process.execPath, [program, 'simulate', 'lamp', '--pty', port], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!existsSync(port) && simulation.exitCode === null) await delay(50);
  const end = () => {
    simulation.kill();
    rmSync(folder, { recursive: true });
  };
  return { port, end };
}

/** A machine that was too busy to tell is no verdict: a test that ends so is tried again, three times in all. A failure of the board stands. */
function untilJudged(test, attempts = 3) {
  return async () => {
    try {
      await test();
    } catch (error) {
      if (attempts === 1 || !error.message.startsWith('INCOMPLETE')) throw error;
      await untilJudged(test, attempts - 1)();
    }
  };
}

module.exports = { missing, simulateLamp, untilJudged };
