/**
 * An exchange: a request of 8 bytes is sent, and an echo at the far end returns it.
 *
 *     04 0A 04 02 00 1B 01 12    Select of an open East wind at (4,2,0)
 */
import type { Board } from '../../devices/board/board';
import { encodeRequest } from '../../protocols/stm/stm';
import type { Request } from '../../protocols/stm/message';
import { requests } from '../../protocols/stm/stm';
import { after, millis } from '../../protocols/time';
import { Channel } from '../../scenarios/bench/channel';
import { Tracer } from '../../scenarios/journal/tracer';

const SELECT: Request = { type: 'select', tile: { x: 4, y: 2, z: 0, kind: 27 }, open: true };
export const SELECT_BYTES = Buffer.from(encodeRequest(SELECT));

/** After this many exchanges a new trace begins, so that none is left out. */
const EXCHANGES_PER_TRACE = 1000;

/** The complete path in wirejig: channel, trace and link, as in a scenario. */
export class Exchanger {
  private events = 0;
  private readonly tracer = new Tracer(() => void this.events++);
  private readonly channel: Channel<Request, Request>;

  constructor(private readonly board: Board) {
    const traced = this.tracer.board(board);
    this.channel = new Channel({
      name: 'main',
      link: () => traced.link('main'),
      tx: requests(),
      rx: requests(),
      onTransfer: () => undefined,
    });
  }

  /** Exchanges one after the other; throws at the first wrong answer. */
  async run(count: number): Promise<void> {
    const { channel } = this;
    for (let i = 0; i < count; i++) {
      if (i % EXCHANGES_PER_TRACE === 0) this.tracer.begin(this.board.clock.now());
      await channel.send(SELECT);
      const received = await channel.next(after(channel.now(), millis(500)));
      if (received?.kind !== 'frame' || received.value.type !== 'select')
        throw new Error(`exchange ${i} got ${received?.kind ?? 'nothing'}`);
    }
  }

  /** The number of chunks in the trace. */
  get traced(): number {
    return this.events;
  }
}

/** Whether the received bytes are the whole request; throws if they differ from it. */
export function isEcho(bytes: Uint8Array): boolean {
  if (bytes.length < SELECT_BYTES.length) return false;
  if (SELECT_BYTES.compare(bytes) !== 0) throw new Error('the echo is not what was sent');
  return true;
}
