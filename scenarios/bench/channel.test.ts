import type { Chunk } from '../../protocols/chunk';
import type { Link } from '../../devices/links/link';
import { micros, millis, type Micros } from '../../protocols/time';
import { answers, requests } from '../../protocols/stm/testing/codecs';
import { type Answer, type Request } from '../../protocols/stm/message';
import { Channel } from './channel';

const GAP = millis(50);

/** When bytes come, in ms: at this time, or up to `span` before. */
interface Coming {
  readonly at: number;
  readonly hex: string;
  readonly span?: number;
}

/** A link whose bytes come at the test's times; waiting jumps in time. */
function scripted(coming: readonly Coming[]): Link {
  const queue = coming.map(({ at, hex, span = 0 }): Chunk => {
    const bytes = Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
    const [notBefore, notAfter] = [millis(at - span), millis(at)];
    return { direction: 'rx', bytes, notBefore, notAfter, lastNotBefore: notBefore };
  });
  let now = 0;
  const clock: Link['clock'] = {
    virtual: true,
    now: () => micros(now),
    alarm: () => () => undefined,
    until: (at) => Promise.resolve(void (now = Math.max(now, at))),
  };
  return {
    name: 'main',
    url: 'test',
    clock,
    send: (bytes) => {
      const [notBefore, notAfter] = [micros(now), micros(now + bytes.length * 100)];
      now = notAfter;
      return Promise.resolve({ direction: 'tx', bytes, notBefore, notAfter, lastNotBefore: notAfter });
    },
    receive: (deadline) => {
      const next = queue[0];
      const inTime = next !== undefined && next.notAfter <= Math.max(deadline, now);
      now = Math.max(now, inTime ? next.notAfter : deadline);
      return Promise.resolve(inTime ? queue.shift() : undefined);
    },
    lines: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

function channel(...coming: readonly Coming[]) {
  const link = scripted(coming);
  const passed: string[] = [];
  const made = new Channel<Request, Answer>({
    name: 'main',
    link: () => link,
    tx: requests({ idleGap: GAP }),
    rx: answers({ idleGap: GAP }),
    onTransfer: (direction) => passed.push(direction),
  });
  const next = async (ms: number): Promise<string | undefined> => {
    const event = await made.next(millis(ms));
    return event?.kind === 'frame' ? event.value.type : event?.error.code;
  };
  return { made, link, passed, next, now: () => made.now() / 1000 };
}

describe('waiting for a frame', () => {
  test('gives a frame that comes by the deadline, else undefined', async () => {
    const { next, now } = channel({ at: 10, hex: '01 FF FE' }, { at: 200, hex: '02 FF FD' });
    expect(await next(20)).toBe('start');
    expect(now()).toBe(10);
    expect(await next(100)).toBeUndefined();
    expect(now()).toBe(100);
    expect(await next(200)).toBe('reset');
  });

  test('two in one chunk are two', async () => {
    const { next, passed } = channel({ at: 10, hex: '01 FF FE 02 FF FD' });
    expect([await next(20), await next(20), await next(20)]).toEqual(['start', 'reset', undefined]);
    expect(passed).toEqual(['rx', 'rx']);
  });

  test('waits for the end of a frame that has begun by the deadline', async () => {
    const { next } = channel({ at: 19, hex: '01' }, { at: 40, hex: 'FF' }, { at: 80, hex: 'FE' });
    expect(await next(20)).toBe('start');
  });

  test('gives a reject for a truncated frame after the gap', async () => {
    const { next, now } = channel({ at: 10, hex: '01 FF' });
    expect(await next(20)).toBe('truncated');
    expect(now()).toBe(60);
  });

  test('gives up an endless frame five seconds after the deadline', async () => {
    const noise = Array.from({ length: 400 }, (_, n) => ({ at: 10 + 40 * n, hex: '77' }));
    const { next, now } = channel(...noise);
    expect(await next(20)).toBeUndefined();
    expect(now()).toBe(5020);
  });
});

describe('bounds in the evidence', () => {
  test('a frame in one chunk has the bounds of the chunk', async () => {
    const { made, next } = channel({ at: 10, hex: '01 FF FE', span: 3 });
    await next(20);
    expect(made.evidence()).toMatchObject([{ notBefore: 7000, notAfter: 10_000 }]);
  });

  test('a frame in several chunks begins with the first and ends with the last', async () => {
    const { made, next } = channel(
      { at: 10, hex: '01', span: 2 },
      { at: 15, hex: 'FF', span: 1 },
      { at: 45, hex: 'FE', span: 4 },
    );
    await next(20);
    expect(made.evidence()).toMatchObject([{ notBefore: 8000, notAfter: 45_000 }]);
  });

  test('chunks of one frame do not belong to the next', async () => {
    const { made, next } = channel(
      { at: 10, hex: '01 FF' },
      { at: 30, hex: 'FE 02', span: 1 },
      { at: 33, hex: 'FF FD' },
    );
    expect([await next(20), await next(40)]).toEqual(['start', 'reset']);
    expect(made.evidence()[1]).toMatchObject({ notBefore: 29_000, notAfter: 33_000 });
  });
});

describe('settling', () => {
  test('discards bytes until the line is quiet', async () => {
    const { made, next, now } = channel(
      { at: 10, hex: '01' },
      { at: 40, hex: 'FF' },
      { at: 200, hex: '02 FF FD' },
    );
    expect(await made.waitForSilence(millis(60), millis(1000))).toBe(true);
    expect(now()).toBe(100);
    expect(await next(300)).toBe('reset');
  });

  test('gives up on a board that never stops', async () => {
    const { made, now } = channel(...Array.from({ length: 100 }, (_, n) => ({ at: 30 * n, hex: '77' })));
    expect(await made.waitForSilence(millis(60), millis(1000))).toBe(false);
    expect(now()).toBeLessThan(1100);
  });

  test('drops a frame that had begun before', async () => {
    const { made, next } = channel({ at: 10, hex: '01' }, { at: 300, hex: '02 FF FD' });
    await made.next(micros(0));
    await made.waitForSilence(millis(60), millis(1000));
    expect(await next(400)).toBe('reset');
  });
});

describe('evidence', () => {
  test('has the last traffic in both directions, with fields', async () => {
    const { made, next } = channel({ at: 10, hex: '01 FF FE' }, { at: 20, hex: '01 FF 00' });
    const sent = await made.send({ type: 'start' });
    expect(sent).toMatchObject({ notBefore: 0, notAfter: 300, lastNotBefore: 300 });
    expect([await next(100), await next(100)]).toEqual(['start', 'checksum']);
    const [request, answer, refused, ...none] = made.evidence();
    expect(none).toEqual([]);
    expect(request).toMatchObject({
      link: 'main',
      direction: 'tx',
      notBefore: 0,
      notAfter: 300,
      hex: '01fffe',
    });
    expect(answer).toMatchObject({ direction: 'rx', hex: '01fffe', notAfter: 10_000 });
    expect(answer?.fields?.map(({ name }) => name)).toEqual(['CMD', 'descriptor', 'checksum']);
    expect(refused).toMatchObject({ hex: '01ff00' });
    expect(refused?.reject).toEqual(expect.any(String));
    expect(refused?.wrong).toEqual({ offset: 2, expected: 'FE' });
    expect(answer).not.toHaveProperty('reject');
    expect(answer).not.toHaveProperty('wrong');
  });

  test('is in order of time, also for an answer that is taken after a later request', async () => {
    const { made, link } = channel({ at: 10, hex: '01 FF FE' });
    await made.send({ type: 'start' });
    await link.clock.until(millis(50));
    await made.send({ type: 'start' });
    await made.next(made.now());
    expect(made.evidence().map(({ direction, notAfter }) => [direction, notAfter])).toEqual([
      ['tx', 300],
      ['rx', 10_000],
      ['tx', 50_300],
    ]);
    expect(made.evidence(2).map(({ direction }) => direction)).toEqual(['rx', 'tx']);
  });

  test('puts bytes that came during a long send after that send', async () => {
    const { made } = channel({ at: 1, hex: '01 FF FE' });
    await made.sendBytes(new Uint8Array(20));
    await made.next(made.now());
    expect(made.evidence().map(({ direction }) => direction)).toEqual(['tx', 'rx']);
  });

  test('is bounded in entries and in bytes', async () => {
    const { made } = channel();
    for (let n = 0; n < 500; n++) await made.sendBytes(Uint8Array.of(n & 0xff));
    expect(made.evidence(3).map(({ hex }) => hex)).toEqual(['f1', 'f2', 'f3']);
    expect(made.evidence(1000).length).toBeLessThanOrEqual(48);
    await made.sendBytes(new Uint8Array(5000));
    expect(made.evidence(1)[0]).toMatchObject({ elided: 4360 });
    expect(made.evidence(1)[0]?.hex).toHaveLength(1280);
  });
});

test('after a reset the new link is used', async () => {
  let link = scripted([]);
  const made = new Channel<Request, Answer>({
    name: 'main',
    link: () => link,
    tx: requests(),
    rx: answers(),
    onTransfer: () => undefined,
  });
  const deadline: Micros = millis(100);
  expect(await made.next(deadline)).toBeUndefined();
  link = scripted([{ at: 50, hex: '01 FF FE' }]);
  expect((await made.next(deadline))?.value).toEqual({ type: 'start' });
});
