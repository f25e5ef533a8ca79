/**
 * Link URLs: what a person types after `--link`.
 *
 *     /dev/ttyUSB0   COM3   serial:PATH?baud=115200&data=8&parity=none&stop=1&flow=rtscts&hold=16
 *     tcp://HOST:PORT   udp://HOST:PORT   exec:COMMAND (a program on a pseudo-terminal)
 *     rfc2217://HOST:PORT?baud=115200&… (a serial port of another machine)
 */
import { millis } from '../../protocols/time';
import { LinkError } from './link';
import type { SerialSettings } from './serial-link';

type LineSettings = Omit<SerialSettings, 'path'>;

export type LinkTarget =
  | { readonly scheme: 'serial'; readonly url: string; readonly settings: SerialSettings }
  | { readonly scheme: 'tcp' | 'udp'; readonly url: string; readonly host: string; readonly port: number }
  | {
      readonly scheme: 'rfc2217';
      readonly url: string;
      readonly host: string;
      readonly port: number;
      readonly settings: LineSettings;
    }
  | { readonly scheme: 'exec'; readonly url: string; readonly command: string };

const KNOWN =
  'serial:PATH?baud=115200, tcp://HOST:PORT, udp://HOST:PORT, rfc2217://HOST:PORT or exec:COMMAND';
const SERIAL_KEYS = ['baud', 'data', 'parity', 'stop', 'flow', 'hold'];

/** Reads one URL. `baud` is the protocol's own rate, used where the URL names none. Throws {@link LinkError} `invalid`. */
export function parseLinkUrl(name: string, text: string, baud: number): LinkTarget {
  const scheme = /^([a-z][a-z0-9]{2,}):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'tcp' || scheme === 'udp') return netTarget(scheme, name, text);
  if (scheme === 'rfc2217') return farSerialTarget(name, text, baud);
  if (scheme === 'exec') return execTarget(name, text);
  if (scheme === 'serial') return serialTarget(name, text.slice('serial:'.length), baud);
  if (scheme === undefined || /^com\d+:$/i.test(text)) {
    if (text === '') throw new LinkError(name, 'invalid', `link ${name} is empty: give ${KNOWN}`);
    return serialTarget(name, text, baud);
  }
  throw new LinkError(name, 'invalid', `link ${name}: unknown kind '${scheme}:': give ${KNOWN}`);
}

function execTarget(name: string, text: string): LinkTarget {
  const command = text.slice('exec:'.length).trim();
  if (command === '' || command.includes('\0'))
    throw new LinkError(
      name,
      'invalid',
      `link ${name}: no command named: give exec:COMMAND, as in exec:./game`,
    );
  // What is said of it is one line.
  return { scheme: 'exec', url: text.replace(/\s+/g, ' '), command };
}

/** A network address, and behind it the settings of its port. */
function farSerialTarget(name: string, text: string, baud: number): LinkTarget {
  const [, address = text, query = ''] = /^([^?]*)\?(.*)$/s.exec(text) ?? [];
  const { host, port } = addressOf('rfc2217', name, address);
  return { scheme: 'rfc2217', url: text, host, port, settings: settingsOf(name, text, query, baud) };
}

function netTarget(scheme: 'tcp' | 'udp', name: string, text: string): LinkTarget {
  return { scheme, url: text, ...addressOf(scheme, name, text) };
}

function addressOf(scheme: string, name: string, text: string): { host: string; port: number } {
  const match = /^[a-z0-9]+:\/\/(?:\[([0-9a-fA-F:.]+)\]|([^:/?#\s]+)):(\d{1,5})\/?$/i.exec(text);
  const port = Number(match?.[3]);
  const host = match?.[1] ?? match?.[2];
  if (host === undefined || port < 1 || port > 65_535)
    throw new LinkError(
      name,
      'invalid',
      `link ${name}: '${text}' is no ${scheme.toUpperCase()} address: give ${scheme}://HOST:PORT, as in ${scheme}://localhost:4000`,
    );
  return { host, port };
}

function serialTarget(name: string, text: string, baud: number): LinkTarget {
  const question = text.indexOf('?');
  const path = question < 0 ? text : text.slice(0, question);
  if (path === '')
    throw new LinkError(
      name,
      'invalid',
      `link ${name}: no port named: give serial:PATH, as in serial:/dev/ttyUSB0`,
    );
  const settings = settingsOf(name, text, question < 0 ? '' : text.slice(question + 1), baud);
  return { scheme: 'serial', url: `serial:${text}`, settings: { path, ...settings } };
}

function settingsOf(name: string, text: string, given: string, baud: number): LineSettings {
  const query = new URLSearchParams(given);
  for (const key of query.keys())
    if (!SERIAL_KEYS.includes(key))
      throw new LinkError(
        name,
        'invalid',
        `link ${name}: unknown setting '${key}': known are ${SERIAL_KEYS.join(', ')}`,
      );
  for (const key of SERIAL_KEYS)
    if (query.getAll(key).length > 1)
      throw new LinkError(name, 'invalid', `link ${name}: '${key}' is given twice in '${text}'`);
  const rate = numberSetting(name, query, 'baud', baud, 50, 12_000_000);
  const data = numberSetting(name, query, 'data', 8, 5, 8);
  const stop = numberSetting(name, query, 'stop', 1, 1, 2);
  const parity = query.get('parity') ?? 'none';
  const flow = query.get('flow') ?? 'none';
  const hold = query.get('hold') === null ? undefined : numberSetting(name, query, 'hold', 16, 0, 1000);
  if (parity !== 'none' && parity !== 'even' && parity !== 'odd')
    throw new LinkError(name, 'invalid', `link ${name}: parity is none, even or odd, not '${parity}'`);
  if (flow !== 'none' && flow !== 'rtscts')
    throw new LinkError(name, 'invalid', `link ${name}: flow is none or rtscts, not '${flow}'`);
  return {
    baud: rate,
    dataBits: data === 5 ? 5 : data === 6 ? 6 : data === 7 ? 7 : 8,
    stopBits: stop === 2 ? 2 : 1,
    parity,
    rtscts: flow === 'rtscts',
    ...(hold === undefined ? {} : { hold: millis(hold) }),
  };
}

function numberSetting(
  name: string,
  query: URLSearchParams,
  key: string,
  preset: number,
  min: number,
  max: number,
): number {
  const text = query.get(key);
  if (text === null) return preset;
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(value >= min && value <= max))
    throw new LinkError(
      name,
      'invalid',
      `link ${name}: ${key} is a number from ${min} to ${max}, not '${text}'`,
    );
  return value;
}
