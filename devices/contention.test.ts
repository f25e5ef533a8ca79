import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Contention } from './contention';

const top = mkdtempSync(join(tmpdir(), 'wirejig-contention-'));
afterAll(() => rmSync(top, { recursive: true }));

const PRESSURE = join(top, 'cpu');
const OWN = join(top, 'schedstat');
const NOWHERE = join(top, 'nowhere');

/** Padded to one length, so that what is written stands where it stood. */
function pressed(total: number): void {
  const some = `some avg10=98.90 avg60=98.81 avg300=98.23 total=${total}\n`;
  writeFileSync(PRESSURE, `${some}full avg10=0.00 avg60=0.00 avg300=0.00 total=77\n`);
}

test('what any task waited, on any processor', () => {
  pressed(8_955_945_014);
  const contention = new Contention(PRESSURE, NOWHERE, NOWHERE);
  expect(contention.take()).toBe(0);
  pressed(8_955_945_114);
  expect(contention.take()).toBe(100 * availableParallelism());
  expect(contention.take()).toBe(0);
});

test('where that is not counted, what this process waited', () => {
  writeFileSync(OWN, '102000791 320268666 137\n');
  const contention = new Contention(NOWHERE, OWN, NOWHERE);
  writeFileSync(OWN, '102000791 320270166 138\n');
  expect(contention.take()).toBeCloseTo(1.5);
});

test('where nothing is counted, or it cannot be understood, nothing is added', () => {
  expect(new Contention(NOWHERE, NOWHERE, NOWHERE).take()).toBe(0);
  writeFileSync(OWN, 'none\n');
  expect(new Contention(NOWHERE, OWN, NOWHERE).take()).toBe(0);
  writeFileSync(PRESSURE, '');
  writeFileSync(OWN, '1 2000 3\n');
  const contention = new Contention(PRESSURE, OWN, NOWHERE);
  writeFileSync(OWN, '1 5000 3\n');
  expect(contention.take()).toBeCloseTo(3);
});

test('what the host of a virtual machine took from it is added', () => {
  const STAT = join(top, 'stat');
  const stolen = (ticks: number): void => {
    const fields = ['cpu ', 4428081, 1278200, 485192, 1309756, 2367, 0, 5513, ticks, 0, 0];
    writeFileSync(STAT, `${fields.join(' ')}\ncpu0 1 2 3 4 5 6 7 8\n`);
  };
  stolen(207_609);
  const contention = new Contention(NOWHERE, NOWHERE, STAT);
  expect(contention.take()).toBe(0);
  stolen(207_611);
  expect(contention.take()).toBe(20_000);
  pressed(500);
  const both = new Contention(PRESSURE, NOWHERE, STAT);
  pressed(600);
  stolen(207_612);
  expect(both.take()).toBe(100 * availableParallelism() + 10_000);
});

test('a count that goes back adds nothing', () => {
  pressed(500);
  const contention = new Contention(PRESSURE, NOWHERE, NOWHERE);
  pressed(400);
  expect(contention.take()).toBe(0);
});
