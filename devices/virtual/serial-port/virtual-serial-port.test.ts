import { once } from 'node:events';
import { SerialPortStream } from '@serialport/stream';
import { millis, micros } from '../../../protocols/time';
import type { Fault, FaultEvent } from '../../faults/faults';
import type { BoardKind, VirtualBoard } from '../engine/board';
import { plugBoard, type PluggedBoard, type PlugOptions } from './plugged-board';
import { VirtualSerialPort } from './virtual-serial-port';

const PATH = '/dev/ttyUSB0';
const BAUD = 10_000;
/** Milliseconds of a byte: 10 bits at 10 000 baud. */
const BYTE = 1;
const DELAY = 5;

/** Returns each byte plus one after 5 ms; after FF it sends A, B, C every second. */
function echoBoard(): VirtualBoard {
  let due: { at: number; bytes: Uint8Array }[] = [];
  return {
    receive: (_link, bytes, at) => {
      if (bytes.includes(0xff))
        due = [...'ABC'].map((word, n) => ({ at: at + (n + 1) * 1e6, bytes: Buffer.from(word) }));
      else due.push({ at: at + 1000 * DELAY, bytes: bytes.map((byte) => byte + 1) });
    },
    wakeAt: () => (due[0] === undefined ? undefined : micros(due[0].at)),
    poll: (now) => {
      const ready = due.filter(({ at }) => at <= now);
      due = due.filter(({ at }) => at > now);
      return ready.map(({ bytes }) => ({ link: 'uart', bytes }));
    },
    reset: () => {
      due = [];
    },
  };
}

const ECHO: BoardKind = {
  name: 'echo',
  title: 'Echo',
  suite: 'echo',
  links: [
    { name: 'net', baud: 0, binding: 'tcp' },
    { name: 'uart', baud: BAUD },
  ],
  defects: [],
  create: echoBoard,
};

let plugged: PluggedBoard | undefined;
afterEach(() => plugged?.remove());

function plug(options?: PlugOptions): PluggedBoard {
  plugged = plugBoard(PATH, ECHO, options);
  return plugged;
}

async function opened(): Promise<VirtualSerialPort> {
  const port = new VirtualSerialPort({ path: PATH, baudRate: BAUD });
  await once(port, 'open');
  return port;
}

async function failureAt(path: string): Promise<unknown> {
  return (await once(new VirtualSerialPort({ path, baudRate: BAUD }), 'error'))[0];
}

/** All received bytes, with their times. */
function listen(port: VirtualSerialPort, { clock }: PluggedBoard): { at: number; hex: string }[] {
  const seen: { at: number; hex: string }[] = [];
  port.on('data', (data: Buffer) => seen.push({ at: clock.now(), hex: data.toString('hex') }));
  return seen;
}

test('it is a SerialPortStream, and bytes take their time on the wire', async () => {
  const board = plug();
  const port = await opened();
  const seen = listen(port, board);
  expect(port).toBeInstanceOf(SerialPortStream);
  expect([port.path, port.baudRate, port.isOpen]).toEqual([PATH, BAUD, true]);
  port.write([1, 2]);
  await new Promise<void>((resolve) => port.drain(() => resolve()));
  expect(board.clock.now()).toBe(2 * BYTE);
  await once(port, 'data');
  expect(seen).toEqual([{ at: BYTE + DELAY + BYTE, hex: '02' }]);
  await board.clock.advance(50);
  expect(seen.map(({ hex }) => hex).join('')).toBe('0203');
  expect((await VirtualSerialPort.list()).map(({ path }) => path)).toEqual([PATH]);
});

