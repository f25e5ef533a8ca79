/** The place of every card in a board's game, checked after each step: no card is lost or doubled (DRK-PL-07). */
import { DECK_SIZE, FREE, OUT_OF_PLAY, TRUMP, type CardRecord, type Deck } from '../packet';

export class CardCount {
  private gone: ReadonlySet<number> = new Set();
  private stock = DECK_SIZE;

  /** The error in the cards after a step, in words; undefined: all are there. */
  step(cards: Deck): string | undefined {
    const known = new Set<number>();
    const gone = new Set<number>();
    let [lying, stock] = [0, 0];
    for (const card of cards) {
      const { property, field } = card;
      known.add(numberOf(card));
      if (property === OUT_OF_PLAY) gone.add(numberOf(card));
      else if (property === FREE || property === TRUMP) stock++;
      else if (field !== 0) lying++;
    }
    const different = known.size;
    const placed = lying + stock + gone.size;
    let back = 0;
    for (const card of this.gone) if (!gone.has(card)) back++;
    const grown = stock - this.stock;
    this.gone = gone;
    this.stock = stock;
    if (different !== DECK_SIZE) return `${different} different cards, not ${DECK_SIZE}`;
    if (placed !== DECK_SIZE) return `${placed} cards in hands, on the table, in the stock and out of play`;
    if (back > 0) return `${back} cards came back that were out of play`;
    return grown > 0 ? `the stock grew by ${grown}` : undefined;
  }
}

function numberOf({ card, suit }: CardRecord): number {
  return card * 4 + suit;
}
