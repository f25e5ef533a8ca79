import { millis, type Micros } from '../../protocols/time';
import { fixedPlan, type Fault } from '../faults/faults';
import { ReceiveQueue } from '../links/receive-queue';
import { LinkError, type Link } from '../links/link';
import type { Chunk } from '../../protocols/chunk';
import { runTap, type Side } from './tap';
import { virtualClock, type VirtualClock } from '../virtual/engine/virtual-clock';

/** A board's wire: a test puts in its bytes by hand, and received bytes are kept; a send takes 1 ms a byte. */
class Wire implements Link {
  readonly url = 'wire';
  readonly sent: string[] = [];
  private readonly received: ReceiveQueue;

  constructor(
    readonly name: string,
    readonly clock: VirtualClock,
  ) {
    this.received = new ReceiveQueue(clock, () => undefined);
  }

  sends(text: string, at: Micros): void {
    this.clock.schedule(at, () => {
      this.received.deliver(Buffer.from(text, 'latin1'), at, at);
      return true;
    });
  }

  lost(at: Micros): void {
    this.clock.schedule(at, () => {
      this.received.fail(new LinkError(this.name, 'lost', 'gone'));
      return true;
    });
  }

  async send(bytes: Uint8Array): Promise<Chunk> {
    const notBefore = this.clock.now();
    await this.clock.until(millis(notBefore / 1000 + bytes.length));
    const notAfter = this.clock.now();
    this.sent.push(`${notAfter / 1000} ${Buffer.from(bytes).toString('latin1')}`);
    return { direction: 'tx', bytes, notBefore, notAfter, lastNotBefore: notAfter };
  }

  receive(deadline: Micros): Promise<Chunk | undefined> {
    return this.received.receive(deadline);
  }

  lines(): Promise<void> {
    return Promise.reject(new LinkError(this.name, 'unsupported', 'no lines'));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function tapped(faults: Partial<Record<Side, readonly Fault[]>> = {}) {
  const clock = virtualClock();
  const links = { a: new Wire('a', clock), b: new Wire('b', clock) };
  const events: string[] = [];
  const text = (chunk: Chunk | undefined): string => Buffer.from(chunk?.bytes ?? []).toString('latin1');
  const ended = runTap({
    links,
    clock,
    faults: { a: fixedPlan(faults.a ?? []), b: fixedPlan(faults.b ?? []) },
    sink: {
      rx: (side, chunk) => events.push(`${side} rx ${text(chunk)}`),
      beforeTx: (side) => events.push(`to ${side}`),
      tx: (side, chunk) => events.push(`${side} tx ${text(chunk)}`),
      fault: (side, { detail }) => events.push(`${side}: ${detail}`),
    },
  });
  return { clock, links, events, ended };
}

test('bytes pass both ways immediately, and the sink gets all of them', async () => {
  const { clock, links, events, ended } = tapped();
  links.a.sends('hello', millis(10));
  links.b.sends('ok', millis(12));
  links.a.lost(millis(100));
  await expect(ended).rejects.toMatchObject({ fault: 'lost', link: 'a' });
  expect(clock.now()).toBe(millis(100));
  expect(links.b.sent).toEqual(['15 hello']);
  expect(links.a.sent).toEqual(['14 ok']);
  expect(events).toEqual(['a rx hello', 'to b', 'b rx ok', 'to a', 'a tx ok', 'b tx hello']);
});

test('bytes that wait for a busy line are sent in one piece after it', async () => {
  const { links, ended } = tapped();
  links.a.sends('abcd', millis(10));
  links.a.sends('ef', millis(11));
  links.a.sends('gh', millis(12));
  links.a.lost(millis(100));
  await expect(ended).rejects.toThrow('gone');
  expect(links.b.sent).toEqual(['14 abcd', '18 efgh']);
});

test('faults reach only the far board, and a split stays split', async () => {
  const { links, events, ended } = tapped({
    a: [
      { kind: 'flip', at: 1, bit: 0 },
      { kind: 'split', at: 3 },
      { kind: 'break', at: 4, span: millis(1) },
      { kind: 'delay', at: 5, span: millis(50) },
    ],
  });
  links.a.sends('abcde', millis(10));
  links.a.sends('fg', millis(30));
  links.b.sends('abcde', millis(40));
  links.a.lost(millis(200));
  await expect(ended).rejects.toThrow('gone');
  expect(links.b.sent.map((one) => one.split(' ')[1])).toEqual(['acc', 'd', '\0', 'e', 'fg']);
  expect(links.b.sent.at(-1)).toBe('82 fg');
  expect(links.a.sent).toEqual(['45 abcde']);
  expect(events.filter((one) => one.startsWith('a:'))).toHaveLength(4);
});

test('a failed send ends the tap', async () => {
  const { links, ended } = tapped();
  links.b.send = () => Promise.reject(new LinkError('b', 'stalled', 'it does not read'));
  links.a.sends('x', millis(1));
  await expect(ended).rejects.toMatchObject({ fault: 'stalled', link: 'b' });
});
