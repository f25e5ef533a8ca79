/**
 * Link URLs: the values of `--link`.
 *
 *     /dev/ttyUSB0   COM3   serial:PATH?baud=115200&data=8&parity=none&stop=1&flow=rtscts&hold=16&pace=none
 *     …?echo=remove: what comes back of what is sent is taken out
 *     tcp://HOST:PORT   and others: each kind of link has a file of its own
 */
import type { Clock } from '../clock/clock';
import { withoutEcho } from './echo/echo-removal';
import { EXEC } from './exec-link';
import { LABGRID } from './labgrid-link';
import type { Link, LinkBinding } from './link';
import { invalid, splitQuery, type GivenUrl, type LineFormat, type LinkKind } from './link-url';
import { RFC2217 } from './rfc2217/rfc2217-link';
import { SERIAL } from './serial-link';
import { TCP } from './tcp-link';
import { UDP } from './udp-link';

const KINDS = { serial: SERIAL, tcp: TCP, udp: UDP, rfc2217: RFC2217, labgrid: LABGRID, exec: EXEC };

type LinkAddress = ReturnType<(typeof KINDS)[keyof typeof KINDS]['parse']>;

export type LinkTarget = LinkAddress & {
  /** All that is sent comes back, and is taken out. */
  readonly removesEcho?: true;
};

function kindOf({ scheme }: LinkAddress): LinkKind<LinkTarget> {
  return KINDS[scheme];
}

/** A program in place of a board has a terminal for bytes, unless the link is a screen. */
export function withTerminal(target: LinkTarget, { screen }: { readonly screen?: true }): LinkTarget {
  return target.scheme === 'exec' && screen !== true ? { ...target, isRaw: true } : target;
}

/**
 * Parses one URL. `format`: of a URL that names none, or its rate alone; it matters only where the link is opened. Throws {@link LinkError} `invalid`.
 */
export function parseLinkUrl(name: string, text: string, format: number | LineFormat = 115_200): LinkTarget {
  const [before, given] = splitQuery(text);
  const [echo, ...more] = new URLSearchParams(given).getAll('echo');
  if (echo === undefined || /^exec:/i.test(text)) return parseAddressed({ ...formatOf(format), name, text });
  if (echo !== 'remove' || more.length > 0) throw invalid(name, `link ${name}: give echo=remove once`);
  const rest = given.split('&').filter((one) => !one.startsWith('echo='));
  const bare = rest.length === 0 ? before : `${before}?${rest.join('&')}`;
  const target = parseAddressed({ ...formatOf(format), name, text: bare });
  if (bindingOf(target) === 'udp')
    throw invalid(name, `link ${name}: echo=remove is for bytes, and udp has datagrams: leave it out`);
  return {
    ...target,
    url: target.scheme === 'serial' ? `serial:${text.replace(/^serial:/i, '')}` : text,
    removesEcho: true,
  };
}

/** Of a link that may have more to it. */
function formatOf(given: number | LineFormat): LineFormat {
  if (typeof given === 'number') return { baud: given };
  const { baud, dataBits = 8, parity = 'none', stopBits = 1 } = given;
  return { baud, dataBits, parity, stopBits };
}

function parseAddressed(given: GivenUrl): LinkAddress {
  const { name, text } = given;
  const scheme = schemeOf(text);
  if (isKnown(scheme)) return KINDS[scheme].parse(given);
  const examples = Object.values(KINDS).map(({ example }) => example);
  const known = `${examples.slice(0, -1).join(', ')} or ${examples.at(-1)}`;
  if (text === '') throw invalid(name, `link ${name} is empty: give ${known}`);
  throw invalid(name, `link ${name}: unknown kind '${scheme}:': give ${known}`);
}

/** `serial` for a path alone; '' for no text. */
function schemeOf(text: string): string {
  if (/^(?:com\d+:)?$/i.test(text)) return text === '' ? '' : 'serial';
  return /^([a-z][a-z0-9]{2,}):/i.exec(text)?.[1]?.toLowerCase() ?? 'serial';
}

function isKnown(scheme: string): scheme is keyof typeof KINDS {
  return Object.hasOwn(KINDS, scheme);
}

/** The carrier of a link, from its URL. */
export function bindingOf({ url }: { readonly url: string }): LinkBinding {
  const scheme = schemeOf(url);
  return isKnown(scheme) ? KINDS[scheme].binding : 'serial';
}

/** What no two runs can have at a time; undefined: there is nothing. */
export function ownedBy(target: LinkTarget): string | undefined {
  return kindOf(target).owned?.(target);
}

/** Opens the link that a URL names. Rejects with {@link LinkError}. */
export async function openTarget(name: string, target: LinkTarget, clock: Clock): Promise<Link> {
  const link = await kindOf(target).open({ ...target, name, clock });
  return target.removesEcho === true ? withoutEcho(link) : link;
}
