/** Asks a board whether it lives. */
import type { AnySession, Message } from '../../../../protocols/request-response/definition';
import type { RequestResponseMonitor } from '../../../../judge/request-response/monitor';
import { after, micros, millis } from '../../../../protocols/time';
import { drain } from '../../../player/drain';
import type { Play } from '../../../player/play';
import { LINK } from './attempt';

const LEAST_PROBE_WAIT = millis(300);
/** A board that sends on and on is waited for no longer. */
export const LONGEST_NOISE = millis(3000);

/** Whether anything at all comes after one of these requests. */
export function* probe(
  { requests, time, idle }: AnySession,
  asked: readonly Message[],
  monitor: RequestResponseMonitor,
): Play<boolean> {
  const wait = micros(LEAST_PROBE_WAIT + 2 * (time.max + idle));
  yield* drain(LINK, idle, LONGEST_NOISE);
  for (const request of asked) {
    const sent = yield { op: 'send', link: LINK, bytes: requests.codec.encode(request) };
    const { chunk } = yield { op: 'receive', link: LINK, until: after(sent.now, wait) };
    if (chunk === undefined) continue;
    yield* drain(LINK, idle, LONGEST_NOISE);
    // The monitor is told by the listener.
    yield* awaitDue(monitor);
    return true;
  }
  return false;
}

/** Until the monitor waits for nothing more. */
function* awaitDue(monitor: RequestResponseMonitor): Play<void> {
  for (let due = monitor.due(); due !== undefined; due = monitor.due()) {
    const { chunk } = yield { op: 'receive', link: LINK, until: due.until };
    if (chunk === undefined) monitor.tick(due.until);
  }
}
