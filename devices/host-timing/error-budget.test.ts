import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { calibrationOf, calibrationText, undecidedText, measureWakeupLatency } from './error-budget';
import { adapterHold } from '../links/serial-link';
import { WakeupLatency } from './wakeup-latency';

test('the budget of a board is the worst of its links', () => {
  const links = [
    { byteTime: 86.8, hold: 16_000, networkDelay: 0 },
    { byteTime: 1041.7, hold: 1000, networkDelay: 700 },
  ];
  expect(calibrationOf(links, 120)).toEqual({
    byteTime: 1041.7,
    hold: 16_000,
    networkDelay: 700,
    wakeupLatency: 120,
  });
  expect(calibrationOf([], 120)).toEqual({ byteTime: 0, hold: 0, networkDelay: 0, wakeupLatency: 120 });
});

test('the journal line names each part that is not 0', () => {
  expect(calibrationText({ byteTime: 86.8, hold: 16_000, networkDelay: 0, wakeupLatency: 120 })).toBe(
    'a byte takes 0.087 ms on the wire, the adapter delays bytes by at most 16.0 ms, this machine wakes up 0.120 ms late',
  );
});

test.each([
  [
    { byteTime: 87, hold: 16_000, networkDelay: 0, wakeupLatency: 100 },
    /^the adapter may delay bytes by 16\.0 ms\. Give its real delay .*hold=1/,
  ],
  [
    { byteTime: 87, hold: 1000, networkDelay: 15_000, wakeupLatency: 100 },
    /^the server may be 15\.0 ms away\. Plug the board into this machine\.$/,
  ],
  [
    { byteTime: 87, hold: 1000, networkDelay: 0, wakeupLatency: 100 },
    /^this machine was too busy to tell\. Close programs and rerun\.$/,
  ],
])('the remedy is for the greatest part: %j', (calibration, text) => {
  expect(undecidedText(16_200, calibration)).toMatch(text);
});

test('the measured wake-up latency is above 0 and below a second', () => {
  const late = measureWakeupLatency();
  expect(late).toBeGreaterThan(0);
  expect(late).toBeLessThan(1e6);
});

test('the latency timer of an adapter, if its driver has one', () => {
  const sys = mkdtempSync(join(tmpdir(), 'wirejig-hold-'));
  const folder = join(sys, 'class/tty', basename(__filename), 'device');
  mkdirSync(folder, { recursive: true });
  expect(adapterHold(__filename, sys)).toBeUndefined();
  for (const [timer, hold] of [
    ['16\n', 17_000],
    ['1\n', 2000],
    ['0\n', undefined],
    ['much\n', undefined],
  ] as const) {
    writeFileSync(join(folder, 'latency_timer'), timer);
    expect(adapterHold(__filename, sys)).toBe(hold);
  }
  expect(adapterHold('/dev/no-such-port', sys)).toBeUndefined();
  rmSync(sys, { recursive: true });
});

const SLACK = 50;

/** `wait`: the part of each nap that the thread waited for a processor. */
function napping(
  late: () => number,
  wait = () => 0,
): { latency: WakeupLatency; pass: (ms: number) => void; naps: () => number } {
  let now = 0;
  let naps = 0;
  let waited = 0;
  const nap = (): number => {
    naps++;
    waited += wait();
    return late();
  };
  const latency = new WakeupLatency(
    () => now,
    nap,
    () => waited,
    SLACK,
  );
  return { latency, pass: (ms) => void (now += ms), naps: () => naps };
}

test('the worst nap of the last six seconds counts; at most one nap is taken in 40 ms', () => {
  let late = 60;
  const { latency, pass, naps } = napping(() => late);
  expect([latency.worst(), naps()]).toEqual([60, 100]);
  const after = (ms: number, micros: number): number => {
    pass(ms);
    late = micros;
    latency.sample();
    return latency.worst();
  };
  expect(after(39, 900)).toBe(60);
  expect(after(1, 900)).toBe(900);
  expect(after(3000, 200)).toBe(900);
  expect(after(2000, 100)).toBe(900);
  expect(after(1001, 50)).toBe(200);
  expect(after(3000, 40)).toBe(100);
  expect(naps()).toBe(105);
});

test('the usual latency excludes waits for a processor, the slack of timers, and the worst of a hundred', () => {
  let nap = 0;
  const late = () => (nap % 100 === 0 ? 3000 : 60 + (nap % 10));
  const { latency } = napping(late, () => (++nap % 3 === 0 ? 40 : 0));
  expect(latency.worst()).toBe(3000);
  expect(latency.usual()).toBe(69 - SLACK);
  expect(latency.unexplained()).toBe(3000 - SLACK);
});
