/**
 * The laws of every link, as tests. The test of a link gives a function that opens it with its far end.
 *
 *     linkLaws('TCP', { open: async () => ({ link, far }), bulk: 1 << 20 });
 */
import fc from 'fast-check';
import { after, micros, millis } from '../../protocols/time';
import { LinkError, type Link } from '../links/link';
import type { Chunk } from '../../protocols/chunk';

/** The other end of the cable. */
export interface FarEnd {
  /** Sends bytes to the link. Resolves when the wire has taken them. */
  write(bytes: Uint8Array): Promise<void>;
  /** The next `count` bytes that the link sent. */
  read(count: number): Promise<Uint8Array>;
  /** Pulls the cable when the written bytes have arrived. */
  cut(): Promise<void>;
  close(): Promise<void>;
}

export interface Rig {
  readonly link: Link;
  readonly far: FarEnd;
}

export interface LinkLaws {
  readonly open: () => Promise<Rig>;
  /** Bytes of a large transfer. */
  readonly bulk: number;
  /** Absent without flow control. `size`: bytes of a flood; `held`: how many of them the way may hold. */
  readonly flood?: { readonly size: number; readonly held: number };
}

type Body = (rig: Rig) => Promise<void>;

/** Registers the laws as tests of the suite `name`. */
export function linkLaws(name: string, laws: LinkLaws): void {
  const law = (title: string, body: Body): void => {
    test(title, async () => {
      const rig = await laws.open();
      try {
        await body(rig);
      } finally {
        await rig.link.close();
        await rig.far.close();
      }
    });
  };
  describe(`${name}: laws of a link`, () => {
    order(law);
    deadlines(law);
    bounds(law);
    losses(law);
    closing(law);
    law(
      'large transfers in both directions at the same time do not starve each other',
      async ({ link, far }) => {
        const [there, back] = [pattern(laws.bulk, 1), pattern(laws.bulk, 2)];
        const [received, arrived] = await Promise.all([
          take(link, laws.bulk),
          far.read(laws.bulk),
          link.send(there),
          far.write(back),
        ]);
        expect(same(received, back)).toBe(true);
        expect(same(arrived, there)).toBe(true);
      },
    );
    const { flood } = laws;
    if (flood !== undefined)
      law('a flood waits at its source while the link is not read', (rig) => flooded(rig, flood));
  });
}

type Law = (title: string, body: Body) => void;

function order(law: Law): void {
  const cuts = fc.array(fc.uint8Array({ minLength: 1, maxLength: 90, size: 'max' }), {
    minLength: 1,
    maxLength: 8,
  });

  law('sent bytes arrive complete and in order, in any cut', async ({ link, far }) => {
    await fc.assert(
      fc.asyncProperty(cuts, async (chunks) => {
        const whole = Buffer.concat(chunks);
        const arrived = far.read(whole.length);
        for (const chunk of chunks) expect((await link.send(chunk)).bytes).toEqual(chunk);
        expect(Buffer.from(await arrived)).toEqual(whole);
      }),
      { numRuns: 15 },
    );
  });

  law('concurrent sends arrive in order', async ({ link, far }) => {
    const chunks = Array.from({ length: 20 }, (_, i) => pattern(500, i));
    const arrived = far.read(10_000);
    await Promise.all(chunks.map((chunk) => link.send(chunk)));
    expect(Buffer.from(await arrived)).toEqual(Buffer.concat(chunks));
  });

  law('received bytes are complete and in order, in any cut', async ({ link, far }) => {
    await fc.assert(
      fc.asyncProperty(cuts, async (chunks) => {
        const whole = Buffer.concat(chunks);
        for (const chunk of chunks) await far.write(chunk);
        expect(Buffer.from(await take(link, whole.length))).toEqual(whole);
      }),
      { numRuns: 15 },
    );
  });
}

function deadlines(law: Law): void {
  law('receive gives undefined at its deadline, not before', async ({ link }) => {
    for (const span of [0, 1500, 20_000]) {
      const deadline = after(link.clock.now(), micros(span));
      expect(await link.receive(deadline)).toBeUndefined();
      expect(link.clock.now()).toBeGreaterThanOrEqual(deadline);
    }
  });

  law('bytes after a deadline are kept for the next receive', async ({ link, far }) => {
    expect(await link.receive(link.clock.now())).toBeUndefined();
    await far.write(Uint8Array.of(7, 8));
    expect(await take(link, 2)).toEqual(Uint8Array.of(7, 8));
  });

  law('a second receiver at the same time is refused', async ({ link, far }) => {
    const first = link.receive(soon(link));
    await expect(link.receive(soon(link))).rejects.toThrow('one receiver');
    await far.write(Uint8Array.of(1));
    expect((await first)?.bytes).toEqual(Uint8Array.of(1));
  });
}

