/** `tap` between all pairs of hostile boards, by hand: npm run attack hostile-taps. Prints a row for each. */
import { cleanUp } from '../wirejig-process';
import { HOSTILE_BOARDS, hostileServers } from './hostile-boards';
import { measure, rowOf } from './measured-process';

afterAll(cleanUp);

const SECONDS = Number(process.env['SECONDS'] ?? '20');
/** With its start on a busy machine. */
const SLACK_SECONDS = 10;
const MOST_MEMORY = 300;

test.each(HOSTILE_BOARDS)(
  'a tap of a %s board ends within its time and memory',
  async (a) => {
    const bad: string[] = [];
    for (const b of HOSTILE_BOARDS) {
      // One of its own: no two links use one board at once.
      const servers = await Promise.all([hostileServers(), hostileServers()]);
      const [first, second] = [servers[0].url(a), servers[1].url(b)];
      const words = ['tap', '--a', first, '--b', second, '--time', `${SECONDS}s`, '--seed', '1'];
      const result = await measure([...words, '--json', '--out', 'out']);
      for (const one of servers) one.close();
      const row = rowOf(`tap ${a} ${b}`, result);
      process.stdout.write(`${row}\n`);
      const { code, took, memory, hasReport, stderr } = result;
      const isWell = [1, 3].includes(Number(code)) && hasReport && !stderr.includes('    at ');
      if (!isWell || took > SECONDS + SLACK_SECONDS || memory > MOST_MEMORY) bad.push(row);
    }
    expect(bad).toEqual([]);
  },
  HOSTILE_BOARDS.length * 60_000,
);
