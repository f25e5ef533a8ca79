import { printedRun } from '../printed-output';
import { cleanUp } from '../wirejig-process';
import { floodLiveView } from './live-flood';

const CONNECTIONS = 500;
const MOST_MEMORY = 300;

afterAll(cleanUp);

test('the run is not disturbed, its memory is bounded, and the page is there again', async () => {
  const { code, stdout, memory, hasReport, held, later } = await floodLiveView(CONNECTIONS);
  const { outcome, requirements } = printedRun(stdout);
  expect([code, outcome, hasReport]).toEqual([3, 'timeout', true]);
  expect(Object.values(requirements)).toContain('pass');
  expect(Object.values(requirements)).not.toContain('fail');
  expect(held).toBeLessThan(20);
  expect(later).toBeLessThan(5);
  expect(memory).toBeLessThan(MOST_MEMORY);
}, 120_000);
