/**
 * The oracle of a Durak board: the watch that judges two boards at play, told of what the host and one board say.
 *
 *     sent → pieces of a millisecond, in the order of time with what is heard → the watch → its first failed check
 *
 * A line whose pause lies about the 3000 ms that drop it is not judged, nor what follows: nothing brings a game back.
 */
import type { Chunk } from '../../../../devices/link';
import { explain } from '../../../../protocols/durak/fields';
import { EOT, LF, SYN, type Packet } from '../../../../protocols/durak/packet';
import type { FrameEvent } from '../../../../protocols/frame';
import type { Parameters } from '../../../../protocols/requirement';
import { after, micros, millis, type Micros } from '../../../../protocols/time';
import { hex } from '../../../channel';
import { Ledger } from '../../../ledger';
import { BoardWatch } from '../../../observe/durak-board-watch';
import { Notebook } from '../../../observe/notebook';
import type { Way } from '../../../observe/notebook';
import type { CheckRecord, JournalEvent } from '../../../record';
import { sliced } from '../../slices';
import { spokenBy } from '../../spoken';
import type { Due, Failure, FailureKind, Mark, Model } from '../../target';
import { NOTHING, responseLabel, stateLabel, triggerLabel } from './labels';
import { made, type DurakView } from './recipes';

export const LINK = 'main';

/** What a board of which nothing is known is held to. */
const ACKNOWLEDGING = /^DRK-LK-(?:0[1-6]|1[0-4])$/;
const UNASKED: ReadonlyMap<string, string> = new Map([
  ['line that does not end', 'DRK-LK-11'],
  ['over-long line', 'DRK-LK-12'],
  ['garbage', 'DRK-LK-11'],
]);
const BEHIND_SOMETHING = /^DRK-LK-(?:05|1[0-3])$/;
const PLAY = 'play';
const OF_ITS_OWN = /^DRK-(?:PL|DL|HS-0[1-6]|LK-0[789])/;
const AN_ACK = 'an acknowledgement';
const SLICE = millis(1);
/** A line that is open so long may be dropped or not. */
const UNCLEAR = { from: millis(2450), to: millis(3550) };

export class DurakModel implements Model {
  failure: Failure | undefined;
  private watch: BoardWatch;
  private now = micros(0);
  private begun = false;
  /** Sent, and not told the watch yet: what the board said before may still be heard. */
  private queue: Chunk[] = [];
  private seen: Mark[] = [];
  private trigger = NOTHING;
  private told: Uint8Array | undefined;
  /** When the line began that has not ended. */
  private opened: Micros | undefined;
  private blind = false;

  constructor(
    private readonly fresh: boolean,
    private readonly parameters: Parameters,
  ) {
    this.watch = this.watching(micros(0));
  }

  begins(now: Micros): void {
    if (this.begun) return;
    this.begun = true;
    this.now = now;
    this.watch = this.watching(now);
  }

  get view(): DurakView {
    const { player, waiting } = this.watch;
    return { role: player.role, game: player.game, waiting, told: this.told };
  }

  get lost(): boolean {
    return false;
  }

  marks(): readonly Mark[] {
    const { seen } = this;
    if (seen.length > 0) this.seen = [];
    return seen;
  }

  made(recipe: string): Uint8Array | undefined {
    this.flush(micros(Infinity));
    return made(recipe, this.view);
  }

  sent(_link: string, chunk: Chunk): void {
    if (!this.blind && this.failure === undefined) this.queue.push(...sliced(chunk, SLICE));
  }

  heard(_link: string, chunk: Chunk): void {
    if (this.blind || this.failure !== undefined) return;
    this.flush(chunk.notBefore);
    if (!this.judging) return;
    this.now = micros(Math.max(this.now, chunk.notAfter));
    this.watch.said(chunk);
  }

  passed(now: Micros): void {
    this.flush(now);
    if (!this.judging) return;
    this.now = now;
    this.watch.tick(now);
    if (this.opened !== undefined && now >= after(this.opened, UNCLEAR.to)) this.opened = undefined;
  }

  due(): Due | undefined {
    if (!this.judging) return undefined;
    const last = this.queue.at(-1);
    if (last !== undefined) return { link: LINK, until: last.notAfter };
    const dropped = this.opened === undefined ? undefined : after(this.opened, UNCLEAR.to);
    const times = [this.watch.awaited, dropped].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : { link: LINK, until: micros(Math.min(...times)) };
  }

  private get ackMs(): number {
    return Number(this.parameters['ackMs']);
  }

  private get judging(): boolean {
    return this.failure === undefined && !this.blind;
  }

  /** Tells the watch of what was begun by then: what it contains may be answered already. */
  private flush(until: Micros): void {
    while (this.judging) {
      const [next] = this.queue;
      if (next === undefined || next.notBefore > until) return;
      this.queue.shift();
      const open = this.opened === undefined ? 0 : next.notAfter - this.opened;
      if (open > UNCLEAR.from && open < UNCLEAR.to) this.blind = true;
      else this.hears(next);
    }
  }

