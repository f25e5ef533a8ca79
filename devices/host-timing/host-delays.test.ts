import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostDelays, type FarEnd, type Watch } from './host-delays';

const top = mkdtempSync(join(tmpdir(), 'wirejig-delays-'));
afterAll(() => rmSync(top, { recursive: true }));

const [OWN, WORKER, BOARD] = [700, 20, 7];

/** A machine with the delays of its processes, its steal time and its CPU pressure, ms. */
function machine() {
  const proc = mkdtempSync(join(top, 'proc-'));
  const waited = new Map<number, number>([OWN, WORKER, BOARD].map((pid) => [pid, 0]));
  const total = { stolen: 0, pressed: 0 };
  let now = 1000;
  mkdirSync(join(proc, 'pressure'));
  symlinkSync(String(OWN), join(proc, 'thread-self'));
  for (const pid of waited.keys()) {
    mkdirSync(join(proc, `${pid}/task/${pid}`), { recursive: true });
    writeFileSync(join(proc, `${pid}/comm`), pid === WORKER ? 'kworker/u8:1-events_unbound\n' : 'a\n');
  }
  const write = (): void => {
    for (const [pid, ms] of waited)
      for (const folder of [`${pid}`, `${pid}/task/${pid}`])
        writeFileSync(join(proc, folder, 'schedstat'), `1 ${ms * 1e6} 1\n`);
    writeFileSync(join(proc, 'stat'), `cpu  1 2 3 4 5 6 7 ${total.stolen / 10} 0 0\n`);
    writeFileSync(
      join(proc, 'pressure/cpu'),
      `some avg10=0 avg60=0 avg300=0 total=${total.pressed * 1000}\n`,
    );
  };
  write();
  const delays = new HostDelays(proc, () => now);
  return {
    delays,
    /** Time passes, ms, with a sample every 10 ms. The delays are in the last sample. */
    passes: (
      ms: number,
      by: Readonly<Record<number, number>> = {},
      more: Partial<typeof total> = {},
    ): void => {
      for (let left = ms; left > 0; left -= 10) {
        now += 1000 * Math.min(10, left);
        if (left > 10) delays.sample();
      }
      for (const [pid, span] of Object.entries(by))
        waited.set(Number(pid), (waited.get(Number(pid)) ?? 0) + span);
      total.stolen += more.stolen ?? 0;
      total.pressed += more.pressed ?? 0;
      write();
    },
  };
}

const SLACK = 300;

/** The longest delay of bytes that are read now, after a silence of a second, ms. */
function kept({ delays }: ReturnType<typeof machine>, { complete: whole }: Watch): number {
  return Math.round(delays.longestDelay(whole, SLACK, 1_000_000) / 100) / 10;
}

test.each<[string, number, FarEnd, number]>([
  ['this process', OWN, [], 33.3],
  ['the kernel’s worker', WORKER, [], 33.3],
  ['a program at the far end', BOARD, [BOARD], 33.3],
  ['a program that is not on the way', BOARD, [], 0.3],
])('a wait of %s just now may have delayed bytes', (_, pid, farEnd, ms) => {
  const host = machine();
  const watch = host.delays.watch(farEnd);
  host.passes(300);
  host.passes(40, { [pid]: 30 });
  expect(watch.complete).toBe(true);
  expect(kept(host, watch)).toBeCloseTo(ms, 0);
  watch.end();
});

test('an earlier wait does not count', () => {
  const host = machine();
  const watch = host.delays.watch([BOARD]);
  host.passes(300, { [BOARD]: 100 });
  host.passes(100);
  host.delays.sample();
  expect(kept(host, watch)).toBeLessThan(1);
  watch.end();
});

