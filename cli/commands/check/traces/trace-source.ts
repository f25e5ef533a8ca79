/** The trace that a file of any format holds. */
import { delayedChunk, type Chunk } from '../../../../protocols/chunk';
import type { LinkBinding } from '../../../../devices/links/link';
import type { Parameters } from '../../../../protocols/requirement';
import { micros, type Micros } from '../../../../protocols/time';
import type { RecordedTrace } from '../../../../scenarios/monitor/trace/check-run';
import type { Notation } from './analyser-rows';
import type { TraceEvent, TraceLink } from '../../../../scenarios/monitor/trace/trace-monitor';

export interface TraceSource extends RecordedTrace {
  readonly warning?: string;
  /** Of the board, where the file has them. */
  readonly parameters?: Parameters;
}

export interface TraceOptions {
  readonly suite: string;
  /** The protocol's links; `called`: the name of the link in the file, where it is given. */
  readonly links: readonly (TraceLink & { readonly called?: string })[];
  /** Names of the analyser's channels: what the host sends, and what the board sends. The same: both are on one wire. */
  readonly host?: string | undefined;
  readonly board?: string | undefined;
  /** Samples per second, where times are counted in samples. */
  readonly samplerate?: number | undefined;
  /** How an analyser writes bytes, where its file does not show it. */
  readonly notation?: Notation | undefined;
}

