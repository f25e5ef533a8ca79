/** `wirejig ports`: the serial ports of this machine, their devices, and the programs that hold them. */
import { setTimeout as pause } from 'node:timers/promises';
import { currentSystem } from '../../../devices/platform/system';
import { portHolders } from '../../../devices/ports/port-holders';
import type { PortInfo } from '../../../devices/ports/port-info';
import { listPorts } from '../../../devices/ports/port-list';
import { say, warn } from '../../shared/console';
import { catchInterrupts } from '../../shared/interrupts';
import { parseDuration } from '../../shared/option-values';
import { UsageError } from '../../shared/usage-error';
import { portLines, portView } from './port-view';

export interface PortsRequest {
  readonly json?: boolean | undefined;
  /** Waits until a new port is plugged in. */
  readonly wait?: boolean | undefined;
  readonly timeout?: string | undefined;
}

const INTERRUPTED = 130;
const NOTHING_CAME = 3;

/** Resolves with 0, or with 3 if no port was plugged in within the time. Rejects with {@link UsageError}. */
export async function portsCommand({ json, wait, timeout }: PortsRequest): Promise<number> {
  if (timeout !== undefined && !wait) throw new UsageError('--timeout ends a --wait: give --wait too');
  const limitMs = timeout === undefined ? Infinity : parseDuration('timeout', timeout) / 1000;
  const there = await listOrRefuse();
  if (!wait) {
    show(there, json === true);
    if (there.length === 0 && !json) say(NONE);
    return 0;
  }
  const interrupts = catchInterrupts(() => undefined);
  warn('wirejig: plug the board in now (Ctrl-C: stop waiting)');
  const fresh = await waitForPort({ before: there, list: listOrRefuse, limitMs, signal: interrupts.signal });
  const interrupted = interrupts.signal.aborted;
  interrupts.release();
  if (fresh.length > 0) {
    show(fresh, json === true);
    return 0;
  }
  if (interrupted) return INTERRUPTED;
  throw new UsageError(
    `no port was plugged in within ${timeout ?? ''}: is the cable one for data? ${currentSystem() === 'linux' ? 'dmesg shows what the machine saw' : ''}`.trimEnd(),
    NOTHING_CAME,
  );
}

const NONE = 'no serial port on this machine\n    plug the board in, or wait for it: wirejig ports --wait\n';
const POLL_MS = 200;
/** The ports of one device appear one after another, within this time. */
const SETTLE_MS = 400;

export interface PortWait {
  readonly before: readonly PortInfo[];
  readonly list: () => Promise<readonly PortInfo[]>;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** Resolves with the ports that are new since `before`; none at the limit or on abort. A port that was unplugged and plugged in is new. */
export async function waitForPort({ before, list, limitMs, signal }: PortWait): Promise<readonly PortInfo[]> {
  const end = performance.now() + limitMs;
  let known = new Set(before.map(keyOf));
  while (!signal.aborted && performance.now() < end) {
    const now = await list();
    const isNew = (port: PortInfo): boolean => !known.has(keyOf(port));
    if (now.some(isNew)) {
      await pauseFor(SETTLE_MS, signal);
      return (await list()).filter(isNew);
    }
    const there = new Set(now.map(keyOf));
    known = new Set([...known].filter((key) => there.has(key)));
    await pauseFor(Math.min(POLL_MS, Math.max(1, end - performance.now())), signal);
  }
  return [];
}

function keyOf({ path, vendor, product, serial }: PortInfo): string {
  return [path, vendor, product, serial].join(' ');
}

async function pauseFor(span: number, signal: AbortSignal): Promise<void> {
  await pause(span, undefined, { signal }).catch(() => undefined);
}

async function listOrRefuse(): Promise<readonly PortInfo[]> {
  return listPorts().catch((error: unknown) => {
    const cause = error instanceof Error ? error.message : String(error);
    throw new UsageError(`serial ports cannot be listed (${cause}): look into /dev`);
  });
}

function show(ports: readonly PortInfo[], json: boolean): void {
  const holders = portHolders(ports.map(({ path }) => path));
  const views = ports.map((port) => portView(port, holders.get(port.path) ?? { seen: 'none', holders: [] }));
  if (json) say(`${JSON.stringify(views)}\n`);
  else for (const view of views) say(`${portLines(view).join('\n')}\n`);
}
