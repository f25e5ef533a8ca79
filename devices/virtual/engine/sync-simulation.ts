/**
 * One virtual board on paced lines, without streams and promises: each call returns when its time has passed.
 *
 * Bytes and times are those of `simulation.ts`. It serves work with a hundred thousand exchanges a second.
 */
import type { Chunk } from '../../../protocols/chunk';
import type { LinkBinding } from '../../links/link';
import { micros, type Micros } from '../../../protocols/time';
import type { BoardKind, VirtualBoard } from './board';

/** A board receives an unbroken run in slices of at most this many microseconds, as on paced lines. */
const SLICE_US = 1000;
const BITS_PER_BYTE = 10;

interface Line {
  readonly name: string;
  readonly binding: LinkBinding;
  /** The board's name of the open connection: `a`, then `a/2`; undefined: none is open. */
  id: string | undefined;
  /** How often it was opened. */
  opened: number;
  /** The board has closed it, and `hungUp` has not reported that yet. */
  ended: boolean;
  readonly byteTime: number;
  readonly slice: number;
  /** When the line to the host is free again. */
  freeAt: number;
  /** Bytes in flight to the host; `end`: when the last one arrives. */
  readonly inFlight: { readonly bytes: Uint8Array; readonly end: number; readonly hangUp: boolean }[];
}

export class SyncSimulation {
  private time = 0;
  private readonly lines: readonly Line[];

  constructor(
    links: BoardKind['links'],
    private readonly board: VirtualBoard,
  ) {
    this.lines = links.map(({ name, baud, binding = 'serial' }) => {
      const byteTime = binding === 'serial' ? (BITS_PER_BYTE * 1e6) / baud : 0;
      const slice = binding === 'serial' ? Math.max(1, Math.floor(SLICE_US / byteTime)) : Infinity;
      const open = binding === 'tcp' ? undefined : name;
      const opened = open === undefined ? 0 : 1;
      return { name, binding, id: open, opened, ended: false, byteTime, slice, freeAt: 0, inFlight: [] };
    });
    this.collect();
  }

  get now(): Micros {
    return micros(this.time);
  }

  /** Sends bytes and waits until they have left. Throws for an unknown link. */
  send(link: string, bytes: Uint8Array): Chunk {
    const { byteTime, slice, id, binding } = this.line(link);
    const notBefore = this.now;
    // An empty datagram counts as one byte.
    const size = binding === 'udp' ? Math.max(1, bytes.length) : bytes.length;
    for (let from = 0; id !== undefined && from < size; from += slice) {
      const part = bytes.subarray(from, from + slice);
      this.advance(notBefore + (from + part.length) * byteTime);
      this.board.receive(id, part, this.now);
      this.collect();
    }
    return { direction: 'tx', bytes, notBefore, notAfter: this.now, lastNotBefore: this.now };
  }

  /** The next bytes of a link, or undefined at `until`. */
  receive(link: string, until: Micros): Chunk | undefined {
    const line = this.line(link);
    for (;;) {
      const next = line.inFlight[0];
      const wake = this.board.wakeAt();
      if (next !== undefined && next.end <= until && (wake === undefined || next.end <= wake)) {
        line.inFlight.shift();
        this.time = Math.max(this.time, next.end);
        if (next.hangUp) {
          this.closeBoth(line);
          return undefined;
        }
        return chunkOf(next.bytes, next.end, line.byteTime);
      }
      if (wake === undefined || wake > until) {
        this.time = Math.max(this.time, until);
        return undefined;
      }
      this.time = Math.max(this.time, wake);
      this.collect();
    }
  }

  /** Opens a link as a new connection, or closes it. */
  dial(link: string, up: boolean): void {
    const line = this.line(link);
    if (line.binding === 'serial') return;
    line.inFlight.length = 0;
    line.ended = false;
    if (line.id !== undefined && line.binding === 'tcp') this.board.disconnected?.(line.id, this.now);
    line.id = undefined;
    if (up) {
      line.opened++;
      line.id = line.opened === 1 ? line.name : `${line.name}/${line.opened}`;
      if (line.binding === 'tcp') this.board.connected?.(line.id, this.now);
    }
    this.collect();
  }

  /** Whether the board has closed the link since the last call. */
  hungUp(link: string): boolean {
    const line = this.line(link);
    const { ended } = line;
    line.ended = false;
    return ended;
  }

  present(symbology: string, payload: Uint8Array): void {
    this.board.present?.(symbology, payload, this.now);
    this.collect();
  }

  /** Presses the reset button: bytes in flight are lost. */
  reset(): void {
    for (const line of this.lines) {
      line.inFlight.length = 0;
      line.freeAt = Math.min(line.freeAt, this.time);
    }
    this.board.reset(this.now);
    this.collect();
    for (const line of this.lines.filter(({ binding }) => binding === 'tcp')) {
      line.id = undefined;
      line.inFlight.length = 0;
    }
  }

  /** The board has closed the connection: the host's end closes too, and the board gets that event. */
  private closeBoth(line: Line): void {
    const { id } = line;
    line.ended = true;
    line.id = undefined;
    if (id !== undefined) this.board.disconnected?.(id, this.now);
    this.collect();
  }

  private line(name: string): Line {
    const line = this.lines.find((one) => one.name === name);
    if (line === undefined) throw new Error(`the board has no link ${name}`);
    return line;
  }

  private advance(to: number): void {
    for (let wake = this.board.wakeAt(); wake !== undefined && wake < to; wake = this.board.wakeAt()) {
      this.time = Math.max(this.time, wake);
      this.collect();
    }
    this.time = Math.max(this.time, to);
  }

  private collect(): void {
    for (const { link, bytes, hangUp = false } of this.board.poll(this.now)) {
      const line = this.lines.find(({ id }) => id === link);
      // Bytes for a closed connection.
      if (line === undefined) continue;
      line.freeAt = Math.max(line.freeAt, this.time) + bytes.length * line.byteTime;
      line.inFlight.push({ bytes, end: line.freeAt, hangUp });
    }
  }
}

function chunkOf(bytes: Uint8Array, end: number, byteTime: number): Chunk {
  const notBefore = micros(end - (bytes.length - 1) * byteTime);
  return { direction: 'rx', bytes, notBefore, notAfter: micros(end), lastNotBefore: micros(end) };
}
