/**
 * Writes the chunks on a board's links into the journal, up to a bound for each scenario. In a long scenario, chunks
 * without a pause between them are one entry: the screens of a console come in hundreds of small chunks.
 */
import { concat } from '../../protocols/bytes';
import type { Board } from '../../devices/board/board';
import { splitChunk, type Chunk } from '../../protocols/chunk';
import {
  factsOf,
  isLost as isLostLink,
  type LineState,
  type Link,
  type TransferAtOnce,
} from '../../devices/links/link';
import { micros, type Micros } from '../../protocols/time';
import { hex } from '../../protocols/bytes';
import type { JournalEvent } from '../record';

/**
 * The most entries of a scenario, their bytes, the bytes of an entry of many chunks, and those of any entry. The
 * rest is counted. The bounds are above the longest scenarios and frames of the suites, so that `check` can judge the
 * whole trace.
 */
const ENTRIES = 24_000;
const SCENARIO_BYTES = 4 << 20;
const ENTRY_BYTES = 1024;
const CHUNK_BYTES = 4096;
/** The first chunks of a scenario have their own entries, with their own times. */
const APART = 1000;
/** Chunks before and after a failed check that are written beyond the bound, and the most such checks of a scenario. */
const AROUND = { before: 320, after: 48, checks: 12 } as const;
/** A shorter gap between two chunks is no pause, microseconds. */
const PAUSE_US = 2000;

/** An entry that may still grow. */
interface Open {
  readonly link: string;
  readonly direction: 'tx' | 'rx';
  readonly notBefore: Micros;
  notAfter: Micros;
  lastNotBefore: Micros;
  readonly parts: Uint8Array[];
  size: number;
}

export class Tracer {
  private readonly wrapped = new WeakMap<Link, Link>();
  /** Links of datagrams: the limits of their chunks have a meaning. */
  private readonly datagrams = new Set<string>();
  private chunks = 0;
  private entries = 0;
  private written = 0;
  private left = 0;
  private leftBytes = 0;
  private open: Open | undefined;
  /** From here on only chunks near failures are written. */
  private paused = false;
  private recent: { readonly link: string; readonly chunk: Chunk }[] = [];
  private chunksAfterFailure = 0;
  private failures = 0;
  private sentUntil = -Infinity;

  constructor(private readonly write: (event: JournalEvent) => void) {}

  /** The same board, with links that report their chunks here. */
  board(board: Board): Board {
    const { reset, onDemand } = board;
    return {
      ...board,
      link: (name) => {
        if (board.binding(name) === 'udp') this.datagrams.add(name);
        return this.link(board.link(name));
      },
      reset: reset && {
        ...reset,
        run: (_, level) => reset.run((name, at, state) => this.driven(name, at, state), level),
      },
      onDemand: onDemand && {
        has: (name) => onDemand.has(name),
        open: async (name) => {
          const link = await onDemand.open(name);
          this.writeDial(board, name, 'open');
          if (board.binding(name) === 'udp') this.datagrams.add(name);
          return this.link(link, 'closed');
        },
        close: async (name) => {
          this.writeDial(board, name, 'close');
          await onDemand.close(name);
        },
      },
    };
  }

  /**
   * Begins the next scenario, or the end of the run, with its own bound. Writes the number of missing chunks so far.
   */
  begin(at: number): void {
    this.settle();
    this.interrupted();
    if (this.left > 0) this.lacks(at);
    this.chunks = this.entries = this.written = this.failures = this.chunksAfterFailure = 0;
    this.paused = false;
  }

  /** A check has failed: writes the chunks before and after it, beyond the bound. */
  failed(): void {
    const [first] = this.recent;
    if (!this.paused || first === undefined || ++this.failures > AROUND.checks) return;
    this.lacks(Math.round(first.chunk.notBefore));
    this.paused = false;
    this.chunksAfterFailure = AROUND.after;
    for (const { link, chunk } of this.recent.splice(0)) this.place(link, chunk);
  }

  /** An event other than bytes: chunks before it do not belong to a later failure. */
  interrupted(): void {
    for (const { chunk } of this.recent.splice(0)) this.leave(chunk);
  }

  private get full(): boolean {
    return this.entries >= ENTRIES || this.written >= SCENARIO_BYTES;
  }

  private lacks(at: number): void {
    const detail = `${this.left} chunks of ${this.leftBytes} bytes more passed`;
    this.emit({ type: 'line', at, link: '', event: 'trace-full', detail });
    this.left = this.leftBytes = 0;
  }

  private leave({ bytes }: Chunk): void {
    this.left++;
    this.leftBytes += bytes.length;
  }

  /** Writes the open entry, before another event. */
  settle(): void {
    const { open } = this;
    this.open = undefined;
    if (open === undefined) return;
    const { link, parts, size, direction, notBefore, notAfter, lastNotBefore } = open;
    const [first = new Uint8Array(0)] = parts;
    const bytes = parts.length === 1 ? first : concat(...parts);
    let rest: Chunk = { direction, bytes, notBefore, notAfter, lastNotBefore };
    if (this.datagrams.has(link)) {
      // A datagram is one entry, cut; a longer stretch of a stream has several.
      const kept = bytes.subarray(0, CHUNK_BYTES);
      this.writeChunk(link, { ...rest, bytes: kept }, size - kept.length);
      return;
    }
    while (rest.bytes.length > CHUNK_BYTES) {
      const [part, others] = splitChunk(rest, CHUNK_BYTES);
      this.writeChunk(link, part);
      rest = others;
    }
    this.writeChunk(link, rest);
  }

