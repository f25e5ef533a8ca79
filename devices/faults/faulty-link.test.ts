import { after, micros, millis, type Micros } from '../../protocols/time';
import { fixedPlan, type Fault, type FaultEvent } from './faults';
import { faultyLink } from './faulty-link';
import { LinkError, type Chunk, type LineState, type Link } from '../links/link';
import { ReceiveQueue } from '../links/receive-queue';
import { virtualClock, type VirtualClock } from '../virtual/engine/virtual-clock';

type Seen = readonly [atMs: number, what: string];

/** A wire of which both ends are seen; bytes take no time on it. */
class Wire implements Link {
  readonly name = 'main';
  readonly url = 'wire';
  readonly seen: Seen[] = [];
  closed = false;
  private readonly receiveQueue: ReceiveQueue;

  constructor(
    readonly clock: VirtualClock,
    private readonly modem = true,
  ) {
    this.receiveQueue = new ReceiveQueue(clock, () => undefined);
  }

  /** The far end says something at `at`. */
  deliverAt(text: string, at: Micros): void {
    this.clock.schedule(at, () => {
      this.receiveQueue.deliver(Buffer.from(text, 'latin1'), at, at);
      return true;
    });
  }

  send(bytes: Uint8Array): Promise<Chunk> {
    const now = this.clock.now();
    this.seen.push([now / 1000, Buffer.from(bytes).toString('latin1')]);
    return Promise.resolve({ direction: 'tx', bytes, notBefore: now, notAfter: now, lastNotBefore: now });
  }

  receive(deadline: Micros): Promise<Chunk | undefined> {
    return this.receiveQueue.receive(deadline);
  }

  lines(state: LineState): Promise<void> {
    if (!this.modem) return Promise.reject(new LinkError(this.name, 'unsupported', 'no lines'));
    this.seen.push([this.clock.now() / 1000, JSON.stringify(state)]);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.closed = true;
    this.receiveQueue.fail(new LinkError(this.name, 'closed', 'closed'));
    return Promise.resolve();
  }
}

function setUp(faults: { tx?: readonly Fault[]; rx?: readonly Fault[] }, modem = true) {
  const clock = virtualClock();
  const wire = new Wire(clock, modem);
  const told: FaultEvent[] = [];
  const link = faultyLink(
    wire,
    { tx: fixedPlan(faults.tx ?? []), rx: fixedPlan(faults.rx ?? []) },
    (_link, _direction, event) => told.push(event),
  );
  const receiveAll = async (until: Micros): Promise<Seen[]> => {
    const seen: Seen[] = [];
    for (;;) {
      const chunk = await link.receive(until);
      if (chunk === undefined) return seen;
      expect(chunk.notAfter).toBeLessThanOrEqual(clock.now());
      seen.push([chunk.notAfter / 1000, Buffer.from(chunk.bytes).toString('latin1')]);
    }
  };
  return { clock, wire, link, told, receiveAll };
}

const text = (chunk: Chunk): string => Buffer.from(chunk.bytes).toString('latin1');

