/** A protocol's monitor, fed with a recorded trace: what it finds goes to the ledger, with its evidence. */
import type { Chunk, Direction } from '../../../protocols/chunk';
import type { FieldSpan } from '../../../protocols/frame';
import type { Judgement } from '../../../protocols/monitor/judgement';
import type { Measurement } from '../../../protocols/monitor/measurement';
import type { PassListener } from '../../../protocols/monitor/judgement-log';
import type { Monitor } from '../../../protocols/monitor/monitor';
import { micros, type Micros } from '../../../protocols/time';
import type { LinkBinding } from '../../../devices/links/link';
import { evidenceRecord } from './evidence';
import type { TraceMonitor, TraceMonitorOptions } from './trace-monitor';

/** A trace, and the monitor that judges it. */
export interface MonitorTraceOptions<Message> extends TraceMonitorOptions, RecordOptions {
  /** `onPass` gets what the monitor passes. */
  create(onPass: PassListener<Message>): Monitor;
}

const PASSED = { title: '' };

/** A {@link Monitor} as the {@link TraceMonitor} of `check`. */
export class MonitorTrace<Message = unknown> implements TraceMonitor {
  private readonly monitor: Monitor;

  constructor(private readonly options: MonitorTraceOptions<Message>) {
    const { ledger, exact, fresh } = options;
    this.monitor = options.create((clause, _kind, _request, measurement) => {
      if (measurement !== undefined) ledger.measure(clause, measurement, !exact);
      ledger.record(clause, 'pass', PASSED);
    });
    // The trace may begin in the middle of an exchange.
    if (!fresh) this.monitor.gap(micros(0));
  }

  tx(chunk: Chunk, whole: boolean, link: string): void {
    if (whole) this.monitor.tx(chunk, link);
    else this.monitor.gap(chunk.notAfter);
    this.record();
  }

  rx(chunk: Chunk, whole: boolean, link: string): void {
    if (whole) this.monitor.rx(chunk, link);
    else this.monitor.gap(chunk.notAfter);
    this.record();
  }

  reset(at: Micros): void {
    this.monitor.reset(at);
    this.record();
  }

  traceGap(until: Micros): void {
    this.monitor.gap(until);
    this.record();
  }

  linkOpened(link: string, binding: LinkBinding, at: Micros): void {
    this.monitor.opened?.(link, at, binding);
    this.record();
  }

  linkClosed(link: string, by: 'host' | 'board', at: Micros): void {
    this.monitor.closed?.(link, by, at);
    this.record();
  }

  codePresented(detail: string, at: Micros): void {
    const [, symbology = '', digits = ''] = /^(\w+) ((?:[0-9a-f]{2})+)$/i.exec(detail) ?? [];
    const bytes = Uint8Array.from(Buffer.from(digits, 'hex'));
    // Another kind of code, or one that the file has only in part, is no code that could be judged.
    this.monitor.presented?.({ symbology, bytes }, { notBefore: at, notAfter: at });
    this.record();
  }

  tick(now: Micros): void {
    this.monitor.tick(now);
    this.record();
  }

  finish(): void {
    this.monitor.finish?.();
    this.record();
  }

  get reasonUnjudged(): string | undefined {
    return this.monitor.reasonUnjudged;
  }

  private record(): void {
    for (const judgement of this.monitor.judgements()) recordJudgement(judgement, this.options);
  }
}

/** How the findings of a monitor are written down. */
export interface RecordOptions extends Pick<TraceMonitorOptions, 'ledger' | 'exact'> {
  /** The link of a board that has only one. */
  readonly link: string;
  /** The board, where there are two. */
  readonly side?: string;
  fields(raw: Uint8Array, direction: Direction, link: string): readonly FieldSpan[];
}

export function recordJudgement(judgement: Judgement, options: RecordOptions): void {
  const { ledger, exact, link, side } = options;
  const { clause, expected, seen } = judgement;
  const title = side === undefined ? judgement.title : `board ${side}: ${judgement.title}`;
  const measurement = judgement.measurement && nameMeasurement(judgement.measurement, side);
  const measured = measurement === undefined ? undefined : ledger.measure(clause, measurement, !exact);
  const verdict = judgement.verdict === 'fail' ? (measured ?? 'fail') : judgement.verdict;
  const evidence = judgement.evidence.map((frame) => {
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
