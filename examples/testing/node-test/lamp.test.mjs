import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { open } from 'wirejig/testing';
import lampModule from '../lamp.js';
import simulatedLamp from '../simulated-lamp.js';

const { lamp } = lampModule;
const skip = simulatedLamp.missing();

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

let simulated;
before(async () => {
  if (!skip) simulated = await simulatedLamp.simulateLamp();
});
after(() => simulated?.end());

test(
  'a lamp on a serial port',
  { skip },
  simulatedLamp.untilJudged(async () => {
    const board = await open(`serial:${simulated.port}`, lamp, { out: 'wirejig-report/node-test-pty' });
    await board.begin();
    const { answer, ms } = await board.exchange({ type: 'set', level: 42 });
    assert.deepEqual(answer, { type: 'level', level: 42 });
    console.log(`the answer came after ${ms.low.toFixed(3)} to ${ms.high.toFixed(3)} ms`);
    await board.play({ type: 'get' });
    board.expectClause('LP-FR-01');
    await board.close();
  }),
);
