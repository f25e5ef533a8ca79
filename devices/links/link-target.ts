/** Opens the link that a URL names. */
import type { Clock } from '../clock/clock';
import { openExecLink } from './exec-link';
import { withoutEcho } from './echo/echo-removal';
import { openLabgridLink } from './labgrid-link';
import type { Link, LinkBinding } from './link';
import type { LinkTarget } from './link-url';
import { openRfc2217Link } from './rfc2217/rfc2217-link';
import { openSerialLink } from './serial-link';
import { openTcpLink } from './tcp-link';
import { openUdpLink } from './udp-link';
import { readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SYS } from '../platform/proc-files';
import { millis, type Micros } from '../../protocols/time';

/** The binding of a link, from its URL. */
export function bindingOf({ scheme }: LinkTarget): LinkBinding {
  return scheme === 'tcp' || scheme === 'udp' ? scheme : 'serial';
}

/** Rejects with {@link LinkError}. */
export async function openTarget(name: string, target: LinkTarget, clock: Clock): Promise<Link> {
  const link = await openWhole(name, target, clock);
  return target.removesEcho === true ? withoutEcho(link) : link;
}

async function openWhole(name: string, target: LinkTarget, clock: Clock): Promise<Link> {
  const { url } = target;
  if (target.scheme === 'rfc2217') {
    const { host, port, settings } = target;
    return openRfc2217Link({ name, url, clock, host, port, settings });
  }
  if (target.scheme === 'labgrid') {
    const { place, settings } = target;
    return openLabgridLink({ name, url, clock, place, settings });
  }
  if (target.scheme === 'exec') return openExecLink({ name, clock, ...target });
  if (target.scheme !== 'serial') {
    const { scheme, host, port } = target;
    return (scheme === 'tcp' ? openTcpLink : openUdpLink)({ name, url, clock, host, port });
  }
  const hold = adapterHold(target.settings.path);
  const settings = { ...(hold === undefined ? {} : { hold }), ...target.settings };
  return openSerialLink({ name, url, clock, settings });
}

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
