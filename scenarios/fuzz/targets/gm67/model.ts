/**
 * The oracle of a GM67 scanner: replies to commands as the ledger has them, codes before the lens as the delivery has
 * them.
 *
 * What the page leaves open (a command to a sleeping scanner, the time behind a reset, commands faster than their
 * replies or between a code and its ACK, SOURCE other than 04) is listened to and not judged, and the defaults are asked
 * for again.
 */
import type { Chunk } from '../../../../devices/links/link';
import type { Decoder, FrameEvent } from '../../../../protocols/frame';
import { replies } from '../../../../protocols/gm67/gm67';
import { STATUS, type Command, type Reply } from '../../../../protocols/gm67/message';
import type { ScannerState } from '../../../../protocols/gm67/rules';
import { after, micros, millis, type Micros } from '../../../../protocols/time';
import { hex } from '../../../bench/channel';
import { classifyConsoleText } from '../../../oracle/console-text';
import type { PresentStep } from '../../../oracle/model';
import type { Failure } from '../../../oracle/failure';
import type { Due, CoveragePoint, Model } from '../../../oracle/model';
import { Delivery, isData, type DeliveryOptions } from './delivery';
import { CommandDecoder } from '../../../oracle/gm67/command-decoder';
import { NOISE, stateLabel } from '../../../oracle/gm67/labels';
import { Ledger, type LedgerOptions } from './pending-responses';
import { Lens } from './code-expectation';
import { Notes } from './notes';
import { endsRetries } from '../../../oracle/gm67/pending-response';

export const LINK = 'main';

export interface GmView {
  /** undefined: not known. */
  readonly state: ScannerState | undefined;
}

export interface GmModelOptions extends LedgerOptions, DeliveryOptions {
  readonly fresh: boolean;
}

const GRACE = millis(300);
/** The page asks no time of a reset: it is given this. */
const BOOT = millis(2000);
const LONGEST_TALK_US = 5e6;
const NOW = micros(0);
/** Opcodes of what a scanner says to a command. */
const REPLIES: readonly number[] = [0xa4, 0xc6, 0xd0, 0xd1];

export class GmModel implements Model {
  private readonly notes = new Notes();
  private readonly ledger: Ledger;
  private readonly line: CommandDecoder;
  private readonly lens: Lens;
  private readonly delivery: Delivery;
  private listens: Decoder<Reply>;
  private lastHeard = micros(-1e9);
  private began = NOW;
  /** The longest inside what is being heard. */
  private pause = 0;
  /** When a code in packet mode had left the line last: replies wait for it. */
  private freeAt = NOW;
  /** Nothing is judged before this, nor while anything is said. */
  private quiet: Micros | undefined;

  constructor(private readonly options: GmModelOptions) {
    const { parameters: table, sameCode } = options;
    this.ledger = new Ledger(options, this.notes, options.fresh);
    this.line = new CommandDecoder(options.interByte);
    this.lens = new Lens({ table, sameCode, rules: this.ledger.rules });
    this.delivery = new Delivery(options, this.notes);
    this.listens = replies(options).decoder();
  }

  get view(): GmView {
    return { state: this.ledger.state };
  }

  get failure(): Failure | undefined {
    return this.notes.failure;
  }

  get desynchronised(): boolean {
    return this.quiet !== undefined || this.ledger.state === undefined;
  }

  coverage(): readonly CoveragePoint[] {
    return this.notes.marks();
  }

  tx(_link: string, chunk: Chunk): void {
    if (this.failure !== undefined) return;
    if (this.quiet === undefined) {
      if (this.delivery.takesAll) this.deafen(this.codesEnd(chunk.notAfter));
      else if (this.line.isUnclear(chunk)) this.deafen(this.afterTries(chunk.notAfter));
      else for (const event of this.line.tx(chunk)) this.command(event, chunk);
    }
    this.line.lastTx = chunk.notAfter;
  }

  presented(step: PresentStep, at: Micros): void {
    if (this.failure !== undefined) return;
    const { state } = this.ledger;
    const { takesAll, open } = this.delivery;
    const busy = takesAll || open || this.ledger.owes || this.line.pending > 0 || this.quiet !== undefined;
    if (state === undefined || busy)
      return this.deafen(this.codesEnd(micros(Math.max(at, this.quiet ?? at))));
    const look = this.lens.look(state, step, at);
    if (look === undefined) return this.deafen(this.codesEnd(at));
    this.delivery.show(step, look, at);
  }

  rx(_link: string, chunk: Chunk): void {
    if (this.delivery.takesAll && this.quiet === undefined) return this.delivery.heard(chunk);
    const goesOn = this.listens.pending > 0;
    if (!goesOn) this.began = chunk.notBefore;
    this.pause = goesOn ? Math.max(this.pause, chunk.notBefore - this.lastHeard) : 0;
    this.lastHeard = chunk.notAfter;
    if (this.quiet !== undefined) {
      if (this.lastHeard > Math.max(this.line.lastTx, this.quiet) + LONGEST_TALK_US)
        this.notes.fail('unasked', 'GM-CM-01', NOISE, 'silence', 'silence', 'talk that goes on');
      return;
    }
    for (const event of this.listens.push(chunk.bytes, chunk.notAfter)) {
      this.take(event, chunk);
      this.began = chunk.notBefore;
    }
  }

