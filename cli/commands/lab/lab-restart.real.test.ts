import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { needing } from '../../../devices/testing/needed-tools';
import { LabRig } from '../../testing/lab-rig';
import { cleanUp, type RunningProcess } from '../../testing/wirejig-process';

const { describe } = needing('a lab whose Redis restarts', 'redis-server', 'socat');

afterAll(cleanUp);

describe('a Redis that restarts', () => {
  const rig = new LabRig();
  beforeAll(async () => {
    await rig.start();
    await rig.addBoards('a');
    await rig.worker(['a']);
  });
  afterAll(() => rig.close());

  const ask = (name: string): RunningProcess =>
    rig.background(
      `run stm --lab --board rig=pty --only STM-FR-10 --seed 1 --out ${join(rig.folder, name)}`.split(' '),
    );

  test('again and again while one run goes on and another waits: both come, and the next one too', async () => {
    const runs = [ask('first'), ask('second')];
    await Promise.race(runs.map((one) => one.waitForOutput(/^on \S+\n/m)));
    for (let n = 0; n < 3; n++) {
      await rig.killServer();
      await pause(300);
      await rig.start();
      await pause(700);
    }
    for (const { ended } of runs) expect(await ended).toMatchObject({ code: 0 });
    expect(await ask('third').ended).toMatchObject({ code: 0 });
  }, 120_000);

  test('while a run begins: it waits for the lab, and comes', async () => {
    await rig.killServer();
    const run = ask('early');
    await run.waitForError(/^wirejig: the lab at \S+ is waited for: connect ECONNREFUSED/m);
    await rig.start();
    expect(await run.ended).toMatchObject({ code: 0 });
  }, 120_000);

  test('and has lost all that it kept: a requester ends, and the next run comes', async () => {
    const run = ask('lost');
    await run.waitForOutput(/^on \S+\n/m);
    const began = performance.now();
    spawnSync('redis-cli', ['-u', rig.url, 'FLUSHALL']);
    const { code, stderr } = await run.ended;
    expect([0, 3]).toContain(code);
    expect(stderr).not.toContain('    at ');
    expect((performance.now() - began) / 1000).toBeLessThan(60);
    expect(await ask('next').ended).toMatchObject({ code: 0 });
  }, 180_000);
});
