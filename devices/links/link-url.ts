/**
 * Link URLs: the values of `--link`.
 *
 *     /dev/ttyUSB0   COM3   serial:PATH?baud=115200&data=8&parity=none&stop=1&flow=rtscts&hold=16&pace=none
 *     …?echo=remove, of serial, tcp, rfc2217 and labgrid: what comes back of what is sent is taken out
 *     tcp://HOST:PORT   udp://HOST:PORT   exec:COMMAND (a program on a pseudo-terminal)
 *     rfc2217://HOST:PORT?baud=115200&… (a serial port of another machine)
 *     labgrid:PLACE?baud=115200&… (the same, of a place of labgrid)
 */
import { millis } from '../../protocols/time';
import type { LinePace } from '../host-timing/line-pace';
import { LinkError } from './link';
import type { SerialSettings } from './serial-link';

type LineSettings = Omit<SerialSettings, 'path'>;

export type LinkTarget = LinkAddress & {
  /** All that is sent comes back, and is taken out. */
  readonly removesEcho?: true;
};

type LinkAddress =
  | { readonly scheme: 'serial'; readonly url: string; readonly settings: SerialSettings }
  | { readonly scheme: 'tcp' | 'udp'; readonly url: string; readonly host: string; readonly port: number }
  | {
      readonly scheme: 'rfc2217';
      readonly url: string;
      readonly host: string;
      readonly port: number;
      readonly settings: LineSettings;
    }
  | {
      readonly scheme: 'labgrid';
      readonly url: string;
      readonly place: string;
      readonly settings: LineSettings;
    }
  | {
      readonly scheme: 'exec';
      readonly url: string;
      readonly command: string;
      /** Its terminal passes bytes as they are. Default: as for a person. */
      readonly isRaw?: true;
    };

const KNOWN =
  'serial:PATH?baud=115200, tcp://HOST:PORT, udp://HOST:PORT, rfc2217://HOST:PORT, labgrid:PLACE or exec:COMMAND';
const SERIAL_KEYS = ['baud', 'data', 'parity', 'stop', 'flow', 'hold', 'pace'];

/** A program in place of a board has a terminal for bytes, unless the link is a screen. */
export function withTerminal(target: LinkTarget, { screen }: { readonly screen?: true }): LinkTarget {
  return target.scheme === 'exec' && screen !== true ? { ...target, isRaw: true } : target;
}

/** Parses one URL. `baud`: the rate of a URL without one. Throws {@link LinkError} `invalid`. */
export function parseLinkUrl(name: string, text: string, baud: number): LinkTarget {
  const [before, given] = splitQuery(text);
  const [echo, ...more] = new URLSearchParams(given).getAll('echo');
  if (echo === undefined || /^exec:/i.test(text)) return parseAddressed(name, text, baud);
  if (echo !== 'remove' || more.length > 0) throw invalid(name, `link ${name}: give echo=remove once`);
  const rest = given.split('&').filter((one) => !one.startsWith('echo='));
  const target = parseAddressed(name, rest.length === 0 ? before : `${before}?${rest.join('&')}`, baud);
  if (target.scheme === 'udp')
    throw invalid(name, `link ${name}: echo=remove is for bytes, and udp has datagrams: leave it out`);
  return {
    ...target,
    url: target.scheme === 'serial' ? `serial:${text.replace(/^serial:/i, '')}` : text,
    removesEcho: true,
  };
}

function parseAddressed(name: string, text: string, baud: number): LinkAddress {
  const scheme = /^([a-z][a-z0-9]{2,}):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'tcp' || scheme === 'udp') return { scheme, url: text, ...parseAddress(scheme, name, text) };
  if (scheme === 'rfc2217') {
    const [address, query] = splitQuery(text);
    const settings = parseSettings(name, text, query, baud);
    return { scheme, url: text, ...parseAddress(scheme, name, address), settings };
  }
  if (scheme === 'labgrid') return parsePlace(name, text, baud);
  if (scheme === 'exec') return parseCommand(name, text);
  if (scheme === 'serial') return parseSerial(name, text.slice('serial:'.length), baud);
  if (scheme === undefined || /^com\d+:$/i.test(text)) {
    if (text === '') throw invalid(name, `link ${name} is empty: give ${KNOWN}`);
    return parseSerial(name, text, baud);
  }
  throw invalid(name, `link ${name}: unknown kind '${scheme}:': give ${KNOWN}`);
}

