import type { PortInfo } from '../../../devices/ports/port-info';
import { cleanUp, wirejig } from '../../testing/wirejig-process';
import { portLines, portView } from './port-view';
import { waitForPort } from './ports';

afterAll(cleanUp);

const ADAPTER: PortInfo = {
  path: '/dev/ttyUSB0',
  vendor: '10c4',
  product: 'ea60',
  serial: '01AB',
  manufacturer: 'Silicon\u001b]0;x\u0007Labs',
  latencyMs: 16,
};

describe('a port as a person reads it', () => {
  test('what it looks like, who holds it, and what to do; no escape of the device’s reaches the terminal', () => {
    const view = portView(ADAPTER, { seen: 'all', holders: [{ pid: 7, name: 'ModemManager' }] });
    expect(view).toMatchObject({ looksLike: ['m5stack'], adapter: 'CP210x', held: 'held' });
    const text = portLines(view).join('\n');
    expect(text).toContain('CP210x: looks like m5stack');
    expect(text).toContain('held by ModemManager (pid 7)');
    expect(text).toMatch(/up to 16 ms.*latency_timer/);
    expect(text).not.toContain('\u001b');
  });

  test('who holds it is unknown where nobody says, and free only where everybody was asked', () => {
    const heldBy = (seen: 'all' | 'some' | 'none') => portView(ADAPTER, { seen, holders: [] }).held;
    expect([heldBy('all'), heldBy('some'), heldBy('none')]).toEqual(['free', 'unknown', 'unknown']);
  });
});

describe('waiting for a plug', () => {
  const s0 = { path: '/dev/ttyS0' };
  const never = new AbortController().signal;

  test('the new port is given, with what came right behind it', async () => {
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

  test('nothing comes: it ends at its limit, and at once when it is given up', async () => {
    const list = () => Promise.resolve([s0]);
    const began = performance.now();
    expect(await waitForPort({ before: [s0], list, limitMs: 250, signal: never })).toEqual([]);
    expect(performance.now() - began).toBeGreaterThanOrEqual(245);
    const aborted = AbortSignal.abort();
    expect(await waitForPort({ before: [], list, limitMs: Infinity, signal: aborted })).toEqual([]);
  });
});

test('wirejig ports --json is an array, and --wait ends with 3 where nothing comes', async () => {
  const [list, wait] = await Promise.all([
    wirejig(['ports', '--json']),
    wirejig(['ports', '--wait', '--timeout', '300ms']),
  ]);
  expect(list.code).toBe(0);
  expect(Array.isArray(JSON.parse(list.stdout))).toBe(true);
  expect(wait.code).toBe(3);
  expect(wait.stderr).toMatch(/no port was plugged in within 300ms: is the cable one for data\?/);
});
