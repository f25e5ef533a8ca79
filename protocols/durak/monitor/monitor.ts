/**
 * What a Durak board owes: suite, fuzzing, `check` and `tap` judge it by this alone.
 *
 *     tx → split where lines begin and end, in order of time with rx → lines ┐
 *     rx ────────────────────────────────────────────────────────────→ lines ┴→ acknowledgements, repetitions, role, play
 *
 * A pause of about 3000 ms may drop a line. Then nothing is known of role and game until the next reset, as after a gap.
 */
import type { Chunk, Direction } from '../../chunk';
import type { PassListener } from '../../monitor/judgement-log';
import { JudgementLog } from '../../monitor/judgement-log';
import type { Judgement } from '../../monitor/judgement';
import type { CoveragePoint, Due, Monitor } from '../../monitor/monitor';
import { splitAtBytes } from '../../monitor/split-by-time';
import { TimedDecoder, type Bounds, type TimedEvent } from '../../monitor/timed-decoder';
import type { Parameters } from '../../requirement';
import { micros, millis, type Micros } from '../../time';
import { DurakDecoder } from '../decoder';
import { EOT, LF, SYN, type Packet } from '../packet';
import type { Player } from '../rules';
import { BoardJudge } from './board';
import { ExchangeCoverage } from './exchange-coverage';
import { Findings } from './findings';
import type { BoardEstimate } from './labels';
import { OpenLine } from './open-line';
import { StartStatistics } from './starts';

export interface DurakMonitorOptions {
  readonly parameters: Parameters;
  /** The name of the board's link. Default `main`. */
  readonly link?: string;
  /** The other side is a board, too: a deal shows the role of each, and a person may press their reset buttons. Default: it may be anything. */
  readonly infers?: boolean;
  /** false: the board may be reset at any time, and nobody tells. Default: resets are told. */
  readonly seesResets?: boolean;
  /** Gets what passes; then judgements are of the rest. */
  readonly onPass?: PassListener<Packet> | null;
  /** The board made a move, or dealt. */
  readonly onMove?: (player: Player, at: Micros, text: string) => void;
  /** A line came from the board. */
  readonly onRx?: (passed: TimedEvent<Packet>) => void;
  /** A good deck has reached the board. */
  readonly onDeck?: (raw: Uint8Array) => void;
}

/** Lines begin and end with these. */
const LINE_BYTES = [SYN, EOT, LF];
const SLICES = { least: millis(1), most: millis(50) };
/** A reset board sends hello by then (DRK-HS-01): until then a reset that nobody told of may explain a fault. */
const UNTIL_HELLO = millis(12_000);

export class DurakMonitor implements Monitor {
  private readonly link: string;
  /** The time of one byte on the line. */
  private readonly byteTime: number;
  private readonly log: JudgementLog<Packet>;
  private readonly exchanges = new ExchangeCoverage();
  private readonly starts: StartStatistics;
  private decoders: Readonly<Record<Direction, TimedDecoder<Packet>>> = newDecoders();
  private openLine = new OpenLine();
  private findings: Findings;
  private judge: BoardJudge;
  private isLost = true;
  private now = micros(0);
  /** Sent bytes that are not judged yet: earlier bytes of the board may still arrive. */
  private queue: Chunk[] = [];
  /** Findings that an unseen reset may still explain, with their time. */
  private delayed: { readonly at: Micros; readonly judgement: Judgement<Packet> }[] = [];

  constructor(private readonly options: DurakMonitorOptions) {
    const { link = 'main', seesResets = true, onPass } = options;
    this.link = link;
    this.byteTime = 10e6 / Number(options.parameters['baud']);
    this.log = new JudgementLog(seesResets ? onPass : undefined);
    this.starts = new StartStatistics(this.log);
    this.findings = new Findings(this.log, this.exchanges, () => this.estimate);
    this.judge = this.newJudge(undefined, this.now, true);
  }

  get board(): BoardJudge {
    return this.judge;
  }

  /** Where the board stands, as far as is known. */
  get estimate(): BoardEstimate {
    const { player, waiting } = this.judge;
    return { role: player.role, game: player.game, waiting };
  }

  /** The last good deck to the board. */
  get lastDeck(): Uint8Array | undefined {
    return this.exchanges.lastDeck;
  }

  get desynchronised(): boolean {
    return this.isLost;
  }

  tx(chunk: Chunk): void {
    this.tick(chunk.notBefore);
    this.starts.txBytes();
    this.queue.push(...splitAtBytes(chunk, LINE_BYTES, SLICES));
  }

  rx(chunk: Chunk): void {
    const { notBefore, notAfter, bytes } = chunk;
    this.tick(notBefore);
    // Of what may have been sent before these bytes began, nothing is left out: else a packet would seem unacknowledged.
    this.flush(micros(Math.max(notBefore, notAfter - bytes.length * this.byteTime)));
    this.advance(notAfter);
    for (const passed of this.decoders.rx.push(chunk)) {
      const { event } = passed;
      // The times of a slow host may overlap: no acknowledgement comes before its packet.
      if (event.kind === 'frame' && event.value.type === 'ack' && !this.judge.hasPendingAck)
        this.flush(passed.last.notAfter);
      this.take('rx', this.judge.hasBegun ? passed : withoutStall(passed, chunk));
    }
  }

  /** An acknowledgement is due. */
  get hasPendingAck(): boolean {
    return this.queue.length > 0 || this.judge.hasPendingAck;
  }

