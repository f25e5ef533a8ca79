import { printedCampaign, printedRun } from '../printed-output';
import { cleanUp } from '../wirejig-process';
import { hostileServers, type TimedCommand } from './hostile-boards';
import { measure } from './measured-process';

afterAll(cleanUp);

const SECONDS = 5;
/** An echo is told from a board before that: it takes three on an idle machine. */
const ECHO_SECONDS = 50;
/** Some wait for the others, and the machine may be busy. Without a limit most of them take ten minutes and more. */
const MOST_SECONDS = 60;

const CASES: readonly (readonly [TimedCommand['command'], string, TimedCommand['board']])[] = [
  ['run', 'stm', 'dripping'],
  ['run', 'durak', 'random'],
  ['run', 'gm67', 'echoing'],
  ['run', 'stm', 'flooding'],
  ['run', 'stm', 'repeating'],
  ['fuzz', 'stm', 'repeating'],
  ['fuzz', 'durak', 'silent'],
  ['fuzz', 'gm67', 'dripping'],
  ['fuzz', 'set', 'random'],
  ['fuzz', 'stm', 'flooding'],
];

// `npm run attack` tries all suites against all boards.
test.concurrent.each(CASES)(
  '%s %s on a %s board ends within its time, with verdicts and a report',
  async (command, suite, board) => {
    // One of its own: no two commands use one board at once.
    const servers = await hostileServers();
    const seconds = board === 'echoing' ? ECHO_SECONDS : SECONDS;
    const result = await measure(servers.words({ command, suite, board, seconds }));
    servers.close();
    const { outcome } = (command === 'run' ? printedRun : printedCampaign)(result.stdout);
    expect([1, 3]).toContain(result.code);
    expect(result.stderr).not.toContain('    at ');
    expect(result.hasReport).toBe(true);
    expect(result.took).toBeLessThan(MOST_SECONDS);
    if (board === 'echoing') {
      expect([result.code, outcome]).toEqual([3, 'unreachable']);
      expect(result.stderr).toMatch(
        /^wirejig: link main returns all that is sent, [^\n]* \S+\?echo=remove\n$/,
      );
    } else if (command === 'run') {
      expect(outcome).toBe('timeout');
      const verdicts = Object.values(printedRun(result.stdout).requirements);
      expect(verdicts).toContain('inconclusive');
      expect(verdicts).not.toContain('error');
    } else if (board === 'silent') expect([result.code, outcome]).toEqual([3, 'unreachable']);
  },
);
