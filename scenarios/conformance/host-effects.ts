/** What a host does without waiting for what is due. Its monitor is told. */
import type { Monitor } from '../../protocols/monitor/monitor';
import { after, micros, type Micros } from '../../protocols/time';
import type { Play } from '../player/play';

/** The monitor is told of it at once where the board is virtual, else once the board has answered. */
export function* offering(
  monitor: Monitor,
  link: string,
  bytes: Uint8Array,
  { wait, isVirtual }: { readonly wait: Micros; readonly isVirtual: boolean },
): Play<boolean> {
  const { chunk: sent } = yield { op: 'send', link, bytes };
  if (sent === undefined) return false;
  if (isVirtual) monitor.tx(sent, link);
  const { chunk } = yield { op: 'receive', link, until: after(sent.notAfter, wait) };
  if (chunk === undefined) return false;
  if (!isVirtual) monitor.tx(sent, link);
  monitor.rx(chunk, link);
  return true;
}

/** Listens for a time, or until it is enough, whatever is due. */
export function* listening(
  monitor: Monitor,
  links: readonly string[],
  span: Micros,
  enough: () => boolean,
): Play<void> {
  const until = after((yield { op: 'now' }).now, span);
  if (enough()) return;
  // Links are read one after another: first where something is due.
  for (let due = monitor.due(); due !== undefined; due = monitor.due()) {
    const end = micros(Math.min(due.until, until));
    const { chunk, ended, now } = yield { op: 'receive', link: due.link, until: end };
    if (ended === true) monitor.closed?.(due.link, 'board', now);
    else if (chunk !== undefined) monitor.rx(chunk, due.link);
    else {
      yield* reading(monitor, links, now, enough);
      if (due.until > until) break;
      monitor.tick(due.until);
    }
    if (enough()) return;
  }
  if (yield* reading(monitor, links, until, enough)) return;
  monitor.tick(until);
}

/** Returns true where it is enough. */
function* reading(
  monitor: Monitor,
  links: readonly string[],
  until: Micros,
  enough: () => boolean,
): Play<boolean> {
  for (const link of links)
    for (;;) {
      const { chunk, ended, now } = yield { op: 'receive', link, until };
      if (ended === true) monitor.closed?.(link, 'board', now);
      if (chunk === undefined) break;
      monitor.rx(chunk, link);
      if (enough()) return true;
    }
  return false;
}
