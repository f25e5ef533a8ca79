/** Traces for tests: of a virtual board during a suite, or made by hand; and their verdicts. */
import type { Direction } from '../../../protocols/chunk';
import type { BoardKind } from '../../../devices/virtual/engine/board';
import type { Parameters } from '../../../protocols/requirement';
import { micros, type Micros } from '../../../protocols/time';
import { runSuite, type SuiteRunOptions } from '../../testing/suite-run';
import type { JournalEvent, RunEnd, Verdict } from '../../record';
import { protocolOf } from '../../protocols';
import { CHINESE_TEN_TRACE_MONITOR } from '../../../protocols/chinese-ten/testing/parts';
import { DURAK_TRACE_MONITOR } from '../../../protocols/durak/testing/parts';
import { GM67_TRACE_MONITOR } from '../../../protocols/gm67/testing/parts';
import { SET_TRACE_MONITOR } from '../../../protocols/set/testing/parts';
import { STM_TRACE_MONITOR } from '../../../protocols/stm/testing/parts';
import { TTT_TRACE_MONITOR } from '../../../protocols/ttt/testing/parts';
import { Selection } from '../../runner/selection';
import { checkRun, type RecordedWires } from '../trace/check-run';
import type { TraceEvent, TraceMonitorKind, TraceMonitorOptions } from '../trace/trace-monitor';

const MONITORS = [
  STM_TRACE_MONITOR,
  DURAK_TRACE_MONITOR,
  GM67_TRACE_MONITOR,
  SET_TRACE_MONITOR,
  TTT_TRACE_MONITOR,
  CHINESE_TEN_TRACE_MONITOR,
];

export function traceMonitor(id: string): TraceMonitorKind {
  const found = MONITORS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} cannot be judged by a trace`);
  return found;
}

function parametersOf({ parameters }: TraceMonitorKind) {
  return Object.fromEntries(parameters.map((one) => [one.name, one.default]));
}

/** Default: seed 1. */
export async function recordTrace(kind: BoardKind, asked: SuiteRunOptions = {}): Promise<TraceEvent[]> {
  const protocol = await protocolOf(kind.suite);
  if (protocol === undefined) throw new Error(`no suite for ${kind.name}`);
  const { events } = await runSuite(protocol.suite, { board: kind.name, seed: 1, ...asked });
  return events.flatMap((event) => traceEventsOf(event, kind));
}

function traceEventsOf(event: JournalEvent, { links }: BoardKind): TraceEvent[] {
  if (event.type === 'chunk') {
    const { link, direction, hex, notBefore, notAfter, elided = 0 } = event;
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    const byteTime = 10e6 / (links.find(({ name }) => name === link)?.baud ?? 115_200);
    const lastNotBefore = micros(Math.min(notAfter, notBefore + (bytes.length - 1) * byteTime));
    const times = { notBefore: micros(notBefore), notAfter: micros(notAfter), lastNotBefore };
    return [{ kind: 'chunk', link, chunk: { direction, bytes, ...times }, omittedBytes: elided }];
  }
  if (event.type !== 'line') return [];
  const { link, detail = '' } = event;
  const at = micros(event.at);
  if (event.event === 'present') return [{ kind: 'present', at, detail }];
  if (event.event === 'reset' || event.event === 'charge') return [{ kind: event.event, at, detail }];
  if (event.event === 'open') return [{ kind: 'open', link, binding: detail === 'udp' ? 'udp' : 'tcp', at }];
  if (event.event === 'close') return [{ kind: 'close', link, by: 'host', at }];
  if (event.event === 'closed') return [{ kind: 'close', link, by: 'board', at }];
  return event.event.startsWith('trace-') ? [{ kind: 'lost', at, detail }] : [];
}

/** The verdicts of a trace; `own`: parameters that differ from the page's. */
export function judgeTrace(
  kind: TraceMonitorKind,
  events: Iterable<TraceEvent>,
  asked: Pick<Partial<TraceMonitorOptions>, 'fresh' | 'exact' | 'recordsResets' | 'binding'> & {
    readonly own?: Parameters;
    readonly only?: readonly string[];
    readonly skip?: readonly string[];
    readonly wires?: RecordedWires;
  } = {},
): { readonly end: RunEnd; readonly events: readonly JournalEvent[] } {
  const journal: JournalEvent[] = [];
  const { fresh = true, exact = true, recordsResets = true, only = [], skip = [] } = asked;
  const end = checkRun({
    kind,
    events,
    parameters: { ...parametersOf(kind), ...asked.own },
    selection: Selection.of([{ ...kind, scenarios: [] }], only, skip),
    name: 'trace',
    fresh,
    exact,
    recordsResets,
    wires: asked.wires,
    binding: 'binding' in asked ? asked.binding : 'serial',
    version: '0',
    command: '',
    platform: '',
    emit: (event) => journal.push(event),
  });
  return { end, events: journal };
}

/** The clauses with a verdict, each with its reason if it has one. */
export function clausesWith({ verdicts }: RunEnd, wanted: Verdict): string[] {
  return Object.entries(verdicts)
    .filter(([, { verdict }]) => verdict === wanted)
    .map(([id, { reason }]) => (reason === undefined ? id : `${id}: ${reason}`));
}

export function failedClauses({ verdicts }: RunEnd): string[] {
  return Object.keys(verdicts).filter((id) => verdicts[id]?.verdict === 'fail');
}

/** The event so much later. */
export function shiftEvent(event: TraceEvent, by: number): TraceEvent {
  const later = (at: Micros): Micros => micros(at + by);
  if (event.kind !== 'chunk') return { ...event, at: later(event.at) };
  const { notBefore, notAfter, lastNotBefore } = event.chunk;
  const times = {
    notBefore: later(notBefore),
    notAfter: later(notAfter),
    lastNotBefore: later(lastNotBefore),
  };
  return { ...event, chunk: { ...event.chunk, ...times } };
}

/** Bytes at 115200 baud that begin `ms` milliseconds after the first second of a trace. */
export function chunkAt(
  ms: number,
  direction: Direction,
  hex: string,
  { omittedBytes = 0, link = 'main' } = {},
): TraceEvent {
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
  const from = (1000 + ms) * 1000;
  const notAfter = from + bytes.length * 87;
  const times = {
    notBefore: micros(from),
    notAfter: micros(notAfter),
    lastNotBefore: micros(notAfter - 87),
  };
  return { kind: 'chunk', link, chunk: { direction, bytes, ...times }, omittedBytes };
}
