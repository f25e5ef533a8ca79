/**
 * The referee: judges a game turn by turn, by its screens alone.
 *
 *     turn  →  layout, hand   [A]   captures offered, a prompt
 *     clear →  layout, hand   [B]   captured n, stock s, the turned card, a prompt
 *     clear →  layout, hand   [C]   captured n
 *
 * The difference of the piles shows the move, so keys need not be known. Printed counts are compared with the cards.
 */
import { canCapture, DEALT, PACK, type Card, type Players } from '../cards';
import type { Item } from '../reader/item';
import { KnownCards, namesOf, without } from './known-cards';
import { MoveJudge } from './move-judge';
import { OVERLOOKED, RuleChecks, type RuleCheck } from './rule-check';
import { capturesOf } from '../rules';
import { Scoreboard } from './scoreboard';
import { SpecialDealJudge } from './special-deal-judge';

type Stage = 'before' | 'A' | 'B' | 'C' | 'between' | 'end';

export class Referee {
  private stage: Stage = 'before';
  /** The number of the current turn, 0..23. */
  private turn = -1;
  private shownLayout: readonly Card[] | undefined;
  private options: { readonly card: Card; readonly taken: Card }[] = [];
  private prompted = false;
  private turned: Card | undefined;
  /** How often a game has shown the stock's count, and a turned card. */
  private readonly shown = { stock: 0, turned: 0 };
  private names: string[] = [];
  private readonly checks = new RuleChecks();
  private readonly known: KnownCards;
  private readonly special: SpecialDealJudge;
  private readonly moves: MoveJudge;
  private readonly scoreboard: Scoreboard;

  constructor(readonly players: Players) {
    this.known = new KnownCards(players, this.checks);
    this.special = new SpecialDealJudge(players, this.known, this.checks);
    this.moves = new MoveJudge(this.known, this.special, this.checks);
    this.scoreboard = new Scoreboard(players, this.checks);
  }

  /** The known state of the current turn: the harness chooses its keys by it. */
  get view(): {
    readonly turn: number;
    readonly player: number;
    readonly layout: readonly Card[];
    readonly hand: readonly Card[];
    readonly turned: Card | undefined;
  } {
    const { turn, player, known, turned } = this;
    return { turn, player, layout: known.table, hand: known.handOf(player), turned };
  }

  /** The special deal of this game, once it is known. */
  get specialDeal(): { readonly rank: number; readonly count: 3 | 4 } | undefined {
    return this.special.deal;
  }

  /** Whether the last screen has come: clauses on the game's end are judged only after it. */
  get isOver(): boolean {
    return this.stage === 'end';
  }

  /** Takes the next item of the console. Returns the checks that become possible. Never throws. */
  take(item: Item): readonly RuleCheck[] {
    this.dispatch(item);
    return this.checks.take();
  }

  private dispatch(item: Item): void {
    switch (item.kind) {
      case 'order':
        this.names[item.player - 1] = item.name;
        return;
      case 'special':
        if (this.stage === 'before') this.special.announce(item.rank, item.count);
        return;
      case 'turn':
        return this.beginTurn(item.name);
      case 'clear':
        return this.clear();
      case 'pile':
        return this.pile(item.label, item.cards);
      case 'option':
        this.options.push(item);
        return this.judgeOption(item);
      case 'prompt':
        return this.judgePrompt(item.prompt);
      case 'captured':
        return this.judgeCapturedCount(item.count);
      case 'stock':
        return this.judgeStock(item.remaining);
      case 'turned':
        this.shown.turned++;
        this.known.reveal([item.card]);
        this.turned = item.card;
        return;
      case 'players':
      case 'tie':
      case 'standing':
        return this.scoreboard.judgeLine(item, this.names, this.known.captured);
      default:
        return;
    }
  }

  private get player(): number {
    return Math.max(this.turn, 0) % this.players;
  }

  private beginTurn(name: string): void {
    this.closeTurn();
    this.turn++;
    this.names[this.player] = name;
    this.stage = 'A';
    this.options = [];
    this.prompted = false;
    this.turned = undefined;
    this.shownLayout = undefined;
  }

  private clear(): void {
    this.shownLayout = undefined;
    if (this.stage === 'A') this.stage = 'B';
    else if (this.stage === 'B') this.stage = 'C';
    else if (this.stage === 'C') this.stage = 'between';
  }

  private pile(label: string, cards: readonly Card[]): void {
    if (label === 'layout') {
      this.shownLayout = cards;
      if (this.stage === 'before') this.special.judgeScreen(cards);
      return;
    }
    // The last screen follows the last turn's; its piles have the titles that the board chooses.
    const isLast = this.turn === DEALT - 1 && (this.stage === 'between' || this.turned !== undefined);
    if (label === 'captured' || this.stage === 'end' || (label === 'other' && isLast)) return this.end(cards);
    if (label !== 'hand' || this.shownLayout === undefined) return;
    if (this.stage === 'A') this.judgeTurnStart(this.shownLayout, cards);
    else if (this.stage === 'B') this.moves.judgeHandMove(this.player, this.shownLayout, cards);
    else if (this.stage === 'C') this.judgeTurnedCard(this.shownLayout, cards);
  }

  private judgeTurnStart(layout: readonly Card[], hand: readonly Card[]): void {
    const { player, known } = this;
    if (this.turn === 0) this.special.judgeFirstTable(layout);
    else known.expectSame('CT-PL-03', 'the table between two turns', known.table, layout);
    const before = known.hands[player];
    if (before === undefined) this.judgeDealtHand(player, hand);
    else known.expectSame('CT-PL-02', 'the hand between two turns', before, hand);
    known.setTable(layout);
    known.setHand(player, hand);
  }

