import { after, millis } from '../../../protocols/time';
import { closeLink, openLink } from '../../board/board-links';
import { virtualBoard } from '../../board/virtual-board';
import type { Board } from '../../board/board';
import { ByteQueue } from '../../testing/byte-queue';
import { LinkError, type Link } from '../../links/link';
import { linkLaws, type Rig } from '../../testing/link-laws';
import type { BoardKind, Emission, VirtualBoard } from './board';
import { openNetLink } from './virtual-links';
import { virtualClock } from './virtual-clock';
import { createSimulation, type Simulation } from './simulation';

/** A server that records its events, and answers with what `answer` gives. */
class Server implements VirtualBoard {
  readonly events: string[] = [];
  readonly received = new ByteQueue();
  readonly outbox: Emission[] = [];

  constructor(private readonly answer: (link: string, bytes: Uint8Array) => readonly Emission[] = () => []) {}

  receive(link: string, bytes: Uint8Array): void {
    this.events.push(`${link} ${Buffer.from(bytes).toString('latin1')}`);
    this.received.push(bytes);
    this.outbox.push(...this.answer(link, bytes));
  }
  connected(link: string): void {
    this.events.push(`${link} connected`);
  }
  disconnected(link: string): void {
    this.events.push(`${link} disconnected`);
  }
  wakeAt = () => undefined;
  poll = () => this.outbox.splice(0);
  reset = () => undefined;
}

const ascii = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

function kind(binding: 'tcp' | 'udp', server: Server): BoardKind {
  return {
    name: 'net',
    title: '',
    suite: '',
    links: ['a', 'b'].map((name) => ({ name, baud: 0, binding })),
    defects: [],
    create: () => server,
  };
}

function boardOf(binding: 'tcp' | 'udp', server: Server): { board: Board; simulation: Simulation } {
  let simulation: Simulation | undefined;
  const board = virtualBoard({
    kind: kind(binding, server),
    defects: [],
    seed: 3,
    parameters: {},
    onSimulation: (made) => (simulation = made),
  });
  if (simulation === undefined) throw new Error('there is no simulation');
  return { board, simulation };
}

async function rig(): Promise<Rig> {
  const clock = virtualClock();
  const server = new Server();
  const simulation = createSimulation(clock, kind('tcp', server), server);
  const line = simulation.net('a');
  if (line === undefined) throw new Error('there is no link a');
  const link = await openNetLink({ name: 'a', url: 'virtual:net', clock, line });
  const far = {
    write: (bytes: Uint8Array) => {
      server.outbox.push({ link: 'a', bytes: Uint8Array.from(bytes) });
      // The simulation polls its board whenever something happens to the board.
      simulation.reset();
      return Promise.resolve();
    },
    read: async (count: number) => {
      const taken = server.received.take(count);
      // A send does not wait for its arrival, and time passes only while the host waits.
      await clock.until(after(clock.now(), millis(1)));
      return taken;
    },
    cut: async () => {
      await clock.until(after(clock.now(), millis(100)));
      simulation.unplug();
    },
    close: () => Promise.resolve(),
  };
  return { link, far };
}

linkLaws('virtual TCP', { open: rig, bulk: 20_000 });

async function settled(board: Board): Promise<void> {
  await board.clock.until(after(board.clock.now(), millis(1)));
}

async function text(link: Link): Promise<string | undefined> {
  const chunk = await link.receive(after(link.clock.now(), millis(10)));
  return chunk && Buffer.from(chunk.bytes).toString('latin1');
}

describe('tcp', () => {
  test('opening connects, closing disconnects, and each opening is a new connection', async () => {
    const server = new Server();
    const { board } = boardOf('tcp', server);
    await board.open();
    await settled(board);
    expect(server.events).toEqual([]);
    await (await openLink(board, 'a')).send(ascii('1'));
    await openLink(board, 'b');
    // When it is opened again, a's first connection ends before its second begins.
    await (await openLink(board, 'a')).send(ascii('2'));
    await closeLink(board, 'a');
    await closeLink(board, 'a');
    await settled(board);
    const of = (name: string): string[] => server.events.filter((line) => line.startsWith(name));
    expect(of('b')).toEqual(['b connected']);
    expect(of('a')).toEqual([
      'a connected',
      'a 1',
      'a disconnected',
      'a/2 connected',
      'a/2 2',
      'a/2 disconnected',
    ]);
    expect(() => board.link('a')).toThrow('link a is not open');
  });

  test('what a server sends before it hangs up arrives, then one loss; the server receives nothing more', async () => {
    const server = new Server((link) => [
      { link, bytes: ascii('F') },
      { link, bytes: ascii('!'), hangUp: true },
      { link, bytes: ascii('late') },
    ]);
    const { board } = boardOf('tcp', server);
    const link = await openLink(board, 'a');
    await link.send(ascii('x'));
    await link.send(ascii('y'));
    expect(await text(link)).toBe('F');
    expect(await text(link)).toBe('!');
    const lost = await link.receive(millis(50)).catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(LinkError);
    expect(lost).toMatchObject({ fault: 'lost', link: 'a' });
    expect(String(lost)).toContain('the far end closed the connection');
    await expect(link.send(ascii('z'))).rejects.toBe(lost);
    await settled(board);
    expect(server.events).toEqual(['a connected', 'a x', 'a disconnected']);
    await (await openLink(board, 'a')).close();
  });

  test('answers to a closed connection do not reach the next one', async () => {
    const server = new Server((link) => [{ link, bytes: ascii('answer') }]);
    const { board } = boardOf('tcp', server);
    await (await openLink(board, 'a')).send(ascii('x'));
    const second = await openLink(board, 'a');
    expect(await text(second)).toBeUndefined();
  });

  test('a pulled cable ends open connections, and nothing can be opened', async () => {
    const { board, simulation } = boardOf('tcp', new Server());
    const link = await openLink(board, 'a');
    simulation.unplug('a');
    await expect(link.receive(millis(50))).rejects.toThrow('the cable was pulled');
    await expect(openLink(board, 'a')).rejects.toMatchObject({ fault: 'refused' });
    await openLink(board, 'b');
  });

  test('a closed board opens nothing more', async () => {
    const { board } = boardOf('tcp', new Server());
    const coming = openLink(board, 'a');
    await board.close();
    await expect(coming).rejects.toMatchObject({ fault: 'closed' });
    await expect(openLink(board, 'a')).rejects.toMatchObject({ fault: 'closed' });
  });
});

describe('udp', () => {
  test('datagrams keep their limits both ways, empty ones too', async () => {
    const server = new Server((link, bytes) => [{ link, bytes }]);
    const { board } = boardOf('udp', server);
    const link = await openLink(board, 'a');
    for (const one of ['J', '', '45', '']) await link.send(ascii(one));
    expect([await text(link), await text(link), await text(link), await text(link)]).toEqual([
      'J',
      '',
      '45',
      '',
    ]);
    expect(server.events).toEqual(['a J', 'a ', 'a 45', 'a ']);
  });

  test('a socket that is opened again has another source port, and the board gets no event of its beginning or end', async () => {
    const server = new Server();
    const { board } = boardOf('udp', server);
    await (await openLink(board, 'a')).send(ascii('1'));
    await closeLink(board, 'a');
    await (await openLink(board, 'a')).send(ascii('2'));
    await settled(board);
    expect(server.events).toEqual(['a 1', 'a/2 2']);
    expect(board.binding('a')).toBe('udp');
  });
});
