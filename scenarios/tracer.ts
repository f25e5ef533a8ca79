/** Puts what passes on a board's links into the journal, up to a bound for each scenario. */
import type { Board } from '../devices/board';
import type { Chunk, LineState, Link } from '../devices/link';
import { traced } from '../devices/trace';
import type { Micros } from '../protocols/time';
import { hex } from './channel';
import type { JournalEvent } from './record';

/** Chunks of a scenario, and bytes of a chunk, that are written down; the rest is counted. */
const CHUNKS = 4000;
const CHUNK_BYTES = 1024;

export class Tracer {
  private readonly wrapped = new WeakMap<Link, Link>();
  private chunks = 0;
  private left = 0;
  private leftBytes = 0;

  constructor(private readonly emit: (event: JournalEvent) => void) {}

  /** The same board, each of whose links tells what passes. */
  board(board: Board): Board {
    return {
      ...board,
      link: (name) => this.link(board.link(name)),
      reset: () => board.reset((name, at, state) => this.driven(name, at, state)),
      openLink: async (name) => {
        const link = await board.openLink(name);
        this.tell(board, name, 'open');
        return this.link(link, 'closed');
      },
      closeLink: async (name) => {
        this.tell(board, name, 'close');
        await board.closeLink(name);
      },
    };
  }

  /** What comes next, a scenario or the end of the run, has room of its own; says what the room so far lacked. */
  begin(at: number): void {
    if (this.left > 0) {
      const detail = `${this.left} chunks of ${this.leftBytes} bytes more passed`;
      this.emit({ type: 'line', at, link: '', event: 'trace-full', detail });
    }
    this.chunks = this.left = this.leftBytes = 0;
  }

  private tell(board: Board, link: string, event: 'open' | 'close'): void {
    const at = Math.round(board.clock.now());
    this.emit({ type: 'line', at, link, event, detail: board.binding(link) });
  }

  /** `ended`: what it is called when the far end is gone; on a link on demand that is an ordinary thing. */
  private link(link: Link, ended: 'lost' | 'closed' = 'lost'): Link {
    const known = this.wrapped.get(link);
    if (known !== undefined) return known;
    const fresh = traced(link, {
      chunk: (name, chunk) => this.chunk(name, chunk),
      line: (name, at, state) => this.driven(name, at, state),
      lost: (name, at, detail) =>
        this.emit({ type: 'line', at: Math.round(at), link: name, event: ended, detail }),
    });
    this.wrapped.set(link, fresh);
    return fresh;
  }

  private driven(link: string, at: Micros, state: LineState): void {
    const detail = JSON.stringify(state);
    this.emit({ type: 'line', at: Math.round(at), link, event: 'lines', detail });
  }

  /** Who judges the journal must know from where on it lacks something. */
  private pauses(at: Micros): void {
    const detail = 'what passes from here to the end of the scenario is counted, not written down';
    this.emit({ type: 'line', at: Math.round(at), link: '', event: 'trace-pauses', detail });
  }

  /** What passed on a link that is not one of a board's: in its room, as all others. */
  chunk(link: string, { direction, bytes, notBefore, notAfter }: Chunk): void {
    if (++this.chunks > CHUNKS) {
      if (this.left === 0) this.pauses(notBefore);
      this.left++;
      this.leftBytes += bytes.length;
      return;
    }
    const shown = bytes.length > CHUNK_BYTES ? bytes.subarray(0, CHUNK_BYTES) : bytes;
    const elided = bytes.length - shown.length;
    this.emit({
      type: 'chunk',
      link,
      direction,
      notBefore: Math.round(notBefore),
      notAfter: Math.round(notAfter),
      hex: hex(shown),
      ...(elided > 0 ? { elided } : {}),
    });
  }
}
