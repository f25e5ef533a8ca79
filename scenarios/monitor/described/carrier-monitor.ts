/**
 * The monitor of links that are opened on demand, in a trace. What carries a link, its opening tells. Of a link that was not opened, only
 * the form of what the board sends is judged, unless somebody says what carries it.
 */
import type { Chunk } from '../../../protocols/chunk';
import type { AnyConversationSession } from '../../../protocols/conversation/session';
import type { Judgement } from '../../../protocols/monitor/judgement';
import { JudgementLog, type PassListener } from '../../../protocols/monitor/judgement-log';
import type { Accounting, Carrier, CoveragePoint, Due, Monitor } from '../../../protocols/monitor/monitor';
import type { Micros } from '../../../protocols/time';

const UNCLEAR =
  'the trace does not tell when its links were opened: of a permanent line, say so with --binding serial';

export interface CarrierMonitorOptions {
  readonly monitorOn: (carrier: Carrier) => Monitor;
  /** What carries links that are not opened. Absent: not known. */
  readonly known?: Carrier;
  readonly onPass: PassListener;
}

export class CarrierMonitor implements Monitor {
  private readonly log: JudgementLog;
  private monitor: Monitor | undefined;
  private carrier: Carrier | undefined;
  private readonly opening = new Set<string>();
  reasonUnjudged: string | undefined;

  /** `session`: whose forms are judged of links that were not opened. */
  constructor(
    private readonly session: AnyConversationSession,
    private readonly options: CarrierMonitorOptions,
  ) {
    this.log = new JudgementLog(options.onPass);
    this.carrier = options.known;
    if (options.known !== undefined) this.monitor = options.monitorOn(options.known);
  }

  get desynchronised(): boolean {
    return this.monitor?.desynchronised ?? true;
  }

  get unanswered(): number {
    return this.monitor?.unanswered ?? 0;
  }

  tx(chunk: Chunk, link: string): void {
    if (this.isClear(link)) this.monitor?.tx(chunk, link);
    else this.lose(chunk);
  }

  rx(chunk: Chunk, link: string): void {
    if (this.isClear(link)) return this.monitor?.rx(chunk, link);
    this.lose(chunk);
    const board = this.session.links.find(({ name }) => name === link)?.board;
    for (const event of board?.codec.decoder().push(chunk.bytes, chunk.notAfter) ?? []) {
      const times = { first: chunk, last: chunk, pause: 0, write: 0, isAlone: true };
      const rx = {
        link,
        raw: event.raw,
        ...times,
        message: event.kind === 'frame' ? event.value : undefined,
      };
      if (rx.message !== undefined) this.log.pass(this.session.always(rx)?.clause, 'malformed');
      else this.failForm(rx);
    }
  }

  private failForm(rx: Parameters<AnyConversationSession['always']>[0]): void {
    const fault = { kind: 'form' as const, rx, isReceiving: false, owed: [] };
    const blame = this.session.charge(fault, this.session.initial);
    const seen = Buffer.from(rx.raw).toString('hex');
    const flaw = { kind: 'malformed', title: 'what the board sends', expected: 'a message', seen } as const;
    this.log.fail(typeof blame === 'object' ? blame.clause : blame, undefined, flaw);
  }

  opened(link: string, at: Micros, carrier?: Carrier, since?: Micros): void {
    if (carrier === undefined) return;
    this.opening.add(link);
    // What its opening tells wins.
    if (this.monitor === undefined || carrier !== this.carrier)
      this.monitor = this.options.monitorOn(carrier);
    this.carrier = carrier;
    this.monitor.opened?.(link, at, carrier, since);
  }

  closed(link: string, by: 'host' | 'board', at: Micros, since?: Micros): void {
    this.monitor?.closed?.(link, by, at, since);
  }

  isUp(link: string): boolean {
    return this.monitor?.isUp?.(link) ?? false;
  }

  charge(clause: string | undefined): void {
    this.monitor?.charge?.(clause);
  }

  tick(now: Micros): void {
    this.monitor?.tick(now);
  }

  reset(at: Micros, since?: Micros, way?: string): void {
    this.monitor?.reset(at, since, way);
  }

  gap(until: Micros): void {
    this.monitor?.gap(until);
  }

  due(): Due | undefined {
    return this.monitor?.due();
  }

  judgements(): readonly Judgement[] {
    return [...this.log.takeAll(), ...(this.monitor?.judgements() ?? [])];
  }

  coverage(): readonly CoveragePoint[] {
    return this.monitor?.coverage() ?? [];
  }

  accounting(): Accounting {
    return this.monitor?.accounting?.() ?? { judged: 0, unjudged: {} };
  }

  private isClear(link: string): boolean {
    return this.options.known !== undefined || this.opening.has(link);
  }

  private lose({ notAfter }: Chunk): void {
    this.reasonUnjudged = UNCLEAR;
    this.monitor?.gap(notAfter);
  }
}
