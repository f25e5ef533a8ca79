import { after, micros, millis, type Micros } from '../../protocols/time';
import { boundsOf, type Chunk } from '../../protocols/chunk';
import type { Link } from '../links/link';
import { virtualClock } from '../virtual/engine/virtual-clock';
import { ChipClock } from './chip-clock';
import { emulatedLink } from './emulated-link';
import { StallHistory } from './stall-history';

const open: Link[] = [];
afterEach(async () => {
  for (const link of open.splice(0)) await link.close();
});

/** A board on an emulated chip. `takes`: the time of its stall, ms. */
function emulated() {
  const clock = virtualClock();
  let [core, rest, lost] = [0, 0, 0];
  let asked = 0;
  const deadlines: number[] = [];
  const coming: { at: Micros; bytes: Uint8Array }[] = [];
  const chunk = (direction: 'rx' | 'tx', bytes: Uint8Array): Chunk => {
    const now = clock.now();
    return { direction, bytes, notBefore: now, notAfter: now, lastNotBefore: now };
  };
  const bare: Link = {
    ...{ name: 'main', url: 'fake', clock },
    send: (bytes) => Promise.resolve(chunk('tx', bytes)),
    receive: async (deadline) => {
      deadlines.push(deadline);
      const next = coming[0];
      await clock.until(next === undefined || next.at > deadline ? deadline : next.at);
      if (next === undefined || next.at > deadline) return undefined;
      coming.shift();
      return chunk('rx', next.bytes);
    },
    lines: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const chip = new ChipClock(clock, () => {
    asked++;
    return Promise.resolve(Math.floor((clock.now() - lost) / 1000));
  });
  const delay = () => ({ core: micros(core), rest: micros(rest) });
  const link = emulatedLink(bare, { baud: 115_200, delay, chip });
  open.push(link);
  return {
    clock,
    chip,
    deadlines,
    link,
    asked: () => asked,
    comes: (at: Micros, bytes: Uint8Array) => void coming.push({ at, bytes }),
    takes: (by: { core?: number; rest?: number; lost?: number }): void => {
      core += (by.core ?? 0) * 1000;
      rest += (by.rest ?? 0) * 1000;
      lost += (by.lost ?? 0) * 1000;
    },
  };
}

const BYTE = Uint8Array.of(1);

describe('the link of an emulated board', () => {
  test('extends a silence by the time that the chip lost in it', async () => {
    const { link, clock, deadlines, takes, chip } = emulated();
    await chip.started();
    clock.alarm(millis(50), () => takes({ core: 90, lost: 40 }));
    expect(await link.receive(millis(100))).toBeUndefined();
    expect(deadlines[0]).toBe(100_000);
    expect(deadlines[1]).toBeGreaterThanOrEqual(140_000);
    expect(deadlines[1]).toBeLessThan(144_000);
  });

  test('an answer may be older by the time that the chip lost, not by all delays of its core', async () => {
    const { link, clock, comes, takes, chip, asked } = emulated();
    await chip.started();
    await link.send(BYTE);
    clock.alarm(after(clock.now(), millis(60)), () => takes({ core: 50, lost: 20 }));
    comes(after(clock.now(), millis(90)), BYTE);
    const chunk = await link.receive(after(clock.now(), millis(500)));
    const known = (chunk?.notAfter ?? 0) - (chunk?.notBefore ?? 0);
    expect(known).toBeGreaterThanOrEqual(20_000);
    expect(known).toBeLessThan(23_000);
    const before = asked();
    // Without a delay the chip is not sampled.
    await link.send(BYTE);
    comes(after(clock.now(), millis(90)), BYTE);
    const next = await link.receive(after(clock.now(), millis(500)));
    expect((next?.notAfter ?? 0) - (next?.notBefore ?? 0)).toBe(0);
    expect(asked() - before).toBeLessThanOrEqual(1);
  });

  test('delays of any thread and of the whole machine count', async () => {
    const { link, clock, comes, takes, chip } = emulated();
    await chip.started();
    comes(after(clock.now(), millis(10)), BYTE);
    await link.receive(after(clock.now(), millis(500)));
    clock.alarm(after(clock.now(), millis(400)), () => takes({ core: 70, rest: 900, lost: 800 }));
    comes(after(clock.now(), millis(3800)), BYTE);
    const chunk = await link.receive(after(clock.now(), millis(5000)));
    const known = (chunk?.notAfter ?? 0) - (chunk?.notBefore ?? 0);
    expect(known).toBeGreaterThanOrEqual(800_000);
    expect(known).toBeLessThan(803_000);
  });

  test('the first answer after a reset has the least time that the chip lost, after an unrequested restart 0', async () => {
    const { link, clock, comes, takes, chip } = emulated();
    await chip.started();
    await link.send(BYTE);
    const keptOf = async (by: { core?: number; lost?: number }): Promise<number> => {
      await clock.until(after(clock.now(), millis(20)));
      const from = clock.now();
      await clock.until(after(from, millis(2)));
      chip.restarted(from, clock.now());
      takes({ lost: from / 1000 });
      clock.alarm(after(clock.now(), millis(60)), () => takes(by));
      comes(after(clock.now(), millis(400)), BYTE);
      const chunk = await link.receive(after(clock.now(), millis(1000)));
      takes({ lost: 0 - from / 1000 - (by.lost ?? 0) });
      return chunk?.stalledSinceReset ?? NaN;
    };
    const kept = await keptOf({ core: 250, lost: 90 });
    expect(kept).toBeGreaterThan(86_000);
    expect(kept).toBeLessThanOrEqual(90_000);
    expect(await keptOf({ lost: 300 })).toBe(0);
    await clock.until(after(clock.now(), millis(20)));
    comes(after(clock.now(), millis(20)), BYTE);
    expect(await link.receive(after(clock.now(), millis(1000)))).toMatchObject({ stalledSinceReset: 0 });
  });

  test('the delay of the core during the reception of a frame counts fully: a chip that waits for bytes loses no tick', async () => {
    const { link, clock, comes, takes, chip } = emulated();
    await chip.started();
    await link.send(new Uint8Array(600));
    clock.alarm(after(clock.now(), millis(5)), () => takes({ core: 30 }));
    comes(after(clock.now(), millis(90)), BYTE);
    const chunk = await link.receive(after(clock.now(), millis(500)));
    expect((chunk?.notAfter ?? 0) - (chunk?.notBefore ?? 0)).toBeGreaterThanOrEqual(30_000);
  });

  test('a stall of the chip before its answer makes each byte as uncertain, and is no pace of the bytes', async () => {
    const { link, clock, comes, takes, chip } = emulated();
    await chip.started();
    await link.send(BYTE);
    clock.alarm(after(clock.now(), millis(10)), () => takes({ core: 30, lost: 30 }));
    clock.alarm(after(clock.now(), millis(79)), () => takes({ rest: 2 }));
    comes(after(clock.now(), millis(80)), Uint8Array.of(1, 2, 3));
    const chunk = await link.receive(after(clock.now(), millis(500)));
    if (chunk === undefined) throw new Error('nothing came');
    for (const index of [0, 1, 2]) {
      const { notBefore, notAfter } = boundsOf(chunk, index);
      expect(notAfter - notBefore).toBeGreaterThanOrEqual(30_000);
      expect(notAfter).toBe(chunk.notAfter);
    }
  });

  test('a frame waits until a stalled chip has taken the noise before it', async () => {
    const { link, clock, takes, chip } = emulated();
    await chip.started();
    clock.alarm(millis(300), () => takes({ core: 200 }));
    await link.send(new Uint8Array(8192));
    const sent = clock.now();
    await link.send(BYTE);
    expect(clock.now() - sent).toBeGreaterThanOrEqual(200_000);
  });

  test('delays of the cable within a long silence do not delay any byte', async () => {
    const { link, clock, comes, takes, chip } = emulated();
    await chip.started();
    await link.send(BYTE);
    for (let n = 1; n <= 40; n++)
      clock.alarm(after(clock.now(), millis(100 * n - 5)), () => takes({ rest: 10 }));
    comes(after(clock.now(), millis(4000)), BYTE);
    const chunk = await link.receive(after(clock.now(), millis(5000)));
    expect((chunk?.notAfter ?? 0) - (chunk?.notBefore ?? 0)).toBeLessThanOrEqual(40_000);
    expect((chunk?.notAfter ?? 0) - (chunk?.notBefore ?? 0)).toBeGreaterThanOrEqual(10_000);
  });
});

test('after a reset a chip’s clock lags by the time that it lost since then; without an answer the error is passed on', async () => {
  const clock = virtualClock();
  let zero = 0;
  const chip = new ChipClock(clock, () => Promise.resolve(Math.floor((clock.now() - zero) / 1000)));
  await chip.started();
  const { lag } = chip;
  await clock.until(millis(500));
  zero = 500_000;
  chip.restarted(clock.now(), clock.now());
  await clock.until(millis(900));
  expect(await chip.lost(lag)).toBeLessThanOrEqual(2000);
  // It lost this time before the first sample.
  zero = 1_060_000;
  chip.restarted(clock.now(), clock.now());
  await clock.until(millis(1100));
  expect(await chip.lost(lag)).toBeGreaterThanOrEqual(160_000);
  await expect(new ChipClock(clock, () => Promise.reject(new Error('gone'))).lost(lag)).rejects.toThrow(
    'gone',
  );
});

test('a stall of an emulated board is the delay between two samples, or a pause of this process', async () => {
  const clock = virtualClock();
  let waited = 0;
  const stalls = new StallHistory(clock, () => ({ core: micros(waited), rest: micros(waited) }));
  expect(stalls.longestSince(clock.now())).toBe(0);
  await clock.until(millis(25));
  expect(stalls.longestSince(millis(0))).toBe(0);
  waited += 17_000;
  await clock.until(millis(45));
  expect(stalls.longestSince(millis(0))).toBe(34_000);
  expect(stalls.longestSince(millis(42))).toBe(0);
  stalls.addPause(7000);
  expect(stalls.longestSince(millis(42))).toBe(7000);
  stalls.close();
  waited += 17_000;
  await clock.until(millis(1000));
  expect(stalls.longestSince(millis(900))).toBe(34_000);
});

test('delays one after the other are one stall; delays between which the board runs are none', async () => {
  const clock = virtualClock();
  let waited = 0;
  const stalls = new StallHistory(clock, () => ({ core: micros(0), rest: micros(waited) }));
  const wait = async (at: number, span: number): Promise<void> => {
    await clock.until(millis(at));
    waited += span * 1000;
  };
  // One thread waits from 100 to 130 ms, the next one from 130 to 158; each is counted at its end.
  await wait(129, 30);
  await wait(157, 28);
  await clock.until(millis(200));
  expect(stalls.longestSince(millis(0))).toBe(58_000);
  for (let at = 1001; at < 1500; at += 20) await wait(at, 4);
  await clock.until(millis(1600));
  expect(stalls.longestSince(millis(900))).toBe(4000);
  stalls.close();
});