test('CPU pressure is the bound if the far end is unknown; steal time always counts', () => {
  const host = machine();
  const [known, unknown] = [host.delays.watch([BOARD]), host.delays.watch('unknown')];
  expect([known.complete, unknown.complete, unknown.sharesHost]).toEqual([true, false, true]);
  host.passes(300);
  host.passes(100, {}, { pressed: 40 / availableParallelism() });
  expect(kept(host, unknown)).toBeGreaterThan(40);
  expect(kept(host, known)).toBeLessThan(1);
  host.passes(300);
  host.passes(100, {}, { stolen: 50 });
  expect(kept(host, unknown)).toBeGreaterThan(50);
  expect(kept(host, known)).toBeGreaterThan(50);
  known.end();
  unknown.end();
});

test('steal time excuses a board on this host; a wait of its program, or of a worker on the way to it, does too, if they are known', () => {
  const host = machine();
  const watch = host.delays.watch([BOARD]);
  const stalls = () => [true, false].map((complete) => host.delays.longestStall(complete, 200_000));
  host.passes(100, { [OWN]: 80 }, { pressed: 80 });
  expect(stalls()).toEqual([0, 0]);
  host.passes(100, { [WORKER]: 80 }, { pressed: 80 });
  expect(stalls()).toEqual([expect.closeTo(88_000, -4), 0]);
  host.passes(400);
  expect(stalls()).toEqual([0, 0]);
  host.passes(100, { [BOARD]: 80 }, { pressed: 80 });
  expect(stalls()).toEqual([expect.closeTo(88_000, -4), 0]);
  host.passes(400);
  expect(stalls()).toEqual([0, 0]);
  host.passes(100, {}, { stolen: 60 });
  for (const stall of stalls()) expect(stall).toBeGreaterThan(50_000);
  host.passes(400);
  expect([...stalls(), host.delays.farEndWait(1e6)]).toEqual([0, 0, 140_000]);
  watch.end();
});

test('two links to a program count its waits once, until both have ended: a link may be ended twice', () => {
  const host = machine();
  const [one, other] = [host.delays.watch([BOARD]), host.delays.watch([BOARD])];
  host.passes(100, { [BOARD]: 50 });
  expect(host.delays.farEndWait(200_000)).toBe(50_000);
  one.end();
  one.end();
  host.passes(100, { [BOARD]: 30 });
  expect(host.delays.farEndWait(200_000)).toBe(80_000);
  other.end();
  host.passes(1000);
  host.delays.sample();
  host.passes(100, { [BOARD]: 30 });
  expect(host.delays.farEndWait(2_000_000)).toBe(80_000);
});

test('the waits of a program count between two links to it', () => {
  const host = machine();
  host.delays.watch([BOARD]).end();
  host.passes(900, { [BOARD]: 50 });
  host.delays.sample();
  const watch = host.delays.watch([BOARD]);
  host.passes(900, { [BOARD]: 30 });
  expect(host.delays.farEndWait(2_000_000)).toBe(80_000);
  watch.end();
});

test('a far end that was closed a while ago no longer counts, but its earlier delay stays in the total', () => {
  const host = machine();
  const [gone, stays] = [host.delays.watch([BOARD]), host.delays.watch([])];
  host.passes(100, { [BOARD]: 20 });
  gone.end();
  gone.end();
  expect(kept(host, stays)).toBeGreaterThan(20);
  host.passes(1000);
  host.delays.sample();
  host.passes(100, { [BOARD]: 20 });
  expect(kept(host, stays)).toBeLessThan(1);
  stays.end();
});

test('waits after a send also count on its way there', () => {
  const host = machine();
  const watch = host.delays.watch([BOARD]);
  host.passes(300);
  host.delays.sample();
  host.passes(10, { [BOARD]: 6 });
  host.delays.sample();
  host.passes(90);
  const keptSince = (sent: boolean): number => host.delays.longestDelay(watch.complete, SLACK, 100_000, sent);
  expect(keptSince(false)).toBeLessThan(1000);
  expect(keptSince(true)).toBeGreaterThan(6000);
  expect(keptSince(true)).toBeLessThan(8000);
  watch.end();
});
