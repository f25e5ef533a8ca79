/** Judges a move by the difference of the piles: a card played from the hand, and the card turned from the stock. */
import { canCapture, type Card } from '../cards';
import { namesOf, without, type KnownCards } from './known-cards';
import { OVERLOOKED, type RuleChecks } from './rule-check';
import { capturesOf } from '../rules';
import type { SpecialDealJudge } from './special-deal-judge';

export class MoveJudge {
  constructor(
    private readonly known: KnownCards,
    private readonly special: SpecialDealJudge,
    private readonly checks: RuleChecks,
  ) {}

  /** The table and the hand after a card was played. */
  judgeHandMove(player: number, layout: readonly Card[], hand: readonly Card[]): void {
    const { known } = this;
    const [before, table] = [known.handOf(player), known.table];
    const played = without(before, hand);
    const [card] = played;
    const isOne = played.length === 1 && without(hand, before).length === 0;
    this.checks.add('CT-PL-02', isOne, `${namesOf(played)} went from the hand`);
    known.setHand(player, hand);
    known.setTable(layout);
    if (!isOne || card === undefined) return;
    const taken = without(table, layout);
    const laid = without(layout, table);
    if (taken.length > 0) this.judgeCapture('CT-PL-02', card, taken, laid);
    else this.judgeDiscard(card, laid, capturesOf(before, table).length);
    known.capture(player, laid.length > 0 ? taken : [card, ...taken]);
  }

  /** The table after `card` was turned. */
  judgeTurnedCard(player: number, card: Card, layout: readonly Card[]): void {
    const { known } = this;
    const { table } = known;
    known.setTable(layout);
    const taken = without(table, layout);
    const laid = without(layout, table);
    if (this.special.takesThree(card)) {
      const holds = taken.length === 3 && laid.length === 0;
      this.checks.add('CT-PL-04', holds, `${card.name} takes ${namesOf(taken)}`);
    } else if (taken.length > 0) this.judgeCapture('CT-PL-03', card, taken, laid);
    else {
      const fits = table.filter((other) => canCapture(card, other)).length;
      const holds = fits === 0 && laid.length === 1 && laid[0] === card;
      const detail = `${card.name} is turned, ${fits} cards fit, the table gains ${namesOf(laid)}`;
      this.checks.add('CT-PL-03', holds, detail, OVERLOOKED);
    }
    known.capture(player, laid.length > 0 ? taken : [card, ...taken]);
  }

  private judgeCapture(clause: string, card: Card, taken: readonly Card[], laid: readonly Card[]): void {
    const appears = laid.length > 0 ? ` and ${namesOf(laid)} appears` : '';
    const isOne = taken.length === 1 && laid.length === 0;
    this.checks.add(clause, isOne, `${card.name} takes ${namesOf(taken)}${appears}`);
    const holds = taken.every((other) => canCapture(card, other));
    this.checks.add('CT-PL-01', holds, `${card.name} captures ${namesOf(taken)}`);
  }

  private judgeDiscard(card: Card, laid: readonly Card[], captures: number): void {
    const detail = `${card.name} is laid down where ${captures} captures can be made`;
    this.checks.add('CT-PL-02', captures === 0, detail);
    if (this.special.joins(card)) {
      const joined = `${card.name} joins the three of its special deal when it is played`;
      this.checks.add('CT-PL-04', laid.length === 0, joined);
      return;
    }
    const holds = laid.length === 1 && laid[0] === card;
    this.checks.add('CT-PL-02', holds, `${card.name} is laid down, the table gains ${namesOf(laid)}`);
  }
}
