/**
 * The oracle of a Durak board: the watch that judges two boards at play, told of what the host and one board say.
 *
 *     sent → pieces that lines begin and end with, in the order of time with what is heard → the watch → its first failed check
 *
 * A line whose pause lies about the 3000 ms that drop it is not judged, nor what follows: nothing brings a game back.
 */
import type { Chunk, Direction } from '../../../../devices/links/link';
import { explain } from '../../../../protocols/durak/fields';
import { EOT, LF, LINE_MAX, SYN, type Packet } from '../../../../protocols/durak/packet';
import type { FrameEvent } from '../../../../protocols/frame';
import type { Parameters } from '../../../../protocols/requirement';
import { after, micros, millis, type Micros } from '../../../../protocols/time';
import { VerdictLedger } from '../../../runner/verdict-ledger';
import { BoardMonitor } from '../../../oracle/durak/board-monitor';
import { VerdictRecorder } from '../../../oracle/verdict-recorder';
import type { CheckRecord, JournalEvent } from '../../../record';
import { splitAtBytes } from '../../../oracle/split-by-time';
import { classifyConsoleText } from '../../../oracle/console-text';
import type { Failure, FailureKind } from '../../../oracle/failure';
import type { Due, CoveragePoint, Model } from '../../../oracle/model';
import { ILLEGAL } from './labels';
import { ExchangeCoverage } from './exchange-coverage';
import { bytesOfRecipe, type DurakView } from './recipes';

export const LINK = 'main';

/** What a board of which nothing is known is held to. */
const ACKNOWLEDGING = /^DRK-LK-(?:0[1-6]|1[0-4])$/;
const UNASKED: ReadonlyMap<string, string> = new Map([
  ['line that does not end', 'DRK-LK-11'],
  ['over-long line', 'DRK-LK-12'],
  ['garbage', 'DRK-LK-11'],
]);
const PLAY = 'play';
/** What a board breaks that takes a packet for a new one. */
const UNASKED_DECK = /^DRK-(?:LK-0[79]|PL-12)$/;
const OF_ITS_OWN = /^DRK-(?:PL|DL|HS-0[1-7]|LK-0[789])/;
const SENT_AGAIN = /^DRK-LK-0[78]$/;
/** Which suit is trump decides what a board plays and what it takes; whose turn it is, whether it deals and whether it moves. */
const AS_ONE: ReadonlySet<string> = new Set(['DRK-PL-08', 'DRK-PL-12']);
const AFTER_THE_END = 'after the end';
const TIMED: readonly FailureKind[] = ['late', 'early'];
const AN_ACK = 'an acknowledgement';
const A_MOVE = 'a move within ';
const MARKS = [SYN, EOT, LF];
const SLICES = { least: millis(1), most: millis(50) };
/** What is missing may come late within so long. */
const LATE = millis(2500);
/** A line that is open so long may be dropped or not. */
const UNCLEAR = { from: millis(2450), to: millis(3550) };

export interface DurakModelOptions {
  /** As power-on leaves it. */
  readonly fresh: boolean;
  /** It was switched on at the very instant of the beginning. */
  readonly now: boolean;
  readonly parameters: Parameters;
}

