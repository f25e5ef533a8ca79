import { join } from 'node:path';
import { needing } from '../../../devices/testing/needed-tools';
import { LabRig } from '../../testing/lab-rig';
import { cleanUp, type RunningProcess } from '../../testing/wirejig-process';

const { describe } = needing('a lab whose Redis is away', 'redis-server', 'socat');
const LATEST_S = 10;

afterAll(cleanUp);

/** The exit code, once its time is within the bound. */
async function terminate({ child, ended }: RunningProcess): Promise<number | string> {
  const began = performance.now();
  child.kill('SIGTERM');
  const { code } = await ended;
  expect((performance.now() - began) / 1000).toBeLessThan(LATEST_S);
  return code;
}

describe.each(['answers nothing', 'has ended'])('Redis %s', (loss) => {
  const rig = new LabRig();
  beforeAll(async () => {
    await rig.start();
    await rig.addBoards('a', 'b');
  });
  afterAll(async () => {
    rig.resumeServer();
    await rig.close();
  });

  test('TERM ends workers and requesters within ten seconds, busy or not', async () => {
    const workers = await Promise.all([
      rig.worker(['a'], '--tag', 'pc=a'),
      rig.worker(['b'], '--tag', 'pc=b'),
    ]);
    const ask = (name: string): RunningProcess =>
      rig.background(`run stm --lab --board pc=a --seed 1 --out ${join(rig.folder, name)}`.split(' '));
    const running = ask('running');
    await running.waitForOutput(/on \S+\/a\n/);
    const waiting = ask('waiting');
    await waiting.waitForOutput(/waiting for a board/);
    if (loss === 'has ended') await rig.killServer();
    else rig.suspendServer();
    expect(await Promise.all([...workers, running, waiting].map(terminate))).toEqual([130, 130, 130, 130]);
  });
});
