/** Judges a trace like a run: the findings of a monitor go into a journal, together with the trace. */
import type { Direction } from '../../../protocols/chunk';
import type { LinkBinding } from '../../../devices/links/link';
import type { Parameters } from '../../../protocols/requirement';
import { micros, type Micros } from '../../../protocols/time';
import { recordBytes } from '../../bench/evidence';
import { leftOutStanding } from '../../runner/final-verdicts';
import { Selection } from '../../runner/selection';
import { VerdictLedger, type Standing } from '../../runner/verdict-ledger';
import type { JournalEvent, RunEnd, RunStart } from '../../record';
import { inOrder } from './event-order';
import { MonitorTrace } from './monitor-trace';
import { separateDirections } from './shared-wire';
import type { TraceEvent, TraceMonitorKind } from './trace-monitor';

/** What was recorded, and how. */
export interface RecordedTrace {
  /** Times are microseconds from any zero, not below 0. */
  readonly events: Iterable<TraceEvent>;
  /** The trace begins at power-on of the board. */
  readonly fresh: boolean;
  /** Times are those of the wire, without delays of a host. */
  readonly exact: boolean;
  /** The trace has all resets of the board. */
  readonly recordsResets: boolean;
  /** The binding of links whose opening is not in the trace; absent: not known. */
  readonly binding?: LinkBinding | undefined;
  /** The end of the recording: bytes that are not in the trace did not come before it; absent: it is not known. */
  readonly ends?: Micros | undefined;
  /** What was recorded, where it is not a wire for each direction. */
  readonly wires?: RecordedWires | undefined;
  /** Why it is not the whole recording, where that shows. */
  readonly damage?: string | undefined;
}

export interface CheckOptions extends RecordedTrace {
  readonly kind: TraceMonitorKind;
  readonly parameters: Parameters;
  /** Parameters that the user gave: they override those of the trace. */
  readonly given?: Parameters;
  readonly selection?: Selection;
  /** The share of exchanges that a pass needs judged, in percent; undefined: the usual one. */
  readonly leastJudged?: number | undefined;
  /** The name of the trace, for people: a file. */
  readonly name: string;
  readonly version: string;
  readonly command: string;
  readonly platform: string;
  readonly emit: (event: JournalEvent) => void;
}

/** `tx`, `rx`: one direction alone. `shared`: both on one wire, a byte a chunk. */
export interface RecordedWires {
  readonly recorded: Direction | 'shared';
  readonly hasTimes: boolean;
}

const RECORDED = { tx: 'host', rx: 'board', shared: 'both' } as const;

/** The most bytes of a chunk in the journal. */
const SHOWN_BYTES = 1024;

/** Events between two yields: some milliseconds of work. */
const AT_ONCE = 1000;

