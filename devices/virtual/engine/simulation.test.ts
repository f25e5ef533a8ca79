import { after, micros, millis } from '../../../protocols/time';
import { linkLaws, type Rig } from '../../testing/link-laws';
import { ByteQueue } from '../../testing/byte-queue';
import type { LineState, Link } from '../../links/link';
import type { VirtualBoard } from './board';
import { openLineLink } from './virtual-links';
import { STM_BOARD } from '../../../protocols/stm/testing/parts';
import { virtualClock } from './virtual-clock';
import { createSimulation, type Simulation } from './simulation';

/** A board under the test's control: it keeps the bytes that it receives, and sends those that the test gives it. */
class OpenBoard implements VirtualBoard {
  readonly received = new ByteQueue();
  readonly driven: LineState[] = [];
  private pending: Uint8Array[] = [];
  receive(_link: string, bytes: Uint8Array): void {
    this.received.push(bytes);
  }
  wakeAt = () => undefined;
  poll = () => this.pending.splice(0).map((bytes) => ({ link: 'uart', bytes }));
  reset = () => undefined;
  lines(_link: string, state: LineState): void {
    this.driven.push(state);
  }
  transmit(bytes: Uint8Array): void {
    this.pending.push(Uint8Array.from(bytes));
  }
}

const LINKS = [{ name: 'uart', baud: 115_200 }];
const BYTE = 10e6 / 115_200;

const NAMES = { name: 'uart', url: 'virtual:test' } as const;

const open = (simulation: Simulation, name = 'uart'): Promise<Link> =>
  openLineLink({ ...NAMES, clock: simulation.clock, baud: 115_200 }, simulation.line(name));

async function rig(): Promise<Rig & { simulation: Simulation; board: OpenBoard }> {
  const clock = virtualClock();
  const board = new OpenBoard();
  const simulation = createSimulation(clock, { links: LINKS }, board);
  const link = await open(simulation);
  const far = {
    write: (bytes: Uint8Array) => {
      board.transmit(bytes);
      // A line event makes the simulation poll its board.
      simulation.line('uart')?.drive({});
      return Promise.resolve();
    },
    read: (count: number) => board.received.take(count),
    cut: async () => {
      await clock.until(after(clock.now(), millis(100)));
      simulation.unplug();
    },
    close: () => Promise.resolve(),
  };
  return { link, far, simulation, board };
}

linkLaws('virtual line', { open: rig, bulk: 20_000 });

describe('a virtual line', () => {
  test('gives the exact times of bytes on the wire, both ways', async () => {
    const { link, far } = await rig();
    const sent = await link.send(new Uint8Array(10));
    expect([sent.notBefore, sent.notAfter]).toEqual([0, 10 * BYTE]);
    await far.write(Uint8Array.of(1, 2, 3));
    const first = await link.receive(millis(9));
    expect(first?.bytes).toEqual(Uint8Array.of(1));
    expect(first?.notBefore).toBeCloseTo(11 * BYTE, 6);
    const rest = await link.receive(millis(9));
    expect(rest?.bytes).toEqual(Uint8Array.of(2, 3));
    expect(rest?.notBefore).toBeCloseTo(12 * BYTE, 6);
    expect(rest?.notAfter).toBeCloseTo(13 * BYTE, 6);
  });

  test('drives modem lines', async () => {
    const { link, board } = await rig();
    await link.lines({ dtr: false });
    expect(board.driven.at(-1)).toMatchObject({ dtr: false });
    await link.lines({ dtr: true, brk: true });
    expect(board.driven.at(-1)).toMatchObject({ dtr: true, brk: true });
  });

  test('names a link that the board does not have', async () => {
    const { simulation } = await rig();
    await expect(open(simulation, 'spi')).rejects.toMatchObject({ fault: 'missing' });
  });

  test('a send right after the cable was pulled is refused as lost', async () => {
    const { link, simulation } = await rig();
    simulation.unplug();
    await expect(link.send(Uint8Array.of(1))).rejects.toMatchObject({ fault: 'lost' });
  });

  test('a send while the cable is pulled is refused as lost', async () => {
    const { link, simulation } = await rig();
    const sending = link.send(new Uint8Array(1000));
    await simulation.clock.until(millis(5));
    simulation.unplug();
    await expect(sending).rejects.toMatchObject({ fault: 'lost' });
  });

  test('a link whose cable was pulled before opening is lost immediately', async () => {
    const clock = virtualClock();
    const simulation = createSimulation(clock, { links: LINKS }, new OpenBoard());
    simulation.unplug('uart');
    const link = await open(simulation);
    await expect(link.receive(millis(5))).rejects.toMatchObject({ fault: 'lost' });
  });
});

describe('a transfer at once', () => {
  test('lets the same time pass as the same transfer by a promise', async () => {
    const { link, far, board } = await rig();
    const { atOnce } = link;
    expect(atOnce?.send(new Uint8Array(10))).toMatchObject({ notBefore: 0, notAfter: 10 * BYTE });
    expect(await board.received.take(10)).toHaveLength(10);
    await far.write(Uint8Array.of(1, 2, 3));
    expect(atOnce?.receive(millis(9))).toMatchObject({ bytes: Uint8Array.of(1), notAfter: 11 * BYTE });
    expect(atOnce?.receive(millis(9))).toMatchObject({ bytes: Uint8Array.of(2, 3) });
    expect(atOnce?.receive(millis(9))).toBeUndefined();
    expect(link.clock.now()).toBe(9000);
  });

  test('gives a promise where another alarm of the host rings before', async () => {
    const { link } = await rig();
    const rung = link.clock.until(micros(40)).then(() => link.clock.now());
    const sending = link.atOnce?.send(new Uint8Array(10));
    expect(sending).toBeInstanceOf(Promise);
    expect(await rung).toBe(40);
    expect(await sending).toMatchObject({ notBefore: 0, notAfter: 10 * BYTE });
  });

  test('gives a promise that rejects once the cable was pulled', async () => {
    const { link, simulation } = await rig();
    simulation.unplug();
    await expect(link.atOnce?.receive(millis(5))).rejects.toMatchObject({ fault: 'lost' });
    await expect(link.atOnce?.send(Uint8Array.of(1))).rejects.toMatchObject({ fault: 'lost' });
  });
});

describe('the reset button', () => {
  test('loses the game and the bytes in flight', async () => {
    const clock = virtualClock();
    const board = STM_BOARD.create({ seed: 1, defects: new Set(), parameters: {} });
    const simulation = createSimulation(clock, STM_BOARD, board);
    const link = await open(simulation, STM_BOARD.links[0]?.name);
    await link.send(Uint8Array.of(1, 0xff, 0xfe));
    await link.receive(after(clock.now(), millis(10)));
    simulation.reset();
    expect(await link.receive(after(clock.now(), millis(200)))).toBeUndefined();
    await link.send(Uint8Array.of(6, 0xff, 0xf9));
    const first = await link.receive(after(clock.now(), micros(10_000)));
    expect(first?.bytes).toEqual(Uint8Array.of(0xee));
  });
});
