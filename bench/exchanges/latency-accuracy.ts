/**
 * How true measured latencies are, against a C responder of known delay: on this machine as it is, and with a processor
 * that another program wants. The bounds are held against the error of pyserial in the same minutes.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pythonWithSerial } from '../../devices/ports/python';
import { accuracyOf, spread, toldBy, type Accuracy, type Spread } from './accuracy';
import { Child, peerSource, Workshop, works } from '../child';
import type { Facts, Prepared } from '../measure';

const DELAYS_US = [1000, 5000, 20_000];
const EXCHANGES = 10_000;
/** Of a turn: turns of each, so that both see the same machine. */
const TURN = 200;
const LEAST_RIGHT = 0.999;
/** Of pyserial's error at its worst but one in a hundred. */
const WIDEST = 2;

interface Compared {
  readonly ours: readonly Accuracy[];
  readonly pyserial: Spread | undefined;
}

/** `exchanges`: of each of the two. 10 000 take about six minutes. */
export async function latencyAccuracy(exchanges = EXCHANGES): Promise<Prepared> {
  if (process.platform !== 'linux') return { skipped: 'the responder’s clock is compared on Linux only' };
  if (!works('cc', '--version')) return { skipped: 'no cc to compile the responder with' };
  const workshop = new Workshop();
  const responder = new Child(workshop.compiled('delay-pty.c'));
  const path = await responder.line();
  await accuracyOf(responder, path, 100, DELAYS_US);
  const turns = Math.ceil(exchanges / TURN);
  const idle = await compared(responder, path, turns);
  const load = busyProgram();
  const busy = await compared(responder, path, turns);
  await stopped(load);
  await responder.end();
  workshop.clear();
  return { facts: facts(idle, busy) };
}

async function compared(responder: Child, path: string, turns: number): Promise<Compared> {
  const python = pythonWithSerial();
  const ours: Accuracy[] = [];
  const errors: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    ours.push(await accuracyOf(responder, path, TURN, DELAYS_US));
    if (python !== undefined) errors.push(...(await pyserialErrors(python, responder, path)));
  }
  return { ours, pyserial: python === undefined ? undefined : spread(errors) };
}

/** Of each exchange: what pyserial measured, less what the responder did; microseconds. */
async function pyserialErrors(python: string, responder: Child, path: string): Promise<readonly number[]> {
  const child = new Child(python, peerSource('delay_pyserial.py'), path);
  const delays = Array.from({ length: TURN }, (_, n) => DELAYS_US[n % DELAYS_US.length] ?? 0);
  const took = (await child.ask(delays.join(' '))).split(' ').map(Number);
  await child.end();
  const told = await toldBy(responder);
  return took.map((ns, n) => {
    const [read = 0n, before = 0n] = told[n] ?? [];
    return Math.abs(ns - Number(before - read)) / 1000;
  });
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

function facts(idle: Compared, busy: Compared): Facts {
  const rows = [
    { name: 'as it is', ...summed(idle) },
    { name: 'one processor busy', ...summed(busy) },
  ];
  const short = rows.flatMap(({ name, values: { right, width, pyserial } }) => [
    ...(right < LEAST_RIGHT ? [`${name}: ${percent(right)} % of the bounds are right`] : []),
    ...(pyserial !== undefined && width > WIDEST * pyserial
      ? [`${name}: the bounds are ${Math.round(width)} µs apart, more than ${WIDEST} times pyserial’s error`]
      : []),
  ]);
  return {
    title: `Latencies on a pseudo-terminal, of a C responder of ${DELAYS_US.map((us) => us / 1000).join(', ')} ms: do the bounds hold the truth?`,
    rows,
    ...(short.length > 0 ? { short: short.join('; ') } : {}),
  };
}

function summed({ ours, pyserial }: Compared) {
  const exchanges = ours.reduce((sum, one) => sum + one.exchanges, 0);
  const wrong = ours.reduce((sum, one) => sum + one.wrong, 0);
  const worst = Math.max(...ours.map((one) => one.worst));
  const width = median(ours.map((one) => one.width.median));
  const right = (exchanges - wrong) / exchanges;
  const off = wrong === 0 ? '' : `, the worst off by ${Math.round(worst)} µs`;
  const peer =
    pyserial === undefined ? '' : `; pyserial’s p99 error ${pyserial.p99} µs (median ${pyserial.median})`;
  const text = `${percent(right)} % of ${exchanges} hold it${off}; bounds ${Math.round(width)} µs apart${peer}`;
  const error = pyserial === undefined ? {} : { pyserial: pyserial.p99 };
  return { text, values: { right, width, ...error } };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function percent(share: number): string {
  return (100 * share).toFixed(2);
}
