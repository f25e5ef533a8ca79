/** The events of one push of a decoder. */
import type { FrameError, FrameEvent } from './frame';
import type { Micros } from './time';

const NOTHING: readonly never[] = [];

export class EventQueue<M> {
  private found: FrameEvent<M>[] | undefined;

  add(event: FrameEvent<M>): void {
    if (this.found === undefined) this.found = [event];
    else this.found.push(event);
  }

  reject(raw: Uint8Array, first: Micros, last: Micros, error: FrameError): void {
    this.add({ kind: 'reject', raw, first, last, error });
  }

  take(): readonly FrameEvent<M>[] {
    const { found } = this;
    if (found === undefined) return NOTHING;
    this.found = undefined;
    return found;
  }
}