function bounds(law: Law): void {
  law('the time bounds of chunks are in order, and in the past', async ({ link, far }) => {
    const chunks: Chunk[] = [];
    for (let i = 0; i < 12; i++) {
      const begun = link.clock.now();
      const sent = await link.send(pattern(1 + 5 * i, i));
      expect(sent.direction).toBe('tx');
      expect(sent.notBefore).toBeGreaterThanOrEqual(begun);
      expect(sent.notAfter).toBeLessThanOrEqual(link.clock.now());
      expect(sent.notBefore).toBeLessThanOrEqual(sent.notAfter);
      await far.read(1 + 5 * i);
      await far.write(pattern(3 + i, i));
      for (let left = 3 + i; left > 0; left -= chunks.at(-1)?.bytes.length ?? left) {
        const chunk = await link.receive(soon(link));
        if (chunk === undefined) throw new Error('bytes did not arrive');
        chunks.push(chunk);
        expect(chunk.notAfter).toBeLessThanOrEqual(link.clock.now());
        expect(chunk.notAfter).toBeGreaterThanOrEqual(sent.notBefore);
      }
    }
    chunks.forEach((chunk, i) => {
      expect(chunk.direction).toBe('rx');
      expect(chunk.notBefore).toBeGreaterThanOrEqual(chunks[i - 1]?.notBefore ?? 0);
      expect(chunk.notAfter).toBeGreaterThanOrEqual(chunks[i - 1]?.notAfter ?? 0);
      expect(chunk.notBefore).toBeLessThanOrEqual(chunk.notAfter);
    });
  });
}

function losses(law: Law): void {
  law('bytes before a loss are delivered, then always the same error', async ({ link, far }) => {
    const bytes = pattern(300, 3);
    await far.write(bytes);
    await far.cut();
    expect(await take(link, 300)).toEqual(bytes);
    const lost = await failure(link.receive(soon(link)));
    expect(lost.fault).toBe('lost');
    expect(lost.message).toContain(link.name);
    expect(lost.message).not.toContain('\n');
    expect(await failure(link.receive(soon(link)))).toBe(lost);
    expect(await failure(link.send(Uint8Array.of(1)))).toBe(lost);
  });

  law('a loss ends a receive that waits', async ({ link, far }) => {
    const waiting = failure(link.receive(after(link.clock.now(), millis(60_000))));
    await far.cut();
    expect((await waiting).fault).toBe('lost');
    expect((await failure(link.receive(soon(link)))).fault).toBe('lost');
  });

  law('a lost link can be closed twice', async ({ link, far }) => {
    await far.cut();
    await failure(link.receive(after(link.clock.now(), millis(60_000))));
    await link.close();
    await link.close();
  });
}

function closing(law: Law): void {
  law('after close, send and receive are refused, and close is idempotent', async ({ link }) => {
    await Promise.all([link.close(), link.close()]);
    await link.close();
    expect((await failure(link.send(Uint8Array.of(1)))).fault).toBe('closed');
    expect((await failure(link.receive(soon(link)))).fault).toBe('closed');
    expect((await failure(link.lines({ dtr: true }))).fault).toMatch(/^(closed|unsupported)$/);
  });

  law('close ends a receive that waits', async ({ link }) => {
    const waiting = failure(link.receive(after(link.clock.now(), millis(60_000))));
    await link.close();
    expect((await waiting).fault).toBe('closed');
  });
}

const FLOOD_CHUNK = 1 << 16;

async function flooded({ link, far }: Rig, { size, held }: { size: number; held: number }): Promise<void> {
  let written = 0;
  const writing = (async () => {
    for (; written < size; written += FLOOD_CHUNK) await far.write(pattern(FLOOD_CHUNK, written >> 16));
  })();
  await link.clock.until(after(link.clock.now(), millis(300)));
  expect(written).toBeLessThan(held);
  for (let i = 0; i < size >> 16; i++) {
    if (i % 40 === 0) await link.clock.until(after(link.clock.now(), millis(20)));
    const bytes = await take(link, FLOOD_CHUNK);
    if (!same(bytes, pattern(FLOOD_CHUNK, i)))
      throw new Error(`the flood is not complete at its ${i}th 64 KiB`);
  }
  await writing;
}

function soon(link: Link) {
  return after(link.clock.now(), millis(3000));
}

// The rest of the last chunk of a take.
const leftovers = new WeakMap<Link, Uint8Array>();

/** The next `count` bytes, in one piece. */
async function take(link: Link, count: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(count);
  for (let have = 0; have < count;) {
    const next = leftovers.get(link) ?? (await link.receive(soon(link)))?.bytes;
    if (next === undefined) throw new Error(`${have} of ${count} bytes came, then none for 3 s`);
    const part = next.subarray(0, count - have);
    bytes.set(part, have);
    have += part.length;
    if (part.length < next.length) leftovers.set(link, next.subarray(part.length));
    else leftovers.delete(link);
  }
  return bytes;
}

/** The error of `work`, which must fail. */
async function failure(work: Promise<unknown>): Promise<LinkError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof LinkError) return error;
    throw error;
  }
  throw new Error('no error');
}

function pattern(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = (i * 31 + (i >> 8) + seed * 17) & 0xff;
  return bytes;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
