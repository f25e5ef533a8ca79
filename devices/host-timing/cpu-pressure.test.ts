import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CpuPressure } from './cpu-pressure';
import { ptyFarEnd, socketFarEnd } from '../ports/far-end';
import { StealTime } from './steal-time';
import { RunQueueDelay } from './run-queue-delay';
import { ReceivePathDelay } from './host-delays';

const top = mkdtempSync(join(tmpdir(), 'wirejig-pressure-'));
afterAll(() => rmSync(top, { recursive: true }));

const PRESSURE = join(top, 'cpu');
const NOWHERE = join(top, 'nowhere');

describe('CPU pressure', () => {
  function pressed(total: number): void {
    const some = `some avg10=98.90 avg60=98.81 avg300=98.23 total=${total}\n`;
    writeFileSync(PRESSURE, `${some}full avg10=0.00 avg60=0.00 avg300=0.00 total=77\n`);
  }

  test('is the time that any program waited on any processor since the last call', () => {
    pressed(8_955_945_014);
    const pressure = new CpuPressure(PRESSURE);
    expect(pressure.take()).toBe(0);
    pressed(8_955_945_114);
    expect(pressure.take()).toBe(100 * availableParallelism());
    expect(pressure.take()).toBe(0);
    pressed(8_955_945_014);
    expect(pressure.take()).toBe(0);
  });

  test('is 0 if the system does not count it, or the file is not valid', () => {
    expect(new CpuPressure(NOWHERE).take()).toBe(0);
    writeFileSync(PRESSURE, '');
    expect(new CpuPressure(PRESSURE).take()).toBe(0);
  });
});

/** A /proc of processes, each with its name and its delay, nanoseconds. */
function processes(all: Readonly<Record<string, readonly [string, number]>>, self = '700'): string {
  const proc = mkdtempSync(join(top, 'proc-'));
  symlinkSync(self, join(proc, 'thread-self'));
  for (const [pid, [name, waited]] of Object.entries(all)) {
    mkdirSync(join(proc, pid, 'task', pid), { recursive: true });
    writeFileSync(join(proc, pid, 'comm'), `${name}\n`);
    setDelay(proc, pid, waited);
  }
  return proc;
}

function setDelay(proc: string, pid: string, waited: number): void {
  for (const at of [join(proc, pid), join(proc, pid, 'task', pid)])
    writeFileSync(join(at, 'schedstat'), `102000791 ${waited} 137\n`);
}

describe('the run-queue delay of threads', () => {
  test('counts from when each thread was added, in microseconds, and never decreases', () => {
    const proc = processes({ 7: ['board', 5_000_000], 8: ['other', 9_000_000] });
    const both = new RunQueueDelay();
    expect(both.addProgram(7, proc)).toBe(true);
    expect(both.total()).toBe(0);
    setDelay(proc, '7', 5_003_500);
    expect(both.total()).toBe(3.5);
    expect(both.add(join(proc, '8/schedstat'))).toBe(true);
    expect(both.total()).toBe(3.5);
    setDelay(proc, '8', 9_001_000);
    setDelay(proc, '7', 4_000_000);
    expect(both.total()).toBe(4.5);
    both.close();
    expect([both.size, both.total()]).toEqual([0, 4.5]);
  });

  test('a thread that does not exist or is not counted is refused', () => {
    const proc = processes({ 7: ['board', 1] });
    writeFileSync(join(proc, '7/task/7/schedstat'), 'none\n');
    const none = new RunQueueDelay();
    expect([none.addProgram(7, proc), none.addProgram(9, proc), none.size]).toEqual([false, false, 0]);
  });

  test('the receive path is complete if this thread and the kernel’s workers are visible', () => {
    const own = { 700: ['node', 1000] } as const;
    expect(new ReceivePathDelay(processes(own)).complete).toBe(false);
    expect(
      new ReceivePathDelay(processes({ 20: ['kworker/u8:1-events_unbound', 0] }, 'nobody')).complete,
    ).toBe(false);
    const proc = processes({ ...own, 20: ['kworker/u8:1-events_unbound', 0], 21: ['kworker/1:1', 0] });
    const way = new ReceivePathDelay(proc);
    expect([way.complete, way.totals().all]).toEqual([true, 0]);
    setDelay(proc, '20', 7000);
    setDelay(proc, '21', 90_000);
    setDelay(proc, '700', 2000);
    expect(way.totals().all).toBe(8);
  });
});

test('steal time, to 10 ms', () => {
  const STAT = join(top, 'stat');
  const stolen = (ticks: number): void => {
    const fields = ['cpu ', 4428081, 1278200, 485192, 1309756, 2367, 0, 5513, ticks, 0, 0];
    writeFileSync(STAT, `${fields.join(' ')}\ncpu0 1 2 3 4 5 6 7 8\n`);
  };
  stolen(207_609);
  const steal = new StealTime(STAT);
  const before = steal.total();
  stolen(207_611);
  expect(steal.total() - before).toBe(20_000);
  expect(new StealTime(NOWHERE).total()).toBe(0);
});

/** Other systems have no /proc. */
const linux = process.platform === 'linux' ? test : test.skip;