describe('what is sent', () => {
  test('without faults leaves as it is', async () => {
    const { wire, link, told } = setUp({});
    expect(text(await link.send(Buffer.from('hello')))).toBe('hello');
    expect(wire.seen).toEqual([[0, 'hello']]);
    expect(told).toEqual([]);
  });

  test('reaches the far end changed, and the send says what really left', async () => {
    const { wire, link, told } = setUp({
      tx: [
        { kind: 'flip', at: 6, bit: 0 },
        { kind: 'drop', at: 8, count: 1 },
      ],
    });
    await link.send(Buffer.from('hello'));
    expect(text(await link.send(Buffer.from('world')))).toBe('wnrd');
    expect(wire.seen.map(([, what]) => what)).toEqual(['hello', 'wnrd']);
    expect(told.map(({ detail }) => detail)).toEqual([
      'bit 0 of byte 6 flipped: 6F became 6E',
      'byte 8 lost',
    ]);
  });

  test('of which nothing is left is an empty chunk, and sends nothing', async () => {
    const { wire, link } = setUp({ tx: [{ kind: 'drop', at: 0, count: 5 }] });
    expect(text(await link.send(Buffer.from('hello')))).toBe('');
    expect(wire.seen).toEqual([]);
  });

  test('waits for a gap, and holds the line at break', async () => {
    const { wire, link } = setUp({
      tx: [
        { kind: 'gap', at: 2, span: millis(30) },
        { kind: 'break', at: 4, span: millis(5) },
      ],
    });
    const chunk = await link.send(Buffer.from('abcdef'));
    expect([text(chunk), chunk.notBefore, chunk.notAfter]).toEqual(['abcdef', 0, millis(35)]);
    expect(wire.seen).toEqual([
      [0, 'ab'],
      [30, 'cd'],
      [30, '{"brk":true}'],
      [35, '{"brk":false}'],
      [35, 'ef'],
    ]);
  });

  test('is a zero byte for a break where the link has no lines', async () => {
    const { wire, link } = setUp({ tx: [{ kind: 'break', at: 1, span: millis(5) }] }, false);
    await link.send(Buffer.from('ab'));
    expect(wire.seen.map(([, what]) => what)).toEqual(['a', '\0', 'b']);
  });

  test('goes with the next send where they are merged, and alone where none comes', async () => {
    const merge: Fault = { kind: 'merge', at: 0, span: millis(50) };
    const joined = setUp({ tx: [merge] });
    expect(text(await joined.link.send(Buffer.from('ab')))).toBe('');
    await joined.clock.until(millis(20));
    expect(text(await joined.link.send(Buffer.from('cd')))).toBe('abcd');
    expect(joined.wire.seen).toEqual([[20, 'abcd']]);
    expect(joined.told).toHaveLength(1);

    const alone = setUp({ tx: [merge] });
    await alone.link.send(Buffer.from('ab'));
    await alone.clock.until(millis(100));
    expect(alone.wire.seen).toEqual([[50, 'ab']]);
    expect(alone.told).toEqual([]);
  });

  test('ends with a pulled cable: what stood before it has left', async () => {
    const { wire, link, told } = setUp({ tx: [{ kind: 'unplug', at: 3 }] });
    await expect(link.send(Buffer.from('hello'))).rejects.toMatchObject({ fault: 'lost' });
    await expect(link.send(Buffer.from('again'))).rejects.toMatchObject({ fault: 'lost' });
    await expect(link.receive(millis(10))).rejects.toMatchObject({ fault: 'lost' });
    expect(wire.seen).toEqual([[0, 'hel']]);
    expect(wire.closed).toBe(true);
    expect(told).toHaveLength(1);
  });
});

describe('what is received', () => {
  test('comes changed, at its time', async () => {
    const { wire, told, receiveAll } = setUp({
      rx: [
        { kind: 'duplicate', at: 1, count: 2 },
        { kind: 'delay', at: 5, span: millis(40) },
      ],
    });
    wire.deliverAt('abcd', millis(10));
    wire.deliverAt('efgh', millis(20));
    wire.deliverAt('ij', millis(30));
    expect(await receiveAll(millis(100))).toEqual([
      [10, 'abcbcd'],
      [60, 'efgh'],
      [60, 'ij'],
    ]);
    expect(told.map(({ at }) => at)).toEqual([millis(10), millis(60)]);
  });

  test('is not there before its time, and is not lost by asking early', async () => {
    const { wire, link, clock } = setUp({ rx: [{ kind: 'delay', at: 0, span: millis(40) }] });
    wire.deliverAt('ab', millis(10));
    expect(await link.receive(millis(30))).toBeUndefined();
    expect(clock.now()).toBe(millis(30));
    const chunk = await link.receive(millis(100));
    expect([chunk?.notBefore, chunk?.notAfter]).toEqual([millis(50), millis(50)]);
  });

  test('unchanged keeps the bounds it came with', async () => {
    const { wire, link } = setUp({ rx: [{ kind: 'split', at: 1 }] });
    wire.deliverAt('ab', millis(10));
    expect(await link.receive(after(millis(10), micros(0)))).toMatchObject({ notBefore: millis(10) });
  });

  test('is held for a merge, and comes alone when nothing follows', async () => {
    const { wire, receiveAll } = setUp({
      rx: [
        { kind: 'merge', at: 0, span: millis(50) },
        { kind: 'merge', at: 4, span: millis(50) },
      ],
    });
    wire.deliverAt('ab', millis(10));
    wire.deliverAt('cd', millis(30));
    wire.deliverAt('ef', millis(200));
    expect(await receiveAll(millis(400))).toEqual([
      [30, 'abcd'],
      [250, 'ef'],
    ]);
  });

  test('ends with a pulled cable, after what came before it', async () => {
    const { wire, link } = setUp({ rx: [{ kind: 'unplug', at: 2 }] });
    wire.deliverAt('abcd', millis(10));
    const chunk = await link.receive(millis(50));
    expect(chunk && text(chunk)).toBe('ab');
    await expect(link.receive(millis(50))).rejects.toMatchObject({ fault: 'lost' });
    await expect(link.send(Buffer.from('x'))).rejects.toMatchObject({ fault: 'lost' });
  });
});
