/** Bits of each kind of file flipped one by one, by hand: npm run attack flipped-bits; FLIPS=1000 for more. Prints a row for each kind. */
import { cleanUp } from '../wirejig-process';
import { complaintOf, readFiles, readFlipped } from './flipped-bits';

afterAll(cleanUp);

const FLIPS = Number(process.env['FLIPS'] ?? '200');
const HOUR = 3_600_000;

test(
  `${FLIPS} flips in each`,
  async () => {
    const bad: string[] = [];
    for (const file of await readFiles()) {
      const bits = 8 * file.content.length;
      const codes = new Map<number | string, number>();
      let longest = 0;
      for (let flip = 0; flip < FLIPS; flip++) {
        // A stride that is odd meets each bit of a byte.
        const bit = (flip * (Math.floor(bits / FLIPS) | 1)) % bits;
        const began = performance.now();
        const result = await readFlipped(file, bit);
        longest = Math.max(longest, performance.now() - began);
        codes.set(result.code, (codes.get(result.code) ?? 0) + 1);
        const complaint = complaintOf(result);
        if (complaint !== undefined) bad.push(`${file.name}, bit ${bit}: ${complaint}`);
      }
      const ends = [...codes].map(([code, count]) => `exit ${code}: ${count}`).join(', ');
      process.stdout.write(`${file.name}: ${ends}, longest ${(longest / 1000).toFixed(1)} s\n`);
    }
    expect(bad).toEqual([]);
  },
  HOUR,
);