linux(
  'the far end of a pseudo-terminal: the programs that hold it and their families, unknown where one of them uses the network',
  () => {
    const pts = '/dev/pts/ptmx';
    const proc = processes({
      6: ['board', 0],
      7: ['socat', 0],
      8: ['socat', 0],
      9: ['sh', 0],
      10: ['a) R 6', 0],
      11: ['b', 0],
    });
    for (const [pid, parent] of [
      [6, 1],
      [7, 6],
      [8, 1],
      [9, 7],
      [10, 9],
      [11, 6],
    ] as const)
      // prettier-ignore
      writeFileSync(join(proc, String(pid), 'stat'), `${pid} (a) R 8 (b)) S ${parent} 3 3 0`);
    const opens = (pid: string, fd: string, to: string, index: string): void => {
      for (const folder of ['fd', 'fdinfo']) mkdirSync(join(proc, pid, folder), { recursive: true });
      symlinkSync(to, join(proc, pid, 'fd', fd));
      writeFileSync(join(proc, pid, 'fdinfo', fd), `pos:\t0\nflags:\t02\ntty-index:\t${index}\n`);
    };
    opens('7', '5', '/dev/ptmx', '0');
    opens('8', '5', pts, '1');
    opens('8', '6', '/dev/null', '0');
    opens('8', '7', 'socket:[4211]', '0');
    opens('9', '0', '/dev/pts/0', '0');
    const farEnds = (): unknown => [0, 1, 2].map((index) => ptyFarEnd(`/dev/pts/${index}`, proc));
    expect(ptyFarEnd('/dev/ttyUSB0', proc)).toBe('unknown');
    expect(ptyFarEnd(join(top, 'nowhere'), proc)).toBe('unknown');
    expect(farEnds()).toEqual([[7, 9, 10, 6], [8], 'unknown']);
    mkdirSync(join(proc, '8/net'));
    const row = (inode: number): string =>
      `   0: 0100007F:07E8 0100007F:9C40 01 0:0 00:0 0     0        0 ${inode} 1\n`;
    writeFileSync(join(proc, '8/net/tcp6'), `  sl  local_address\n${row(421)}`);
    expect(farEnds()).toEqual([[7, 9, 10, 6], [8], 'unknown']);
    writeFileSync(join(proc, '8/net/tcp6'), `  sl  local_address\n${row(421)}${row(4211)}`);
    expect(farEnds()).toEqual([[7, 9, 10, 6], 'unknown', 'unknown']);
  },
);

linux(
  'the far end of a socket of this machine: who listens there, and who is behind its pseudo-terminals',
  () => {
    const proc = processes({ 20: ['ser2net', 0], 21: ['board', 0], 22: ['tunnel', 0] });
    for (const pid of [20, 21, 22]) writeFileSync(join(proc, `${pid}/stat`), `${pid} (a) S 1 3 3 0`);
    const opens = (pid: number, fd: string, to: string, index = '0'): void => {
      for (const folder of ['fd', 'fdinfo']) mkdirSync(join(proc, `${pid}`, folder), { recursive: true });
      symlinkSync(to, join(proc, `${pid}`, 'fd', fd));
      writeFileSync(join(proc, `${pid}`, 'fdinfo', fd), `tty-index:\t${index}\n`);
    };
    const row = (port: string, state: string, inode: number): string =>
      `  0: 0100007F:${port} 0100007F:9C40 ${state} 0:0 00:0 0 0 0 ${inode} 1\n`;
    const rows =
      row('0BB8', '0A', 421) + row('0BB8', '01', 422) + row('0BB9', '0A', 431) + row('9C41', '01', 432);
    for (const folder of ['net', '20/net', '22/net']) {
      mkdirSync(join(proc, folder));
      writeFileSync(join(proc, folder, 'tcp'), rows);
    }
    opens(20, '4', 'socket:[421]');
    opens(20, '5', 'socket:[422]');
    opens(21, '7', '/dev/ptmx', '0');
    opens(22, '4', 'socket:[431]');
    opens(22, '5', 'socket:[432]');
    const here = { remoteAddress: '127.0.0.1', localAddress: '127.0.0.1' };
    expect(socketFarEnd(here, 3000, proc)).toEqual([20]);
    // It opens its port when somebody has connected.
    opens(20, '6', '/dev/pts/0');
    expect(socketFarEnd(here, 3000, proc)).toEqual([20, 21]);
    expect(socketFarEnd({ remoteAddress: '192.0.2.1', localAddress: '192.0.2.2' }, 3000, proc)).toBe(
      'unknown',
    );
    expect([socketFarEnd(here, 3001, proc), socketFarEnd(here, 3002, proc)]).toEqual(['unknown', 'unknown']);
  },
);

test('a thread waits that is ready and has not run since it was last asked', () => {
  const proc = processes({ 7: ['board', 1000] });
  const state = (letter: string): void =>
    writeFileSync(join(proc, '7/task/7/stat'), `7 (a) b) ${letter} 1 7\n`);
  const delay = new RunQueueDelay();
  delay.addProgram(7, proc);
  state('S');
  expect(delay.isWaiting()).toBe(false);
  state('R');
  expect([delay.isWaiting(), delay.isWaiting()]).toEqual([true, true]);
  setDelay(proc, '7', 9000);
  expect(delay.isWaiting()).toBe(false);
});