/** Judges the whole trace. Throws the errors of reading it. */
export function checkRun(options: CheckOptions): RunEnd {
  const steps = checkInSteps(options);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * The same in parts, so that other work can run between them. `isStopped` is called after each part: true ends the
 * work.
 */
export function* checkInSteps(
  options: CheckOptions,
  isStopped: () => boolean = () => false,
): Generator<void, RunEnd, undefined> {
  const { kind, parameters, given, fresh, exact, recordsResets, binding, wires } = options;
  const { selection = Selection.all } = options;
  const emit = (event: JournalEvent): void => {
    if (event.type !== 'check' || selection.counts(event.requirement, event.verdict)) options.emit(event);
  };
  let now: Micros = micros(0);
  let chunks = 0;
  emit(startOf(options));
  const place = { suite: kind.id, scenario: scenarioId(kind) };
  emit({ type: 'scenario', at: 0, ...place });
  const ledger = new VerdictLedger(emit, () => now);
  ledger.begin(place.scenario);
  const only =
    wires === undefined || wires.recorded === 'shared'
      ? undefined
      : { direction: wires.recorded, hasTimes: wires.hasTimes };
  const reading = wires?.recorded === 'shared' ? kind.frames?.(parameters) : undefined;
  const shared =
    reading === undefined ? undefined : separateDirections([...inOrder(options.events)], reading);
  const events = shared?.events ?? options.events;
  const conditions = { ledger, fresh, exact, recordsResets, binding, only };
  let trace = new MonitorTrace(kind, { ...conditions, parameters });
  let reasonUnjudged: string | undefined;
  const finish = (): void => void (reasonUnjudged ??= trace.finish(now));
  let stopped = false;
  let judged = 0;
  for (const event of inOrder(events)) {
    if (++judged % AT_ONCE === 0) {
      yield;
      stopped = isStopped();
      if (stopped) break;
    }
    if (event.kind !== 'tried' && event.kind !== 'waited') emit(recordOf(event));
    now = micros(Math.max(now, event.kind === 'chunk' ? event.chunk.notAfter : event.at));
    if (event.kind === 'chunk' && event.chunk.direction === 'tx') chunks++;
    if (event.kind === 'board') {
      finish();
      const own = { ...parameters, ...event.parameters, ...given };
      trace = new MonitorTrace(kind, { ...conditions, parameters: own });
    } else if (event.kind === 'doubt') recordDoubt(event.detail, kind, ledger);
    else trace.take(event);
  }
  if (!stopped) {
    now = micros(Math.max(now, options.ends ?? 0));
    finish();
  }
  const frames = shared?.counts ?? trace.frames;
  const verdicts = verdictsOf(kind, ledger, selection, {
    reasonUnseen: unseenReason(only, chunks),
    reasonUnjudged,
  });
  const at = Math.round(now);
  emit({ type: 'scenario-end', at, ...place, requirements: verdicts, ...ledger.accounted() });
  for (const event of ledger.histograms(kind.id)) emit(event);
  const end: RunEnd = {
    type: 'run-end',
    at,
    outcome: stopped ? 'interrupted' : 'done',
    ...(options.damage === undefined ? {} : { damage: options.damage }),
    ...(frames === undefined || wires === undefined
      ? {}
      : { frames: { of: RECORDED[wires.recorded], ...frames } }),
    verdicts,
    exchanges: chunks,
  };
  emit(end);
  return end;
}

/** `CLAUSE what`: what the run could not decide, for a stall of its machine. */
function recordDoubt(detail: string, { requirements }: TraceMonitorKind, ledger: VerdictLedger): void {
  const [clause = ''] = detail.split(' ', 1);
  if (requirements.some(({ id }) => id === clause))
    ledger.record(clause, 'inconclusive', { title: detail.slice(clause.length + 1) });
}

function scenarioId({ id }: TraceMonitorKind): string {
  return `${id}/trace`;
}

function startOf({
  kind,
  parameters,
  name,
  version,
  command,
  leastJudged,
  platform,
}: CheckOptions): RunStart {
  const { id, title, requirements, links } = kind;
  const covers = requirements.map((requirement) => requirement.id);
  return {
    type: 'run',
    version,
    seed: 0,
    board: {
      name,
      kind: id,
      virtual: false,
      defects: [],
      links: links.map((link) => ({ name: link.name, url: name })),
    },
    suites: [
      {
        id,
        title,
        requirements,
        parameters,
        scenarios: [{ id: scenarioId(kind), title: 'what passed, as the trace has it', covers }],
      },
    ],
    command,
    ...(leastJudged === undefined ? {} : { leastJudged }),
    platform,
  };
}

/** The names of events in a run's journal. */
const EVENTS = {
  board: 'board',
  lost: 'trace-full',
  reset: 'reset',
  open: 'open',
  close: 'close',
  closed: 'closed',
  present: 'present',
  charge: 'charge',
  retry: 'retry',
  doubt: 'doubt',
} as const;

function recordOf(event: Exclude<TraceEvent, { kind: 'tried' | 'waited' }>): JournalEvent {
  if (event.kind !== 'chunk') {
    const { kind } = event;
    return {
      type: 'line',
      at: Math.round(event.at),
      link: 'link' in event ? event.link : '',
      event: EVENTS[event.kind === 'close' && event.by === 'board' ? 'closed' : kind],
      ...(event.kind === 'open' ? { detail: event.binding } : {}),
      ...('detail' in event ? { detail: event.detail } : {}),
    };
  }
  const { chunk, omittedBytes, link } = event;
  const size = omittedBytes + chunk.bytes.length;
  const lastNotBefore = Math.round(chunk.lastNotBefore);
  return {
    type: 'chunk',
    ...recordBytes({ link, ...chunk }, SHOWN_BYTES, size),
    ...(size > 1 ? { lastNotBefore } : {}),
  };
}

function unseenReason(
  only: { readonly direction: Direction } | undefined,
  requests: number,
): string | undefined {
  if (only !== undefined) return `only what the ${RECORDED[only.direction]} sends was recorded`;
  return requests === 0 ? 'nothing was sent to the board' : undefined;
}

/**
 * A clause that was never seen has not passed: it is skipped, with a reason. It is left open where it was asked for by name, and where
 * the trace could not be followed.
 */
function verdictsOf(
  kind: TraceMonitorKind,
  ledger: VerdictLedger,
  selection: Selection,
  {
    reasonUnseen,
    reasonUnjudged,
  }: { readonly reasonUnseen: string | undefined; readonly reasonUnjudged: string | undefined },
): Record<string, Standing> {
  const judged = ledger.runStandings();
  return Object.fromEntries(
    kind.requirements.map(({ id }): [string, Standing] => {
      const known = leftOutStanding(id, judged.get(id), selection) ?? judged.get(id);
      if (known !== undefined) return [id, known];
      const isOpen = selection.demands(id) || reasonUnjudged !== undefined;
      const unseen = reasonUnseen ?? kind.reasonsUnseen.get(id);
      const reason = reasonUnjudged ?? unseen ?? 'nothing in the trace shows it';
      return [id, { verdict: isOpen ? 'inconclusive' : 'skip', checks: 0, reason }];
    }),
  );
}
