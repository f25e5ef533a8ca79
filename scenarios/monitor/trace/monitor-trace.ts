/** A protocol's monitor, fed with a recorded trace: what it finds goes to the ledger, with its evidence. */
import type { Chunk } from '../../../protocols/chunk';
import type { Judgement } from '../../../protocols/monitor/judgement';
import type { Measurement } from '../../../protocols/monitor/measurement';
import type { PassListener } from '../../../protocols/monitor/judgement-log';
import type { Accounting, Monitor, PresentedCode } from '../../../protocols/monitor/monitor';
import { micros, type Micros } from '../../../protocols/time';
import type { VerdictLedger } from '../../runner/verdict-ledger';
import { evidenceRecord } from '../../bench/evidence';
import { lessUnjudged, plusUnjudged } from '../../runner/accounting';
import { OneWireMonitor, type OneWireOptions } from './one-wire';
import type {
  FrameCounts,
  TraceEvent,
  TraceMonitor,
  TraceMonitorKind,
  TraceMonitorOptions,
} from './trace-monitor';

export interface MonitorTraceOptions extends Omit<TraceMonitorOptions, 'onPass'> {
  readonly ledger: VerdictLedger;
  /** Nothing of the other direction is in the trace. */
  readonly only?: Omit<OneWireOptions, 'onPass'> | undefined;
}

const PASSED = { title: '' };
/** The last of them are kept: what is late is judged soon after. */
const MOST_WAITS = 1000;

/** A trace, judged by a monitor: what it finds goes to the ledger. */
export class MonitorTrace {
  private readonly monitor: Monitor;
  private readonly oneWire: OneWireMonitor | undefined;
  private readonly recording: RecordOptions;
  /** Of a run on a real board. */
  private readonly isOwnRecording: boolean;
  /** What could not be judged before a case that is tried again; undefined: there is none now. */
  private triedFrom: Accounting['unjudged'] | undefined;
  private readonly waits: Waited[] = [];
  private readonly marks: ('tried' | 'retry')[] = [];
  /** What could not be judged and was tried again. */
  private superseded: Accounting['unjudged'] = {};

  constructor(kind: TraceMonitorKind, { ledger, only, ...options }: MonitorTraceOptions) {
    const { exact, fresh, recordsResets } = options;
    this.isOwnRecording = recordsResets && !exact;
    const onPass: PassListener = (clause, _kind, _request, measurement) => {
      if (measurement !== undefined) ledger.measure(clause, measurement, !exact);
      ledger.record(clause, 'pass', PASSED);
    };
    const own = kind.create({ ...options, onPass });
    const reading = only === undefined ? undefined : kind.frames?.(options.parameters);
    this.oneWire =
      only === undefined || reading === undefined
        ? undefined
        : new OneWireMonitor(reading, { ...only, onPass });
    this.monitor = this.oneWire ?? own.monitor;
    ledger.addMonitor({ accounting: () => this.accounting() });
    const link = kind.links[0]?.name ?? '';
    this.recording = { ledger, exact, link, waits: this.waits, fields: (...frame) => own.fields(...frame) };
    // The trace may begin in the middle of an exchange.
    if (!fresh) this.monitor.gap(micros(0));
  }

  /** The next event, in order of time. */
  take(event: Exclude<TraceEvent, { kind: 'board' | 'doubt' }>): void {
    const { monitor } = this;
    if (event.kind === 'waited') return this.keepWait(event);
    if (event.kind === 'tried' || event.kind === 'retry') return void this.marks.push(event.kind);
    if (event.kind !== 'reset') {
      this.tick(event.kind === 'chunk' ? event.chunk.notBefore : event.at);
      this.passMarks();
    }
    switch (event.kind) {
      case 'chunk': {
        const { chunk, omittedBytes, link } = event;
        if (omittedBytes === 0 && !this.mayBeOlder(chunk)) monitor[chunk.direction](chunk, link);
        else monitor.gap(chunk.notAfter);
        break;
      }
      case 'open':
        monitor.opened?.(event.link, event.until ?? event.at, event.binding, event.at);
        break;
      case 'close':
        monitor.closed?.(event.link, event.by, event.until ?? event.at, event.at);
        break;
      case 'reset':
        monitor.reset(event.until ?? event.at, event.at, event.detail);
        break;
      case 'charge':
        monitor.charge?.(event.detail === '' ? undefined : event.detail);
        break;
      case 'present':
        monitor.presented?.(codeOf(event.detail), {
          notBefore: event.at,
          notAfter: event.until ?? event.at,
        });
        break;
      case 'lost':
        monitor.gap(event.at);
    }
    this.record();
    this.passMarks();
  }

