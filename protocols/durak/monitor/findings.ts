/**
 * What the monitor finds of one board, and the clause that it is charged to. There are two parts:
 *
 *     acknowledgements   they are due to lines, in any state of the board
 *     its own packets    hello, deal, moves, answers and repetitions: by the role, the game, and the lines before
 */
import type { FailureKind } from '../../monitor/failure';
import type { JudgementLog } from '../../monitor/judgement-log';
import type { Measurement } from '../../monitor/measurement';
import type { Packet } from '../packet';
import type { ExchangeCoverage } from './exchange-coverage';
import { ILLEGAL, type BoardEstimate } from './labels';

export interface Finding {
  readonly kind: FailureKind;
  readonly title: string;
  readonly expected: string;
  readonly seen: string;
  readonly plain?: boolean;
  /** The clause that it is charged to without the packets before. It names the class of the fault, so that fuzzing can leave them out. */
  readonly rule?: string;
}

/** The last line to the board must have no effect by this clause. A fault of a later deck is charged to it. */
export interface NoEffect {
  readonly clause: string;
  /** The class of that line. */
  readonly trigger: string;
}

/** Faults that may show that such a line had an effect, whatever clause is about the line. */
const SHOWS_EFFECT: ReadonlySet<string> = new Set(['DRK-LK-07', 'DRK-LK-09', 'DRK-PL-11', 'DRK-PL-12']);
/** A wrong trump, or a wrong turn, shows in many ways: such faults are one class. */
const AS_ONE: ReadonlySet<string> = new Set(['DRK-PL-08', 'DRK-PL-12']);
const PLAY = 'play';
/** What is due where the board sends what is no packet. */
export const NOISE = 'packets';
const NO_CHANGE = 'no change';

export class Findings {
  /** The line that must have no effect. */
  noEffect: NoEffect | undefined;
  /** Nothing is known of role and game: own packets are not judged. */
  isGameUnknown = false;
  /** An acknowledgement should have come by now: if it stays away, the board has not received the packet, and what it does follows from that. */
  private held: (() => void)[] | undefined;

  constructor(
    private readonly log: JudgementLog<Packet>,
    private readonly exchanges: ExchangeCoverage,
    private readonly estimate: () => BoardEstimate,
  ) {}

  /** Of the board's own packets. */
  pass(clause: string): void {
    if (!this.isGameUnknown) this.log.pass(clause, 'answer');
  }

  passAcknowledgement(clause: string): void {
    this.log.pass(clause, 'answer');
  }

  /** `own`: of the board's own packets. */
  measure(clause: string, name: string, span: Span, limits: Limits, own: boolean): void {
    if (own && this.isGameUnknown) return;
    const trigger = own ? `${PLAY}, by ${clause}` : 'a packet';
    const measurement: Measurement = { name, unit: 'us', ...span, ...limits };
    const situation = { trigger, due: `${clause}: in time`, pipelined: false };
    this.log.measure(clause, situation, () => name, measurement);
  }

  /** An acknowledgement is missing, or one came where none is due. */
  failAcknowledgement(clause: string, finding: Finding): void {
    const { exchanges } = this;
    const isMissing = finding.kind === 'silence';
    if (isMissing) exchanges.markAsEffective();
    if (finding.kind !== 'unasked') exchanges.addPoint(this.estimate(), finding.seen);
    const trigger = isMissing || exchanges.isPacket ? 'a packet' : exchanges.lastTrigger;
    const due = finding.kind === 'unasked' ? 'silence' : finding.expected;
    this.write(clause, trigger, due, finding);
  }

  /** Something is wrong with the board's own packets. */
  failOwn(clause: string, finding: Finding): void {
    const { noEffect } = this;
    if (noEffect !== undefined && isEffect(noEffect, clause, finding)) this.failAsEffect(noEffect, finding);
    else {
      const { rule = clause, expected } = finding;
      this.write(clause, PLAY, AS_ONE.has(rule) ? rule : `${rule}: ${expected}`, finding, true);
    }
  }

  /** Faults of moves, which show an effect of any line that must have none. */
  failMove(clause: string, finding: Finding): void {
    if (this.noEffect === undefined) this.failOwn(clause, finding);
    else this.failAsEffect(this.noEffect, finding);
  }

  /** A line that must have none had an effect: it was taken for a move, say. */
  private failAsEffect({ clause, trigger }: NoEffect, finding: Finding): void {
    this.write(clause, trigger, NO_CHANGE, finding, true);
  }

  /** Bytes from the board that are neither packet nor acknowledgement, or text. */
  failNoise(kind: FailureKind, seen: string): void {
    const finding = { kind, title: 'bytes from the board', expected: 'packets and acknowledgements', seen };
    this.write('DRK-LK-01', this.exchanges.lastTrigger, NOISE, finding);
  }

  /** From now on faults of own packets wait for the overdue acknowledgement. */
  hold(): void {
    this.held ??= [];
  }

  /** It has come. */
  release(): void {
    const { held } = this;
    this.held = undefined;
    held?.forEach((write) => write());
  }

  /** It is missing: the board has not received the packet, and nobody knows its game. */
  loseGame(): void {
    this.held = undefined;
    this.isGameUnknown = true;
  }

  private write(clause: string, trigger: string, due: string, finding: Finding, own = false): void {
    if (own && this.isGameUnknown) return;
    if (own && this.held !== undefined) {
      this.held.push(() => this.write(clause, trigger, due, finding, own));
      return;
    }
    if (own) this.exchanges.addPoint(this.estimate(), finding.seen);
    this.log.fail(clause, { trigger, due, pipelined: false }, finding);
  }
}

function isEffect(noEffect: NoEffect, clause: string, { kind }: Finding): boolean {
  // A packet that is not repeated is no effect of a line.
  if (kind === 'silence') return clause === 'DRK-PL-11';
  return SHOWS_EFFECT.has(clause) || (noEffect.trigger === ILLEGAL && clause === 'DRK-LK-08');
}

export interface Span {
  readonly low: number;
  readonly high: number;
}

export interface Limits {
  readonly min?: number;
  readonly max?: number;
}
