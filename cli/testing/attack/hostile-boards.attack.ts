/** All suites against all hostile boards, by hand: npm run attack. Prints a row for each. */
import { cleanUp, start } from '../wirejig-process';
import { HOSTILE_BOARDS, hostileServers } from './hostile-boards';
import { timeCommand } from './timed-command';

afterAll(cleanUp);

const SUITES = ['stm', 'durak', 'gm67', 'set', 'ttt', 'chinese-ten'];
const SECONDS = 20;
const SLACK_SECONDS = 5;

test.each(SUITES.flatMap((suite) => (['run', 'fuzz'] as const).map((command) => [command, suite] as const)))(
  '%s %s ends within its time on each hostile board',
  async (command, suite) => {
    const servers = await hostileServers();
    const late: string[] = [];
    for (const board of HOSTILE_BOARDS) {
      const result = await timeCommand((words, options) => start(words, options).ended, servers, {
        command,
        suite,
        board,
        seconds: SECONDS,
      });
      const row = `${command} ${suite} ${board}: exit ${result.code}, ${result.outcome}, ${result.took.toFixed(1)} s`;
      process.stdout.write(`${row}\n`);
      if (result.took > SECONDS + SLACK_SECONDS || !result.hasReport || ![1, 3].includes(Number(result.code)))
        late.push(row);
    }
    servers.close();
    expect(late).toEqual([]);
  },
  HOSTILE_BOARDS.length * 60_000,
);
