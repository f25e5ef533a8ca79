/**
 * The oracle of a Durak board. It gives the bytes of host and board to the monitor that judges two boards at play.
 *
 *     tx → split where lines begin and end, in order of time with rx → monitor → its first failed check is the failure
 *
 * A pause of about 3000 ms may drop a line: such a line and all that follows are not judged, because nothing restores a
 * game.
 */
import type { Chunk, Direction } from '../../../../protocols/chunk';
import { explain } from '../../../../protocols/durak/fields';
import { EOT, LF, SYN, type Packet } from '../../../../protocols/durak/packet';
import type { FrameEvent } from '../../../../protocols/frame';
import type { Parameters } from '../../../../protocols/requirement';
import { after, micros, millis, type Micros } from '../../../../protocols/time';
import { VerdictLedger } from '../../../runner/verdict-ledger';
import { BoardMonitor } from '../../../oracle/durak/board-monitor';
import { VerdictRecorder } from '../../../oracle/verdict-recorder';
import type { JournalEvent } from '../../../record';
import { splitAtBytes } from '../../../../protocols/monitor/split-by-time';
import { classifyConsoleText } from '../../../../protocols/monitor/console-text';
import type { Failure, FailureKind, Flaw } from '../../../../protocols/monitor/failure';
import type { Due, CoveragePoint } from '../../../../protocols/monitor/monitor';
import type { Model } from '../../../oracle/model';
import { ILLEGAL } from './labels';
import { ExchangeCoverage } from './exchange-coverage';
import { OpenLine } from './open-line';
import { bytesOfRecipe, type DurakView } from './recipes';

export const LINK = 'main';
/** Clauses that hold in any state of the board. */
const ACKNOWLEDGING = /^DRK-LK-(?:0[1-6]|1[0-4])$/;
/** Clauses for an acknowledgement that is not due, by the class of the line before it. */
const UNASKED: ReadonlyMap<string, string> = new Map([
  ['line that does not end', 'DRK-LK-11'],
  ['over-long line', 'DRK-LK-12'],
  ['garbage', 'DRK-LK-11'],
]);
const PLAY = 'play';
/** Clauses that a board breaks when it treats a repeated packet as a new one. */
const UNASKED_DECK = /^DRK-(?:LK-0[79]|PL-12)$/;
/** Clauses about what the board does by itself, independent of the last line. */
const OF_ITS_OWN = /^DRK-(?:PL|DL|HS-0[1-7]|LK-0[789])/;
const SENT_AGAIN = /^DRK-LK-0[78]$/;
/** A wrong trump, or a wrong turn, shows in many ways: such failures are one class. */
const AS_ONE: ReadonlySet<string> = new Set(['DRK-PL-08', 'DRK-PL-12']);
const TIMED: readonly FailureKind[] = ['late', 'early'];
const LINE_BYTES = [SYN, EOT, LF];
const SLICES = { least: millis(1), most: millis(50) };
/** How long a missing packet may still come late. */
const LATE = millis(2500);

export interface DurakModelOptions {
  /** The board is in its state after power-on. */
  readonly fresh: boolean;
  /** The board was switched on at the instant when the case begins. */
  readonly now: boolean;
  readonly parameters: Parameters;
}

export class DurakModel implements Model {
  failure: Failure | undefined;
  /** Of the check that failed last. */
  private flaw: Flaw = { kind: 'answer' };
  private monitor: BoardMonitor;
  private now = micros(0);
  private begun = false;
  /** Sent bytes that the monitor has not seen yet: earlier bytes of the board may still arrive. */
  private queue: Chunk[] = [];
  private readonly exchanges = new ExchangeCoverage();
  private readonly openLine = new OpenLine();
  private lostSync = false;
  /** A packet that is overdue. It may come late, up to `until`. */
  private missing: { readonly failure: Failure; readonly until: Micros } | undefined;

  constructor(private readonly options: DurakModelOptions) {
    this.monitor = this.createMonitor(micros(0));
  }

  begins(now: Micros): void {
    if (this.begun) return;
    this.begun = true;
    this.now = now;
    this.monitor = this.createMonitor(now);
  }

  get view(): DurakView {
    const { player, waiting } = this.monitor;
    return { role: player.role, game: player.game, waiting, lastDeck: this.exchanges.lastDeck };
  }

  get desynchronised(): boolean {
    return false;
  }

  coverage(): readonly CoveragePoint[] {
    return this.exchanges.takePoints();
  }

  made(recipe: string): Uint8Array | undefined {
    this.flush(micros(Infinity));
    return bytesOfRecipe(recipe, this.view);
  }

