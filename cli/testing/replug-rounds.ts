/**
 * For tests: a cable that is pulled and plugged in again, over and over, on a pseudo-terminal, in each phase of a run. The
 * board object is one and the same for all rounds.
 *
 *     run ── serial link ── pty ── socat ── far end        pulled: socat is killed
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { linkOf } from '../../devices/ports/port-holders';
import { setTimeout as pause } from 'node:timers/promises';
import { realBoard } from '../../devices/board/real-board';
import type { Board } from '../../devices/board/board';
import { parseLinkUrl } from '../../devices/links/link-target';
import { random, type Random } from '../../devices/random';
import type { Requirement } from '../../protocols/requirement';
import { after, millis } from '../../protocols/time';
import type { Bench } from '../../scenarios/bench/bench';
import type { RunEnd } from '../../scenarios/record';
import { run } from '../../scenarios/runner/runner';
import { Selection } from '../../scenarios/runner/selection';
import type { Suite } from '../../scenarios/suite';
import { ByteLine } from '../../scenarios/testing/byte-board';

export const PHASES = ['open', 'idle', 'sending', 'flood'] as const;
export type Phase = (typeof PHASES)[number];

export interface Round {
  readonly phase: Phase;
  /** undefined: it had not ended after {@link HANGS_MS}. */
  readonly end: RunEnd | undefined;
  readonly lastEvent: string;
}

export interface Rounds {
  readonly rounds: readonly Round[];
  /** Of a processor, that this process used in the moments after each loss, when nothing was left to do. */
  readonly restShare: number;
  /** Of a processor, over all. */
  readonly share: number;
  /** How many more files are open than after the first round of each phase. */
  readonly leaked: number;
}

const HANGS_MS = 20_000;
const REST_MS = 100;
/** Answers the one byte of the first scenario; then what the phase needs. */
const FAR_ENDS: Readonly<Record<Phase, string>> = {
  open: 'EXEC:cat',
  idle: 'EXEC:cat',
  sending: 'SYSTEM:head -c 1; exec sleep 60',
  flood: 'SYSTEM:head -c 1; exec yes',
};

/** `path`: where the terminal is to be, in a folder of the caller's. */
export async function runReplugRounds(path: string, count: number, seed: number): Promise<Rounds> {
  const draws = random(seed);
  const board = realBoard({
    name: 'cable',
    kind: 'cable',
    targets: new Map([['main', parseLinkUrl('main', `serial:${path}`, 115_200)]]),
  });
  let files = 0;
  const began = { at: performance.now(), cpu: cpuMs() };
  let rested = 0;
  const rounds: Round[] = [];
  for (let n = 0; n < count; n++) {
    // What the first of each open for good, whatever becomes of cables, is no leak.
    if (n === PHASES.length) files = openFiles();
    rounds.push(await round(path, board, PHASES[n % PHASES.length] ?? 'open', draws));
    const before = cpuMs();
    await pause(REST_MS);
    rested += cpuMs() - before;
  }
  const share = (cpuMs() - began.cpu) / (performance.now() - began.at);
  return { rounds, restShare: rested / (count * REST_MS), share, leaked: openFiles() - files };
}

async function round(path: string, board: Board, phase: Phase, draws: Random): Promise<Round> {
  const cable = spawn('socat', [`pty,rawer,link=${path}`, FAR_ENDS[phase]], {
    stdio: ['ignore', 'ignore', 'ignore'],
    detached: true,
  });
  for (let i = 0; !existsSync(path); i++) {
    if (i > 2000) throw new Error('socat made no pseudo-terminal within 10 s');
    await pause(5);
  }
  let lastEvent = '';
  const pull = async (): Promise<void> => {
    await pause(draws.int(0, phase === 'open' ? 8 : 30));
    cable.kill('SIGKILL');
  };
  if (phase === 'open') void pull();
  const asked = run({
    board,
    suites: [cableSuite(phase, pull)],
    parameters: new Map(),
    seed: 1,
    version: '0.0.0',
    command: '',
    selection: Selection.all,
    signal: new AbortController().signal,
    emit: ({ type }) => void (lastEvent = type),
  });
  const end = await Promise.race([asked, pause(HANGS_MS, undefined, { ref: false })]);
  await endCable(cable);
  // A cable that was killed leaves the name of its terminal behind, and the terminal may be another's next.
  rmSync(path, { force: true });
  return { phase, end, lastEvent };
}

async function endCable(cable: ChildProcess): Promise<void> {
  if (cable.exitCode === null && cable.signalCode === null) {
    cable.kill('SIGKILL');
    await once(cable, 'exit');
  }
  // Its far end may sleep on.
  if (cable.pid !== undefined) endGroup(cable.pid);
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

const CLAUSES: readonly Requirement[] = ['CBL-01', 'CBL-02', 'CBL-03'].map((id) => ({
  id,
  level: 'MUST',
  origin: 'profile',
  group: 'Cable',
  text: 'is judged.',
}));

/** Judged before, during and after the cable is pulled. */
function cableSuite(phase: Phase, pull: () => Promise<void>): Suite {
  const scenario = (id: string, work: (bench: Bench) => Promise<void>) => ({
    id: `cable/${id}`,
    title: id,
    covers: [id],
    run: work,
  });
  return {
    id: 'cable',
    title: 'Cable',
    links: [{ name: 'main', baud: 115_200 }],
    requirements: CLAUSES,
    parameters: [],
    scenarios: [
      scenario('CBL-01', async (bench) => void bench.check('CBL-01', await answers(bench), detail)),
      scenario('CBL-02', async (bench) => {
        bench.check('CBL-02', true, detail);
        if (phase !== 'open') void pull();
        await waitForLoss(bench, phase);
      }),
      scenario('CBL-03', (bench) => Promise.resolve(void bench.check('CBL-03', true, detail))),
    ],
    probe: () => Promise.resolve(undefined),
  };
}

const detail = () => ({ title: 'the cable' });

async function answers(bench: Bench): Promise<boolean> {
  const line = new ByteLine(bench);
  const { notAfter } = await line.send(Uint8Array.of(7));
  return (await line.receive(after(notAfter, millis(5000)))) !== undefined;
}

/** What goes on when the cable is pulled; only its loss ends it. */
async function waitForLoss(bench: Bench, phase: Phase): Promise<void> {
  const line = new ByteLine(bench);
  if (phase === 'sending') await line.send(new Uint8Array(8 << 20));
  for (;;) await line.receive(after(bench.now(), millis(1000)));
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Without those of /proc, by which is counted what others wait: they come and go with the kernel's workers. */
function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').filter(
      (fd) => linkOf(`/proc/self/fd/${fd}`)?.startsWith('/proc/') !== true,
    ).length;
  } catch {
    return 0;
  }
}