  tick(now: Micros): void {
    this.flush(now);
    this.advance(now);
    for (const direction of ['tx', 'rx'] as const)
      for (const passed of this.decoders[direction].tick(this.now)) this.take(direction, passed);
    this.judge.tick(this.now);
    this.openLine.tick(this.now);
  }

  reset(at: Micros, isCertain = true): void {
    this.started({ notBefore: isCertain ? at : micros(-Infinity), notAfter: at }, isCertain);
  }

  /** The board was started within these bounds. `isCertain` false: it may have been, so that only acknowledgements are judged. */
  started(at: Bounds, isCertain = true): void {
    this.tick(at.notAfter);
    this.renew(at, isCertain);
    this.isLost = false;
    if (isCertain) this.starts.started(at);
  }

  gap(until: Micros): void {
    this.tick(until);
    if (this.options.seesResets !== false) this.starts.desynchronise();
    this.lose();
  }

  /** When what is due counts as missing, or an open line as dropped. */
  due(): Due | undefined {
    const last = this.queue.at(-1);
    const times = [this.judge.dueAt(this.now), this.openLine.droppedAt].filter((time) => time !== undefined);
    if (last !== undefined) return { link: this.link, until: last.notAfter };
    return times.length === 0 ? undefined : { link: this.link, until: micros(Math.min(...times)) };
  }

  judgements(): readonly Judgement[] {
    const found = this.log.takeAll();
    if (this.options.seesResets !== false) return found;
    this.delayed.push(...found.map((judgement) => ({ at: this.now, judgement })));
    const still = this.delayed.findIndex(({ at }) => this.now - at <= UNTIL_HELLO);
    return this.delayed.splice(0, still < 0 ? this.delayed.length : still).map(({ judgement }) => judgement);
  }

  /** Nothing more is told: what an unseen reset might still have explained is found. */
  finish(): void {
    this.now = micros(this.now + UNTIL_HELLO + 1);
  }

  coverage(): readonly CoveragePoint[] {
    return this.exchanges.takePoints();
  }

  /** Judges everything sent that began by `until`: the board may have answered a part of it already. */
  flush(until: Micros): void {
    for (let next = this.queue[0]; next !== undefined && next.notBefore <= until; next = this.queue[0]) {
      this.queue.shift();
      this.advance(next.notAfter);
      // Between two boards nothing restores a game. A good one drops the line after 3000 ms.
      const unclear = this.options.infers !== true && this.openLine.isUnclear(next);
      this.openLine.tx(next);
      for (const passed of this.decoders.tx.push(next)) this.take('tx', passed);
      if (unclear) this.lose();
    }
  }

  private advance(now: Micros): void {
    this.now = micros(Math.max(this.now, now));
  }

  private take(direction: Direction, passed: TimedEvent<Packet>): void {
    const { event } = passed;
    if (isHello(passed)) this.restartUnseen(passed.first.notBefore);
    this.log.remember(direction, passed);
    const { exchanges, estimate } = this;
    this.starts[direction](passed);
    if (direction === 'rx') {
      this.options.onRx?.(passed);
      if (event.kind === 'frame') exchanges.rx(event.value, estimate);
      this.judge.rx(passed);
      return;
    }
    exchanges.tx(event, estimate);
    this.judge.tx(passed, this.openLine.pace);
    if (event.kind === 'frame' && event.value.type === 'deck') this.options.onDeck?.(event.raw);
  }

  /** A hello may follow a reset that nobody told of: then everything begins with it. */
  private restartUnseen(at: Micros): void {
    if (this.options.seesResets !== false) return;
    this.log.takeAll();
    this.delayed = [];
    this.renewJudge(undefined, at);
  }

  /** From now on nothing is known of the board. */
  private lose(): void {
    this.isLost = true;
    this.renew(undefined);
  }

  private renew(startedAt: Bounds | undefined, isCertain = true): void {
    this.queue = [];
    this.decoders = newDecoders();
    this.openLine = new OpenLine();
    this.renewJudge(startedAt, startedAt?.notAfter ?? this.now, isCertain);
  }

  private renewJudge(startedAt: Bounds | undefined, since: Micros, isCertain = true): void {
    this.findings = new Findings(this.log, this.exchanges, () => this.estimate);
    this.findings.isGameUnknown = !isCertain;
    this.judge = this.newJudge(startedAt, since, isCertain);
  }

  private newJudge(startedAt: Bounds | undefined, since: Micros, isCertain: boolean): BoardJudge {
    const { parameters, infers = false, seesResets = true, onMove: moved = () => undefined } = this.options;
    const { findings, exchanges } = this;
    const given = { parameters, findings, exchanges, infers, seesResets, moved };
    return new BoardJudge({ ...given, startedAt, isCertain, since });
  }
}

function isHello({ event }: TimedEvent<Packet>): boolean {
  return event.kind === 'frame' && event.value.type === 'hello';
}

/** This host may have stalled an emulated board since its reset: so much less time has passed for it. */
function withoutStall(passed: TimedEvent<Packet>, { stalledSinceReset }: Chunk): TimedEvent<Packet> {
  if (stalledSinceReset === undefined) return passed;
  const { notBefore, notAfter } = passed.first;
  const latest = micros(Math.max(notBefore, notAfter - stalledSinceReset));
  return { ...passed, first: { notBefore, notAfter: latest } };
}

function newDecoders(): Readonly<Record<Direction, TimedDecoder<Packet>>> {
  return { rx: new TimedDecoder(new DurakDecoder()), tx: new TimedDecoder(new DurakDecoder()) };
}
