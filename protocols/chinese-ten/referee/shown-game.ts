/** A game as far as its screens have shown it. */
import { isSame, namesOf, sorted, type Card, type Players } from '../cards';
import { playerOf, type Position } from '../rules';
import type { Check } from './counts';

export class ShownGame {
  /** Hands that were not shown are empty, and the stock is the turned card. */
  protected position: Position;
  protected readonly seen = new Set<Card>();

  constructor(
    readonly players: Players,
    protected readonly check: Check,
  ) {
    const none = Array.from({ length: players }, () => []);
    const cards = { hands: none, captured: none, layout: [], stock: [] };
    this.position = { ...cards, players, turn: -1, phase: 'hand', special: undefined };
  }

  protected get player(): number {
    return Math.max(0, playerOf(this.position));
  }

  protected get hand(): readonly Card[] {
    return this.position.hands[this.player] ?? [];
  }

  /** Judges new cards: none of them may have been shown before. */
  protected reveal(cards: readonly Card[]): void {
    const again = cards.filter((card, i) => this.seen.has(card) || cards.indexOf(card) !== i);
    this.check('CT-DL-02', again.length === 0, `${namesOf(again)} shown twice`);
    for (const card of cards) this.seen.add(card);
  }

  /** Judges that a pile is unchanged. `what` names it. */
  protected expectSame(clause: string, what: string, known: readonly Card[], shown: readonly Card[]): void {
    this.check(clause, isSame(known, shown), `${what}: ${namesOf(shown)} shown, ${namesOf(known)} known`);
  }

  protected change(what: Partial<Position>): void {
    this.position = { ...this.position, ...what };
  }

  protected show(layout: readonly Card[], hand: readonly Card[]): void {
    const { player } = this;
    const hands = this.position.hands.map((known, i) => (i === player ? sorted(hand) : known));
    this.change({ layout: sorted(layout), hands });
  }

  protected capture(cards: readonly Card[]): void {
    const { player } = this;
    for (const card of cards) this.seen.add(card);
    this.change({
      captured: this.position.captured.map((pile, i) => (i === player ? sorted([...pile, ...cards]) : pile)),
    });
  }
}
