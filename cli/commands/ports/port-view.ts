/** A serial port as `wirejig ports` shows it: its adapter, its likely kind, the programs that hold it, and hints. */
import { accessSync, constants } from 'node:fs';
import { identifyHardware } from '../../../devices/board/known-hardware';
import { currentSystem } from '../../../devices/platform/system';
import type { Holders } from '../../../devices/ports/port-holders';
import type { PortInfo } from '../../../devices/ports/port-info';
import { printable } from '../../../reports/text/printable';

/** What `--json` prints of a port. */
export interface PortView extends PortInfo {
  /** Kinds of board that its USB ids fit, the likeliest first. */
  readonly looksLike: readonly string[];
  readonly adapter?: string;
  readonly access: 'ok' | 'forbidden';
  /** unknown: the system does not show all programs. */
  readonly held: 'free' | 'held' | 'unknown';
  readonly heldBy: readonly { readonly pid: number; readonly name: string }[];
  readonly hints: readonly string[];
}

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
