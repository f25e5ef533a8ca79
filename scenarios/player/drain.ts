/** Waits for silence on a link. What comes meanwhile is discarded. */
import { after, micros, type Micros } from '../../protocols/time';
import type { Play } from './play';

/** Until nothing has come for `quiet`, or for `longest` at most. */
export function* drain(link: string, quiet: Micros, longest: Micros): Play<void> {
  let { now } = yield { op: 'now' };
  for (const end = after(now, longest); now < end;) {
    const { chunk, now: ended } = yield { op: 'receive', link, until: after(now, quiet) };
    if (chunk === undefined) return;
    now = micros(Math.max(chunk.notAfter, ended));
  }
}
