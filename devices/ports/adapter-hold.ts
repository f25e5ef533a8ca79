/** How long an adapter holds received bytes, if its driver tells: FTDI's latency timer on Linux. */
import { readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SYS } from '../platform/proc-files';
import { millis, type Micros } from '../../protocols/time';

/** A full-speed USB bus is polled once a millisecond. */
const USB_FRAME_MS = 1;

/** In microseconds; undefined if the driver does not tell. */
export function adapterHold(path: string, sys = SYS): Micros | undefined {
  try {
    const name = basename(realpathSync(path));
    const timer = Number(readFileSync(join(sys, 'class/tty', name, 'device/latency_timer'), 'utf8'));
    return timer >= 1 && timer <= 255 ? millis(timer + USB_FRAME_MS) : undefined;
  } catch {
    return undefined;
  }
}
