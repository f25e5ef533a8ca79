import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { open } from 'wirejig/testing';
import lampModule from '../lamp.js';

const { lamp } = lampModule;
const folder = mkdtempSync(join(tmpdir(), 'lamp-'));

test('a virtual lamp, and its report', async () => {
  const out = 'wirejig-report/node-test';
  const board = await open('virtual', lamp, { out });
  const exchange = await board.exchange({ type: 'set', level: 42 });
  assert.deepEqual(exchange.answer, { type: 'level', level: 42 });
  board.expectWithin(exchange, 60);
  board.expectClause('LP-LV-01');
  await board.close();
  assert.ok(readdirSync(out).includes('report.html'));
});

// The lamp on a serial port: `wirejig simulate` is at the far end of a pseudo-terminal.
const missing = hasSocat() ? false : 'socat is not installed (apt-get install socat)';
if (missing && process.env.CI === 'true') throw new Error(missing);

let simulation;
before(() => {
  if (missing) return;
  const port = ['wirejig', 'simulate', 'lamp', '--pty', join(folder, 'port')];
  simulation = spawn(process.execPath, [join('node_modules', '.bin', port[0]), ...port.slice(1)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
});
after(() => {
  simulation?.kill();
  rmSync(folder, { recursive: true });
});

test('a lamp on a serial port', { skip: missing }, async () => {
  const port = join(folder, 'port');
  while (!existsSync(port)) await delay(50);
  const board = await open(`serial:${port}`, lamp, { out: 'wirejig-report/pty' });
  await board.begin();
  const { answer, ms } = await board.exchange({ type: 'set', level: 42 });
  assert.deepEqual(answer, { type: 'level', level: 42 });
  console.log(`the answer came after ${ms.low.toFixed(3)} to ${ms.high.toFixed(3)} ms`);
  await board.play({ type: 'get' });
  board.expectClause('LP-FR-01');
  await board.close();
});

function hasSocat() {
  try {
    execFileSync('socat', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
