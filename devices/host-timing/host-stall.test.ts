import { HostStall, type Host } from './host-stall';
import { EventLoopBusyTime } from './event-loop-busy-time';
import { micros } from '../../protocols/time';

const WAY_US = 100;

/** A machine with these wake-up latencies. `waited`: the delay on the way. Microseconds. */
function machine(
  late: { usual: number; unexplained?: number; worst?: number },
  waited = 0,
  whole = true,
  stalled = 0,
) {
  let rests = true;
  let samples = 0;
  const host: Host = {
    wakeupLatency: {
      usual: () => late.usual,
      unexplained: () => late.unexplained ?? late.usual,
      worst: () => late.worst ?? late.usual,
      sample: () => undefined,
    },
    idleCpu: { isIdle: () => rests },
    heartbeat: { start: () => undefined, stalledFor: () => stalled },
    delays: {
      watch: () => ({ complete: whole, sharesHost: true, isWaiting: () => false, end: () => undefined }),
      busyTime: new EventLoopBusyTime(
        () => 0,
        () => 0,
      ),
      sample: () => void samples++,
      longestDelay: (_, slack) => slack + waited,
      longestStall: () => waited,
      farEndWait: () => waited,
    },
  };
  return { host, works: () => void (rests = false), samples: () => samples };
}

/** How long a byte may have been on its way before it is read, after a long silence. */
function late(host: Host): number {
  const stall = new HostStall(micros(0), [7], host);
  return 1e6 - stall.notBefore(micros(1e6));
}

test('on idle processors each of four wake-ups may be late, on a busy one only one', () => {
  const { host, works } = machine({ usual: 50 });
  expect(late(host)).toBe(WAY_US + 200);
  works();
  expect(late(host)).toBe(WAY_US + 50);
});

test('on idle processors 1.5 times the worst measured wake-up counts, if that is more', () => {
  const { host, works } = machine({ usual: 50, unexplained: 800 });
  expect(late(host)).toBe(WAY_US + 1200);
  works();
  expect(late(host)).toBe(WAY_US + 50);
});

test('the delay on the way is added; if it is not counted, the worst nap is the bound', () => {
  expect(late(machine({ usual: 50 }, 3000).host)).toBe(WAY_US + 200 + 3000);
  expect(late(machine({ usual: 50, worst: 4000 }, 0, false).host)).toBe(WAY_US + 6000);
});

test('after a stall of this process bytes may have come since it began', () => {
  expect(late(machine({ usual: 50 }, 3000, true, 700_000).host)).toBe(WAY_US + 700_000);
});

test('bytes directly after others came no earlier than those', () => {
  const { host } = machine({ usual: 50 }, 3000);
  const stall = new HostStall(micros(0), [7], host);
  const first = stall.notBefore(micros(1e6));
  expect(stall.notBefore(micros(1e6 + 200))).toBe(1e6 + 200 - WAY_US - 200);
  expect(stall.notBefore(micros(1e6 + 300))).toBeGreaterThan(first);
});

test('a send takes a sample, unless the last one is recent', () => {
  const { host, samples } = machine({ usual: 50 });
  const stall = new HostStall(micros(0), [7], host);
  stall.beginSend(micros(200));
  expect(samples()).toBe(0);
  stall.beginSend(micros(300));
  expect(samples()).toBe(1);
  expect(1e6 - stall.notBefore(micros(1e6), 70)).toBe(WAY_US + 200 + 70);
});
