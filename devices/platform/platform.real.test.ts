/** The effects of other systems: each in turn, with the parts that it lacks. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTtyWire } from '../links/tty-wire';
import { serialFault } from '../links/serial-link';
import { portHolders } from '../ports/port-holders';
import { ptyFarEnd } from '../ports/far-end';
import { openPtyEndpoint } from '../simulate/pty-endpoint';
import { CounterFile, listFolder, readText } from './proc-files';
import { markedEnvironment, sweepProcesses } from './process-sweep';
import { isAlive, processStart } from './process-start';
import { hasGroups, killGroup, signal } from './signals';
import { currentSystem, systemText } from './system';

const NO_PROC = '/no/such/proc';

/** Does the work as on another system. */
function on<T>(platform: NodeJS.Platform, work: () => T): T {
  const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  Object.defineProperty(process, 'platform', { ...own, value: platform });
  try {
    return work();
  } finally {
    Object.defineProperty(process, 'platform', own);
  }
}

test.each([
  ['linux', 'linux'],
  ['darwin', 'macos'],
  ['win32', 'windows'],
  ['freebsd', 'other'],
] as const)('%s is %s, and journals name it', (platform, system) => {
  expect(on(platform, currentSystem)).toBe(system);
  expect(on(platform, systemText)).toMatch(new RegExp(`^${platform} \\S+, Node \\d+\\.`));
});

describe('without /proc', () => {
  test('files and folders of the kernel are empty, and counters unknown', () => {
    expect([listFolder(NO_PROC), readText(join(NO_PROC, 'stat'))]).toEqual([[], '']);
    expect(new CounterFile(join(NO_PROC, 'stat'), () => 0).read()).toBeUndefined();
  });

  test('a process has no start time, but whether it is alive is known', () => {
    expect(processStart(process.pid, NO_PROC)).toBeUndefined();
    expect(isAlive(process.pid)).toBe(true);
  });

  test('the holders of a port are unknown, and the far end of a pseudo-terminal may be anywhere', () => {
    expect(portHolders(['/dev/ttys003'], NO_PROC).get('/dev/ttys003')).toEqual({ seen: 'none', holders: [] });
    expect(ptyFarEnd('/dev/ttys003', NO_PROC)).toBe('unknown');
  });

  test('no marked process is killed; with /proc, exactly those with the mark are', async () => {
    const { id, env } = markedEnvironment();
    const children = [env, process.env].map((one) =>
      spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { env: one }),
    );
    const [marked, other] = children;
    const proc = mkdtempSync(join(tmpdir(), 'wirejig-proc-'));
    try {
      for (const [i, { pid = 0 }] of children.entries()) {
        mkdirSync(join(proc, String(pid)));
        writeFileSync(join(proc, String(pid), 'environ'), i === 0 ? `A=1\0WIREJIG_PROGRAM=${id}\0` : 'A=1\0');
      }
      sweepProcesses(id, NO_PROC);
      expect(isAlive(marked?.pid ?? 0)).toBe(true);
      const ended = once(marked ?? process, 'exit');
      sweepProcesses(id, proc);
      await ended;
      expect(isAlive(other?.pid ?? 0)).toBe(true);
    } finally {
      for (const child of children) child.kill('SIGKILL');
      rmSync(proc, { recursive: true });
    }
  });
});

describe('on Windows', () => {
  test('there are no process groups: only the child is killed', () => {
    const kill = jest.fn();
    const group = jest.spyOn(process, 'kill').mockReturnValue(true);
    expect(on('win32', hasGroups)).toBe(false);
    on('win32', () => killGroup({ pid: 4711, kill }));
    expect([kill.mock.calls, group.mock.calls]).toEqual([[['SIGKILL']], []]);
    on('linux', () => killGroup({ pid: 4711, kill }));
    expect(group.mock.calls).toEqual([[-4711, 'SIGKILL']]);
    group.mockRestore();
  });

  test('a held port is refused, and its name leads to no file', () => {
    const fault = on('win32', () => serialFault('main', 'COM3', 'Opening COM3: Access denied'));
    expect([fault.fault, fault.message]).toEqual([
      'busy',
      expect.stringContaining('port COM3 is in use by another program'),
    ]);
    const missing = on('win32', () => serialFault('main', 'COM9', 'Error: Opening COM9: File not found'));
    expect([missing.fault, missing.message]).toEqual(['missing', 'no port COM9: is the board plugged in?']);
  });

  test('a port has no second descriptor, and simulate no pseudo-terminal', async () => {
    expect(on('win32', () => openTtyWire('COM3'))).toBeUndefined();
    const opening = on('win32', () =>
      openPtyEndpoint({ path: './board', arrived: () => undefined, ended: () => undefined }),
    );
    await expect(opening).rejects.toThrow('there are no pseudo-terminals on Windows: use a TCP port instead');
  });
});

test('on macOS the holders of a port are unknown, and the remedy names the program that lists them', () => {
  expect(on('darwin', () => portHolders(['/dev/cu.usbserial-1'])).get('/dev/cu.usbserial-1')?.seen).toBe(
    'none',
  );
  const fault = on('darwin', () =>
    serialFault('main', '/dev/null', 'Error: Resource temporarily unavailable'),
  );
  expect(fault.message).toContain('(lsof /dev/null names it)');
});

test('a signal to a process that has ended is no error', () => {
  expect(() => signal(2 ** 22 + 1, 'SIGKILL')).not.toThrow();
});
