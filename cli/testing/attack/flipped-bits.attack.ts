/** Bits of each kind of file flipped one by one, by hand: npm run attack flipped-bits; FLIPS=1000 for more. Prints a row for each kind. */
import { cleanUp } from '../wirejig-process';
import { complaintOf, readFiles, readFlipped } from './flipped-bits';
import { measure } from './measured-process';

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
      let [longest, memory] = [0, 0];
      for (let flip = 0; flip < FLIPS; flip++) {
        // A stride that is odd meets each bit of a byte.
        const bit = (flip * (Math.floor(bits / FLIPS) | 1)) % bits;
        const result = await readFlipped(file, bit, measure);
        longest = Math.max(longest, result.took);
        memory = Math.max(memory, result.memory);
        codes.set(result.code, (codes.get(result.code) ?? 0) + 1);
        const complaint = complaintOf(result);
        if (complaint !== undefined) bad.push(`${file.name}, bit ${bit}: ${complaint}`);
      }
      const ends = [...codes].map(([code, count]) => `exit ${code}: ${count}`).join(', ');
      process.stdout.write(
        `${file.name}: ${ends}, at most ${longest.toFixed(1)} s, ${memory.toFixed(0)} MB\n`,
      );
    }
    expect(bad).toEqual([]);
  },
  HOUR,
);
