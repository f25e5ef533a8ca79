/** What a file says of a board's line, whatever its format. */
import type { Chunk, LinkBinding } from '../../../../devices/links/link';
import type { Parameters } from '../../../../protocols/requirement';
import { micros, type Micros } from '../../../../protocols/time';
import type { TraceEvent, TraceLink } from '../../../../scenarios/monitor/trace/trace-monitor';

export interface TraceSource {
  /** Times are microseconds from any beginning, not below 0. */
  readonly events: readonly TraceEvent[];
  /** It begins as the board was powered. */
  readonly fresh: boolean;
  /** Its times are those of the wire. */
  readonly exact: boolean;
  /** It says when the board was reset. */
  readonly recordsResets: boolean;
  /** What carries a link of which it tells no opening; left out: it does not say. */
  readonly binding?: LinkBinding;
  /** Until then the line was listened to, where the file says that: what has not come by then did not come. */
  readonly ends?: Micros;
  /** Those of the board, where the file says them. */
  readonly parameters?: Parameters;
}

/** What a person says of a file that does not say it itself. */
export interface TraceOptions {
  readonly suite: string;
  /** The protocol's links; `called`: as the file names them, where a person says so. */
  readonly links: readonly (TraceLink & { readonly called?: string })[];
  /** Names of the analyser's channels: what the host sends, and what the board sends. */
  readonly host?: string | undefined;
  readonly board?: string | undefined;
  /** Samples a second, where times are counted in samples. */
  readonly samplerate?: number | undefined;
}

/** A chunk between two instants in microseconds, on a line of `baud`. */
export function chunkOf(
  direction: 'tx' | 'rx',
  bytes: Uint8Array,
  notBefore: number,
  notAfter: number,
  baud: number,
): Chunk {
  const lastNotBefore = Math.min(notAfter, notBefore + (bytes.length - 1) * (10e6 / baud));
  return {
    direction,
    bytes,
    notBefore: micros(notBefore),
    notAfter: micros(notAfter),
    lastNotBefore: micros(Math.max(notBefore, lastNotBefore)),
  };
}

/** `pause`: from here on what passed is left out, up to where it is lost. */
export type PausableEvent =
  TraceEvent | { readonly kind: 'pause'; readonly at: Micros; readonly detail: string };

const PRESENCE_KINDS: readonly PausableEvent['kind'][] = ['open', 'close', 'board'];

/** What is known between a pause and its end is nothing but who was there. */
export function removePauses(passages: readonly PausableEvent[]): readonly TraceEvent[] {
  let paused = false;
  return passages.flatMap((passage): TraceEvent[] => {
    if (passage.kind === 'pause') {
      paused = true;
      return [{ ...passage, kind: 'lost' }];
    }
    if (passage.kind === 'lost') paused = false;
    return paused && !PRESENCE_KINDS.includes(passage.kind) ? [] : [passage];
  });
}

/** What an event of a line says of the board: of a link that is none of its protocol's, that it was reset at most. */
export function lineEvent(
  event: string,
  detail: string,
  at: Micros,
  link: string | undefined,
): PausableEvent | undefined {
  if (event === 'reset') return { kind: 'reset', at, detail };
  if (event === 'present') return { kind: 'present', at, detail };
  if (event === 'board') return boardEvent(detail, at);
  if (event === 'lost') return { kind: 'lost', at, detail };
  if (event === 'trace-pauses') return { kind: 'pause', at, detail };
  if (event === 'trace-full') return { kind: 'lost', at, detail };
  if (link === undefined) return undefined;
  if (event === 'open' && isBinding(detail)) return { kind: 'open', link, binding: detail, at };
  if (event === 'close') return { kind: 'close', link, by: 'host', at };
  if (event === 'closed') return { kind: 'close', link, by: 'board', at };
  return undefined;
}

/** A suite, and a board that it is asked of: `ttt@ttt-udp/ttt-pvp {"game":"ttt-pvp"}`: who it is, and its parameters. */
function boardEvent(detail: string, at: Micros): PausableEvent | undefined {
  const json = /^\S+ (\{.*\})$/s.exec(detail)?.[1];
  return json === undefined ? undefined : { kind: 'board', at, detail, parameters: parametersOf(json) };
}

/** The numbers and words of a JSON object; of anything else, none. */
export function parametersOf(json: string): Parameters {
  const values = parseJson(json);
  if (typeof values !== 'object' || values === null) return {};
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'number' || typeof value === 'string' ? [[name, value] as const] : [],
    ),
  );
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Of a link by its URL, as wirejig writes it down. */
export function bindingOf(url: string): LinkBinding {
  if (url.startsWith('tcp:')) return 'tcp';
  return url.startsWith('udp:') ? 'udp' : 'serial';
}

function isBinding(text: string): text is LinkBinding {
  return text === 'tcp' || text === 'udp' || text === 'serial';
}
