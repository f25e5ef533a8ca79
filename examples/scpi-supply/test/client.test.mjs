/** A plain client, which knows lines and nothing of wirejig, speaks to the virtual board; and monitor speaks by names. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { wirejig, startWirejig, withFolder } from './programs.mjs';

const SIMULATE = ['simulate', 'supply', '--tcp', '0', '--param', 'errors=2'];
const board = await startWirejig(SIMULATE, /(tcp:\/\/127\.0\.0\.1:(\d+))/);
const [, url, port] = board.match;
after(board.end);

/** The answers to these lines, of which those with a question mark are answered. */
async function ask(...lines) {
  const socket = connect(Number(port), '127.0.0.1');
  const answers = [];
  const due = lines.filter((line) => line.includes('?')).length;
  socket.write(lines.map((line) => `${line}\n`).join(''));
  for await (const line of createInterface({ input: socket, signal: AbortSignal.timeout(10_000) })) {
    answers.push(line);
    if (answers.length === due) break;
  }
  socket.destroy();
  assert.equal(answers.length, due);
  return answers;
}

test('a client sets, switches and asks, in any spelling', async () => {
  assert.deepEqual(await ask('*IDN?'), ['wirejig,PS30,0,1.0']);
  assert.deepEqual(await ask('VOLT 3.3', 'volt?', 'Source:Voltage?'), ['03.300', '03.300']);
  assert.deepEqual(await ask('sour:curr 250 mA\r', 'CURR?'), ['00.250']);
  assert.deepEqual(await ask(':VOLTAGE  +1.25E1 V ', 'VOLT?'), ['12.500']);
  assert.deepEqual(await ask('OUTP ON', 'OUTP:STAT?', 'outp 0', 'OUTP?'), ['1', '0']);
  assert.deepEqual(await ask('*RST', 'VOLT?', 'SYST:ERR?'), ['00.000', '0,"No error"']);
});

test('errors wait in their order, one becomes the overflow, and *CLS forgets them', async () => {
  const errors = (...lines) => ask(...lines, 'SYST:ERR?', 'SYSTem:ERRor:NEXT?', 'syst:err?');
  assert.deepEqual(await errors('VOLT 31', 'VOLTA 3'), [
    '-222,"Data out of range"',
    '-113,"Undefined header"',
    '0,"No error"',
  ]);
  assert.deepEqual(await errors('VOLT', 'VOLT x', 'VOLT 1 A'), [
    '-109,"Missing parameter"',
    '-350,"Queue overflow"',
    '0,"No error"',
  ]);
  assert.deepEqual(await errors('OUTP MAYBE', '*RST', 'VOLT 1 OHM'), [
    '-224,"Illegal parameter value"',
    '-131,"Invalid suffix"',
    '0,"No error"',
  ]);
  assert.deepEqual(await errors('NONE', '*CLS'), Array(3).fill('0,"No error"'));
});

test('monitor shows the lines by the names of their parts', () =>
  withFolder(async (folder) => {
    const sent = ['text VOLT 2500 MV\\n', 'text VOLT?\\n'].flatMap((line) => ['--send', line]);
    const out = ['--time', '1s', '--out', join(folder, 'monitor')];
    const { text } = await wirejig('monitor', url, '--suite', 'supply', ...sent, ...out);
    assert.match(text, /what 56 4F 4C 54 voltage +\| gap 20 +\| value 32 35 30 30 2500 \| unit 20 4D 56 mV/);
    assert.match(text, /got +30 32 2E 35 30 30 0A\s+value 30 32 2E 35 \S+ 2\.5/);
  }));