  passed(now: Micros): void {
    if (this.failure !== undefined) return;
    if (this.quiet !== undefined) return this.listenOut(now);
    const shown = this.delivery.passed(now);
    if (shown !== undefined) this.settled(shown);
    for (const event of this.line.tick(now)) this.command(event, undefined);
    for (const event of this.listens.tick(now)) this.take(event, undefined);
    if (!this.ledger.passed(now, this.delivery.open)) this.deafen(this.codesEnd(now));
  }

  due(): Due | undefined {
    if (this.failure !== undefined) return undefined;
    if (this.quiet !== undefined) return { link: LINK, until: this.quietAt() };
    const until = this.ledger.overdueAt() ?? this.line.deadline();
    const times = [this.listens.deadline(), until, this.delivery.due()].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : { link: LINK, until: micros(Math.min(...times)) };
  }

  /** `chunk`: what it ended with; undefined where silence ended it. */
  private command(event: FrameEvent<Command>, chunk: Chunk | undefined): void {
    if (this.quiet !== undefined) return;
    const command = event.kind === 'frame' ? event.value : undefined;
    const before = this.ledger.state;
    const ends = this.afterTries(event.last);
    const sentAt = chunk?.notAfter ?? this.line.lastTx;
    if (!this.ledger.take(event, sentAt, this.delivery.open)) return this.deafen(ends);
    if (command === undefined) return;
    if (before !== undefined) this.lens.commanded(command, before, event.last);
    if (!this.delivery.open) return;
    const early = command.type !== 'ack' || chunk === undefined || this.delivery.acknowledged(chunk);
    if (!early || endsRetries(command)) this.deafen(ends);
  }

  private settled(shown: PresentStep): void {
    const { state } = this.ledger;
    const { arrived, outcome } = this.delivery;
    if (state === undefined || outcome === undefined) return;
    const { trigger, clause, sent } = outcome;
    this.notes.mark(stateLabel(state), trigger, arrived ?? 'silence', clause);
    if (arrived !== undefined) {
      this.lens.read(shown);
      this.ledger.state = { ...state, session: false };
    } else if (state.session && sent === undefined) this.deafen();
  }

  private take(event: FrameEvent<Reply>, chunk: Chunk | undefined): void {
    if (this.failure !== undefined || this.quiet !== undefined) return;
    if (event.kind === 'reject') return this.refuse(event.raw, event.error.message);
    const reply = event.value;
    if (reply.type === 'data') {
      this.freeAt = event.last;
      if (chunk === undefined || !this.delivery.again(event.raw, chunk, this.began)) this.tooMuch(reply);
      return;
    }
    if (this.delivery.open && this.ledger.passesOver(reply)) return this.deafen(this.codesEnd(event.last));
    const owed = this.ledger.replied(reply, {
      began: this.began,
      free: this.freeAt,
      noise: this.line.pending > 0 ? () => this.line.flaw() : undefined,
    });
    if (owed?.command?.type === 'reset') this.deafen(after(event.last, BOOT));
  }

  private tooMuch({ status }: Reply): void {
    if (this.lens.hidden) return this.unhidden();
    const again = (status & STATUS.retransmission) !== 0;
    const trigger = again ? 'ACK from the host' : 'code';
    this.notes.fail('unasked', again ? 'GM-DT-04' : 'GM-DT-06', trigger, 'silence', 'silence', 'a code');
  }

  private unhidden(): void {
    const words = ['silence', 'the code is lost', 'it is sent'] as const;
    this.notes.fail('unasked', 'GM-DT-05', 'code while disabled', ...words);
  }

  private refuse(raw: Uint8Array, message: string): void {
    const spoken = classifyConsoleText(raw);
    const isReply = REPLIES.includes(raw[1] ?? 0);
    if (this.lens.isLost(raw) || (this.lens.hidden && !isReply)) return this.unhidden();
    // In a pause of a code others may speak.
    if (isData(raw) && this.delivery.isPaused(this.pause)) return;
    const kind = isReply ? `frame of ${hex(raw.subarray(1, 2))}` : 'bytes that are no reply';
    const trigger = spoken === undefined ? kind : 'anything';
    const due = 'a well-formed reply';
    const seen = `${hex(raw.subarray(0, 32))}: ${message}`;
    this.notes.fail(spoken ?? 'malformed', 'GM-FR-01', trigger, due, due, seen);
  }

  /** Until no code that was shown can be sent any more: one that waits is sent behind the one before. */
  private codesEnd(at: Micros): Micros {
    return after(at, micros((this.delivery.open ? 2 : 1) * this.delivery.longest));
  }

  private afterTries(at: Micros): Micros {
    return this.delivery.open ? this.codesEnd(at) : NOW;
  }

  /** Listens until the line is quiet, and at least until then. */
  private deafen(until: Micros = NOW): void {
    this.notes.mark(stateLabel(this.ledger.state), NOISE, 'unjudged', 'GM-FR-05');
    this.quiet = micros(Math.max(until, this.quiet ?? NOW));
    this.ledger.forget();
    this.lens.forget();
    this.delivery.forget();
    this.lastHeard = micros(-1e9);
  }

  private quietAt(): Micros {
    const quiet = after(this.options.command, after(this.options.interByte, GRACE));
    return micros(Math.max(this.line.lastTx + quiet, this.lastHeard + quiet, this.quiet ?? 0));
  }

  private listenOut(now: Micros): void {
    if (now < this.quietAt()) return;
    this.quiet = undefined;
    this.line.restart();
    this.listens = replies(this.options).decoder();
  }
}