test('a new baud rate, modem lines, flush and close work as on a port', async () => {
  const board = plug();
  const port = await opened();
  const done = (run: (callback: (error: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => run((error) => (error === null ? resolve() : reject(error))));
  await done((callback) => port.update({ baudRate: 2 * BAUD }, callback));
  await done((callback) => port.set({ dtr: false, rts: true }, callback));
  await done((callback) => port.flush(callback));
  expect(await new Promise((resolve) => port.get((_error, bits) => resolve(bits)))).toEqual({
    cts: true,
    dsr: false,
    dcd: false,
  });
  port.write([1]);
  await once(port, 'data');
  expect(board.clock.now()).toBe(BYTE / 2 + DELAY + BYTE / 2);
  const closed = once(port, 'close');
  await done((callback) => port.close(callback));
  expect((await closed)[0]).toBeNull();
  expect((await opened()).isOpen).toBe(true);
});

test('a path without a board, and an open path, are refused as on a Linux machine', async () => {
  plug();
  await opened();
  expect(await failureAt('/dev/none')).toEqual(
    new Error('Error: No such file or directory, cannot open /dev/none'),
  );
  expect(await failureAt(PATH)).toEqual(new Error('Error Resource temporarily unavailable Cannot lock port'));
  expect(() => plugBoard(PATH, ECHO)).toThrow(`there is a virtual board at ${PATH} already`);
  expect(() => plugBoard('/dev/x', ECHO, { link: 'net' })).toThrow(
    "echo has no serial link 'net': give uart",
  );
});

test('pulling the cable ends the port; the path can be opened when it is plugged in again', async () => {
  const board = plug();
  const port = await opened();
  port.resume();
  const closed = once(port, 'close');
  board.unplug();
  expect((await closed)[0]).toMatchObject({ disconnected: true });
  expect(String(await failureAt(PATH))).toContain('No such file or directory');
  board.plug();
  const again = await opened();
  const seen = listen(again, board);
  again.write([7]);
  await once(again, 'data');
  expect(seen.map(({ hex }) => hex)).toEqual(['08']);
});

test('latency is added to the time of the wire, in each direction', async () => {
  const board = plug({ latency: { tx: 2, rx: 16 } });
  const port = await opened();
  port.write([1]);
  await once(port, 'data');
  expect(board.clock.now()).toBe(2 + BYTE + DELAY + BYTE + 16);
});

test.each<[Fault, 'tx' | 'rx', string]>([
  [{ kind: 'flip', at: 1, bit: 7 }, 'tx', '028304'],
  [{ kind: 'drop', at: 0, count: 1 }, 'tx', '0304'],
  [{ kind: 'flip', at: 2, bit: 0 }, 'rx', '020305'],
  [{ kind: 'duplicate', at: 0, count: 1 }, 'rx', '02020304'],
  [{ kind: 'break', at: 0, span: millis(3) }, 'rx', '00020304'],
  [{ kind: 'unplug', at: 1, span: millis(500) }, 'rx', '02'],
])('a fault of the wire: %j on %s', async (fault, direction, expected) => {
  const happened: [FaultEvent['fault'], string][] = [];
  const board = plug({
    faults: { [direction]: [fault] },
    onFault: (event, where) => happened.push([event.fault, where]),
  });
  const port = await opened();
  const seen = listen(port, board);
  port.write([1, 2, 3]);
  await board.clock.advance(100);
  expect(seen.map(({ hex }) => hex).join('')).toBe(expected);
  expect(happened).toEqual([[fault, direction]]);
});

test('a fault may pull the cable', async () => {
  plug({ faults: { rx: [{ kind: 'unplug', at: 1 }] } });
  const port = await opened();
  port.resume();
  port.write([1, 2, 3]);
  const closed = once(port, 'close');
  expect((await closed)[0]).toMatchObject({ disconnected: true });
});

test('on a manual clock only advance lets time pass', async () => {
  const board = plug({ clock: 'manual' });
  const port = await opened();
  const seen = listen(port, board);
  port.write([1]);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect([seen, board.clock.now()]).toEqual([[], 0]);
  await board.clock.advance(6.5);
  expect([seen, board.clock.now()]).toEqual([[], 6.5]);
  await board.clock.advance(1);
  expect(seen).toEqual([{ at: 7, hex: '02' }]);
});

test('timers of the application follow the time of the board, and are restored', async () => {
  const board = plug();
  const port = await opened();
  const timers = () => [setTimeout, setInterval, clearTimeout, clearInterval];
  const before = timers();
  const putBack = board.clock.replaceTimers();
  try {
    const log: string[] = [];
    port.on('data', (data: Buffer) => log.push(`${data.toString()} at ${Math.round(performance.now())}`));
    port.write([0xff]);
    const began = Date.now();
    const ticks = setInterval(() => log.push('tick'), 1500);
    const never = setTimeout(() => log.push('never'), 2000);
    await new Promise((resolve) => setTimeout(resolve, 3100));
    clearTimeout(never.refresh());
    clearInterval(ticks);
    expect(Date.now() - began).toBe(3100);
    expect(log).toEqual(['A at 1002', 'tick', 'never', 'B at 2002', 'tick', 'C at 3002']);
  } finally {
    putBack();
  }
  expect(timers()).toEqual(before);
  expect(performance.now()).toBeGreaterThan(0);
});

test('an unreferenced timer does not make time pass', async () => {
  const board = plug();
  const putBack = board.clock.replaceTimers();
  let rings = 0;
  setTimeout(() => rings++, 60_000).unref();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect([rings, board.clock.now()]).toEqual([0, 0]);
  await board.clock.advance(60_000);
  expect(rings).toBe(1);
  putBack();
});

test('reset reaches the board', async () => {
  const board = plug();
  const port = await opened();
  const seen = listen(port, board);
  port.write([1]);
  await board.clock.advance(2);
  board.reset();
  await board.clock.advance(100);
  expect(seen).toEqual([]);
});
