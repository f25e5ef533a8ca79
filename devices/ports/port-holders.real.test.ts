import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realClock } from '../clock/clock';
import { openSerialLink } from '../links/serial-link';
import { lockHolders, portHolders } from './port-holders';

const top = mkdtempSync(join(tmpdir(), 'wirejig-proc-'));
afterAll(() => rmSync(top, { recursive: true }));

function program(pid: number, name: string, opens: readonly string[]): void {
  mkdirSync(join(top, String(pid), 'fd'), { recursive: true });
  writeFileSync(join(top, String(pid), 'comm'), `${name}\n`);
  opens.forEach((path, fd) => symlinkSync(path, join(top, String(pid), 'fd', String(fd))));
}

if (process.platform === 'linux') onLinux();
else
  test('the programs that hold a port are known on Linux only', () => {
    expect(portHolders(['/dev/tty']).get('/dev/tty')).toEqual({ seen: 'none', holders: [] });
  });

function onLinux(): void {
  test('a program that has the port open is named, once', () => {
    program(41, 'minicom', ['/dev/ttyNOSUCH0', '/dev/ttyNOSUCH0', '/dev/null']);
    program(42, 'bash', ['/dev/ttyNOSUCH01']);
    program(process.pid, 'wirejig', ['/dev/ttyNOSUCH0']);
    mkdirSync(join(top, 'self'), { recursive: true });
    const held = portHolders(['/dev/ttyNOSUCH0', '/dev/ttyNOSUCH1'], top);
    expect(held.get('/dev/ttyNOSUCH0')).toEqual({ seen: 'all', holders: [{ pid: 41, name: 'minicom' }] });
    expect(held.get('/dev/ttyNOSUCH1')).toEqual({ seen: 'all', holders: [] });
  });

  test('a machine without /proc gives no list', () => {
    expect(portHolders(['/dev/ttyS0'], join(top, 'nowhere')).get('/dev/ttyS0')).toEqual({
      seen: 'none',
      holders: [],
    });
  });

  test('a real process that holds a real terminal is found, also by another name of the terminal', async () => {
    expect(spawnSync('python3', ['-c', '']).status).toBe(0);
    const { child, path } = await holding('import os, sys\nm, s = os.openpty()');
    const other = join(top, 'board');
    symlinkSync(path, other);
    const found = portHolders([other], '/proc').get(other);
    expect(found?.holders.map(({ pid }) => pid)).toEqual([child.pid]);
    expect(found?.holders[0]?.name).toMatch(/python/);
    child.stdin.end();
    await once(child, 'exit');
  });

  test('of two programs that have a port open, the one that locked it is named, also in the error of an open', async () => {
    const keeper = await holding('import os, sys\nm, s = os.openpty()');
    const locked = `import fcntl, os, sys\ns = os.open('${keeper.path}', os.O_RDWR | os.O_NOCTTY)\nfcntl.flock(s, fcntl.LOCK_EX)`;
    expect(lockHolders(keeper.path)).toEqual([]);
    const { child } = await holding(locked);
    expect(lockHolders(keeper.path).map(({ pid }) => pid)).toEqual([child.pid]);
    const opened = openSerialLink({
      name: 'uart',
      url: 'uart',
      clock: realClock(),
      settings: { path: keeper.path, baud: 115_200 },
    });
    const holder = `${lockHolders(keeper.path)[0]?.name ?? ''} (pid ${child.pid ?? 0})`;
    await expect(opened).rejects.toMatchObject({
      fault: 'busy',
      message: `port ${keeper.path} is in use by ${holder}: close it there`,
    });
    for (const one of [child, keeper.child]) {
      one.stdin.end();
      await once(one, 'exit');
    }
  });
}

/** A Python program that holds the terminal `s` open until its standard input ends. */
async function holding(script: string) {
  const text = `${script}\nprint(os.ttyname(s), flush=True)\nsys.stdin.read()`;
  const child = spawn('python3', ['-c', text], { stdio: ['pipe', 'pipe', 'inherit'] });
  const path = await new Promise<string>((resolve) =>
    child.stdout.once('data', (line) => resolve(String(line).trim())),
  );
  return { child, path };
}
