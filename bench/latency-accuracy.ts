/** How true measured latencies are, against a C responder of known delay: on this machine as it is, and under load. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { accuracyOf, type Accuracy } from './accuracy';
import { Child, Workshop, works } from './child';
import type { Facts, Prepared } from './measure';

const EXCHANGES = 1000;
const LONGEST_US = 2000;
/** Share of bounds that may be wrong: what a hypervisor takes from the whole machine is counted nowhere. */
const MOST_WRONG = { idle: 0.1, busy: 0.2 };

export async function latencyAccuracy(): Promise<Prepared> {
  if (process.platform !== 'linux') return { skipped: 'the responder’s clock is compared on Linux only' };
  if (!works('cc', '--version')) return { skipped: 'no cc to compile the responder with' };
  const workshop = new Workshop();
  const responder = new Child(workshop.compiled('delay-pty.c'));
  const path = await responder.line();
  await accuracyOf(responder, path, 100, LONGEST_US);
  const idle = await accuracyOf(responder, path, EXCHANGES, LONGEST_US);
  const loads = Array.from({ length: 2 * availableParallelism() }, busyProgram);
  const busy = await accuracyOf(responder, path, EXCHANGES, LONGEST_US);
  await Promise.all(loads.map(stopped));
  await responder.end();
  workshop.clear();
  return { facts: facts(idle, busy) };
}

/** A program that wants a processor all the time. */
export function busyProgram(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
}

export async function stopped(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function facts(idle: Accuracy, busy: Accuracy): Facts {
  const share = ({ wrong, exchanges }: Accuracy): number => wrong / exchanges;
  const short = share(idle) > MOST_WRONG.idle || share(busy) > MOST_WRONG.busy;
  return {
    title: `Latencies on a pseudo-terminal, of a C responder of 0 to ${LONGEST_US} µs: do the bounds hold the truth?`,
    rows: [
      { name: 'as it is', text: textOf(idle), values: idle },
      { name: 'under load', text: textOf(busy), values: busy },
    ],
    ...(short
      ? {
          short: `more than ${100 * MOST_WRONG.idle} % of the bounds are wrong, or ${100 * MOST_WRONG.busy} % under load`,
        }
      : {}),
  };
}

function textOf({ exchanges, wrong, worst, width, excess }: Accuracy): string {
  const right = ((100 * (exchanges - wrong)) / exchanges).toFixed(1);
  const off = wrong === 0 ? '' : `, the worst off by ${Math.round(worst)} µs`;
  return (
    `${right} % of ${exchanges} hold it${off}; bounds ${width.median} µs apart (p99 ${width.p99}), ` +
    `the upper one ${excess.median} µs above the truth (p99 ${excess.p99})`
  );
}
