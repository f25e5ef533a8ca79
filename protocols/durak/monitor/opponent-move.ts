/**
 * The other board's last legal move, and what the board's later decks mean: they refuse the move, were on their way
 * when it came, or are made as if it had not come.
 */
import type { Bounds, TimedEvent } from '../../monitor/timed-decoder';
import { judge, refusalClause } from '../judge';
import type { Move } from '../moves';
import type { Deck, Packet } from '../packet';
import { opponentOf, sameCards, type State } from '../rules';
import type { Findings } from './findings';
import { CROSSING } from './tolerances';

interface OpponentMove {
  /** The game before the move. */
  readonly game: State;
  readonly move: Move;
  readonly at: Bounds;
  /** The board's last packet was acknowledged before. So a repetition has another reason. */
  readonly acked: boolean;
  /** The board may have begun an answer to an earlier packet. */
  readonly answering: boolean;
  /** The board has refused an illegal move right before. It owes the turn to this one (DRK-PL-10). */
  readonly afterRefusal: boolean;
}

/** What a refused legal move is charged to. `rule`: the clause that the move itself keeps. */
export interface RefusalCharge {
  readonly clause: string;
  readonly rule: string;
}

export class OpponentMoveJudge {
  private last: OpponentMove | undefined;
  /** The board has accepted a legal move that also acknowledged its packet (DRK-LK-09). */
  private takesMoves = false;

  constructor(private readonly findings: Findings) {}

  made(move: OpponentMove): void {
    this.last = move;
  }

  /** The board made a move: it has accepted the other board's move. */
  taken(): void {
    this.takesMoves ||= this.last?.acked === false;
    this.last = undefined;
  }

  forget(): void {
    this.last = undefined;
  }

  /**
   * The charge against a board that treats the last move as illegal and so repeats its earlier packet. undefined: the
   * move explains no repetition, or the board has not accepted such a move yet.
   */
  get repetitionCharge(): RefusalCharge | undefined {
    const { last, takesMoves } = this;
    return last?.acked === false && takesMoves ? chargeOf(last) : undefined;
  }

  /** true: the board answers the legal move with the state before it. */
  isRefusal(passed: TimedEvent<Packet>, cards: Deck): boolean {
    const { last } = this;
    return (
      last?.acked === true && passed.first.notBefore > last.at.notAfter && sameCards(cards, last.game.cards)
    );
  }

  /** true: after a legal move that also acknowledged its packet, the board sends that packet again. */
  isRepetition(cards: Deck): boolean {
    const { last } = this;
    return this.repetitionCharge !== undefined && last !== undefined && sameCards(cards, last.game.cards);
  }

  /** true: an answer to an earlier packet was on its way when the legal move came. */
  crosses(passed: TimedEvent<Packet>, cards: Deck): boolean {
    const { last } = this;
    return (
      last?.answering === true &&
      passed.first.notBefore <= last.at.notAfter + CROSSING &&
      sameCards(cards, last.game.cards)
    );
  }

  /** true: the board moves as if the turn had been its own, and the other board's move had not come. */
  isIgnored(cards: Deck): boolean {
    const { last } = this;
    if (last === undefined) return false;
    const turn = opponentOf(last.game.turn);
    return judge({ ...last.game, turn }, cards, turn).legal;
  }

  /** The board refused the last move: blames it, and returns the game before the move. */
  refused(): State | undefined {
    if (this.last === undefined) return undefined;
    const { game, move } = this.last;
    const { clause, rule } = chargeOf(this.last);
    this.findings.failOwn(clause, {
      kind: 'answer',
      rule,
      title: `the other board ${move.text}`,
      expected: 'the legal move applied',
      seen: 'the state before it, as if it were illegal',
    });
    this.last = undefined;
    return game;
  }
}

function chargeOf({ game, move, afterRefusal }: OpponentMove): RefusalCharge {
  const rule = refusalClause(game, move);
  return { clause: afterRefusal ? 'DRK-PL-10' : rule, rule };
}
