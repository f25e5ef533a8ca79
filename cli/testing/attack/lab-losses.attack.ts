/**
 * The lab under losses, by hand: `npm run attack lab-losses`, or ROUNDS=8 for fewer and SEED=7 for other moments. In each round three
 * runs are asked for, and at a random moment a worker, a requester, Redis or the network between them is lost. It prints a row for
 * each round. What must hold, whatever was lost:
 *
 * - each run whose requester is still there comes, or is told to be cancelled where its requester was not to be seen;
 * - the bytes of a run are in its board's own log in one piece: nobody else was on the board meanwhile;
 * - nothing stays: no job, no lease, no record, no file of a run.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { random } from '../../../devices/random';
import { needing } from '../../../devices/testing/needed-tools';
import { openLab } from '../../../lab/client';
import { journalEvent } from '../../../scenarios/journal/journal-schema';
import { readJournal } from '../../../scenarios/journal/journal';
import { LabRig, type Proxy } from '../lab-rig';
import { cleanUp, type ProcessResult, type RunningProcess } from '../wirejig-process';
import { memoryOf, mostMemory } from './measured-process';

const { describe } = needing('the lab under losses', 'redis-server', 'socat');
const ROUNDS = Number(process.env['ROUNDS'] ?? '50');
const SEED = Number(process.env['SEED'] ?? '1');
const BOARDS = ['a', 'b', 'c'];
const LOSSES = [
  'worker killed',
  'requester killed',
  'Redis away for 2 s',
  'Redis away for 60 s',
  'worker stands still for 22 s',
  'network of a worker away for 30 s',
  'network of a requester away for 30 s',
  'network of all away for 30 s',
] as const;
/** `shared`: somebody else was on its board meanwhile. */
type State = 'whole' | 'shared' | 'missing';
type Loss = (typeof LOSSES)[number];
/** After the runs have begun; each takes some three seconds. */
const LATEST_MS = 2500;
const TIMEOUT_MS = 2 * 3_600_000;
const CANCELLED = /its requester went away|the lab lost it/;

