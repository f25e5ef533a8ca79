/** The live view under more and more connections: npm run attack live-flood. Prints a row for each count. */
import { cleanUp } from '../wirejig-process';
import { floodLiveView } from './live-flood';
import { rowOf } from './measured-process';

afterAll(cleanUp);

const MOST_MEMORY = 300;

test.each([50, 500, 2000, 5000])(
  '%d connections disturb no run, and the page is there again',
  async (connections) => {
    const result = await floodLiveView(connections);
    const { held, later } = result;
    const page = `page after ${held.toFixed(1)} s, then ${later.toFixed(1)} s`;
    process.stdout.write(`${rowOf(`live view, ${connections} connections, ${page}`, result)}\n`);
    expect([result.code, result.hasReport, result.memory < MOST_MEMORY]).toEqual([3, true, true]);
  },
  180_000,
);