  tx(_link: string, chunk: Chunk): void {
    if (!this.lostSync && this.failure === undefined)
      this.queue.push(...splitAtBytes(chunk, LINE_BYTES, SLICES));
  }

  rx(_link: string, chunk: Chunk): void {
    if (this.lostSync || this.failure !== undefined) return;
    this.flush(chunk.notBefore);
    if (!this.judging) return;
    this.now = micros(Math.max(this.now, chunk.notAfter));
    this.monitor.rx(chunk);
  }

  passed(now: Micros): void {
    this.flush(now);
    if (!this.judging) return;
    this.now = now;
    this.monitor.tick(now);
    if (this.missing !== undefined && now >= this.missing.until) this.failure ??= this.missing.failure;
    this.openLine.tick(now);
  }

  due(): Due | undefined {
    if (!this.judging) return undefined;
    const last = this.queue.at(-1);
    if (last !== undefined) return { link: LINK, until: last.notAfter };
    const known = this.missing === undefined ? this.monitor.dueAt : this.missing.until;
    const times = [known, this.openLine.droppedAt].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : { link: LINK, until: micros(Math.min(...times)) };
  }

  private get judging(): boolean {
    return this.failure === undefined && !this.lostSync;
  }

  /** Gives the monitor everything that began by `until`: the board may have answered a part of it already. */
  private flush(until: Micros): void {
    while (this.judging) {
      const [next] = this.queue;
      if (next === undefined || next.notBefore > until) return;
      this.queue.shift();
      if (this.openLine.isUnclear(next)) {
        this.lostSync = true;
        return;
      }
      this.now = next.notAfter;
      this.monitor.tx(next);
      this.openLine.tx(next);
    }
  }

  /** A line in either direction; the monitor judges it afterwards. */
  private onLine(direction: Direction, event: FrameEvent<Packet>): void {
    const { view } = this;
    if (direction === 'tx') this.exchanges.tx(event, view);
    else if (event.kind === 'frame') this.exchanges.rx(event.value, view);
    else if (classifyConsoleText(event.raw) !== undefined)
      this.failNoise(Buffer.from(event.raw).toString('latin1'));
    if (direction === 'rx' && this.missing !== undefined && this.monitor.hasSent(event.raw))
      this.onLateArrival();
    if (direction === 'tx' || event.kind === 'reject') return;
    if (event.value.type === 'hello' && view.game !== undefined)
      this.fail(
        { kind: 'reboot' },
        view.role === 1 ? 'DRK-HS-04' : 'DRK-HS-03',
        'no hello in a game',
        'a hello',
      );
  }

  /** The board sent a packet again after all: late, or because it treated the next move as illegal. */
  private onLateArrival(): void {
    const { repetitionClause } = this.monitor.player;
    if (repetitionClause !== undefined && this.missing?.failure.requirement === 'DRK-PL-11') {
      this.missing = undefined;
      return this.failAsRefused(repetitionClause);
    }
    if (this.missing?.failure.requirement !== 'DRK-LK-09') return;
    this.fail({ kind: 'late' }, 'DRK-LK-07', 'the same packet again within 3500 ms', 'later');
  }

  /** The board repeats its packet after a legal move. */
  private failAsRefused(clause: string): void {
    this.fail({ kind: 'answer' }, clause, 'the legal move applied', 'the packet before it again');
  }

  private failNoise(seen: string): void {
    const kind = classifyConsoleText(Buffer.from(seen)) ?? 'malformed';
    this.fail({ kind }, 'DRK-LK-01', 'packets and acknowledgements', seen);
  }

