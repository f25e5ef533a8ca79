import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { identifyHardware } from '../board/known-hardware';
import { portMatches, type PortInfo } from './port-info';
import { sysfsPorts } from './port-list';

const top = mkdtempSync(join(tmpdir(), 'wirejig-sys-'));
const roots = { sys: join(top, 'sys'), dev: join(top, 'dev') };

afterAll(() => rmSync(top, { recursive: true }));

function file(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${content}\n`);
}

function link(path: string, to: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(to, path);
}

/** A USB device in the kernel's layout, and its tty. */
function plugged(
  bus: string,
  tty: string,
  facts: Readonly<Record<string, string>>,
  part = '00',
): { interfaceFolder: string } {
  const usb = join(roots.sys, 'devices/pci0/usb1', bus);
  for (const [name, value] of Object.entries(facts)) file(join(usb, name), value);
  const interfaceFolder = join(usb, `${bus}:1.${Number(part)}`);
  file(join(interfaceFolder, 'bInterfaceNumber'), part);
  // A CDC port is directly on its interface; a usb-serial one has its own folder below it.
  const device = tty.startsWith('ttyACM') ? interfaceFolder : join(interfaceFolder, tty);
  mkdirSync(join(device, 'tty', tty), { recursive: true });
  link(join(device, 'tty', tty, 'device'), device);
  link(join(roots.sys, 'class/tty', tty), join(device, 'tty', tty));
  return { interfaceFolder };
}

const { interfaceFolder } = plugged('1-2', 'ttyUSB10', {
  idVendor: '10C4',
  idProduct: 'ea60',
  serial: '01AB23',
  manufacturer: 'Silicon Labs',
  product: 'CP2104 USB to UART Bridge',
});
link(join(interfaceFolder, 'ttyUSB10/driver'), join(roots.sys, 'bus/usb-serial/drivers/cp210x'));
mkdirSync(join(roots.sys, 'bus/usb-serial/drivers/cp210x'), { recursive: true });
plugged('1-3', 'ttyUSB2', { idVendor: '0403', idProduct: '6001' });
file(join(roots.sys, 'devices/pci0/usb1/1-3/1-3:1.0/ttyUSB2/latency_timer'), '16');
plugged('1-4', 'ttyACM0', { idVendor: '0483', idProduct: '374b', serial: '066A' }, '02');
plugged('1-5', 'ttyACM1', { idVendor: '0525', idProduct: 'a4a7', product: 'GM67 Barcode\u001b[2J' });
link(join(roots.dev, 'serial/by-id/usb-Silicon_Labs_01AB23-if00-port0'), '../../ttyUSB10');
// A UART of the machine itself, one that does not exist, and a tty without hardware.
for (const [name, type] of [
  ['ttyS0', '4'],
  ['ttyS1', '0'],
] as const) {
  file(join(roots.sys, 'class/tty', name, 'type'), type);
  mkdirSync(join(roots.sys, 'devices/platform/serial8250'), { recursive: true });
  link(join(roots.sys, 'class/tty', name, 'device'), join(roots.sys, 'devices/platform/serial8250'));
}
mkdirSync(join(roots.sys, 'class/tty/tty7'), { recursive: true });

const PORTS = sysfsPorts(roots);

function port(name: string): PortInfo {
  const found = PORTS.find(({ path }) => path === join(roots.dev, name));
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

test('lists the ports that have hardware, in numerical order', () => {
  const names = PORTS.map(({ path }) => path.slice(roots.dev.length + 1));
  expect(names).toEqual(['ttyACM0', 'ttyACM1', 'ttyS0', 'ttyUSB2', 'ttyUSB10']);
});

test('an adapter has ids, a serial number, descriptions, a driver and a stable name', () => {
  expect(port('ttyUSB10')).toEqual({
    path: join(roots.dev, 'ttyUSB10'),
    stablePath: join(roots.dev, 'serial/by-id/usb-Silicon_Labs_01AB23-if00-port0'),
    vendor: '10c4',
    product: 'ea60',
    serial: '01AB23',
    manufacturer: 'Silicon Labs',
    description: 'CP2104 USB to UART Bridge',
    interface: 0,
    driver: 'cp210x',
  });
});

test('a CDC port has an interface number, an FTDI its latency, a UART of the machine only its path', () => {
  expect(port('ttyACM0')).toMatchObject({ vendor: '0483', interface: 2 });
  expect(port('ttyUSB2')).toMatchObject({ latencyMs: 16 });
  expect(port('ttyS0')).toEqual({ path: join(roots.dev, 'ttyS0') });
});

test('a machine without /sys gives an empty list', () => {
  expect(sysfsPorts({ sys: join(top, 'nowhere'), dev: roots.dev })).toEqual([]);
});

test.each([
  ['ttyUSB10', ['m5stack']],
  ['ttyACM0', ['stm32-nucleo', 'stm32-discovery']],
  ['ttyACM1', ['gm67']],
  ['ttyUSB2', []],
  ['ttyS0', []],
])('%s may be %j', (name, kinds) => {
  expect(identifyHardware(port(name)).map(({ kind }) => kind.name)).toEqual(kinds);
});

test('a port matches when each given part does', () => {
  const adapter = port('ttyUSB10');
  const fitting = [
    {},
    { vendor: '10C4' },
    { vendor: '10c4', product: 'EA60', serial: '01AB23', interface: 0 },
  ];
  for (const match of fitting) expect(portMatches(adapter, match)).toBe(true);
  expect(portMatches(adapter, { path: adapter.stablePath ?? '' })).toBe(true);
  const others = [{ vendor: '10c5' }, { serial: '01ab23' }, { interface: 1 }, { path: '/dev/ttyUSB1' }];
  for (const match of others) expect(portMatches(adapter, match)).toBe(false);
  expect(portMatches(port('ttyS0'), { vendor: '10c4' })).toBe(false);
});
