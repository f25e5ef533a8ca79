/** The cards that the screens of a game have shown, and what their differences say of the deal and of the moves. */
import {
  canCapture,
  capturesItself,
  DEALT,
  OPEN,
  PACK,
  sorted,
  without,
  type Card,
  type Players,
} from '../cards';
import { capturesOf, specialDealOf, type SpecialDeal } from '../rules';

/** The referee's verdict on one clause. */
export interface RuleCheck {
  readonly requirement: string;
  readonly holds: boolean;
  readonly detail: string;
  /** Several checks show one bug: a capture that the program has overlooked. */
  readonly isOverlooked: boolean;
}

type ShownDeal = Pick<SpecialDeal, 'rank' | 'count'>;

export class ShownCards {
  protected readonly checks: RuleCheck[] = [];
  /** The number of the current turn, 0..23. */
  protected turn = -1;
  protected turned: Card | undefined;
  /** The cards on the table and in the hands, as far as they were shown; the captured ones; and all that were shown. */
  protected layout: readonly Card[] | undefined;
  protected readonly hands: (readonly Card[] | undefined)[] = [];
  protected readonly captured: (readonly Card[])[];
  protected readonly seen = new Set<Card>();
  protected announced: ShownDeal | undefined;
  /** `held`: a player got the cards before the first turn. */
  protected special: (ShownDeal & { readonly held: boolean }) | undefined;

  constructor(readonly players: Players) {
    this.captured = Array.from({ length: players }, () => []);
  }

  /** The special deal of this game, once it is known. */
  get specialDeal(): ShownDeal | undefined {
    return this.special ?? this.announced;
  }

  protected get player(): number {
    return Math.max(this.turn, 0) % this.players;
  }

  protected get hand(): readonly Card[] {
    return this.hands[this.player] ?? [];
  }

  protected check(requirement: string, holds: boolean, detail: string, isOverlooked = false): void {
    this.checks.push({ requirement, holds, detail, isOverlooked });
  }

  protected get table(): readonly Card[] {
    return this.layout ?? [];
  }

  /** Judges new cards: none of them may have been shown before. */
  protected reveal(cards: readonly Card[]): void {
    const again = cards.filter((card, i) => this.seen.has(card) || cards.indexOf(card) !== i);
    const detail = again.length > 0 ? `${namesOf(again)} shown twice` : `${namesOf(cards)} new`;
    this.check('CT-DL-02', again.length === 0, detail);
    for (const card of cards) this.seen.add(card);
  }

  protected capture(player: number, cards: readonly Card[]): void {
    for (const card of cards) this.seen.add(card);
    this.captured[player] = sorted([...(this.captured[player] ?? []), ...cards]);
  }

  /** Judges that a pile is unchanged. `what` names it. */
  protected expectSame(clause: string, what: string, known: readonly Card[], shown: readonly Card[]): void {
    const holds = known.length === shown.length && without(known, shown).length === 0;
    this.check(clause, holds, `${what}: ${namesOf(shown)} shown, ${namesOf(known)} known`);
  }

  /** The four open cards on the screen that announces a special deal. */
  protected judgeDealScreen({ rank, count }: ShownDeal, cards: readonly Card[]): void {
    const found = cards.filter((card) => card.rank === rank).length;
    this.check('CT-DL-01', cards.length === OPEN, `${cards.length} cards lie open, 4 are dealt`);
    const holds = found === count && capturesItself(rank);
    this.check('CT-PL-04', holds, `a special deal of ${count} shows ${found} of its rank`);
    for (const card of cards) this.seen.add(card);
    this.layout = sorted(cards);
  }

  protected judgeFirstTable(layout: readonly Card[]): void {
    const { announced } = this;
    const left = announced === undefined ? OPEN : OPEN - announced.count;
    const held = announced !== undefined && layout.length === left;
    const detail = `${layout.length} cards lie open before the first turn`;
    this.check('CT-DL-01', held || layout.length === OPEN, detail);
    if (this.layout === undefined) this.reveal(layout);
    const deal = held ? announced : specialDealOf(layout, []);
    this.special = deal === undefined ? undefined : { ...deal, held };
    if (deal?.count !== 4) return;
    this.check('CT-PL-04', held, 'all four of a rank on the first table go to the dealer');
    if (held) this.capture(0, cardsOf(deal.rank));
  }

