/** The time in which a Durak board that plays by itself has to move (DRK-PL-11). */
import { between, type Bounds, type TimedEvent } from '../../monitor/timed-decoder';
import { micros, type Micros } from '../../time';
import type { Packet } from '../packet';
import { handOf, LOSING_HAND, stockOf, type State } from '../rules';
import type { Findings } from './findings';
import { MISSING_AFTER } from './tolerances';

export interface TurnOptions {
  readonly findings: Findings;
  /** The limit for a move if the board plays by itself (`auto`). */
  readonly moveMs: Micros;
  readonly auto: boolean;
}

export class TurnJudge {
  /** When the turn came to the board. */
  private since: Bounds | undefined;
  /** The clause about what came before the packet that gave it the turn: that this is apart from it, or that it has no effect. */
  private preceding: string | undefined;

  constructor(private readonly options: TurnOptions) {}

  get isOpen(): boolean {
    return this.since !== undefined;
  }

  came(at: Bounds, preceding?: string): void {
    this.since = at;
    this.preceding = preceding;
  }

  end(): void {
    this.since = this.preceding = undefined;
  }

  moved({ first }: TimedEvent<Packet>): void {
    const { findings, moveMs, auto } = this.options;
    if (this.preceding !== undefined) findings.pass(this.preceding);
    if (auto && this.since !== undefined)
      findings.measure('DRK-PL-11', 'its move', between(this.since, first), { max: moveMs }, true);
    this.end();
  }

  /** When the move counts as missing; undefined: none is due. */
  get missingAt(): Micros | undefined {
    if (!this.options.auto || this.since === undefined) return undefined;
    return micros(this.since.notAfter + this.options.moveMs + MISSING_AFTER + 1);
  }

  missed(game: State): void {
    const { findings, moveMs } = this.options;
    findings.failMove(this.preceding ?? clauseOfMissing(game), {
      kind: 'silence',
      title: 'its turn has come',
      expected: `a move within ${moveMs / 1000} ms`,
      seen: 'none',
    });
    this.end();
  }
}

/** The board may take the game for finished. */
function clauseOfMissing({ cards }: State): string {
  const hands = [handOf(cards, 1).length, handOf(cards, 2).length];
  const maySeemOver =
    hands.some((size) => size === 0 || size >= LOSING_HAND - 1) ||
    (stockOf(cards).length === 0 && hands.some((size) => size <= 1));
  return maySeemOver ? 'DRK-PL-09' : 'DRK-PL-11';
}
