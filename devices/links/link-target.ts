/** Opens the link that a URL names. */
import type { Clock } from '../clock/clock';
import { adapterHold } from '../ports/adapter-hold';
import { nativeBinding } from '../ports/native-binding';
import { openExecLink } from './exec-link';
import { withoutEcho } from './echo/echo-removal';
import { openLabgridLink } from './labgrid-link';
import type { Link, LinkBinding } from './link';
import type { LinkTarget } from './link-url';
import { openRfc2217Link } from './rfc2217/rfc2217-link';
import { openSerialLink } from './serial-link';
import { openTcpLink } from './tcp-link';
import { openUdpLink } from './udp-link';

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
  if (target.scheme === 'exec') return openExecLink({ name, url, clock, command: target.command });
  if (target.scheme !== 'serial') {
    const { scheme, host, port } = target;
    return (scheme === 'tcp' ? openTcpLink : openUdpLink)({ name, url, clock, host, port });
  }
  const hold = adapterHold(target.settings.path);
  const settings = { ...(hold === undefined ? {} : { hold }), ...target.settings };
  return openSerialLink({ name, url, clock, settings, binding: nativeBinding() });
}
