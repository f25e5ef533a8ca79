/** One Durak board between two resets: gives its packets in both directions to the judges of its parts. */
import { latin1 } from '../../bytes';
import { classifyConsoleText } from '../../monitor/console-text';
import type { TimedEvent, Bounds } from '../../monitor/timed-decoder';
import type { Parameters } from '../../requirement';
import { micros, millis, type Micros } from '../../time';
import { byteName, MALFORMED_CODES } from '../faults';
import type { Packet } from '../packet';
import type { Player } from '../rules';
import { AcknowledgementJudge } from './acknowledgements';
import type { ExchangeCoverage } from './exchange-coverage';
import type { Findings } from './findings';
import type { LinePace } from './open-line';
import { PlayerJudge } from './player';
import { RepetitionJudge, type PacketKind } from './repetitions';
import { MARGIN } from './tolerances';

const MALFORMED: ReadonlySet<string> = new Set(MALFORMED_CODES);
/** How many sent and received packets are remembered. */
const REMEMBERED = 64;
const SHOWN_BYTES = 8;

export interface BoardOptions {
  readonly parameters: Parameters;
  readonly findings: Findings;
  readonly exchanges: ExchangeCoverage;
  /** When the board was started; undefined: unknown. */
  readonly startedAt: Bounds | undefined;
  /** false: it may have been. */
  readonly isCertain: boolean;
  /** When the monitor began. */
  readonly since: Micros;
  /** See RoleOptions. */
  readonly infers: boolean;
  readonly seesResets: boolean;
  readonly moved: (player: Player, at: Micros, text: string) => void;
}

export class BoardJudge {
  readonly player: PlayerJudge;
  private readonly acks: AcknowledgementJudge;
  private readonly repetitions: RepetitionJudge;
  private readonly sentPackets: string[] = [];
  private readonly receivedPackets: string[] = [];
  /** It has sent a packet. What comes before may be text of its start. */
  hasBegun = false;

  constructor(private readonly options: BoardOptions) {
    const { parameters, startedAt, since, findings, isCertain } = options;
    const number = (name: string): number => Number(parameters[name]);
    const ackMs = millis(number('ackMs'));
    const settled = startedAt === undefined || !isCertain ? micros(since + ackMs + MARGIN) : micros(0);
    this.acks = new AcknowledgementJudge(findings, ackMs, settled);
    this.repetitions = new RepetitionJudge(findings);
    this.player = new PlayerJudge({
      ...options,
      repetitions: this.repetitions,
      moveMs: millis(number('moveMs')),
      auto: parameters['moves'] !== 'operator',
    });
  }

  /** true while the board waits for an acknowledgement, or has to send one. */
  get unsettled(): boolean {
    return this.acks.busy || this.repetitions.waiting !== undefined;
  }

  /** An acknowledgement is due. */
  get hasPendingAck(): boolean {
    return this.acks.busy;
  }

  /** When something due counts as missing; undefined: nothing is due. */
  dueAt(now: Micros): Micros | undefined {
    const times = [this.acks.dueAt, this.player.dueAt, this.repetitions.dueAt(now)].filter(
      (time) => time !== undefined,
    );
    return times.length === 0 ? undefined : micros(Math.min(...times));
  }

  /** The board's packet that waits for an acknowledgement. */
  get waiting(): PacketKind | undefined {
    return this.repetitions.waiting;
  }

  hasSent(raw: Uint8Array): boolean {
    return this.sentPackets.includes(latin1(raw));
  }

  hasReceived(key: string): boolean {
    return this.receivedPackets.includes(key);
  }

  /** The board's last packet, if the board counts it as acknowledged. */
  get acknowledged(): string | undefined {
    return this.repetitions.acknowledged;
  }

  tick(now: Micros): void {
    this.acks.tick(now);
    this.repetitions.tick(now);
    this.player.tick(now);
  }

  /** A line to the board. `pace`: how it came. */
  tx(passed: TimedEvent<Packet>, pace: LinePace): void {
    const { event } = passed;
    if (event.kind === 'reject') return this.txReject(passed, event.error.code);
    const { value } = event;
    const { precedingClause } = this.acks;
    if (value.type === 'ack') {
      this.acks.ack(passed);
      const kind = this.repetitions.acked(passed, precedingClause);
      if (kind !== undefined) this.player.acked(kind, passed);
      return;
    }
    remember(this.receivedPackets, passed);
    if (value.type === 'hello') {
      const clauses = this.player.txHello(passed, precedingClause);
      return this.acks.packet(passed, 'a hello', clauses, pace);
    }
    const clauses = this.player.txDeck(passed, value.cards, precedingClause);
    this.acks.packet(passed, 'a deck packet', clauses, pace);
  }

  /** A line from the board. */
  rx(passed: TimedEvent<Packet>): void {
    const { event } = passed;
    if (event.kind === 'reject') return this.rxReject(passed, event.error.code, event.error.message);
    this.hasBegun = true;
    const { value } = event;
    if (value.type === 'ack') return this.acks.rx(passed);
    const context = this.player.contextOf(passed, value.type === 'deck' ? value.cards : undefined);
    if (this.repetitions.rx(passed, value.type, context) === 'again') return;
    remember(this.sentPackets, passed);
    if (value.type === 'hello') this.player.rxHello(passed);
    else this.player.rxDeck(passed, value.cards);
  }

  private txReject(passed: TimedEvent<Packet>, code: string): void {
    const malformed = MALFORMED.has(code);
    this.acks.refuse(passed, code, malformed);
    if (!malformed) return;
    this.player.txNoEffect('DRK-LK-06');
    this.repetitions.disturb();
  }

  /** The board sent something that is no packet. */
  private rxReject(passed: TimedEvent<Packet>, code: string, message: string): void {
    const { startedAt, since, findings } = this.options;
    // What began before the monitor is no fault of the board.
    if (startedAt === undefined && passed.first.notBefore < since + millis(1000)) return;
    const { raw } = passed.event;
    const shown = [...raw.subarray(0, SHOWN_BYTES)].map(byteName).join(' ');
    if (code === 'no-ack' && this.acks.garbled(shown)) return;
    if (!MALFORMED.has(code)) {
      if (this.hasBegun) findings.failNoise(classifyConsoleText(raw) ?? 'malformed', message);
      return;
    }
    // Only "nothing else changes" applies, as all other clauses are about good packets, or that a packet comes again byte for byte.
    const clause = this.repetitions.repeatsBadly(passed) ? 'DRK-LK-07' : 'DRK-PL-07';
    findings.failOwn(clause, {
      kind: 'malformed',
      title: 'its packet',
      expected: 'a well-formed packet of the same deck',
      seen: message,
    });
  }
}

function remember(packets: string[], { event }: TimedEvent<Packet>): void {
  packets.push(latin1(event.raw));
  if (packets.length > REMEMBERED) packets.shift();
}
