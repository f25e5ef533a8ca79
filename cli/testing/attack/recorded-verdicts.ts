/** For tests: a suite's run on a simulated board, over a way to it, and the verdicts of `check` of what the run recorded. */
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { startSer2net, type Ser2net } from '../../../devices/testing/ser2net';
import { printedRun } from '../printed-output';
import { folder, start, type RunningProcess } from '../wirejig-process';
import { measure } from './measured-process';

export const WAYS = ['virtual', 'pty', 'tcp', 'rfc2217'] as const;
export type Way = (typeof WAYS)[number];

/** A board of each suite, and its links where it has several. */
export const BOARDS = {
  stm: { board: 'stm', links: [] },
  durak: { board: 'durak', links: [] },
  gm67: { board: 'gm67', links: [] },
  set: { board: 'set', links: ['scanner', 'console'] },
  ttt: { board: 'ttt-serial', links: ['a', 'b', 'c'] },
  'chinese-ten': { board: 'chinese-ten', links: [] },
} as const satisfies Readonly<Record<string, { board: string; links: readonly string[] }>>;
export type SuiteId = keyof typeof BOARDS;

const FILES = ['journal.jsonl', 'trace.pcapng'] as const;
const OPEN = ['inconclusive', 'skip', 'none'];

export interface RecordedRun {
  /** The folder of the recording (`out`) and of what the checks said of it. */
  readonly cwd: string;
  readonly code: number | string;
  /** Seconds. */
  readonly took: number;
  /** The load average of this machine at the end of the run, over a minute. */
  readonly load: number;
  /** Of the run, and the most of a check, in megabytes. */
  readonly memory: readonly [number, number];
  /** `fail STM-FR-02 → pass trace.pcapng`: the run failed it, and `check` of that file passes it. */
  readonly contradictions: readonly string[];
  /** The same where one of the two leaves it open, but `check` fails nothing: the count for each pair. */
  readonly open: Readonly<Record<string, number>>;
  /** The exit code of `check` for each file. */
  readonly checks: readonly (number | string)[];
}

export interface RecordingOptions {
  readonly seed: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Each to its end. `env`: of the run. `meanwhile`: what is done to the run. */
export async function recordRun(
  suite: SuiteId,
  way: Way,
  { seed, env = {} }: RecordingOptions,
  meanwhile?: (run: RunningProcess) => void,
): Promise<RecordedRun> {
  const cwd = folder();
  const board = way === 'virtual' ? undefined : await SimulatedBoard.start(suite, way, cwd, seed);
  const words = ['--seed', String(seed), '--out', 'out', '--json'];
  const run = await measure(['run', suite, ...(board?.words ?? []), ...words], { cwd, env }, meanwhile);
  const [load = 0] = loadavg();
  await board?.close();
  const found = printedRun(run.stdout).requirements;
  const contradictions: string[] = [];
  const open: Record<string, number> = {};
  const checks: (number | string)[] = [];
  let memory = 0;
  for (const file of FILES) {
    const words = ['check', join('out', file), '--suite', suite, '--json', '--out', `of-${file}`];
    const check = await measure(words, { cwd });
    checks.push(check.code);
    memory = Math.max(memory, check.memory);
    const other: Readonly<Record<string, string>> = printedRun(check.stdout).requirements;
    for (const [id, verdict] of Object.entries(found)) {
      const again = other[id] ?? 'none';
      if (again === verdict) continue;
      const pair = `${verdict} → ${again}`;
      if (again !== 'fail' && (OPEN.includes(verdict) || OPEN.includes(again)))
        open[pair] = (open[pair] ?? 0) + 1;
      else contradictions.push(`${verdict} ${id} → ${again} ${file}`);
    }
  }
  const { code, took } = run;
  return { cwd, code, took, load, memory: [run.memory, memory], contradictions, open, checks };
}

/** A line of the table. */
export function rowOfRecorded(name: string, { code, took, load, memory, checks, open }: RecordedRun): string {
  const [ofRun, ofCheck] = memory.map((one) => one.toFixed(0));
  return `${name}: exit ${code}, ${took.toFixed(0)} s, load ${load.toFixed(1)}, ${ofRun} MB; check ${checks.join(', ')}, ${ofCheck} MB; ${JSON.stringify(open)}\n`;
}

class SimulatedBoard {
  private constructor(
    /** What a run is told of it. */
    readonly words: readonly string[],
    private readonly simulation: RunningProcess,
    private readonly servers: readonly Ser2net[],
  ) {}

  static async start(suite: SuiteId, way: Way, cwd: string, seed: number): Promise<SimulatedBoard> {
    const { board, links } = BOARDS[suite];
    const path = (link: string): string => join(cwd, `port-${link}`);
    const named = links.length === 0 ? [''] : links;
    const prefix = (link: string): string => (link === '' ? '' : `${link}=`);
    const ptys = named.flatMap((link) => ['--pty', `${prefix(link)}${path(link)}`]);
    const codes = join(cwd, 'codes');
    spawnSync('mkfifo', [codes]);
    const simulation = start(['simulate', board, ...ptys, '--seed', String(seed)], { cwd, input: codes });
    const [, pid = ''] = await simulation.waitForOutput(/\(pid (\d+);/);
    const servers: Ser2net[] = [];
    const ends: string[] = [];
    for (const link of named) {
      if (way === 'pty') {
        ends.push('--link', `${prefix(link)}serial:${path(link)}`);
        continue;
      }
      const server = await startSer2net(path(link), cwd, way === 'rfc2217' ? 'telnet(rfc2217)' : undefined);
      servers.push(server);
      ends.push('--link', `${prefix(link)}${way}://127.0.0.1:${server.port}`);
    }
    // The board's process may wait for a processor before it gets the signal.
    const reset = ['--reset', `cmd:kill -HUP ${pid}; sleep 0.3`];
    const stimulus = suite === 'gm67' ? ['--stimulus', `cmd:echo {symbology} {hex} > ${codes}`] : [];
    return new SimulatedBoard([...ends, ...reset, ...stimulus], simulation, servers);
  }

  async close(): Promise<void> {
    for (const server of this.servers) await server.close();
    this.simulation.child.kill('SIGKILL');
    await this.simulation.ended;
  }
}