function invalid(name: string, text: string): LinkError {
  return new LinkError(name, 'invalid', text);
}

function splitQuery(text: string): readonly [before: string, query: string] {
  const at = text.indexOf('?');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function parseCommand(name: string, text: string): LinkAddress {
  const command = text.slice('exec:'.length).trim();
  if (command === '' || command.includes('\0'))
    throw invalid(name, `link ${name}: no command named: give exec:COMMAND, as in exec:./game`);
  // Messages show the URL in one line.
  return { scheme: 'exec', url: text.replace(/\s+/g, ' '), command };
}

function parsePlace(name: string, text: string, baud: number): LinkAddress {
  const [address, query] = splitQuery(text);
  const place = address.slice('labgrid:'.length);
  if (!/^[A-Za-z0-9_][\w.+-]*$/.test(place))
    throw invalid(name, `link ${name}: '${text}' names no place of labgrid: give labgrid:PLACE`);
  return { scheme: 'labgrid', url: text, place, settings: parseSettings(name, text, query, baud) };
}

function parseAddress(scheme: string, name: string, text: string): { host: string; port: number } {
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

function parseSerial(name: string, text: string, baud: number): LinkAddress {
  const [path, query] = splitQuery(text);
  if (path === '')
    throw invalid(name, `link ${name}: no port named: give serial:PATH, as in serial:/dev/ttyUSB0`);
  const settings = parseSettings(name, text, query, baud);
  return { scheme: 'serial', url: `serial:${text}`, settings: { path, ...settings } };
}

function parseSettings(name: string, text: string, given: string, baud: number): LineSettings {
  const query = new URLSearchParams(given);
  const refuse = (why: string): never => {
    throw invalid(name, `link ${name}: ${why}`);
  };
  for (const key of query.keys())
    if (!SERIAL_KEYS.includes(key))
      refuse(`unknown setting '${key}': known are ${SERIAL_KEYS.join(', ')}, echo`);
  for (const key of SERIAL_KEYS)
    if (query.getAll(key).length > 1) refuse(`'${key}' is given twice in '${text}'`);
  const word = <T extends string>(key: string, preset: T, ...others: readonly T[]): T => {
    const value = query.get(key) ?? preset;
    const words = [preset, ...others];
    return words.find((one) => one === value) ?? refuse(`${key} is ${listed(words)}, not '${value}'`);
  };
  const number = (key: string, preset: number, min: number, max: number): number => {
    const value = query.get(key) ?? String(preset);
    const read = /^\d+$/.test(value) ? Number(value) : NaN;
    if (read >= min && read <= max) return read;
    return refuse(`${key} is a number from ${min} to ${max}, not '${value}'`);
  };
  const data = number('data', 8, 5, 8);
  return {
    baud: number('baud', baud, 50, 12_000_000),
    dataBits: data === 5 ? 5 : data === 6 ? 6 : data === 7 ? 7 : 8,
    stopBits: number('stop', 1, 1, 2) === 2 ? 2 : 1,
    parity: word('parity', 'none', 'even', 'odd'),
    rtscts: word('flow', 'none', 'rtscts') === 'rtscts',
    ...(query.has('pace') ? { pace: word<LinePace>('pace', 'line', 'none', 'unknown') } : {}),
    ...(query.has('hold') ? { hold: millis(number('hold', 16, 0, 1000)) } : {}),
  };
}

/** `none, even or odd`. */
function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}
