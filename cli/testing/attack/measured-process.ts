/** For tests: a command, its time and its most memory. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  folder,
  start,
  type ProcessOptions,
  type ProcessResult,
  type RunningProcess,
} from '../wirejig-process';

export interface MeasuredResult extends ProcessResult {
  /** Seconds. */
  readonly took: number;
  /** Megabytes; 0 where the system does not tell. */
  readonly memory: number;
  readonly hasReport: boolean;
}

const POLL_MS = 50;

/** `meanwhile`: what is done to it. A report is looked for in `out`. */
export async function measure(
  words: readonly string[],
  { cwd = folder(), ...options }: ProcessOptions = {},
  meanwhile?: (running: RunningProcess) => unknown,
): Promise<MeasuredResult> {
  const began = performance.now();
  const running = start(words, { cwd, ...options });
  const done = meanwhile?.(running);
  const memory = await memoryOf(running);
  const result = await running.ended;
  const took = (performance.now() - began) / 1000;
  await done;
  const report = join(cwd, 'out/report.html');
  const hasReport = existsSync(report) && readFileSync(report, 'utf8').includes('</html>');
  return { ...result, took, memory, hasReport };
}

/** Resolves at its end with its most memory. */
export async function memoryOf({ child, ended }: RunningProcess): Promise<number> {
  let [memory, isOver] = [0, false];
  void ended.finally(() => (isOver = true));
  while (!isOver) {
    memory = Math.max(memory, mostMemory(child.pid));
    await pause(POLL_MS);
  }
  return memory;
}

/** So far, in megabytes. */
export function mostMemory(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** A line of the table. */
export function rowOf(name: string, { code, took, memory, stderr }: MeasuredResult): string {
  return `${name}: exit ${code}, ${took.toFixed(1)} s, ${memory.toFixed(0)} MB ${stderr.trim().slice(0, 150)}`;
}
