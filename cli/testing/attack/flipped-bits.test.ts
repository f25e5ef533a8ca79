import { random } from '../../../devices/random';
import { cleanUp, wirejig } from '../wirejig-process';
import { complaintOf, readFiles, readFlipped } from './flipped-bits';

afterAll(cleanUp);

const FLIPS = 3;

// `npm run attack` flips more.
test('one flipped bit in each kind of file: a verdict or one line, and no stack', async () => {
  const dice = random(3);
  const bad: string[] = [];
  for (const file of await readFiles()) {
    const whole = await readFlipped(file, undefined, wirejig);
    expect([file.name, whole.code]).toEqual([file.name, file.code]);
    for (let flip = 0; flip < FLIPS; flip++) {
      const bit = dice.int(0, 8 * file.content.length - 1);
      const complaint = complaintOf(await readFlipped(file, bit, wirejig), whole);
      if (complaint !== undefined) bad.push(`${file.name}, bit ${bit}: ${complaint}`);
    }
  }
  expect(bad).toEqual([]);
}, 240_000);
