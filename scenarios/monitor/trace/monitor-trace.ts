/** A protocol's monitor, fed with a recorded trace: what it finds goes to the ledger, with its evidence. */
import type { Chunk, Direction } from '../../../protocols/chunk';
import type { FieldSpan } from '../../../protocols/frame';
import type { Judgement } from '../../../protocols/monitor/judgement';
import type { PassListener } from '../../../protocols/monitor/judgement-log';
import type { Monitor } from '../../../protocols/monitor/monitor';
import { micros, type Micros } from '../../../protocols/time';
import type { LinkBinding } from '../../../devices/links/link';
import { evidenceRecord } from '../../oracle/verdict-recorder';
import type { TraceMonitor, TraceMonitorOptions } from './trace-monitor';

export interface MonitorTraceOptions<Message> extends TraceMonitorOptions {
  /** The link of a board that has only one. */
  readonly link: string;
  /** `onPass` gets what the monitor passes. */
  create(onPass: PassListener<Message>): Monitor;
  fields(raw: Uint8Array, direction: Direction, link: string): readonly FieldSpan[];
  /** The trace has ended. */
  finish?(): void;
}

const PASSED = { title: '' };

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

  tick(now: Micros): void {
    this.monitor.tick(now);
    this.record();
  }

  finish(): void {
    this.monitor.finish?.();
    this.record();
    this.options.finish?.();
  }

  private record(): void {
    for (const judgement of this.monitor.judgements()) this.write(judgement);
  }

  private write(judgement: Judgement): void {
    const { ledger, exact, link } = this.options;
    const { clause, title, expected, seen, measurement } = judgement;
    const measured = measurement === undefined ? undefined : ledger.measure(clause, measurement, !exact);
    const verdict = judgement.verdict === 'fail' ? (measured ?? 'fail') : judgement.verdict;
    const evidence = judgement.evidence.map((frame) => {
      const at = frame.link ?? link;
      return evidenceRecord(frame.direction, at, frame.passed, (raw) =>
        this.options.fields(raw, frame.direction, at),
      );
    });
    const detail = { title, expected, seen, evidence };
    ledger.record(clause, verdict, measurement === undefined ? detail : { ...detail, measurement });
  }
}
