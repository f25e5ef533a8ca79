import { micros } from '../../protocols/time';
import { LinkError, type LineState, type Link } from '../links/link';
import type { Chunk } from '../../protocols/chunk';
import { traceLink } from './trace';
import { virtualClock } from '../virtual/engine/virtual-clock';

function chunk(direction: 'tx' | 'rx', ...bytes: number[]): Chunk {
  const at = micros(5);
  return { direction, bytes: Uint8Array.from(bytes), notBefore: at, notAfter: at, lastNotBefore: at };
}

function wired(lost?: LinkError) {
  const events: (Chunk | LineState | string)[] = [];
  const incoming = [chunk('rx', 9), undefined];
  const link: Link = {
    name: 'uart',
    url: 'test:',
    clock: virtualClock(),
    send: (bytes) => (lost ? Promise.reject(lost) : Promise.resolve(chunk('tx', ...bytes))),
    receive: () => (lost ? Promise.reject(lost) : Promise.resolve(incoming.shift())),
    lines: () => (lost ? Promise.reject(lost) : Promise.resolve()),
    close: () => Promise.resolve(),
  };
  const sink = {
    chunk: (_link: string, what: Chunk) => void events.push(what),
    line: (_link: string, _at: number, state: LineState) => void events.push(state),
    lost: (_link: string, _at: number, reason: string) => void events.push(reason),
  };
  return { events, link: traceLink(link, sink) };
}

describe('a traced link', () => {
  test('reports what passed, in order, and forwards it', async () => {
    const { events, link } = wired();
    const sent = await link.send(Uint8Array.of(1));
    const got = await link.receive(micros(9));
    expect(await link.receive(micros(9))).toBeUndefined();
    await link.lines({ dtr: false });
    expect(events).toEqual([sent, got, { dtr: false }]);
    expect(got).toEqual(chunk('rx', 9));
  });

  test.each(['closed', 'stalled'] as const)('reports no failed send or receive: %s', async (fault) => {
    const failed = new LinkError('uart', fault, 'gone');
    const { events, link } = wired(failed);
    await expect(link.send(Uint8Array.of(1))).rejects.toBe(failed);
    await expect(link.receive(micros(9))).rejects.toBe(failed);
    expect(events).toEqual([]);
  });

  test('reports its loss, once', async () => {
    const lost = new LinkError('uart', 'lost', 'gone');
    const { events, link } = wired(lost);
    await expect(link.send(Uint8Array.of(1))).rejects.toBe(lost);
    await expect(link.receive(micros(9))).rejects.toBe(lost);
    await expect(link.lines({ dtr: true })).rejects.toBe(lost);
    expect(events).toEqual(['gone']);
  });
});