  /** A hand that is shown for the first time: the fourth card of a special deal may be in it. */
  protected judgeDealtHand(player: number, hand: readonly Card[]): void {
    const size = DEALT / this.players;
    const dealt = `player ${player + 1} is dealt ${hand.length} cards, ${size} are right`;
    this.check('CT-DL-01', hand.length === size, dealt);
    this.reveal(hand);
    if (this.special?.count !== 3) return;
    const { rank, held } = this.special;
    const fourth = hand.find((card) => card.rank === rank);
    if (fourth !== undefined) {
      const detail = `the holder of ${fourth.name} takes the other three before the first turn`;
      this.check('CT-PL-04', held, detail);
      if (held) this.capture(player, without(cardsOf(rank), [fourth]));
      return;
    }
    const isHeld = this.captured.some((pile) => pile.some((card) => card.rank === rank));
    if (!held || this.turn < this.players - 1 || isHeld) return;
    this.check('CT-PL-04', false, 'the three of a special deal were taken, and nobody holds the fourth');
  }

  /** Whether a turned card captures the three of a special deal on the table. */
  protected takesThree(card: Card | undefined): boolean {
    return this.special?.count === 3 && !this.special.held && card?.rank === this.special.rank;
  }

  /** The table and the hand after a card was played. */
  protected judgePlayed(layout: readonly Card[], hand: readonly Card[]): void {
    const { hand: before, table, special } = this;
    const played = without(before, hand);
    const [card] = played;
    const isOne = played.length === 1 && without(hand, before).length === 0;
    this.check('CT-PL-02', isOne, `${namesOf(played)} went from the hand`);
    this.hands[this.player] = sorted(hand);
    if (!isOne || card === undefined) return void (this.layout = sorted(layout));
    const { taken, laid, isLaid } = this.moveTo(layout, card);
    if (taken.length > 0) return this.judgeCapture('CT-PL-02', card, taken, laid);
    const captures = capturesOf(before, table).length;
    const detail = `${card.name} is laid down where ${captures} captures can be made`;
    this.check('CT-PL-02', captures === 0, detail);
    const joined = `${card.name} joins the three of its special deal when it is played`;
    const gains = `${card.name} is laid down, the table gains ${namesOf(laid)}`;
    if (special?.held === true && special.rank === card.rank)
      this.check('CT-PL-04', laid.length === 0, joined);
    else this.check('CT-PL-02', isLaid, gains);
  }

  protected judgeTurnedCard(layout: readonly Card[], hand: readonly Card[]): void {
    const { turned: card, table } = this;
    this.expectSame('CT-PL-03', 'the hand while a card is turned', this.hand, hand);
    this.turned = undefined;
    if (card === undefined) {
      this.layout = sorted(layout);
      return this.check('CT-PL-03', false, 'no turned card is shown');
    }
    const { taken, laid, isLaid } = this.moveTo(layout, card);
    const isWhole = taken.length === 3 && laid.length === 0;
    if (this.takesThree(card)) return this.check('CT-PL-04', isWhole, `${card.name} takes ${namesOf(taken)}`);
    if (taken.length > 0) return this.judgeCapture('CT-PL-03', card, taken, laid);
    const fits = table.filter((other) => canCapture(card, other)).length;
    const detail = `${card.name} is turned, ${fits} cards fit, the table gains ${namesOf(laid)}`;
    this.check('CT-PL-03', fits === 0 && isLaid, detail, true);
  }

  /** The table changes by a card: what it has captured, and what was laid down. `isLaid`: nothing but that card. */
  private moveTo(layout: readonly Card[], card: Card) {
    const taken = without(this.table, layout);
    const laid = without(layout, this.table);
    this.layout = sorted(layout);
    this.capture(this.player, laid.length > 0 ? taken : [card, ...taken]);
    return { taken, laid, isLaid: laid.length === 1 && laid[0] === card };
  }

  private judgeCapture(clause: string, card: Card, taken: readonly Card[], laid: readonly Card[]): void {
    const appears = laid.length > 0 ? ` and ${namesOf(laid)} appears` : '';
    const isOne = taken.length === 1 && laid.length === 0;
    this.check(clause, isOne, `${card.name} takes ${namesOf(taken)}${appears}`);
    const holds = taken.every((other) => canCapture(card, other));
    this.check('CT-PL-01', holds, `${card.name} captures ${namesOf(taken)}`);
  }
}

function cardsOf(rank: number): readonly Card[] {
  return PACK.filter((card) => card.rank === rank);
}

export function namesOf(cards: readonly Card[]): string {
  return cards.length === 0 ? 'nothing' : cards.map(({ name }) => name).join(' ');
}