export class DurakModel implements Model {
  failure: Failure | undefined;
  private monitor: BoardMonitor;
  private now = micros(0);
  private begun = false;
  /** Sent, and not told the watch yet: what the board said before may still be heard. */
  private queue: Chunk[] = [];
  private readonly exchanges = new ExchangeCoverage();
  /** When the line began that has not ended, and how long it is. */
  private lineBeganAt: Micros | undefined;
  private lineLength = 0;
  private lostSync = false;
  /** What did not come in its time: until then it may come late. */
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
    if (!this.lostSync && this.failure === undefined) this.queue.push(...splitAtBytes(chunk, MARKS, SLICES));
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
    if (this.lineBeganAt !== undefined && now >= after(this.lineBeganAt, UNCLEAR.to))
      this.lineBeganAt = undefined;
  }

  due(): Due | undefined {
    if (!this.judging) return undefined;
    const last = this.queue.at(-1);
    if (last !== undefined) return { link: LINK, until: last.notAfter };
    const dropped = this.lineBeganAt === undefined ? undefined : after(this.lineBeganAt, UNCLEAR.to);
    const known = this.missing === undefined ? this.monitor.dueAt : this.missing.until;
    const times = [known, dropped].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : { link: LINK, until: micros(Math.min(...times)) };
  }

  private get ackMs(): number {
    return Number(this.options.parameters['ackMs']);
  }

  private get judging(): boolean {
    return this.failure === undefined && !this.lostSync;
  }

  /** Tells the watch of what was begun by then: what it contains may be answered already. */
  private flush(until: Micros): void {
    while (this.judging) {
      const [next] = this.queue;
      if (next === undefined || next.notBefore > until) return;
      this.queue.shift();
      if (this.isUnclear(next)) this.lostSync = true;
      else this.forwardTx(next);
    }
  }

  /** What it goes on with is of it, or of nothing any more; of an over-long line no byte but an EOT makes a difference. */
  private isUnclear({ bytes, notAfter }: Chunk): boolean {
    const open = this.lineBeganAt === undefined ? 0 : notAfter - this.lineBeganAt;
    if (open <= UNCLEAR.from || open >= UNCLEAR.to) return false;
    return this.lineLength <= LINE_MAX || bytes.includes(EOT);
  }

  private forwardTx(chunk: Chunk): void {
    this.now = chunk.notAfter;
    this.monitor.tx(chunk);
    const { bytes, notBefore } = chunk;
    const line = bytes.lastIndexOf(LF);
    const syn = bytes.lastIndexOf(SYN);
    if (line >= 0) this.lineBeganAt = undefined;
    if (syn > line) this.lineBeganAt = notBefore;
    else if (bytes.lastIndexOf(EOT) > line) this.lineBeganAt ??= notBefore;
    this.lineLength =
      this.lineBeganAt === notBefore ? bytes.length - Math.max(syn, 0) : this.lineLength + bytes.length;
  }

  /** A line that passed, before it is judged. */
  private onLine(direction: Direction, event: FrameEvent<Packet>): void {
    const { view } = this;
    if (direction === 'tx') this.exchanges.tx(event, view);
    else if (event.kind === 'frame') this.exchanges.rx(event.value, view);
    else if (classifyConsoleText(event.raw) !== undefined)
      this.failNoise(Buffer.from(event.raw).toString('latin1'));
    if (direction === 'rx' && this.missing !== undefined && this.monitor.hasSent(event.raw))
      this.onLateArrival();
    if (
      direction === 'rx' &&
      event.kind === 'frame' &&
      event.value.type === 'hello' &&
      view.game !== undefined
    )
      this.fail('reboot', view.role === 1 ? 'DRK-HS-04' : 'DRK-HS-03', 'no hello in a game', 'a hello');
  }

  /** What was sent again after all was not taken for acknowledged by what came before it; or that was no move to the board. */
  private onLateArrival(): void {
    const { refusing } = this.monitor.player;
    if (refusing !== undefined && this.missing?.failure.requirement === 'DRK-PL-11') {
      this.missing = undefined;
      return this.failAsRefused(refusing);
    }
    if (this.missing?.failure.requirement !== 'DRK-LK-09') return;
    const expected = 'the same packet again within 3500 ms';
    this.fail('late', 'DRK-LK-07', expected, 'later');
  }

  /** It takes legal moves for acknowledgements, and says its packet again behind this one. */
  private failAsRefused(refusing: string): void {
    this.fail('answer', refusing, 'the legal move applied', 'the packet before it again');
  }

  private failNoise(seen: string): void {
    const kind = classifyConsoleText(Buffer.from(seen)) ?? 'malformed';
    this.fail(kind, 'DRK-LK-01', 'packets and acknowledgements', seen);
  }

  /** A check of the watch's. */
  private onCheck(event: JournalEvent): void {
    if (event.type !== 'check' || event.verdict !== 'fail') return;
    const { requirement, expected = '' } = event;
    const seen = (event.seen ?? '').replace(/ at [\d.]+ s$/, '');
    const { fresh, now } = this.options;
    if (!fresh && !ACKNOWLEDGING.test(requirement)) return;
    const kind = kindOf(event);
    // What is said by itself behind a reset whose instant is not known.
    if (requirement === 'DRK-HS-01' && kind === 'early' && !now) return;
    if (kind === 'silence' && expected.startsWith(AN_ACK))
      return this.failAcknowledgement(requirement, expected);
    const overdue = this.monitor.overdue(this.now);
    const timed = TIMED.includes(kind);
    const unsent = requirement === 'DRK-LK-07' && kind === 'silence';
    if (this.exchanges.awaitsRefusal && OF_ITS_OWN.test(requirement) && !timed && !unsent)
      return this.failAsAccepted(kind, 'DRK-PL-10', expected, seen);
    const { refusing } = this.monitor.player;
    if (requirement === 'DRK-LK-09' && kind === 'unasked' && refusing !== undefined)
      return this.failAsRefused(refusing);
    const over = requirement === 'DRK-LK-08' && this.monitor.player.over;
    // A move made once more may be the same packet, sooner than it is due again.
    if (this.exchanges.isRepeated && UNASKED_DECK.test(requirement) && kind !== 'late' && !unsent && !over)
      return this.failAsAccepted('answer', 'DRK-LK-14', 'a repeated deck changes nothing', seen);
    if (SENT_AGAIN.test(requirement) && !unsent) this.exchanges.clearRefused();
    if (over) return this.fail(kind, 'DRK-PL-09', 'no more decks', seen);
    if (overdue === undefined || kind === 'late')
      return this.fail(kind, this.clauseOf(requirement, kind), expected, seen);
    const [clause = requirement] = overdue.clauses;
    this.failAcknowledgement(clause, `${AN_ACK} within ${this.ackMs} ms`);
  }

  private failAcknowledgement(clause: string, expected: string): void {
    this.exchanges.markAsEffective();
    this.failAfterGrace({
      kind: 'silence',
      requirement: clause,
      trigger: this.monitor.player.over ? AFTER_THE_END : 'a packet',
      due: expected,
      expected,
      seen: 'none',
    });
  }

  /** Whatever shows that a deck that must change nothing was taken for a move, or was lost. */
  private failAsAccepted(kind: FailureKind, requirement: string, expected: string, seen: string): void {
    const failure = { kind, requirement, trigger: ILLEGAL, due: 'no change', expected, seen };
    if (kind === 'silence') return this.failAfterGrace(failure);
    this.exchanges.addPoint(this.view, seen);
    if (this.missing === undefined) this.failure ??= failure;
  }

  /** An acknowledgement of what deserves none belongs to the clause that says so. */
  private clauseOf(requirement: string, kind: FailureKind): string {
    if (requirement !== 'DRK-LK-01' || kind !== 'unasked') return requirement;
    return UNASKED.get(this.exchanges.lastTrigger) ?? requirement;
  }

  /** Whether something stale came before, or a line that was none, tells the cause. */
  private ownClauseOf(requirement: string, kind: FailureKind, expected: string): string {
    if (kind !== 'silence') return requirement;
    if (requirement === 'DRK-LK-09') return 'DRK-LK-07';
    return expected.startsWith(A_MOVE) ? 'DRK-PL-11' : requirement;
  }

  private fail(
    kind: FailureKind,
    requirement: string,
    expected: string,
    seen: string,
    cause = this.exchanges.lastTrigger,
  ): void {
    const clause = this.ownClauseOf(requirement, kind, expected);
    // What it does of its own is not the fault of what it heard last.
    const own = OF_ITS_OWN.test(clause);
    const link = kind === 'late' || this.exchanges.isPacket ? 'a packet' : cause;
    const timed = TIMED.includes(kind);
    const trigger = !own ? link : timed ? `${PLAY}, by ${requirement}` : PLAY;
    const promised = AS_ONE.has(clause) ? clause : `${clause}: ${expected}`;
    const due = own ? promised : kind === 'unasked' ? 'silence' : expected;
    const failure = { kind, requirement, trigger, due, expected, seen };
    if (kind === 'silence') return this.failAfterGrace(failure);
    if (own || kind !== 'unasked') this.exchanges.addPoint(this.view, seen);
    if (this.missing === undefined || kind === 'late') this.failure ??= failure;
  }

  /** It is silent until it cannot come late any more. */
  private failAfterGrace(failure: Failure): void {
    this.exchanges.addPoint(this.view, failure.seen);
    this.missing ??= { failure, until: after(this.now, LATE) };
  }

  private createMonitor(startedAt: Micros): BoardMonitor {
    const ledger = new VerdictLedger(
      (event) => this.onCheck(event),
      () => this.now,
    );
    return new BoardMonitor({
      recorder: new VerdictRecorder({ side: 'a', ledger, exact: true, fields: explain }),
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

function kindOf({ measurement, expected = '', seen = '' }: CheckRecord): FailureKind {
  if (measurement !== undefined) return measurement.low > (measurement.max ?? Infinity) ? 'late' : 'early';
  if (seen === 'none') return 'silence';
  if (expected === 'a good one') return 'malformed';
  return /^(?:no|not) /.test(expected) ? 'unasked' : 'answer';
}