  private keepWait(event: Waited): void {
    if (this.waits.push(event) > MOST_WAITS) this.waits.shift();
  }

  /** Tries begin and end when what follows them comes: a mark does not tell that all bytes until then have come. */
  private passMarks(): void {
    for (const mark of this.marks.splice(0)) {
      const { triedFrom = {}, unjudged } = this;
      if (mark === 'retry')
        this.superseded = plusUnjudged(this.superseded, lessUnjudged(unjudged, triedFrom));
      this.triedFrom = mark === 'tried' ? unjudged : undefined;
    }
  }

  private accounting(): Accounting {
    const { judged, unjudged } = this.monitor.accounting?.() ?? { judged: 0, unjudged: {} };
    return { judged, unjudged: lessUnjudged(unjudged, this.superseded) };
  }

  private get unjudged(): Accounting['unjudged'] {
    return this.monitor.accounting?.().unjudged ?? {};
  }

  /** The trace ends. Returns why next to nothing of it could be judged; undefined: it could. */
  finish(now: Micros): string | undefined {
    this.tick(now);
    this.monitor.finish?.();
    this.record();
    return this.monitor.reasonUnjudged;
  }

  /** Of one direction alone. */
  get frames(): FrameCounts | undefined {
    return this.oneWire?.counts;
  }

  /** A run that opens a port gets what has waited in it, and knows no earlier time than its own beginning. */
  private mayBeOlder({ direction, notBefore, notAfter }: Chunk): boolean {
    return this.isOwnRecording && direction === 'rx' && notBefore <= 0 && notAfter > 0;
  }

  private tick(now: Micros): void {
    this.monitor.tick(now);
    this.record();
  }

  private record(): void {
    for (const judgement of this.monitor.judgements())
      if (this.triedFrom === undefined || judgement.verdict !== 'inconclusive')
        recordJudgement(judgement, this.recording);
  }
}

/** Another kind of code, or one that the file has only in part, is no code that could be judged. */
function codeOf(detail: string): PresentedCode {
  const [, symbology = '', digits = ''] = /^(\w+) ((?:[0-9a-f]{2})+)$/i.exec(detail) ?? [];
  return { symbology, bytes: Uint8Array.from(Buffer.from(digits, 'hex')) };
}

/** How the findings of a monitor are written down. */
export interface RecordOptions extends Pick<TraceMonitor, 'fields'> {
  readonly ledger: VerdictLedger;
  /** Times were taken on the wire. */
  readonly exact: boolean;
  /** The link of a board that has only one. */
  readonly link: string;
  /** The board, where there are two. */
  readonly side?: string;
  /** When the board's program waited for a processor. */
  readonly waits?: readonly Waited[];
}

type Waited = Extract<TraceEvent, { kind: 'waited' }>;

/** As a run has it, a late value that such a wait explains decides nothing. */
function isExcused({ evidence, measurement }: Judgement, waits: readonly Waited[] = []): boolean {
  const { low = 0, max = Infinity } = measurement ?? {};
  const seen = evidence.at(-1)?.passed.last.notAfter ?? Infinity;
  return low > max && waits.some(({ at, until, span }) => at <= seen && seen <= until && low - max <= span);
}

export function recordJudgement(judgement: Judgement, options: RecordOptions): void {
  const { ledger, exact, link, side } = options;
  const { clause, expected, seen } = judgement;
  const title = side === undefined ? judgement.title : `board ${side}: ${judgement.title}`;
  const measurement = judgement.measurement && nameMeasurement(judgement.measurement, side);
  const measured = measurement === undefined ? undefined : ledger.measure(clause, measurement, !exact);
  const due = judgement.verdict === 'fail' ? (measured ?? 'fail') : judgement.verdict;
  const verdict = due === 'fail' && isExcused(judgement, options.waits) ? 'inconclusive' : due;
  const shown = ledger.isRecordedInFull(clause, verdict) ? judgement.evidence : [];
  const evidence = shown.map((frame) => {
    const at = frame.link ?? link;
    return evidenceRecord(frame.direction, at, frame.passed, (raw) =>
      options.fields(raw, frame.direction, at),
    );
  });
  const detail = { title, expected, seen, evidence };
  ledger.record(clause, verdict, measurement === undefined ? detail : { ...detail, measurement });
}

/** The times of two boards are not one. */
export function nameMeasurement(measurement: Measurement, side: string | undefined): Measurement {
  return side === undefined ? measurement : { ...measurement, name: `${measurement.name}, board ${side}` };
}
