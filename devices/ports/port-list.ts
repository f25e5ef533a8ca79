/** The serial ports of this machine, on any operating system. */
import type { PortInfo } from './port-info';
import { currentSystem } from '../platform/system';
import { nativeBinding } from './native-binding';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { listFolder, SYS } from '../platform/proc-files';

/** Rejects with the error of the operating system. */
export async function listPorts(): Promise<readonly PortInfo[]> {
  if (currentSystem() === 'linux') return sysfsPorts();
  const ports = await nativeBinding().list();
  return ports.map(({ path, vendorId, productId, serialNumber, manufacturer, ...rest }) => {
    const known = {
      vendor: vendorId?.toLowerCase(),
      product: productId?.toLowerCase(),
      serial: serialNumber,
      manufacturer,
      description: 'friendlyName' in rest ? String(rest.friendlyName) : undefined,
    };
    return { path, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) };
  });
}

interface Roots {
  readonly sys: string;
  readonly dev: string;
}

const MACHINE: Roots = { sys: SYS, dev: '/dev' };
/** The type that the 8250 driver gives to a UART that does not exist. */
const NO_UART = '0';
const LONGEST_TEXT = 200;

/**
 * All ttys of a Linux machine that have hardware, by name: no udevadm, no native code, no root.
 *
 *     /sys/class/tty/ttyUSB0/device → …/1-2/1-2:1.0/ttyUSB0     the port's device
 *                                     …/1-2/1-2:1.0             its USB interface: bInterfaceNumber
 *                                     …/1-2                     the USB device: idVendor, idProduct, serial
 */
export function sysfsPorts(roots: Roots = MACHINE): PortInfo[] {
  const stable = stableNames(roots);
  return listFolder(join(roots.sys, 'class/tty'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .flatMap((name) => portOf(name, roots, stable) ?? []);
}

function portOf(name: string, roots: Roots, stable: ReadonlyMap<string, string>): PortInfo | undefined {
  const folder = join(roots.sys, 'class/tty', name);
  const device = real(join(folder, 'device'));
  if (device === undefined || text(join(folder, 'type')) === NO_UART) return undefined;
  const path = join(roots.dev, name);
  const driver = real(join(device, 'driver'));
  const stablePath = stable.get(name);
  const latency = Number(text(join(device, 'latency_timer')) ?? NaN);
  return {
    path,
    ...(stablePath === undefined ? {} : { stablePath }),
    ...(driver === undefined ? {} : { driver: basename(driver) }),
    ...(latency >= 0 ? { latencyMs: latency } : {}),
    ...usbOf(device, roots),
  };
}

/** The attributes of the USB device above a tty. */
function usbOf(device: string, { sys }: Roots): Omit<PortInfo, 'path'> {
  const top = real(sys) ?? sys;
  let number: number | undefined;
  for (let folder = device; folder.startsWith(top) && folder !== top; folder = dirname(folder)) {
    const own = text(join(folder, 'bInterfaceNumber'));
    if (own !== undefined) number ??= parseInt(own, 16);
    const vendor = text(join(folder, 'idVendor'));
    if (vendor === undefined) continue;
    const attributes = {
      vendor: vendor.toLowerCase(),
      product: text(join(folder, 'idProduct'))?.toLowerCase(),
      serial: text(join(folder, 'serial')),
      manufacturer: text(join(folder, 'manufacturer')),
      description: text(join(folder, 'product')),
      interface: number,
    };
    return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
  }
  return {};
}

/** The path under /dev/serial/by-id, by the name of the tty. */
function stableNames({ dev }: Roots): ReadonlyMap<string, string> {
  const folder = join(dev, 'serial/by-id');
  return new Map(
    listFolder(folder).flatMap((link) => {
      try {
        return [[basename(resolve(folder, readlinkSync(join(folder, link)))), join(folder, link)]];
      } catch {
        return [];
      }
    }),
  );
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function text(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim().slice(0, LONGEST_TEXT);
  } catch {
    return undefined;
  }
}
