/** How long an adapter keeps received bytes to itself, where its driver says: FTDI's latency timer on Linux. */
import { readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { millis, type Micros } from '../../protocols/time';

/** Of USB itself: a full-speed bus is asked once a millisecond. */
const USB_FRAME_MS = 1;

/** Microseconds; undefined where nobody says. */
export function adapterHold(path: string, sys = '/sys'): Micros | undefined {
  try {
    const name = basename(realpathSync(path));
    const timer = Number(readFileSync(join(sys, 'class/tty', name, 'device/latency_timer'), 'utf8'));
    return timer >= 1 && timer <= 255 ? millis(timer + USB_FRAME_MS) : undefined;
  } catch {
    return undefined;
  }
}
