/** `wirejig ports`: the serial ports of this machine, their devices, and the programs that hold them. */
import { setTimeout as pause } from 'node:timers/promises';
import { currentSystem } from '../../../devices/platform/system';
import { portHolders, type Holders } from '../../../devices/ports/port-holders';
import type { Recorded } from '../../../scenarios/common-record';
import type { portsOutput } from '../../schemas/bench-output';
import type { PortInfo } from '../../../devices/ports/port-info';
import { listPorts } from '../../../devices/ports/port-list';
import { say, sayJson, remark } from '../../shared/console';
import { catchInterrupts } from '../../shared/interrupts';
import { parseDuration } from '../../shared/option-values';
import { UsageError, INTERRUPTED, UNREACHED } from '../../shared/usage-error';
import { accessSync, constants } from 'node:fs';
import { identifyHardware } from '../../../devices/board/known-hardware';
import { printable } from '../../../reports/text/printable';
import type { PortsRequest } from './command';

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
  const interrupts = catchInterrupts();
  remark('plug the board in now (Ctrl-C: stop waiting)');
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
    UNREACHED,
  );
}

const NONE = 'no serial port on this machine\n    plug the board in, or wait for it: wirejig ports --wait\n';
const POLL_MS = 200;
/** The ports of one device appear one after another, within this time. */
const SETTLE_MS = 400;

interface PortWait {
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
  if (json) sayJson(views);
  else for (const view of views) say(`${portLines(view).join('\n')}\n`);
}

type PortView = Recorded<typeof portsOutput>[number];

/** An adapter that holds bytes longer than this makes answers look late. An FTDI's default is 16 ms. */
const SLOW_MS = 4;

export function portView(port: PortInfo, { seen, holders }: Holders): PortView {
  const like = identifyHardware(port);
  const [first] = like;
  const access = mayOpen(port.path) ? 'ok' : 'forbidden';
  return {
    ...port,
    looksLike: like.map(({ kind }) => kind.name),
    ...(first === undefined ? {} : { adapter: first.adapter }),
    access,
    held: holders.length > 0 ? 'held' : seen === 'all' ? 'free' : 'unknown',
    heldBy: holders,
    hints: hintsOf(port, access, holders),
  };
}

function mayOpen(path: string): boolean {
  if (currentSystem() === 'windows') return true;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function hintsOf(
  { path, vendor, stablePath, latencyMs }: PortInfo,
  access: PortView['access'],
  holders: Holders['holders'],
): string[] {
  const hints: string[] = [];
  const linux = currentSystem() === 'linux';
  if (access === 'forbidden' && linux)
    hints.push(`no permission to open it: sudo usermod -aG dialout $USER, then log in again`);
  else if (access === 'forbidden') hints.push('no permission to open it: ask its owner');
  if (holders.some(({ name }) => name === 'ModemManager'))
    hints.push(
      `ModemManager tries it as a modem: a udev rule with ENV{ID_MM_DEVICE_IGNORE}="1" for usb ${vendor ?? 'ids'} keeps it away`,
    );
  else if (holders.length > 0) hints.push('close the program that uses it: a port has one reader');
  if (linux && vendor !== undefined && stablePath === undefined)
    hints.push('it has no name under /dev/serial/by-id (udev is not running): name it by its USB ids');
  if (latencyMs !== undefined && latencyMs > SLOW_MS)
    hints.push(
      `its driver holds bytes for up to ${latencyMs} ms: echo 1 | sudo tee /sys/bus/usb-serial/devices/${path.slice(path.lastIndexOf('/') + 1)}/latency_timer, and hold=1 in the link`,
    );
  return hints;
}

/** The text for people. Control characters in the descriptions of devices are escaped. */
export function portLines(view: PortView): string[] {
  const { path, adapter, looksLike, vendor, product, serial, interface: part } = view;
  const usb = [
    vendor === undefined ? '' : `usb ${vendor}:${product ?? '?'}`,
    part === undefined || part === 0 ? '' : `interface ${part}`,
    serial === undefined ? '' : `serial number ${serial}`,
    [view.manufacturer, view.description].filter((one) => one !== undefined).join(' '),
  ];
  const like =
    looksLike.length === 0
      ? vendor === undefined
        ? 'a port of the machine itself, or of no known kind'
        : 'of no known kind'
      : `${adapter ?? ''}: looks like ${looksLike.join(' or ')}`;
  return [
    `${path}  ${like}`,
    ...[usb.filter((one) => one !== '').join(', '), also(view), heldText(view), ...view.hints]
      .filter((line) => line !== '')
      .map((line) => `    ${line}`),
  ].map((line) => printable(line));
}

function also({ stablePath }: PortView): string {
  return stablePath === undefined ? '' : `also ${stablePath}`;
}

function heldText({ held, heldBy }: PortView): string {
  if (held === 'unknown')
    return 'whether a program uses it is unknown' + (currentSystem() === 'linux' ? ' (root can see it)' : '');
  if (held === 'free') return 'no program uses it';
  return `in use by ${heldBy.map(({ name, pid }) => `${name} (pid ${pid})`).join(', ')}`;
}
