/** All suites against all hostile boards, by hand: npm run attack. Prints a row for each; SECONDS=5 for less of each. */
import { cleanUp } from '../wirejig-process';
import { HOSTILE_BOARDS, hostileServers } from './hostile-boards';
import { measure, rowOf } from './measured-process';

afterAll(cleanUp);

const SUITES = ['stm', 'durak', 'gm67', 'set', 'ttt', 'chinese-ten'];
const SECONDS = Number(process.env['SECONDS'] ?? '20');
const SLACK_SECONDS = 5;
const MOST_MEMORY = 400;

test.each(SUITES.flatMap((suite) => (['run', 'fuzz'] as const).map((command) => [command, suite] as const)))(
  '%s %s ends within its time and memory on each hostile board',
  async (command, suite) => {
    const servers = await hostileServers();
    const bad: string[] = [];
    for (const board of HOSTILE_BOARDS) {
      const result = await measure(servers.words({ command, suite, board, seconds: SECONDS }));
      const row = rowOf(`${command} ${suite} ${board}`, result);
      process.stdout.write(`${row}\n`);
      const { code, took, memory, hasReport, stderr } = result;
      const isWell = [1, 3].includes(Number(code)) && hasReport && !stderr.includes('    at ');
      if (!isWell || took > SECONDS + SLACK_SECONDS || memory > MOST_MEMORY) bad.push(row);
    }
    servers.close();
    expect(bad).toEqual([]);
  },
  HOSTILE_BOARDS.length * 60_000,
);
