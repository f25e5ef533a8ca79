/**
 * The accuracy of measured latencies, against a C responder of known delay: on an idle machine, and with one busy
 * processor. The bounds are compared with the error of pyserial in the same minutes.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pythonWithSerial } from '../../devices/ports/python';
import { accuracyOf, spread, readResponderInstants, type Accuracy, type Spread } from './accuracy';
import { PeerProcess, peerSource, BuildFolder, commandWorks } from '../peer-process';
import type { Facts, Prepared } from '../measure';

const DELAYS_US = [1000, 5000, 20_000];
const EXCHANGES = 10_000;
/** Both take turns, so that they share the state of the machine. */
const EXCHANGES_PER_TURN = 200;
const MIN_RIGHT_SHARE = 0.999;
/** The widest bounds, as a multiple of the p99 error of pyserial. */
const MAX_WIDTH_FACTOR = 2;

interface Measured {
  readonly ours: readonly Accuracy[];
  readonly pyserial: Spread | undefined;
}

/** `exchanges`: of each, under both conditions. 10 000 take about six minutes. */
export async function latencyAccuracy(exchanges = EXCHANGES): Promise<Prepared> {
  if (process.platform !== 'linux') return { skipped: 'the responder’s clock is compared on Linux only' };
  if (!commandWorks('cc', '--version')) return { skipped: 'no cc to compile the responder with' };
  const buildFolder = new BuildFolder();
  const responder = new PeerProcess(buildFolder.compile('delay-pty.c'));
  const path = await responder.line();
  await accuracyOf(responder, path, 100, DELAYS_US);
  const turns = Math.ceil(exchanges / EXCHANGES_PER_TURN);
  const idle = await compareInTurns(responder, path, turns);
  const load = startBusyProgram();
  const busy = await compareInTurns(responder, path, turns);
  await stopProgram(load);
  await responder.end();
  buildFolder.remove();
  return { facts: facts(idle, busy) };
}

async function compareInTurns(responder: PeerProcess, path: string, turns: number): Promise<Measured> {
  const python = pythonWithSerial();
  const ours: Accuracy[] = [];
  const errors: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    ours.push(await accuracyOf(responder, path, EXCHANGES_PER_TURN, DELAYS_US));
    if (python !== undefined) errors.push(...(await pyserialErrors(python, responder, path)));
  }
  return { ours, pyserial: python === undefined ? undefined : spread(errors) };
}

/** For each exchange: pyserial's measurement minus the responder's time, microseconds. */
async function pyserialErrors(
  python: string,
  responder: PeerProcess,
  path: string,
): Promise<readonly number[]> {
  const child = new PeerProcess(python, peerSource('delay_pyserial.py'), path);
  const delays = Array.from({ length: EXCHANGES_PER_TURN }, (_, n) => DELAYS_US[n % DELAYS_US.length] ?? 0);
  const took = (await child.ask(delays.join(' '))).split(' ').map(Number);
  await child.end();
  const told = await readResponderInstants(responder);
  return took.map((ns, n) => {
    const [read = 0n, before = 0n] = told[n] ?? [];
    return Math.abs(ns - Number(before - read)) / 1000;
  });
}

/** Starts a program that keeps one processor busy. */
export function startBusyProgram(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function facts(idle: Measured, busy: Measured): Facts {
  const rows = [
    { name: 'as it is', ...summarize(idle) },
    { name: 'one processor busy', ...summarize(busy) },
  ];
  const short = rows.flatMap(({ name, values: { right, width, pyserial } }) => [
    ...(right < MIN_RIGHT_SHARE ? [`${name}: ${percent(right)} % of the bounds are right`] : []),
    ...(pyserial !== undefined && width > MAX_WIDTH_FACTOR * pyserial
      ? [
          `${name}: the bounds are ${Math.round(width)} µs apart, more than ${MAX_WIDTH_FACTOR} times pyserial’s error`,
        ]
      : []),
  ]);
  return {
    title: `Latencies on a pseudo-terminal, of a C responder of ${DELAYS_US.map((us) => us / 1000).join(', ')} ms: do the bounds hold the truth?`,
    rows,
    ...(short.length > 0 ? { short: short.join('; ') } : {}),
  };
}

function summarize({ ours, pyserial }: Measured) {
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
