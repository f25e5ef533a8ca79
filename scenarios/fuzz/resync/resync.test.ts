import { millis } from '../../../protocols/time';
import type { FuzzResync } from '../../fuzz-record';
import { measureResync } from './resync';
import { virtualContext } from '../testing/virtual-context';

function measureBoard(board: string, limitMs?: number): Promise<FuzzResync | undefined> {
  const limit = limitMs === undefined ? undefined : millis(limitMs);
  return measureResync({ ...virtualContext(board), seed: 1, limit });
}

const slowKinds = (resync: FuzzResync | undefined): readonly string[] => [
  ...new Set(resync?.rows.filter(({ over }) => over).map(({ kind }) => kind)),
];

test.each(['stm', 'gm67', 'set'])(
  '%s: a sound board answers the second good frame after any garbage',
  async (board) => {
    const resync = await measureBoard(board);
    expect(slowKinds(resync)).toEqual([]);
    expect(resync?.rows.length).toBeGreaterThanOrEqual(40);
    for (const { frames, bytes, leastUs = 0, worstUs = Infinity, never, tries } of resync?.rows ?? []) {
      expect([frames <= 2, bytes / frames, never, tries]).toEqual([
        true,
        resync === undefined ? 0 : resync.ask.length / 2,
        0,
        3,
      ]);
      expect(leastUs).toBeLessThanOrEqual(worstUs);
      expect(worstUs).toBeLessThanOrEqual(resync?.limitUs ?? 0);
    }
  },
);

test('an STM board needs its idle gap, and the silence after its Error: 50 ms and 150 ms', async () => {
  const zeros = (await measureBoard('stm'))?.rows.find(
    ({ kind, length }) => kind === 'bytes 00' && length === 64,
  );
  expect(zeros).toMatchObject({ frames: 2, bytes: 6, never: 0, over: false });
  expect(zeros?.worstUs).toBeGreaterThan(200_000);
  expect(zeros?.worstUs).toBeLessThan(250_000);
});

test('a board that loses the frame after long noise is slow only after that', async () => {
  const resync = await measureBoard('stm+unknown-then-deaf');
  expect(slowKinds(resync)).toEqual(expect.arrayContaining(['bytes 00', 'text']));
  // A stretch of more than 16 bytes makes it deaf.
  expect(resync?.rows.filter(({ over, length }) => over && length < 16)).toEqual([]);
  expect(resync?.rows.find(({ over }) => over)?.frames).toBe(3);
});

test('a Set board receives the frame on its scanner link and answers on its console', async () => {
  const resync = await measureBoard('set+overlong-eats-next');
  expect(slowKinds(resync)).toEqual(expect.arrayContaining(['bytes 00', 'cards without an end']));
  expect(resync?.rows.filter(({ over, length }) => over && length < 100)).toEqual([]);
});

test('an answer during the garbage is no answer to the frame after it', async () => {
  const resync = await measureBoard('stm+crc-ignored');
  const starts = resync?.rows.filter(
    ({ kind, length }) => kind === 'requests without an end' && length >= 64,
  );
  expect(starts?.length).toBeGreaterThan(3);
  for (const { leastUs = -1 } of starts ?? []) expect(leastUs).toBeGreaterThan(0);
});

test('a given limit replaces the limit of the page', async () => {
  const resync = await measureBoard('stm', 100);
  expect(resync).toMatchObject({ limitUs: 100_000, asked: true });
  expect(slowKinds(resync)).toContain('bytes 00');
});

describe('stalls of the host', () => {
  /** A virtual rig that reports a stall of 30 ms in each of the first `spoilt` tries. */
  function measureOnStallingHost(
    board: string,
    spoilt: number,
    stallLimit = millis(20),
  ): Promise<FuzzResync | undefined> {
    const { rig, session } = virtualContext(board);
    const { resync } = session;
    if (resync === undefined) throw new Error(`${board} has no rule for garbage`);
    let left = spoilt;
    return measureResync({
      session: { ...session, resync: { ...resync, kinds: resync.kinds.slice(0, 1) } },
      rig: Object.assign(rig, { stallDuration: () => millis(left-- > 0 ? 30 : 0) }),
      seed: 1,
      limit: millis(1),
      stallLimit,
    });
  }

  test('a slow try with a stall is repeated and not counted', async () => {
    const [row] = (await measureOnStallingHost('stm', 4))?.rows ?? [];
    expect(row).toMatchObject({ tries: 3, spoilt: 4, over: true });
  });

  test('a stall that is too short to matter excuses nothing', async () => {
    const [row] = (await measureOnStallingHost('stm', Infinity, millis(31)))?.rows ?? [];
    expect(row).toMatchObject({ tries: 3, over: true });
    expect(row?.spoilt).toBeUndefined();
  });

  test('a try that is late by no more than the board waited for this host is not counted', async () => {
    const measure = async (waited: number): Promise<number | undefined> => {
      const { rig, session } = virtualContext('stm');
      const { resync } = session;
      if (resync === undefined) throw new Error('stm has no rule for garbage');
      const measured = await measureResync({
        session: { ...session, resync: { ...resync, kinds: resync.kinds.slice(0, 1) } },
        rig: Object.assign(rig, { waitDuration: () => millis(waited) }),
        seed: 1,
        limit: millis(1),
        stallLimit: millis(20),
      });
      return measured?.rows[0]?.spoilt;
    };
    expect([await measure(0), await measure(1000)]).toEqual([undefined, 9]);
  });

  test('with a stall in every try, the row is undecided', async () => {
    const resync = await measureOnStallingHost('stm', Infinity);
    expect(slowKinds(resync)).toEqual([]);
    expect(resync?.rows[0]).toMatchObject({ tries: 0, spoilt: 9, over: false });
    expect(new Set(resync?.rows.map(({ tries }) => tries))).toEqual(new Set([0]));
  });
});
