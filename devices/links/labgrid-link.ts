/**
 * A link to the serial port of a place of labgrid: labgrid's own client acquires the place, tells where its port is, and releases it
 * when the link closes.
 *
 *     labgrid:PLACE?baud=115200…
 *
 *     labgrid-client -p PLACE acquire
 *     labgrid-client -p PLACE env          … NetworkSerialPort: host, port
 *     labgrid-client -p PLACE release
 *
 * A place that this user has acquired by hand is used, and stays acquired. So it is with one that a killed process left: labgrid's
 * own leases do not end.
 */
import { execFile, spawn } from 'node:child_process';
import { callAtProcessEnd } from '../child-process';
import { LinkError, type Link } from './link';
import {
  invalid,
  parseSettings,
  splitQuery,
  type GivenUrl,
  type LineSettings,
  type LinkKind,
  type ParsedLink,
} from './link-url';
import { openRfc2217Link, type Rfc2217LinkOptions } from './rfc2217/rfc2217-link';

export interface LabgridTarget extends ParsedLink {
  readonly scheme: 'labgrid';
  readonly place: string;
  readonly settings: LineSettings;
}

export const LABGRID: LinkKind<LabgridTarget> = {
  example: 'labgrid:PLACE',
  binding: 'serial',
  parse: parsePlace,
  owned: ({ place }) => `labgrid:${place}`,
  open: openLabgridLink,
};

type LabgridLinkOptions = LabgridTarget & Omit<Rfc2217LinkOptions, 'host' | 'port'>;

function parsePlace(given: GivenUrl): LabgridTarget {
  const { name, text } = given;
  const [address, query] = splitQuery(text);
  const place = address.slice('labgrid:'.length);
  if (!/^[A-Za-z0-9_][\w.+-]*$/.test(place))
    throw invalid(name, `link ${name}: '${text}' names no place of labgrid: give labgrid:PLACE`);
  return { scheme: 'labgrid', url: text, place, settings: parseSettings(given, query) };
}

const CLIENT = 'labgrid-client';
const CLIENT_MS = 30_000;
const MOST_OUTPUT = 1 << 20;

interface Answer {
  readonly good: boolean;
  readonly text: string;
  /** Its last words, where it failed. */
  readonly error: string;
}

/** Rejects with {@link LinkError}: missing (no client, no coordinator, no port), busy (somebody else has the place), and those of RFC 2217. */
async function openLabgridLink(options: LabgridLinkOptions): Promise<Link> {
  const { name, place } = options;
  const acquired = await ask(name, place, 'acquire');
  // Another's place says so here, too.
  const env = await ask(name, place, 'env');
  const release = acquired.good ? releaseOnce(name, place) : (): Promise<void> => Promise.resolve();
  try {
    if (!env.good)
      throw new LinkError(name, 'busy', `link ${name}: labgrid gives no place '${place}': ${acquired.error}`);
    const link = await openRfc2217Link({ ...options, ...portIn(name, place, env.text) });
    const close = link.close.bind(link);
    return Object.assign(link, { close: () => close().finally(release) });
  } catch (error) {
    await release();
    throw error;
  }
}

/** Resolves once the place is free. A second call waits for the first. */
function releaseOnce(name: string, place: string): () => Promise<void> {
  let released: Promise<void> | undefined;
  const cancel = callAtProcessEnd(() =>
    spawn(CLIENT, wordsOf(place, 'release'), { detached: true, stdio: 'ignore', env: process.env }).unref(),
  );
  return () =>
    (released ??= ask(name, place, 'release').then(
      () => cancel(),
      () => cancel(),
    ));
}

/** `env` prints YAML: the resources of the place, each with its settings below it. */
function portIn(name: string, place: string, text: string): { readonly host: string; readonly port: number } {
  const [, settings = ''] = /^[ -]*NetworkSerialPort:\n((?: {6,}.*\n?)*)/m.exec(text) ?? [];
  const value = (key: string): string | undefined =>
    new RegExp(`^ +${key}: ['"]?([^'"\\s]+)`, 'm').exec(settings)?.[1];
  const [host, port] = [value('host'), Number(value('port'))];
  if (host === undefined || !Number.isInteger(port) || port < 1 || port > 65_535)
    throw new LinkError(
      name,
      'missing',
      `link ${name}: place '${place}' exports no serial port to the network (NetworkSerialPort)`,
    );
  if (value('protocol') === 'raw')
    throw new LinkError(
      name,
      'refused',
      `link ${name}: place '${place}' exports its port without RFC 2217 (protocol: raw): acquire it by hand, and give tcp://${host}:${port}`,
    );
  return { host, port };
}

function wordsOf(place: string, action: string): readonly string[] {
  return ['-p', place, action];
}

function ask(name: string, place: string, action: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { timeout: CLIENT_MS, maxBuffer: MOST_OUTPUT, env: process.env };
    execFile(CLIENT, wordsOf(place, action), options, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT')
        return reject(new LinkError(name, 'missing', `link ${name}: there is no ${CLIENT}: install labgrid`));
      const last = stderr.trim().split('\n').at(-1) ?? '';
      resolve({ good: error === null, text: stdout, error: last === '' ? (error?.message ?? '') : last });
    });
  });
}
