/**
 * The lab under losses, by hand: `npm run attack lab-losses`, or ROUNDS=5 for fewer. In each round three runs are asked for, and at a
 * moment that differs from round to round a worker, a requester or Redis is killed, or a worker stands still. Nothing may be lost
 * and no lease stay. It prints a row for each round.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openLab } from '../../../lab/client';
import { needing } from '../../../devices/testing/needed-tools';
import { LabRig } from '../lab-rig';
import { cleanUp, type RunningProcess } from '../wirejig-process';

const { describe } = needing('the lab under losses', 'redis-server', 'socat');
const ROUNDS = Number(process.env['ROUNDS'] ?? '50');
const BOARDS = ['a', 'b', 'c'];
const LOSSES = ['Redis', 'worker', 'requester', 'worker stands still'] as const;
/** After the runs have begun; each takes some three seconds. */
const LATEST_MS = 2500;
const STILL_MS = 22_000;
const HOUR = 3_600_000;

describe('runs on three boards, with losses', () => {
  const rig = new LabRig();
  const workers = new Map<string, RunningProcess>();

  const startWorker = async (board: string): Promise<void> => {
    workers.set(board, await rig.worker([board]));
  };

  beforeAll(async () => {
    await rig.start();
    await rig.addBoards(...BOARDS);
    await Promise.all(BOARDS.map(startWorker));
  });
  afterAll(async () => {
    for (const { child } of workers.values()) child.kill('SIGTERM');
    await Promise.all([...workers.values()].map(({ ended }) => ended));
    await rig.close();
    cleanUp();
  });

  const lose = async (
    loss: (typeof LOSSES)[number],
    board: string,
    victim: RunningProcess,
  ): Promise<void> => {
    const worker = workers.get(board);
    if (loss === 'requester') victim.child.kill('SIGKILL');
    else if (loss === 'Redis') {
      await rig.killServer();
      await pause(2000);
      await rig.start();
    } else if (loss === 'worker') {
      worker?.child.kill('SIGKILL');
      await worker?.ended;
      await startWorker(board);
    } else {
      worker?.child.kill('SIGSTOP');
      await pause(STILL_MS);
      worker?.child.kill('SIGCONT');
    }
  };

  const leftInQueue = async (): Promise<number> => {
    const client = await openLab(rig.url, { offline: 'wait' });
    const counts = await client.queue('rig=pty,suite=stm').getJobCounts('wait', 'prioritized', 'active');
    await client.close();
    return Object.values(counts).reduce((sum, one) => sum + one, 0);
  };

  test(
    `${ROUNDS} rounds`,
    async () => {
      const bad: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const loss = LOSSES[round % LOSSES.length] ?? 'worker';
        const board = BOARDS[round % BOARDS.length] ?? 'a';
        const moment = (round * 977) % LATEST_MS;
        const began = performance.now();
        const outs = BOARDS.map((name) => join(rig.folder, `round-${round}-${name}`));
        const runs = outs.map((out, at) =>
          rig.background(
            `run stm --lab --board rig=pty --only STM-FR-10 --seed ${at} --out ${out}`.split(' '),
          ),
        );
        await Promise.all(runs.map((one) => one.waitForOutput(/^on \S+\n/m)));
        await pause(moment);
        const [victim] = runs;
        if (victim !== undefined) await lose(loss, board, victim);
        const ends = await Promise.all(runs.map(({ ended }) => ended));
        const judged = ends.filter(
          ({ code }, at) =>
            code === 0 &&
            existsSync(join(outs[at] ?? '', 'report.html')) &&
            readFileSync(join(outs[at] ?? '', 'journal.jsonl'), 'utf8').includes('"type":"run-end"'),
        ).length;
        let left = await leftInQueue();
        for (let i = 0; i < 40 && left > 0; i++, left = await leftInQueue()) await pause(500);
        const lost = loss === 'requester' && ends[0]?.code === 'SIGKILL' ? 1 : 0;
        const row = `round ${round}: ${loss} after ${moment} ms: ${judged} of ${3 - lost} runs came, ${left} jobs left, ${((performance.now() - began) / 1000).toFixed(1)} s`;
        process.stderr.write(`${row}\n`);
        if (judged !== 3 - lost || left !== 0)
          bad.push(`${row}: ${ends.map(({ code, stderr }) => `${code} ${stderr.trim()}`).join('; ')}`);
      }
      expect(bad).toEqual([]);
    },
    HOUR,
  );
});
