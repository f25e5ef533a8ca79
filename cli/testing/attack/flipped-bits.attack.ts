/**
 * Each bit of each kind of file flipped, by hand: npm run attack flipped-bits; EVERY=7 for each seventh bit, which meets all bits of a byte, too;
 * ONLY=sigrok for one kind. Prints a row for each kind.
 */
import { cleanUp, wirejig } from '../wirejig-process';
import { complaintOf, readFiles, readFlipped } from './flipped-bits';
import { measure } from './measured-process';

afterAll(cleanUp);

const EVERY = Number(process.env['EVERY'] ?? '1');
const ONLY = process.env['ONLY'] ?? '';
/** So many are read by processes of their own, for their memory. */
const MEASURED = 10;
const MOST_SECONDS = 10;
const MOST_MEMORY = 300;
const DAY = 24 * 3_600_000;

test(
  `each of ${EVERY} bits`,
  async () => {
    const bad: string[] = [];
    for (const file of (await readFiles()).filter(({ name }) => name.includes(ONLY))) {
      const bits = 8 * file.content.length;
      const whole = await readFlipped(file, undefined, wirejig);
      const codes = new Map<number | string, number>();
      let longest = 0;
      for (let bit = 0; bit < bits; bit += EVERY) {
        const began = performance.now();
        const result = await readFlipped(file, bit, wirejig);
        longest = Math.max(longest, (performance.now() - began) / 1000);
        codes.set(result.code, (codes.get(result.code) ?? 0) + 1);
        const complaint = complaintOf(result, whole);
        if (complaint !== undefined) bad.push(`${file.name}, bit ${bit}: ${complaint}`);
      }
      let memory = 0;
      for (let n = 0; n < MEASURED; n++)
        memory = Math.max(
          memory,
          (await readFlipped(file, Math.floor((n * bits) / MEASURED), measure)).memory,
        );
      const ends = [...codes].map(([code, count]) => `exit ${code}: ${count}`).join(', ');
      process.stdout.write(
        `${file.name}: ${ends}, at most ${longest.toFixed(1)} s, ${memory.toFixed(0)} MB\n`,
      );
      if (longest > MOST_SECONDS || memory > MOST_MEMORY)
        bad.push(`${file.name}: ${longest} s, ${memory} MB`);
    }
    expect(bad).toEqual([]);
  },
  DAY,
);
