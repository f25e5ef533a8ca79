/** What the URLs of links have in common: an address, and the settings of a line. */
import { millis, type Micros } from '../../protocols/time';
import type { LinePace } from '../host-timing/line-pace';
import type { HostLinkOptions } from './host-link';
import { LinkError, type Link, type LinkBinding } from './link';

/** The rate and the format of characters. Default: 8 data bits, no parity, 1 stop bit. */
export interface LineFormat {
  readonly baud: number;
  readonly dataBits?: 5 | 6 | 7 | 8;
  readonly parity?: 'none' | 'even' | 'odd';
  readonly stopBits?: 1 | 2;
}

export interface LineSettings extends LineFormat {
  readonly rtscts?: boolean;
  /** How long the adapter may hold received bytes, microseconds; default 0 on a pseudo-terminal, else 16 000 (an FTDI's 16 ms). */
  readonly hold?: Micros;
  /** Default: none on a pseudo-terminal, unknown on a USB serial device, else that of the line. */
  readonly pace?: LinePace;
}

/** With the rate and the format of a URL that names none. */
export interface GivenUrl extends LineFormat {
  readonly name: string;
  readonly text: string;
}

export interface ParsedLink {
  readonly scheme: string;
  readonly url: string;
}

/** A kind of link: how its URL is read, and how it is opened. link-target.ts lists them. */
export interface LinkKind<T extends ParsedLink> {
  /** For messages: `tcp://HOST:PORT`. */
  readonly example: string;
  readonly binding: LinkBinding;
  /** Throws {@link LinkError} `invalid`. */
  parse(given: GivenUrl): T;
  /** Rejects with {@link LinkError}. */
  open(options: T & HostLinkOptions): Promise<Link>;
  /** What no two runs can have at a time. Default: nothing. */
  owned?(target: T): string;
}

const SERIAL_KEYS = ['baud', 'data', 'parity', 'stop', 'flow', 'hold', 'pace'];

export function invalid(name: string, text: string): LinkError {
  return new LinkError(name, 'invalid', text);
}

export function splitQuery(text: string): readonly [before: string, query: string] {
  const at = text.indexOf('?');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** `SCHEME://HOST:PORT`. */
export function parseAddress(scheme: string, { name, text }: GivenUrl): Address {
  const match = /^[a-z0-9]+:\/\/(?:\[([0-9a-fA-F:.]+)\]|([^:/?#\s]+)):(\d{1,5})\/?$/i.exec(text);
  const port = Number(match?.[3]);
  const host = match?.[1] ?? match?.[2];
  if (host === undefined || port < 1 || port > 65_535)
    throw invalid(
      name,
      `link ${name}: '${text}' is not a ${scheme.toUpperCase()} address: give ${scheme}://HOST:PORT, as in ${scheme}://localhost:4000`,
    );
  return { host, port };
}

/** A kind of link to a host and a port, whose carrier is its scheme. */
export function networkLink<S extends 'tcp' | 'udp'>(
  scheme: S,
  open: (options: Address & HostLinkOptions) => Promise<Link>,
): LinkKind<ParsedLink & Address & { readonly scheme: S }> {
  return {
    example: `${scheme}://HOST:PORT`,
    binding: scheme,
    parse: (given) => ({ scheme, url: given.text, ...parseAddress(scheme, given) }),
    owned: addressOf,
    open,
  };
}

export function addressOf({ host, port }: Address): string {
  return `${host.toLowerCase()}:${port}`;
}

/** The settings after the `?` of a URL. */
export function parseSettings(
  { name, text, baud, dataBits = 8, parity = 'none', stopBits = 1 }: GivenUrl,
  given: string,
): LineSettings {
  const query = new URLSearchParams(given);
  const refuse = (why: string): never => {
    throw invalid(name, `link ${name}: ${why}`);
  };
  for (const key of query.keys())
    if (!SERIAL_KEYS.includes(key))
      refuse(`unknown setting '${key}': known are ${SERIAL_KEYS.join(', ')}, echo`);
  for (const key of SERIAL_KEYS)
    if (query.getAll(key).length > 1) refuse(`'${key}' is given twice in '${text}'`);
  const word = <T extends string>(key: string, preset: T, words: readonly T[]): T => {
    const value = query.get(key) ?? preset;
    return words.find((one) => one === value) ?? refuse(`${key} is ${listed(words)}, not '${value}'`);
  };
  const number = (key: string, preset: number, min: number, max: number): number => {
    const value = query.get(key) ?? String(preset);
    const read = /^\d+$/.test(value) ? Number(value) : NaN;
    if (read >= min && read <= max) return read;
    return refuse(`${key} is a number from ${min} to ${max}, not '${value}'`);
  };
  const data = number('data', dataBits, 5, 8);
  return {
    baud: number('baud', baud, 50, 12_000_000),
    dataBits: data === 5 ? 5 : data === 6 ? 6 : data === 7 ? 7 : 8,
    stopBits: number('stop', stopBits, 1, 2) === 2 ? 2 : 1,
    parity: word('parity', parity, ['none', 'even', 'odd']),
    rtscts: word('flow', 'none', ['none', 'rtscts']) === 'rtscts',
    ...(query.has('pace') ? { pace: word<LinePace>('pace', 'line', ['line', 'none', 'unknown']) } : {}),
    ...(query.has('hold') ? { hold: millis(number('hold', 16, 0, 1000)) } : {}),
  };
}

/** `none, even or odd`. */
function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}
