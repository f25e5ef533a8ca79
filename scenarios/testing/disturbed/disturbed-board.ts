/** A board whose links this host reads and writes late, for whole runs of a suite. Its clock passes meanwhile. */
import type { Board } from '../../../devices/board/board';
import type { Clock } from '../../../devices/clock/clock';
import type { Link } from '../../../devices/links/link';
import { concat } from '../../../protocols/bytes';
import type { Chunk } from '../../../protocols/chunk';
import { micros } from '../../../protocols/time';
import { dice, type Dice } from '../../fuzz/campaign/dice';
import type { Disturbance } from './disturbance';

/** The host stands still in one read or write in this many. */
const STALL_EVERY = 60;
/** Milliseconds. */
const STALLS = [100, 300, 1000] as const;

export function disturbedBoard(board: Board, disturbance: Disturbance, seed: number): Board {
  const lateness = new HostLateness(board.clock, disturbance, dice(seed));
  return { ...board, link: (name) => disturbedLink(board.link(name), lateness) };
}

class HostLateness {
  constructor(
    private readonly clock: Clock,
    private readonly disturbance: Disturbance,
    private readonly dice: Dice,
  ) {}

  /** Microseconds. */
  draw(): number {
    const { lateness } = this.disturbance;
    return this.dice.once(4) ? this.dice.int(0, lateness) : this.dice.int(0, Math.ceil(lateness / 10));
  }

  async pass(): Promise<void> {
    const { stalls } = this.disturbance;
    const stall = stalls && this.dice.once(STALL_EVERY) ? 1000 * this.dice.pick(STALLS) : 0;
    const span = this.draw() + stall;
    if (span > 0) await this.clock.until(micros(this.clock.now() + span));
  }
}

function disturbedLink(link: Link, lateness: HostLateness): Link {
  let earliest = 0;
  const taken = (chunks: readonly Chunk[]): Chunk | undefined => {
    const [first] = chunks;
    if (first === undefined) return undefined;
    earliest = Math.max(earliest, first.notBefore - lateness.draw());
    const bounds = {
      notBefore: micros(earliest),
      notAfter: link.clock.now(),
      lastNotBefore: micros(earliest),
    };
    return { ...first, ...bounds, bytes: concat(...chunks.map(({ bytes }) => bytes)) };
  };
  return {
    name: link.name,
    url: link.url,
    clock: link.clock,
    send: async (bytes) => {
      const notBefore = link.clock.now();
      await lateness.pass();
      const sent = await link.send(bytes);
      await lateness.pass();
      const notAfter = link.clock.now();
      const span = sent.notAfter - sent.notBefore;
      return { ...sent, notBefore, notAfter, lastNotBefore: micros(Math.min(notAfter, notBefore + span)) };
    },
    receive: async (deadline) => {
      const first = await link.receive(deadline);
      if (first === undefined) return undefined;
      await lateness.pass();
      const chunks = [first];
      for (let next = link.tryReceive?.(); next !== undefined; next = link.tryReceive?.()) chunks.push(next);
      return taken(chunks);
    },
    lines: (state) => link.lines(state),
    close: () => link.close(),
  };
}
