/** A board of a described protocol, judged by a trace of its line. */
import type { Chunk } from '../../../devices/links/link';
import type { AnyRequestResponse, AnySession } from '../../../protocols/request-response/definition';
import { micros, type Micros } from '../../../protocols/time';
import type { Judgement } from '../../oracle/request-response/judgement';
import { RequestResponseMonitor } from '../../oracle/request-response/monitor';
import { evidenceRecord } from '../../oracle/verdict-recorder';
import type { TraceMonitor, TraceMonitorKind, TraceMonitorOptions } from '../trace/trace-monitor';

/** `reasonsUnseen`: why a clause may not be seen in any trace, or only by chance. */
export function traceMonitorKind(
  protocol: Omit<AnyRequestResponse, 'defects'>,
  reasonsUnseen: ReadonlyMap<string, string> = new Map(),
): TraceMonitorKind {
  const { id, title, link, requirements, parameters } = protocol;
  return {
    id,
    title: `${title}: what a trace tells of the board`,
    links: [{ name: link.name, baud: link.baud }],
    requirements,
    parameters,
    reasonsUnseen,
    create: (options) => new RequestResponseTraceMonitor(protocol.at(options.parameters), link.name, options),
  };
}

const PASSED = { title: '' };

class RequestResponseTraceMonitor implements TraceMonitor {
  private readonly monitor: RequestResponseMonitor;

  constructor(
    private readonly session: AnySession,
    private readonly link: string,
    private readonly options: TraceMonitorOptions,
  ) {
    const { fresh, recordsResets, ledger, exact } = options;
    this.monitor = new RequestResponseMonitor(session, {
      known: fresh,
      seesResets: recordsResets,
      isTrace: true,
      onPass: (clause, _kind, _request, measurement) => {
        if (measurement !== undefined) ledger.measure(clause, measurement, !exact);
        ledger.record(clause, 'pass', PASSED);
      },
    });
    // The trace may begin in the middle of an exchange.
    if (!fresh) this.monitor.gap(micros(0));
  }

  tx(chunk: Chunk, whole: boolean): void {
    if (whole) this.monitor.tx(chunk);
    else this.monitor.gap(chunk.notAfter);
    this.record();
  }

  rx(chunk: Chunk, whole: boolean): void {
    if (whole) this.monitor.rx(chunk);
    else this.monitor.gap(chunk.notAfter);
    this.record();
  }

  reset(at: Micros): void {
    this.monitor.reset(at);
  }

  traceGap(until: Micros): void {
    this.monitor.gap(until);
  }

  tick(now: Micros): void {
    this.monitor.tick(now);
    this.record();
  }

  private record(): void {
    for (const judgement of this.monitor.judgements()) this.write(judgement);
  }

  private write(judgement: Judgement): void {
    const { ledger, exact } = this.options;
    const { clause, title, expected, seen, measurement } = judgement;
    const measured = measurement === undefined ? undefined : ledger.measure(clause, measurement, !exact);
    const verdict = judgement.verdict === 'fail' ? (measured ?? 'fail') : judgement.verdict;
    const evidence = judgement.evidence.map(({ direction, passed }) =>
      evidenceRecord(direction, this.link, passed, (raw) =>
        (direction === 'tx' ? this.session.requests : this.session.answers).codec.fields(raw),
      ),
    );
    const detail = { title, expected, seen, evidence };
    ledger.record(clause, verdict, measurement === undefined ? detail : { ...detail, measurement });
  }
}
