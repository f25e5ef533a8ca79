/** Each command on ports with each trouble, by hand: npm run attack troubled-ports. Needs socat and strace. Prints a row for each. */
import { cleanUp } from '../wirejig-process';
import { rowOf } from './measured-process';
import { PORT_COMMANDS, runTroubled, TROUBLES, type TroubleName } from './troubled-ports';

afterAll(cleanUp);

const SECONDS = 20;
/** With its start on a busy machine. */
const SLACK_SECONDS = 20;
const MOST_MEMORY = 250;
/** Nothing is forbidden to root. ONLY=pulled: that one. */
const NAMES = (Object.keys(TROUBLES) as TroubleName[]).filter(
  (name) => (name !== 'forbidden' || process.getuid?.() !== 0) && name.includes(process.env['ONLY'] ?? ''),
);
/** Its own time ends a monitor, whatever comes. */
const LASTING: readonly TroubleName[] = ['deaf', 'slow'];

test.each(PORT_COMMANDS)(
  '%s ends with one line',
  async (command) => {
    const bad: string[] = [];
    for (const name of NAMES) {
      // It writes once, before that.
      if (command === 'monitor' && name === 'EIO at writes') continue;
      const result = await runTroubled(command, name, SECONDS);
      const row = rowOf(`${command}, ${name}`, result);
      process.stdout.write(`${row}\n`);
      const { code, took, memory, stderr, hasReport } = result;
      const codes =
        command === 'monitor' && LASTING.includes(name) ? [0] : LASTING.includes(name) ? [1, 3] : [3];
      const isWell = codes.includes(Number(code)) && !stderr.includes('    at ') && memory < MOST_MEMORY;
      // Nothing has begun on a port that another program holds.
      const isReportDue = command !== 'monitor' && name !== 'held';
      if (!isWell || took > SECONDS + SLACK_SECONDS || (isReportDue && !hasReport)) bad.push(row);
    }
    expect(bad).toEqual([]);
  },
  NAMES.length * 60_000,
);