describe('runs on three boards, with losses', () => {
  const rig = new LabRig();
  const workers = new Map<string, RunningProcess>();
  const ways = new Map<string, Proxy>();
  const dice = random(SEED);

  const startWorker = async (board: string): Promise<void> => {
    workers.set(board, await rig.workerAt(ways.get(board)?.url ?? rig.url, [board], []));
  };

  beforeAll(async () => {
    await rig.start();
    await rig.addBoards(...BOARDS);
    for (const name of [...BOARDS, 'requester']) ways.set(name, await rig.proxy());
    await Promise.all(BOARDS.map(startWorker));
  });
  afterAll(async () => {
    await rig.close();
    cleanUp();
  });

  const standStill = async (ofTime: number, ...names: readonly string[]): Promise<void> => {
    for (const name of names) ways.get(name)?.pause();
    await pause(ofTime);
    for (const name of names) ways.get(name)?.resume();
  };

  const lose = async (loss: Loss, board: string, victim: RunningProcess | undefined): Promise<void> => {
    const worker = workers.get(board);
    if (loss === 'requester killed') victim?.child.kill('SIGKILL');
    else if (loss === 'Redis away for 2 s' || loss === 'Redis away for 60 s') {
      await rig.killServer();
      await pause(loss === 'Redis away for 2 s' ? 2000 : 60_000);
      await rig.start();
    } else if (loss === 'worker killed') {
      worker?.child.kill('SIGKILL');
      await worker?.ended;
      await startWorker(board);
    } else if (loss === 'worker stands still for 22 s') {
      worker?.child.kill('SIGSTOP');
      await pause(22_000);
      worker?.child.kill('SIGCONT');
    } else if (loss === 'network of a worker away for 30 s') await standStill(30_000, board);
    else if (loss === 'network of a requester away for 30 s') await standStill(30_000, 'requester');
    else await standStill(30_000, ...ways.keys());
  };

  /** What is left in Redis of jobs and requests; of boards too, where no worker is left. */
  const left = async (keys: RegExp): Promise<string[]> => {
    const client = await openLab(rig.url, { offline: 'wait' });
    const counts = await client.queue('rig=pty,suite=stm').getJobCounts('wait', 'prioritized', 'active');
    const known = (await client.redis.keys('wirejig:lab:*')).filter((key) => keys.test(key));
    await client.close();
    return [...known, ...Object.entries(counts).flatMap(([state, count]) => (count > 0 ? [state] : []))];
  };

  const untilNothingIsLeft = async (keys: RegExp): Promise<string[]> => {
    let found = await left(keys);
    for (let i = 0; i < 60 && found.length > 0; i++, found = await left(keys)) await pause(500);
    return found;
  };

  /** Whether a run came whole, and alone on its board. */
  const judge = ({ code }: ProcessResult, out: string): { state: State; startedAt?: number } => {
    if (code !== 0 || !existsSync(join(out, 'report.html'))) return { state: 'missing' };
    let [board, hex, startedAt, ended] = ['', '', 0, false];
    for (const event of readJournal(join(out, 'journal.jsonl'), journalEvent)) {
      if (event.type === 'run') [board, startedAt] = [event.board.name, Date.parse(event.startedAt ?? '')];
      if (event.type === 'chunk' && event.direction === 'tx') hex += event.hex;
      ended ||= event.type === 'run-end';
    }
    if (!ended || hex === '') return { state: 'missing' };
    return { state: rig.log(board).includes(hex) ? 'whole' : 'shared', startedAt };
  };

  const playRound = async (round: number): Promise<string | undefined> => {
    const loss = LOSSES[round % LOSSES.length] ?? 'worker killed';
    const board = BOARDS[dice.int(0, BOARDS.length - 1)] ?? 'a';
    const moment = dice.int(0, LATEST_MS);
    const began = performance.now();
    const outs = BOARDS.map((name) => join(rig.folder, `round-${round}-${name}`));
    const runs = outs.map((out, at) =>
      rig.background(
        `run stm --lab --board rig=pty --only STM-FR-10 --seed ${round * 3 + at} --out ${out}`.split(' '),
        at === 0 ? ways.get('requester')?.url : rig.url,
      ),
    );
    await Promise.all(runs.map((one) => one.waitForOutput(/^on \S+\n/m)));
    const memories = runs.map(memoryOf);
    await pause(moment);
    const lostAt = Date.now();
    await lose(loss, board, runs[0]);
    const ends = await Promise.all(runs.map(({ ended }) => ended));
    const judged = ends.map((end, at) => judge(end, outs[at] ?? ''));
    const memory = Math.max(...(await Promise.all(memories)));
    const memoryThere = Math.max(...[...workers.values()].map(({ child }) => mostMemory(child.pid)));
    const states = judged.map(({ state }) => state);
    const excused = (at: number): boolean =>
      at === 0 &&
      (loss === 'requester killed' ||
        (loss === 'network of a requester away for 30 s' && CANCELLED.test(ends[at]?.stderr ?? '')));
    const stays = await untilNothingIsLeft(/:(?:request|hold):/);
    const anew = ends.flatMap(({ stderr }, at) =>
      stderr.includes('begins anew') ? ((judged[at]?.startedAt ?? 0) - lostAt) / 1000 : [],
    );
    const row = `round ${round}: ${loss} (${board}, after ${moment} ms): ${states.join(' ')}, exit ${ends.map(({ code }) => code).join(' ')}, runs ${memory.toFixed(0)} MB, workers ${memoryThere.toFixed(0)} MB${anew.map((seconds) => `, begun anew after ${seconds.toFixed(1)} s`).join('')}, left: ${stays.join(' ') || 'nothing'}, ${((performance.now() - began) / 1000).toFixed(1)} s`;
    process.stderr.write(`${row}\n`);
    const good = states.every((state, at) => state === 'whole' || (state === 'missing' && excused(at)));
    return good && stays.length === 0
      ? undefined
      : `${row}: ${ends.map(({ code, stderr }) => `${code} ${stderr.trim()}`).join('; ')}`;
  };

  test(
    `${ROUNDS} rounds`,
    async () => {
      const bad: string[] = [];
      for (let round = 0; round < ROUNDS; round++) bad.push(...[(await playRound(round)) ?? []].flat());
      for (const { child } of workers.values()) child.kill('SIGTERM');
      await Promise.all([...workers.values()].map(({ ended }) => ended));
      expect(bad).toEqual([]);
      expect(await untilNothingIsLeft(/:(?:request|hold|lease|board):/)).toEqual([]);
      // A worker that was killed left its files to the next one.
      expect(
        readdirSync(join(rig.folder, 'cache/wirejig/lab-runs')).filter((name) => name.includes('.')),
      ).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