  /** A check of the monitor. */
  private onCheck(event: JournalEvent): void {
    if (event.type !== 'check' || event.verdict !== 'fail') return;
    const { requirement, measurement, expected = '', seen = '' } = event;
    const { fresh, now } = this.options;
    if (!fresh && !ACKNOWLEDGING.test(requirement)) return;
    const isLate = measurement !== undefined && measurement.low > (measurement.max ?? Infinity);
    const flaw: Flaw = measurement === undefined ? this.flaw : { kind: isLate ? 'late' : 'early' };
    const { kind } = flaw;
    // Without the instant of the reset, the time of the first hello is unknown.
    if (requirement === 'DRK-HS-01' && kind === 'early' && !now) return;
    if (flaw.missing === 'acknowledgement') return this.failAcknowledgement(requirement, expected);
    const overdue = this.monitor.overdue(this.now);
    const timed = TIMED.includes(kind);
    const unsent = requirement === 'DRK-LK-07' && kind === 'silence';
    if (this.exchanges.awaitsRefusal && OF_ITS_OWN.test(requirement) && !timed && !unsent)
      return this.failAsAccepted(kind, 'DRK-PL-10', expected, seen);
    const { repetitionClause } = this.monitor.player;
    if (requirement === 'DRK-LK-09' && kind === 'unasked' && repetitionClause !== undefined)
      return this.failAsRefused(repetitionClause);
    const over = requirement === 'DRK-LK-08' && this.monitor.player.over;
    // The same packet before its repetition is due may be the same move, made twice.
    if (this.exchanges.isRepeated && UNASKED_DECK.test(requirement) && kind !== 'late' && !unsent && !over)
      return this.failAsAccepted('answer', 'DRK-LK-14', 'a repeated deck changes nothing', seen);
    if (SENT_AGAIN.test(requirement) && !unsent) this.exchanges.clearRefused();
    if (over) return this.fail(flaw, 'DRK-PL-09', 'no more decks', seen);
    if (overdue === undefined || kind === 'late')
      return this.fail(flaw, this.clauseOf(requirement, kind), expected, seen);
    const [clause = requirement] = overdue.clauses;
    this.failAcknowledgement(
      clause,
      `an acknowledgement within ${Number(this.options.parameters['ackMs'])} ms`,
    );
  }

  private failAcknowledgement(clause: string, expected: string): void {
    this.exchanges.markAsEffective();
    this.failAfterGrace({
      kind: 'silence',
      requirement: clause,
      trigger: this.monitor.player.over ? 'after the end' : 'a packet',
      due: expected,
      expected,
      seen: 'none',
    });
  }

  /** A deck without an effect was accepted as a move, or was lost. */
  private failAsAccepted(kind: FailureKind, requirement: string, expected: string, seen: string): void {
    const failure = { kind, requirement, trigger: ILLEGAL, due: 'no change', expected, seen };
    if (kind === 'silence') return this.failAfterGrace(failure);
    this.exchanges.addPoint(this.view, seen);
    if (this.missing === undefined) this.failure ??= failure;
  }

  /** An acknowledgement of a line that is no packet breaks the clause about such lines. */
  private clauseOf(requirement: string, kind: FailureKind): string {
    if (requirement !== 'DRK-LK-01' || kind !== 'unasked') return requirement;
    return UNASKED.get(this.exchanges.lastTrigger) ?? requirement;
  }

  private fail({ kind, missing }: Flaw, requirement: string, expected: string, seen: string): void {
    const clause = kind === 'silence' ? clauseOfSilence(requirement, missing) : requirement;
    // What the board does by itself does not depend on the last line.
    const own = OF_ITS_OWN.test(clause);
    const link = kind === 'late' || this.exchanges.isPacket ? 'a packet' : this.exchanges.lastTrigger;
    const trigger = !own ? link : TIMED.includes(kind) ? `${PLAY}, by ${requirement}` : PLAY;
    const promised = AS_ONE.has(clause) ? clause : `${clause}: ${expected}`;
    const due = own ? promised : kind === 'unasked' ? 'silence' : expected;
    const failure = { kind, requirement, trigger, due, expected, seen };
    if (kind === 'silence') return this.failAfterGrace(failure);
    if (own || kind !== 'unasked') this.exchanges.addPoint(this.view, seen);
    if (this.missing === undefined || kind === 'late') this.failure ??= failure;
  }

  /** The failure counts once the packet can no longer come late. */
  private failAfterGrace(failure: Failure): void {
    this.exchanges.addPoint(this.view, failure.seen);
    this.missing ??= { failure, until: after(this.now, LATE) };
  }

  private createMonitor(startedAt: Micros): BoardMonitor {
    const onFlaw = (flaw: Flaw = { kind: 'answer' }): void => void (this.flaw = flaw);
    const ledger = new VerdictLedger(
      (event) => this.onCheck(event),
      () => this.now,
    );
    return new BoardMonitor({
      recorder: new VerdictRecorder({ side: 'a', ledger, exact: true, fields: explain, onFlaw }),
      parameters: this.options.parameters,
      startedAt,
      since: startedAt,
      infers: true,
      recordsResets: true,
      onEvent: (direction, event) => this.onLine(direction, event),
      moved: () => undefined,
      note: (_event, detail) => this.failNoise(detail),
    });
  }
}

/** A silence breaks the clause about repetitions or moves, not the one whose check showed it. */
function clauseOfSilence(requirement: string, missing: Flaw['missing']): string {
  if (requirement === 'DRK-LK-09') return 'DRK-LK-07';
  return missing === 'move' ? 'DRK-PL-11' : requirement;
}
