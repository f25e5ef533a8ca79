/** sigrok-cli of this machine decodes a line that is drawn here: what it writes is read. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needing } from '../../../devices/testing/needed-tools';
import { cleanUp, folder, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

const { test: sigrokTest } = needing('annotations that sigrok-cli itself writes', 'sigrok-cli');

const RATE_HZ = 1_000_000;
const BIT = RATE_HZ / 115_200;
const HERE = folder();

type Flaw = 'parity' | 'stop' | undefined;

/** Two wires, host and board, in the bits of a byte a sample: a Start and its answer. */
function drawLines(parity: boolean, flaw: Flaw): Buffer {
  const samples = Buffer.alloc(10_000, 3);
  const low = (wire: number, from: number, bits: number): void => {
    for (let at = Math.round(from); at < Math.round(from + bits * BIT); at++)
      samples[at] = (samples[at] ?? 0) & ~(1 << wire);
  };
  const send = (wire: number, from: number, value: number, wrong: Flaw): void => {
    low(wire, from, 1);
    const bits = Array.from({ length: 8 }, (_, bit) => (value >> bit) & 1);
    const even = bits.reduce((sum, bit) => sum ^ bit, 0) ^ Number(wrong === 'parity');
    const sent = [...bits, ...(parity ? [even] : []), wrong === 'stop' ? 0 : 1];
    sent.forEach((bit, at) => void (bit === 0 && low(wire, from + (at + 1) * BIT, 1)));
  };
  for (const wire of [0, 1])
    [0x01, 0xff, 0xfe].forEach((value, at) => {
      const isSpoilt = wire === 1 && at === 1;
      send(wire, 1000 + 2000 * wire + at * 12 * BIT, value, isSpoilt ? flaw : undefined);
    });
  return samples;
}

function annotate(
  name: string,
  decoder: string,
  show: readonly string[],
  parity: boolean,
  flaw: Flaw,
): string {
  const [samples, file] = [join(HERE, `${name}.bin`), join(HERE, `${name}.txt`)];
  writeFileSync(samples, drawLines(parity, flaw));
  const input = ['-I', `binary:numchannels=2:samplerate=${RATE_HZ}`, '-i', samples];
  const words = [...input, '-P', `uart:rx=0:tx=1:${decoder}`, ...show];
  writeFileSync(file, execFileSync('sigrok-cli', words, { stdio: ['ignore', 'pipe', 'ignore'] }));
  return file;
}

const DATA = ['-l', '4', '-A', 'uart=rx-data:tx-data'];
const ALL = ['-l', '4'];

sigrokTest.each<readonly [string, string, readonly string[], Flaw, number, string]>([
  ['hex', 'format=hex', DATA, undefined, 0, 'PASS'],
  ['ascii', 'format=ascii', DATA, undefined, 0, 'PASS'],
  ['dec', 'format=dec', DATA, undefined, 0, 'PASS'],
  ['oct', 'format=oct', DATA, undefined, 0, 'PASS'],
  ['bin', 'format=bin', DATA, undefined, 0, 'PASS'],
  ['all', 'format=hex', ALL, undefined, 0, 'PASS'],
  ['even', 'parity=even', ALL, undefined, 0, 'PASS'],
  ['parity', 'parity=even', ALL, 'parity', 3, 'received wrongly: parity error in FF of the board'],
  ['stop', 'format=dec', ALL, 'stop', 3, 'received wrongly: framing error in 255 of the board'],
])('%s: %s %j, with a wrong %s, ends with %i', async (name, decoder, show, flaw, code, says) => {
  const file = annotate(name, decoder, show, decoder.startsWith('parity'), flaw);
  const wires = ['--host', 'uart-1 rx-data', '--board', 'uart-1 tx-data'];
  const words = [
    'check',
    file,
    '--suite',
    'stm',
    '--samplerate',
    '1MHz',
    ...wires,
    '-q',
    '--out',
    join(HERE, name),
  ];
  const found = await wirejig(words, { cwd: HERE });
  expect({ ...found, stdout: found.stdout.includes(says) ? says : found.stdout }).toEqual({
    code,
    stdout: says,
    stderr: '',
  });
});