  private hears(chunk: Chunk): void {
    this.now = chunk.notAfter;
    this.watch.heard(chunk);
    const { bytes, notBefore } = chunk;
    const line = bytes.lastIndexOf(LF);
    if (line >= 0) this.opened = undefined;
    if (bytes.lastIndexOf(SYN) > line) this.opened = notBefore;
    else if (bytes.lastIndexOf(EOT) > line) this.opened ??= notBefore;
  }

  /** A line that passed, before it is judged. */
  private passing(way: Way, event: FrameEvent<Packet>): void {
    const { view } = this;
    const state = stateLabel(view);
    if (way === 'heard') {
      const again = this.told !== undefined && hex(this.told) === hex(event.raw);
      this.trigger = triggerLabel(event, view, again);
      if (event.kind === 'frame' && event.value.type === 'deck') this.told = event.raw;
      this.mark(state, event.kind === 'frame' && event.value.type !== 'ack' ? undefined : 'silence');
    } else if (event.kind === 'frame') this.mark(state, responseLabel(event.value));
    else if (spokenBy(event.raw) !== undefined) this.noise(Buffer.from(event.raw).toString('latin1'));
    if (way === 'said' && event.kind === 'frame' && event.value.type === 'hello' && view.game !== undefined)
      this.fail('reboot', view.role === 1 ? 'DRK-HS-04' : 'DRK-HS-03', 'no hello in a game', 'a hello');
  }

  private mark(state: string, response: string | undefined): void {
    if (response === undefined) return;
    const { trigger } = this;
    this.seen.push({ state, trigger, response, requirement: 'DRK-LK-01', idle: false });
  }

  private noise(seen: string): void {
    const kind = spokenBy(Buffer.from(seen)) ?? 'malformed';
    this.fail(kind, 'DRK-LK-01', 'packets and acknowledgements', seen);
  }

  /** A check of the watch's. */
  private noted(event: JournalEvent): void {
    if (event.type !== 'check' || event.verdict !== 'fail') return;
    const { requirement, expected = '' } = event;
    const seen = (event.seen ?? '').replace(/ at [\d.]+ s$/, '');
    if (!this.fresh && !ACKNOWLEDGING.test(requirement)) return;
    const kind = kindOf(event);
    // What is said by itself behind a reset whose instant is not known.
    if (requirement === 'DRK-HS-01' && kind === 'early') return;
    if (kind === 'silence' && expected.startsWith(AN_ACK))
      return this.unacknowledged(requirement, expected, event.title.replace('board a: ', ''));
    const overdue = this.watch.overdue(this.now);
    if (overdue === undefined || kind === 'late')
      return this.fail(kind, this.clauseOf(requirement, kind), expected, seen);
    const [clause = requirement] = overdue.clauses;
    this.unacknowledged(clause, `${AN_ACK} within ${this.ackMs} ms`, overdue.what);
  }

  /** Where it is what stands before a packet, it may be any packet. */
  private unacknowledged(clause: string, expected: string, what: string): void {
    this.fail('silence', clause, expected, 'none', BEHIND_SOMETHING.test(clause) ? 'a packet' : what);
  }

  /** An acknowledgement of what deserves none belongs to the clause that says so. */
  private clauseOf(requirement: string, kind: FailureKind): string {
    if (requirement !== 'DRK-LK-01' || kind !== 'unasked') return requirement;
    return UNASKED.get(this.trigger) ?? requirement;
  }

  private fail(
    kind: FailureKind,
    requirement: string,
    expected: string,
    seen: string,
    told = this.trigger,
  ): void {
    // What it does of its own is not the fault of what it heard last.
    const trigger = OF_ITS_OWN.test(requirement) ? PLAY : told;
    const due = trigger === PLAY ? `${requirement}: ${expected}` : expected;
    this.failure ??= { kind, requirement, trigger, due, expected, seen };
  }

  private watching(startedAt: Micros): BoardWatch {
    const ledger = new Ledger(
      (event) => this.noted(event),
      () => this.now,
    );
    return new BoardWatch({
      notes: new Notebook({ side: 'a', ledger, exact: true, fields: explain }),
      parameters: this.parameters,
      startedAt,
      since: startedAt,
      infers: true,
      tellsResets: true,
      told: (way, event) => this.passing(way, event),
      moved: () => undefined,
      note: (_event, detail) => this.noise(detail),
    });
  }
}

function kindOf({ measurement, expected = '', seen = '' }: CheckRecord): FailureKind {
  if (measurement !== undefined) return measurement.low > (measurement.max ?? Infinity) ? 'late' : 'early';
  if (seen === 'none') return 'silence';
  if (expected === 'a good one') return 'malformed';
  return /^(?:no|not) /.test(expected) ? 'unasked' : 'answer';
}
