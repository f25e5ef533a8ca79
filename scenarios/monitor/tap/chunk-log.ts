/** Journal entries for the traffic of the tap: close bytes of one direction are one entry. */
import { concat } from '../../../protocols/bytes';
import type { Side } from '../../../devices/tap/tap';
import type { Chunk } from '../../../protocols/chunk';
import { hex } from '../../../protocols/bytes';
import type { JournalEvent } from '../../record';

/** Bytes within this time of each other, in microseconds, are one entry of at most this many bytes. */
const CLOSE_US = 5000;
const ENTRY_BYTES = 1024;
/** The most entries; later ones are only counted. */
const ENTRIES = 20_000;

interface Open {
  readonly notBefore: number;
  notAfter: number;
  readonly parts: Uint8Array[];
  size: number;
}

export class ChunkLog {
  private readonly open = new Map<string, Open>();
  private entries = 0;
  private leftOut = 0;

  constructor(private readonly emit: (event: JournalEvent) => void) {}

  add(side: Side, direction: 'tx' | 'rx', { bytes, notBefore, notAfter }: Chunk): void {
    if (bytes.length === 0) return;
    const key = `${side} ${direction}`;
    const open = this.open.get(key);
    if (
      open !== undefined &&
      notBefore - open.notAfter <= CLOSE_US &&
      open.size + bytes.length <= ENTRY_BYTES
    ) {
      open.parts.push(bytes);
      open.size += bytes.length;
      open.notAfter = Math.max(open.notAfter, notAfter);
      return;
    }
    this.close(key);
    this.open.set(key, { notBefore, notAfter, parts: [bytes], size: bytes.length });
  }

  /** Writes the entries that were complete by `now`. */
  settle(now: number): void {
    for (const [key, { notAfter }] of this.open) if (now - notAfter > CLOSE_US) this.close(key);
  }

  /** Writes all remaining entries. */
  end(at: number): void {
    for (const key of this.open.keys()) this.close(key);
    if (this.leftOut === 0) return;
    const detail = `${this.leftOut} bytes more passed`;
    this.emit({ type: 'line', at: Math.round(at), link: '', event: 'trace-full', detail });
  }

  private close(key: string): void {
    const open = this.open.get(key);
    this.open.delete(key);
    if (open === undefined) return;
    if (++this.entries > ENTRIES) {
      this.leftOut += open.size;
      return;
    }
    const [link = '', direction] = key.split(' ');
    this.emit({
      type: 'chunk',
      link,
      direction: direction === 'tx' ? 'tx' : 'rx',
      notBefore: Math.round(open.notBefore),
      notAfter: Math.round(open.notAfter),
      hex: hex(concat(...open.parts)),
    });
  }
}
