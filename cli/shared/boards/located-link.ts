/** Resolves a link option (a URL, `name=URL`, or the name of a configured board), and decodes what is received on the link, for output. */
import type { Shared } from '../command-options';
import { existsSync } from 'node:fs';
import { bindingOf, type LinkTarget } from '../../../devices/links/link-target';
import type { LinkBinding } from '../../../devices/links/link';
import type { Parameters } from '../../../protocols/requirement';
import type { Dialect } from '../../../scenarios/dialect';
import type { Protocol } from '../../../scenarios/protocol';
import { loadConfig } from '../../config/config';
import { configuredBoard, type ConfiguredBoard, mergeParams } from '../../config/configured-board';
import { findProtocol, findSuite, namedUrl, parseAssignments, parseParameters } from '../option-values';
import { parseLinkTarget, applyBaud } from './run-target';
import { UsageError } from '../usage-error';
import type { Chunk } from '../../../protocols/chunk';
import type { Codec, Decoder, FrameEvent } from '../../../protocols/frame';
import type { Micros } from '../../../protocols/time';
import type { BytesRecord } from '../../../scenarios/record';
import { hex } from '../../../protocols/bytes';

export type LocatedLink = Awaited<ReturnType<typeof locateLink>>;

type LinkOptions = Partial<Shared<'config' | 'param'>> & { readonly suite?: string | undefined };

const NAME = /^[A-Za-z][\w-]*$/;
/** A port of Windows. */
const PORT = /^com\d+$/i;

/**
 * The configured board that `text` names; undefined for a URL or a path. Rejects with {@link UsageError} for the name of no
 * board.
 */
export async function findConfiguredBoard(
  text: string,
  config: string | undefined,
): Promise<ConfiguredBoard | undefined> {
  if (!NAME.test(text)) return undefined;
  const known = (await loadConfig(config))?.boards[text] !== undefined;
  return known || !(PORT.test(text) || existsSync(text)) ? configuredBoard(text, { config }) : undefined;
}

export async function locateLink(text: string, options: LinkOptions) {
  const [wanted, place] = namedUrl(text);
  const board = await findConfiguredBoard(place, options.config);
  const suite = options.suite ?? board?.suite;
  const parameters = await parametersOf(suite, board, options.params ?? []);
  const suiteLinks = suite === undefined ? undefined : await linksOf(suite, parameters);
  const given = board === undefined ? text : linkOf(board, wanted);
  const [named, url] = namedUrl(given);
  const name = named ?? wanted ?? suiteLinks?.[0]?.name ?? 'main';
  const link = suiteLinks?.find((one) => one.name === name);
  if (suiteLinks !== undefined && link === undefined)
    throw new UsageError(
      `suite ${suite ?? ''} has no link '${name}': its links are ${suiteLinks.map((one) => one.name).join(', ')}`,
    );
  const target = parseLinkTarget(name, url, link ?? { baud: 115_200, screen: true });
  const binding: LinkBinding = bindingOf(target);
  const dialects = suite === undefined ? undefined : await (await findProtocol(suite)).dialects?.();
  const dialect = dialects?.({ parameters, binding }).find((one) => one.link === name);
  // Without a suite the parameters are empty; `board`: the configured one, if the option names one.
  return { name, target, suite, dialect, parameters, board };
}

/** That of the link with a request which any board answers, with the parameters' defaults. */
export async function probedDialect(
  { suite, dialects }: Protocol,
  target: LinkTarget,
): Promise<Dialect | undefined> {
  const parameters = Object.fromEntries(suite.parameters.map((one) => [one.name, one.default]));
  const known = (await dialects?.())?.({ parameters, binding: bindingOf(target) });
  return known?.find(({ probe }) => probe !== undefined);
}

/** All of them come back from a line that returns what is sent. A board may return one by chance. */
export const ECHO_PATTERNS = [
  Buffer.of(0x55, 0xaa, 0x0f, 0xf0, 0x33, 0xcc, 0x5a, 0xa5),
  Buffer.of(0xa5, 0x0f, 0x55, 0x33, 0xf0, 0x5a, 0xcc, 0xaa),
];

function linkOf({ name: board, links }: ConfiguredBoard, wanted: string | undefined): string {
  const found = wanted === undefined ? links[0] : links.find((text) => text.startsWith(`${wanted}=`));
  if (found !== undefined) return found;
  const names = links.map((text) => text.split('=', 1)[0]);
  throw new UsageError(`board ${board} has no link '${wanted ?? ''}': its links are ${names.join(', ')}`);
}

async function parametersOf(
  suite: string | undefined,
  board: ConfiguredBoard | undefined,
  params: readonly string[],
): Promise<Parameters> {
  if (suite === undefined) {
    if (params.length === 0) return {};
    throw new UsageError('--param belongs to a suite: give --suite too');
  }
  const own = board?.suite === suite ? board.params : [];
  const values = parseParameters([await findSuite(suite)], parseAssignments(mergeParams(own, params)));
  return values.get(suite) ?? {};
}

async function linksOf(suite: string, parameters: Parameters) {
  const { links, parameters: declared } = await findSuite(suite);
  return applyBaud(links, declared, parameters);
}

type Explained = Pick<Codec<unknown>, 'decoder' | 'fields'>;

export class LinkListener {
  private readonly decoder: Decoder<unknown>;
  /** The bounds of the time at which the pending bytes began. */
  private began: { notBefore: Micros; notAfter: Micros } | undefined;

  constructor(
    private readonly link: string,
    private readonly codec: Explained,
    private readonly onEvent: (record: BytesRecord, event: FrameEvent<unknown>) => void,
  ) {
    this.decoder = codec.decoder();
  }

  /** When silence alone gives an event; undefined: never. */
  deadline(): Micros | undefined {
    return this.decoder.deadline();
  }

  take(chunk: Chunk): void {
    this.began ??= chunk;
    this.emit(this.decoder.push(chunk.bytes, chunk.notAfter), chunk);
  }

  /** No bytes came until `now`. */
  tick(now: Micros): void {
    const due = this.decoder.deadline();
    if (due !== undefined && due <= now) this.emit(this.decoder.tick(now), undefined);
  }

  private emit(events: readonly FrameEvent<unknown>[], chunk: Chunk | undefined): void {
    for (const event of events) {
      const notBefore = this.began?.notBefore ?? event.first;
      this.onEvent(
        {
          link: this.link,
          direction: 'rx',
          notBefore: Math.round(Math.min(notBefore, event.last)),
          notAfter: Math.round(event.last),
          hex: hex(event.raw),
          ...(event.kind === 'reject' ? { reject: event.error.message } : {}),
          fields: this.codec.fields(event.raw),
        },
        event,
      );
      // The next event began in this chunk, not before.
      this.began = this.decoder.pending === 0 ? undefined : chunk;
      if (chunk !== undefined) this.began ??= chunk;
    }
    if (this.decoder.pending === 0) this.began = undefined;
  }
}