/** Nobody sends to the board: its own wire is all of the line. */
export function isStream(links: readonly TraceLink[]): boolean {
  return links.every(({ wire }) => wire === 'rx');
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

/**
 * `pause`: from here on bytes are missing in the trace, until `lost`. `stalled`: what was sent before it may have come later. `reset-end`:
 * the reset before it was carried out.
 */
export type PausableEvent =
  | TraceEvent
  | { readonly kind: 'pause'; readonly at: Micros; readonly detail: string }
  | { readonly kind: 'stalled'; readonly at: Micros; readonly detail: string }
  | { readonly kind: 'board-waited'; readonly at: Micros; readonly detail: string }
  | { readonly kind: 'reset-end'; readonly at: Micros; readonly detail: string };

const PRESENCE_KINDS: readonly PausableEvent['kind'][] = ['open', 'close', 'board'];

interface Stall {
  readonly since: number;
  readonly until: number;
  readonly span: number;
}

const STALL = /^(\d+) us (?:in the last (\d+) us(?:, but the last (\d+) us)?|since (\d+))$/;

const RETRY = /^in the last (\d+) us$/;

interface LaterTold {
  readonly stalls: readonly Stall[];
  /** How long the board's program waited for a processor. */
  readonly waits: readonly Stall[];
  /** When resets were carried out, by when they began. */
  readonly resets: ReadonlyMap<Micros, Micros>;
  /** Since when something was tried that was tried again later; in order of time. */
  readonly tries: readonly Micros[];
}

/** Stalls are `300 us in the last 1000 us`, as a run writes them; older runs have `300 us since 5000`, by their own clock. */
export function laterToldIn(events: Iterable<PausableEvent>): LaterTold {
  const [stalls, waits]: [Stall[], Stall[]] = [[], []];
  const resets = new Map<Micros, Micros>();
  const tries: Micros[] = [];
  let resetAt: Micros | undefined;
  for (const event of events) {
    if (event.kind === 'retry') {
      const [, span] = RETRY.exec(event.detail) ?? [];
      if (span !== undefined) tries.push(micros(event.at - Number(span)));
    }
    if (event.kind === 'reset') resetAt = event.at;
    if (event.kind === 'reset-end' && resetAt !== undefined) resets.set(resetAt, event.at);
    if (event.kind !== 'stalled' && event.kind !== 'board-waited') continue;
    const [, span = '', last, rest, since] = STALL.exec(event.detail) ?? [];
    if (span === '') continue;
    const begin = last === undefined ? Number(since) : event.at - Number(last);
    const until = event.at - (rest === undefined ? 0 : Number(rest) + 1);
    (event.kind === 'stalled' ? stalls : waits).push({ since: begin, until, span: Number(span) });
  }
  return { stalls, waits, resets, tries };
}

function delayedEvent<Event extends PausableEvent>(event: Event, stalls: readonly Stall[]): Event {
  const { kind } = event;
  if (kind === 'close' && event.by === 'board') return event;
  if (kind !== 'chunk' && kind !== 'open' && kind !== 'close' && kind !== 'present') return event;
  const at = kind === 'chunk' ? event.chunk.notBefore : event.at;
  let span = 0;
  for (const stall of stalls) if (stall.since <= at && at <= stall.until) span = Math.max(span, stall.span);
  if (span === 0) return event;
  return kind === 'chunk'
    ? { ...event, chunk: delayedChunk(event.chunk, span) }
    : { ...event, until: micros(at + span) };
}

/**
 * Between a pause and its end only the events of opened and closed links and of boards are kept. The bounds of what was sent are as wide
 * as stalls make them, and resets as long as they took: these are read at first, once, where they are not known.
 */
export function removePauses(events: Iterable<PausableEvent>, known?: LaterTold): Iterable<TraceEvent> {
  let told = known;
  return {
    [Symbol.iterator]: () => {
      told ??= laterToldIn(events);
      return unpausedEvents(events, told);
    },
  };
}

function beginOf(event: PausableEvent): Micros {
  return event.kind === 'chunk' ? event.chunk.notBefore : event.at;
}

function* unpausedEvents(
  events: Iterable<PausableEvent>,
  { stalls, waits, resets, tries }: LaterTold,
): Generator<TraceEvent, void, undefined> {
  let paused = false;
  // What came before a pause may have later times than the chunk with which it begins.
  let latest = 0;
  let [tried, waited] = [0, 0];
  for (const event of events) {
    for (; beginOf(event) >= (tries[tried] ?? Infinity); tried++)
      yield { kind: 'tried', at: tries[tried] ?? micros(0) };
    for (; beginOf(event) >= (waits[waited]?.since ?? Infinity); waited++) {
      const { since = 0, until = 0, span = 0 } = waits[waited] ?? {};
      yield { kind: 'waited', at: micros(since), until: micros(until), span: micros(span) };
    }
    if (event.kind === 'stalled' || event.kind === 'board-waited' || event.kind === 'reset-end') continue;
    if (event.kind === 'pause') {
      paused = true;
      yield { ...event, kind: 'lost', at: micros(Math.max(event.at, latest)) };
      continue;
    }
    if (event.kind === 'lost') paused = false;
    latest = Math.max(latest, event.kind === 'chunk' ? event.chunk.notAfter : event.at);
    if (event.kind === 'reset' && !paused) yield { ...event, until: resets.get(event.at) ?? event.at };
    else if (!paused || PRESENCE_KINDS.includes(event.kind)) yield delayedEvent(event, stalls);
  }
}

/** The event of a journal line. Opening and closing count only for links of the protocol (`link`). */
export function lineEvent(
  event: string,
  detail: string,
  at: Micros,
  link: string | undefined,
): PausableEvent | undefined {
  if (event === 'reset' || event === 'charge' || event === 'stalled' || event === 'present')
    return { kind: event, at, detail };
  if (event === 'reset-end' || event === 'retry' || event === 'doubt') return { kind: event, at, detail };
  if (event === 'waited') return { kind: 'board-waited', at, detail };
  if (event === 'board') return boardEvent(detail, at);
  if (event === 'lost' || event === 'trace-full') return { kind: 'lost', at, detail };
  if (event === 'trace-pauses') return { kind: 'pause', at, detail };
  if (link === undefined) return undefined;
  if (event === 'open' && isBinding(detail)) return { kind: 'open', link, binding: detail, at };
  if (event === 'close') return { kind: 'close', link, by: 'host', at };
  if (event === 'closed') return { kind: 'close', link, by: 'board', at };
  return undefined;
}

/** The suite, its board and the parameters of the board: `ttt@ttt-udp/ttt-pvp {"game":"ttt-pvp"}`. */
function boardEvent(detail: string, at: Micros): PausableEvent | undefined {
  const json = /^\S+ (\{.*\})$/s.exec(detail)?.[1];
  return json === undefined ? undefined : { kind: 'board', at, detail, parameters: parametersOf(json) };
}

/** The numbers and strings of a JSON object; empty for any other text. */
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

function isBinding(text: string): text is LinkBinding {
  return text === 'tcp' || text === 'udp' || text === 'serial';
}