  private judgeDealtHand(player: number, hand: readonly Card[]): void {
    const size = DEALT / this.players;
    const detail = `player ${player + 1} is dealt ${hand.length} cards, ${size} are right`;
    this.checks.add('CT-DL-01', hand.length === size, detail);
    this.known.reveal(hand);
    this.special.judgeHand(player, hand, this.turn);
  }

  private judgeOption({ card, taken }: { readonly card: Card; readonly taken: Card }): void {
    const detail = `${card.name} is offered to capture ${taken.name}`;
    this.checks.add('CT-PL-01', canCapture(card, taken), detail);
  }

  private judgePrompt(prompt: string): void {
    const { layout } = this.known;
    const { stage, turned } = this;
    if (prompt === 'scoreboard' && stage === 'end') return this.judgeWhole();
    if (layout === undefined) return;
    if (stage === 'A' && !this.prompted && (prompt === 'use-x' || prompt === 'discard')) {
      this.prompted = true;
      const legal = capturesOf(this.known.handOf(this.player), layout);
      const detail = `${legal.length} captures can be made, the prompt is ${prompt}`;
      this.checks.add('CT-PL-02', (prompt === 'use-x') === legal.length > 0, detail, OVERLOOKED);
      const offered = new Set(this.options.map(({ card, taken }) => `${card.name} ${taken.name}`));
      const right = new Set(legal.map(({ card, taken }) => `${card.name} ${taken.name}`));
      const all = offered.size === right.size && [...right].every((pair) => offered.has(pair));
      const counts = `${offered.size} captures are offered, ${right.size} can be made`;
      this.checks.add('CT-PL-01', all, counts, OVERLOOKED);
    }
    if (stage === 'B' && turned !== undefined && (prompt === 'take' || prompt === 'lay')) {
      const fits = layout.some((card) => canCapture(turned, card));
      const detail = `${turned.name} ${fits ? 'can' : 'cannot'} capture, the prompt is ${prompt}`;
      this.checks.add('CT-PL-03', (prompt === 'take') === fits, detail, fits ? OVERLOOKED : undefined);
    }
  }

  /** The last screen is complete. */
  private judgeWhole(): void {
    const { stock, turned } = this.shown;
    this.scoreboard.judgeWhole();
    if (this.turn !== DEALT - 1) return;
    this.checks.add('CT-DL-02', stock === DEALT, `the stock's count was printed ${stock} times in 24 turns`);
    this.checks.add('CT-PL-03', turned === DEALT, `${turned} cards were turned in 24 turns`);
  }

  private judgeCapturedCount(shown: number): void {
    if (this.stage !== 'B' && this.stage !== 'C') return;
    const known = this.known.captured[this.player]?.length ?? 0;
    // The three cards of a special deal are captured without a screen of their own.
    const three = this.stage === 'B' && this.special.takesThree(this.turned) ? 4 : 0;
    const clause = this.stage === 'B' ? 'CT-PL-02' : 'CT-PL-03';
    const holds = shown === known || shown === known + three;
    this.checks.add(clause, holds, `${shown} captured cards are shown, ${known} were captured`);
  }

  private judgeStock(remaining: number): void {
    this.shown.stock++;
    const right = DEALT - this.turn;
    const holds = remaining === right;
    if (this.turn === 0)
      this.checks.add('CT-DL-01', holds, `${remaining} cards are in the stock before the first is turned`);
    const detail = `${remaining} cards remain in turn ${this.turn + 1}, ${right} are right`;
    this.checks.add('CT-DL-02', holds, detail);
  }

  private judgeTurnedCard(layout: readonly Card[], hand: readonly Card[]): void {
    const { turned, player, known } = this;
    known.expectSame('CT-PL-03', 'the hand while a card is turned', known.handOf(player), hand);
    this.turned = undefined;
    this.stage = 'C';
    if (turned !== undefined) return this.moves.judgeTurnedCard(player, turned, layout);
    known.setTable(layout);
    this.checks.add('CT-PL-03', false, 'no turned card is shown');
  }

  /** A turn may end without its last screen only if the turned card captured the three of a special deal. */
  private closeTurn(): void {
    const { turned, player, known } = this;
    if (turned === undefined || this.turn < 0) return;
    const fits = known.table.filter(({ rank }) => rank === turned.rank);
    const takesThree = this.special.takesThree(turned);
    const detail = `the turn ends and does not show where ${turned.name} went`;
    this.checks.add('CT-PL-03', takesThree, detail);
    if (takesThree) known.capture(player, [turned, ...fits]);
    known.layout = without(known.table, fits);
    this.turned = undefined;
  }

  private end(cards: readonly Card[]): void {
    const { known, checks } = this;
    if (this.stage !== 'end') {
      this.closeTurn();
      this.stage = 'end';
      const left = [...known.table, ...known.hands.flatMap((hand) => hand ?? [])];
      checks.add('CT-PL-04', this.turn === DEALT - 1, `the game ends after ${this.turn + 1} turns`);
      const detail = `${namesOf(left)} left on the table and in the hands at the end`;
      checks.add('CT-PL-04', left.length === 0, detail);
      const shown = `${known.count} different cards were shown in the game`;
      checks.add('CT-DL-02', known.count === PACK.length, shown);
    }
    this.scoreboard.judgePile(cards, known.captured);
  }
}
