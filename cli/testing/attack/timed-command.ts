/** For tests: a `run` or a `fuzz` with `--time` against a hostile board, and what it left. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { folder, type ProcessOptions, type ProcessResult } from '../wirejig-process';
import type { HostileBoard, HostileServers } from './hostile-boards';

const summary = z.object({
  outcome: z.string(),
  reason: z.string().optional(),
  exitCode: z.number(),
  /** Of a run. */
  requirements: z.record(z.string(), z.string()).default({}),
});

export interface TimedCommand {
  readonly command: 'run' | 'fuzz';
  readonly suite: string;
  readonly board: HostileBoard;
  readonly seconds: number;
}

export interface TimedResult {
  readonly code: number | string;
  readonly outcome: string;
  readonly verdicts: readonly string[];
  /** Seconds. */
  readonly took: number;
  readonly hasReport: boolean;
  readonly stderr: string;
}

/** `carryOut`: a process of its own, whose start counts, or one that has carried out others. */
export async function timeCommand(
  carryOut: (words: readonly string[], options: ProcessOptions) => Promise<ProcessResult>,
  servers: HostileServers,
  { command, suite, board, seconds }: TimedCommand,
): Promise<TimedResult> {
  const cwd = folder();
  const began = performance.now();
  const words = [command, suite, ...servers.links(suite, board), '--time', `${seconds}s`, '--seed', '1'];
  const { code, stdout, stderr } = await carryOut([...words, '--json', '--out', 'out'], { cwd });
  const took = (performance.now() - began) / 1000;
  const { outcome, requirements } = summary.parse(JSON.parse(stdout));
  const report = join(cwd, 'out/report.html');
  const hasReport = existsSync(report) && readFileSync(report, 'utf8').includes('</html>');
  return { code, outcome, verdicts: Object.values(requirements), took, hasReport, stderr };
}
