import type { PortInfo } from '../../../devices/ports/port-info';
import { cleanUp, wirejig } from '../../testing/wirejig-process';
import { portLines, portView, waitForPort } from './ports';

afterAll(cleanUp);

const ADAPTER: PortInfo = {
  path: '/dev/ttyUSB0',
  vendor: '10c4',
  product: 'ea60',
  serial: '01AB',
  manufacturer: 'Silicon\u001b]0;x\u0007Labs',
  latencyMs: 16,
};

describe('the text of a port', () => {
  test('has its likely kind, its holders and hints, and no escape sequence of the device', () => {
    const view = portView(ADAPTER, { seen: 'all', holders: [{ pid: 7, name: 'ModemManager' }] });
    expect(view).toMatchObject({ looksLike: ['m5stack'], adapter: 'CP210x', held: 'held' });
    const text = portLines(view).join('\n');
    expect(text).toContain('CP210x: looks like m5stack');
    expect(text).toContain('in use by ModemManager (pid 7)');
    expect(text).toMatch(/up to 16 ms.*latency_timer/);
    expect(text).not.toContain('\u001b');
  });

  test('a port without known holders is free only if all processes were visible, else unknown', () => {
    const heldBy = (seen: 'all' | 'some' | 'none') => portView(ADAPTER, { seen, holders: [] }).held;
    expect([heldBy('all'), heldBy('some'), heldBy('none')]).toEqual(['free', 'unknown', 'unknown']);
  });
});

describe('waiting for a plug', () => {
  const s0 = { path: '/dev/ttyS0' };
  const never = new AbortController().signal;

  test('the new port is given, with ports that appear soon after it', async () => {
    const second = { ...ADAPTER, path: '/dev/ttyUSB1' };
    const states = [[s0], [s0, ADAPTER], [s0, ADAPTER, second]];
    let at = 0;
    const list = () => Promise.resolve(states[Math.min(at++, 2)] ?? []);
    const fresh = await waitForPort({ before: [s0], list, limitMs: 5000, signal: never });
    expect(fresh.map(({ path }) => path)).toEqual(['/dev/ttyUSB0', '/dev/ttyUSB1']);
  });

  test('a board that is pulled and plugged in again is new', async () => {
    const states = [[s0, ADAPTER], [s0], [s0, ADAPTER]];
    let at = 0;
    const list = () => Promise.resolve(states[Math.min(at++, 2)] ?? []);
    expect(await waitForPort({ before: [s0, ADAPTER], list, limitMs: 5000, signal: never })).toEqual([
      ADAPTER,
    ]);
  });

  test('without a new port it ends at its limit, and immediately on abort', async () => {
    const list = () => Promise.resolve([s0]);
    const began = performance.now();
    expect(await waitForPort({ before: [s0], list, limitMs: 250, signal: never })).toEqual([]);
    expect(performance.now() - began).toBeGreaterThanOrEqual(245);
    const aborted = AbortSignal.abort();
    expect(await waitForPort({ before: [], list, limitMs: Infinity, signal: aborted })).toEqual([]);
  });
});

test('wirejig ports --json is an array, and --wait without a new port gives exit code 3', async () => {
  const [list, wait] = await Promise.all([
    wirejig(['ports', '--json']),
    wirejig(['ports', '--wait', '--timeout', '300ms']),
  ]);
  expect(list.code).toBe(0);
  expect(Array.isArray(JSON.parse(list.stdout))).toBe(true);
  expect(wait.code).toBe(3);
  expect(wait.stderr).toMatch(/no port was plugged in within 300ms: is the cable one for data\?/);
});
