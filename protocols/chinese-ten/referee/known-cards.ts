/** The cards that the console has shown: the table, the hands, the captured piles, and all different cards so far. */
import { sorted, type Card, type Players } from '../cards';
import type { RuleChecks } from './rule-check';

export class KnownCards {
  /** The cards on the table; undefined until they are shown. */
  layout: readonly Card[] | undefined;
  readonly hands: (readonly Card[] | undefined)[];
  readonly captured: (readonly Card[])[];
  private readonly shown = new Set<Card>();

  constructor(
    players: Players,
    private readonly checks: RuleChecks,
  ) {
    this.hands = Array.from({ length: players }, () => undefined);
    this.captured = Array.from({ length: players }, () => []);
  }

  get table(): readonly Card[] {
    return this.layout ?? [];
  }

  /** The number of different cards shown so far. */
  get count(): number {
    return this.shown.size;
  }

  handOf(player: number): readonly Card[] {
    return this.hands[player] ?? [];
  }

  setHand(player: number, cards: readonly Card[]): void {
    this.hands[player] = sorted(cards);
  }

  setTable(cards: readonly Card[]): void {
    this.layout = sorted(cards);
  }

  /** Judges new cards: none of them may have been shown before. */
  reveal(cards: readonly Card[]): void {
    const again = cards.filter((card, i) => this.shown.has(card) || cards.indexOf(card) !== i);
    const detail = again.length > 0 ? `${namesOf(again)} shown twice` : `${namesOf(cards)} new`;
    this.checks.add('CT-DL-02', again.length === 0, detail);
    this.note(cards);
  }

  /** Adds cards that are shown, new or not. */
  note(cards: readonly Card[]): void {
    for (const card of cards) this.shown.add(card);
  }

  capture(player: number, cards: readonly Card[]): void {
    this.note(cards);
    this.captured[player] = sorted([...(this.captured[player] ?? []), ...cards]);
  }

  /** Judges that a pile is unchanged. `what` names it. */
  expectSame(clause: string, what: string, known: readonly Card[], shown: readonly Card[]): void {
    const holds = known.length === shown.length && without(known, shown).length === 0;
    this.checks.add(clause, holds, `${what}: ${namesOf(shown)} shown, ${namesOf(known)} known`);
  }
}

export function without(cards: readonly Card[], others: readonly Card[]): readonly Card[] {
  return cards.filter((card) => !others.includes(card));
}

export function namesOf(cards: readonly Card[]): string {
  return cards.length === 0 ? 'nothing' : cards.map(({ name }) => name).join(' ');
}
