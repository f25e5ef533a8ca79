/** `check` of what each suite records, over each way to a board, gives the verdicts of the run: npm run attack recorded-verdicts. */
import { needing } from '../../../devices/testing/needed-tools';
import { cleanUp } from '../wirejig-process';
import { BOARDS, recordRun, rowOfRecorded, WAYS, type SuiteId, type Way } from './recorded-verdicts';

const { describe } = needing('what is recorded over each way to a board', 'ser2net');
const HOUR = 3_600_000;
const SEED = 5;

afterAll(cleanUp);

/** At a TCP address TTT is its TCP server, whose players are connections. */
const suitesOn = (way: Way): readonly SuiteId[] =>
  (Object.keys(BOARDS) as SuiteId[]).filter((suite) => suite !== 'ttt' || way !== 'tcp');

describe.each(WAYS)('%s', (way) => {
  test.each(suitesOn(way))(
    '%s: check gives the verdicts of the run, clause by clause',
    async (suite) => {
      const run = await recordRun(suite, way, { seed: SEED });
      process.stdout.write(rowOfRecorded(`${suite} ${way}`, run));
      const { code, checks, contradictions } = run;
      expect(contradictions).toEqual([]);
      expect(code).not.toBe(1);
      expect(checks).not.toContain(1);
      if (way === 'virtual') expect(checks).toEqual(checks.map(() => code));
    },
    HOUR,
  );
});