  private writeChunk(link: string, chunk: Chunk, elided = 0): void {
    const { direction, bytes, notBefore, notAfter, lastNotBefore } = chunk;
    this.written += bytes.length;
    const times = { notBefore: Math.round(notBefore), notAfter: Math.round(notAfter) };
    const record = { type: 'chunk', link, direction, ...times, hex: hex(bytes) } as const;
    const last = { lastNotBefore: Math.round(lastNotBefore) };
    if (elided > 0) this.write({ ...record, elided, ...last });
    else this.write(bytes.length > 1 ? { ...record, ...last } : record);
  }

  private emit(event: JournalEvent): void {
    this.settle();
    this.write(event);
  }

  private writeDial(board: Board, link: string, event: 'open' | 'close'): void {
    this.interrupted();
    const at = Math.round(board.clock.now());
    this.emit({ type: 'line', at, link, event, detail: board.binding(link) });
  }

  /** `ended`: the event at the end of the link. For a link on demand the end is no loss. */
  private link(link: Link, ended: 'lost' | 'closed' = 'lost'): Link {
    const known = this.wrapped.get(link);
    if (known !== undefined) return known;
    const fresh = this.traced(link, ended);
    this.wrapped.set(link, fresh);
    return fresh;
  }

  /** The link, whose chunks, line states and end are reported here. */
  private traced(link: Link, ended: 'lost' | 'closed'): Link {
    const { name, clock } = link;
    let isLost = false;
    const onError = (error: unknown): never => {
      if (!isLost && isLostLink(error)) {
        isLost = true;
        const at = Math.round(clock.now());
        this.emit({ type: 'line', at, link: name, event: ended, detail: error.message });
      }
      throw error;
    };
    const report = <T extends Chunk | undefined>(chunk: T): T => {
      if (chunk !== undefined) this.chunk(name, chunk);
      return chunk;
    };
    const whenCome = <T extends Chunk | undefined>(chunk: T | Promise<T>): T | Promise<T> =>
      chunk instanceof Promise ? chunk.then(report, onError) : report(chunk);
    const atOnceOf = ({ send, receive }: TransferAtOnce): TransferAtOnce => ({
      send: (bytes) => whenCome(send(bytes)),
      receive: (deadline) => whenCome(receive(deadline)),
    });
    return {
      ...factsOf(link),
      // Not async: with a hundred thousand chunks each await costs time.
      send: (bytes) => link.send(bytes).then(report, onError),
      receive: (deadline) => link.receive(deadline).then(report, onError),
      ...(link.tryReceive === undefined ? {} : { tryReceive: () => report(link.tryReceive?.()) }),
      ...(link.atOnce && { atOnce: atOnceOf(link.atOnce) }),
      lines: async (state) => {
        const at = clock.now();
        await link.lines(state);
        this.driven(name, at, state);
      },
      close: () => link.close(),
    };
  }

  private driven(link: string, at: Micros, state: LineState): void {
    const detail = JSON.stringify(state);
    this.emit({ type: 'line', at: Math.round(at), link, event: 'lines', detail });
  }

  /** Marks in the journal where chunks begin to be missing. */
  private pauses(at: Micros): void {
    const detail = 'what passes from here to the end of the scenario is counted, not written down';
    this.emit({ type: 'line', at: Math.round(at), link: '', event: 'trace-pauses', detail });
  }

  /** A chunk of a link outside the board, with the same bounds. */
  chunk(link: string, chunk: Chunk): void {
    this.chunks++;
    if (chunk.direction === 'tx') this.sentUntil = Math.max(this.sentUntil, chunk.notAfter);
    if (this.open !== undefined && this.joins(link, chunk)) return;
    if (this.full && --this.chunksAfterFailure < 0) this.withhold(link, chunk);
    else this.place(link, chunk);
  }

  private withhold(link: string, chunk: Chunk): void {
    this.settle();
    if (!this.paused) this.pauses(chunk.notBefore);
    this.paused = true;
    this.recent.push({ link, chunk });
    const oldest = this.recent.length > AROUND.before ? this.recent.shift() : undefined;
    if (oldest !== undefined) this.leave(oldest.chunk);
  }

  private place(link: string, chunk: Chunk): void {
    if (this.joins(link, chunk)) return;
    const { direction, bytes, notBefore, notAfter, lastNotBefore } = chunk;
    this.settle();
    this.entries++;
    this.open = {
      link,
      direction,
      notBefore,
      notAfter,
      lastNotBefore,
      parts: [bytes],
      size: bytes.length,
    };
    if (this.chunks <= APART || direction === 'tx') this.settle();
  }

  private joins(link: string, { direction, bytes, notBefore, notAfter, lastNotBefore }: Chunk): boolean {
    const { open } = this;
    if (open?.link !== link || direction === 'tx' || this.datagrams.has(link)) return false;
    // Whether it came before the end of a request makes a difference.
    if (open.notBefore < this.sentUntil) return false;
    if (notBefore - open.notAfter > PAUSE_US || open.size + bytes.length > ENTRY_BYTES) return false;
    open.parts.push(bytes);
    open.size += bytes.length;
    open.notAfter = micros(Math.max(open.notAfter, notAfter));
    open.lastNotBefore = micros(Math.max(open.lastNotBefore, lastNotBefore));
    return true;
  }
}
