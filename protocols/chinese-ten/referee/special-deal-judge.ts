/** The special deal of a game (CT-PL-04): three or four cards of a rank on the first table, and who gets them. */
import { capturesItself, OPEN, PACK, type Card, type Players } from '../cards';
import type { KnownCards } from './known-cards';
import type { RuleChecks } from './rule-check';
import { specialDealOf } from '../rules';

interface ShownDeal {
  readonly rank: number;
  readonly count: 3 | 4;
}

export class SpecialDealJudge {
  private announced: ShownDeal | undefined;
  /** `held`: a player got the cards before the first turn. */
  private special: (ShownDeal & { readonly held: boolean }) | undefined;

  constructor(
    private readonly players: Players,
    private readonly known: KnownCards,
    private readonly checks: RuleChecks,
  ) {}

  /** The special deal of this game, once it is known. */
  get deal(): ShownDeal | undefined {
    return this.special ?? this.announced;
  }

  announce(rank: number, count: 3 | 4): void {
    this.announced = { rank, count };
  }

  /** The four open cards on the screen that announces it. */
  judgeScreen(cards: readonly Card[]): void {
    if (this.announced === undefined) return;
    const { rank, count } = this.announced;
    const found = cards.filter((card) => card.rank === rank).length;
    this.checks.add('CT-DL-01', cards.length === OPEN, `${cards.length} cards lie open, 4 are dealt`);
    const holds = found === count && capturesItself(rank);
    this.checks.add('CT-PL-04', holds, `a special deal of ${count} shows ${found} of its rank`);
    this.known.note(cards);
    this.known.setTable(cards);
  }

  /** The table of the first turn. */
  judgeFirstTable(layout: readonly Card[]): void {
    const { announced, known } = this;
    const left = announced?.count === 4 ? 0 : announced?.count === 3 ? 1 : OPEN;
    const held = announced !== undefined && layout.length === left;
    const detail = `${layout.length} cards lie open before the first turn`;
    this.checks.add('CT-DL-01', held || layout.length === OPEN, detail);
    if (known.layout === undefined) known.reveal(layout);
    const unannounced = specialDealOf(layout, []);
    if (held) this.special = { ...announced, held };
    else this.special = unannounced && { rank: unannounced.rank, count: unannounced.count, held };
    if (this.special?.count !== 4) return;
    this.checks.add('CT-PL-04', held, 'all four of a rank on the first table go to the dealer');
    const { rank } = this.special;
    if (held)
      known.capture(
        0,
        PACK.filter((card) => card.rank === rank),
      );
  }

  /** A hand that is shown for the first time: the fourth card may be in it. */
  judgeHand(player: number, hand: readonly Card[], turn: number): void {
    const { special, known } = this;
    if (special?.count !== 3) return;
    const { rank, held } = special;
    const fourth = hand.find((card) => card.rank === rank);
    if (fourth !== undefined) {
      const detail = `the holder of ${fourth.name} takes the other three before the first turn`;
      this.checks.add('CT-PL-04', held, detail);
      if (held)
        known.capture(
          player,
          PACK.filter((card) => card.rank === rank && card !== fourth),
        );
      return;
    }
    const isHeld = known.captured.some((pile) => pile.some((card) => card.rank === rank));
    if (!held || turn < this.players - 1 || isHeld) return;
    const detail = 'the three of a special deal were taken, and nobody holds the fourth';
    this.checks.add('CT-PL-04', false, detail);
  }

  /** Whether a played card joins the three that its player has already. */
  joins(card: Card): boolean {
    return this.special?.held === true && this.special.rank === card.rank;
  }

  /** Whether a turned card captures the three on the table. */
  takesThree(card: Card | undefined): boolean {
    return this.special?.count === 3 && !this.special.held && card?.rank === this.special.rank;
  }
}
