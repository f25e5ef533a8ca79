/**
 * The referee: judges a game turn by turn, by its screens alone.
 *
 *     turn  →  layout, hand   [A]   captures offered, a prompt
 *     clear →  layout, hand   [B]   captured n, stock s, the turned card, a prompt
 *     clear →  layout, hand   [C]   captured n
 *
 * The difference of the piles shows the move, so keys need not be known. Printed counts are compared with the cards.
 */
import { canCapture, DEALT, PACK, sorted, without, type Card, type Players } from '../cards';
import type { Item } from '../reader/item';
import { capturesOf } from '../rules';
import { Scoreboard } from './scoreboard';
import { namesOf, ShownCards, type RuleCheck } from './shown-cards';

/** The screens of a turn, and what is before, between and after turns. */
type Stage = 'before' | 'A' | 'B' | 'C' | 'between' | 'end';
const AFTER_CLEAR: Readonly<Record<Stage, Stage>> = {
  before: 'before',
  A: 'B',
  B: 'C',
  C: 'between',
  between: 'between',
  end: 'end',
};

export class Referee extends ShownCards {
  private stage: Stage = 'before';
  private shownLayout: readonly Card[] | undefined;
  private options: string[] = [];
  private prompted = false;
  /** How often a game has shown the stock's count, and a turned card. */
  private readonly counts = { stock: 0, turned: 0 };
  private readonly names: string[] = [];
  private readonly scoreboard: Scoreboard;

  constructor(players: Players) {
    super(players);
    this.scoreboard = new Scoreboard(players, this.names, this.captured, this.check.bind(this));
  }

  /** The known state of the current turn: the harness chooses its keys by it. */
  get view() {
    const { turn, player, table, hand, turned } = this;
    return { turn, player, layout: table, hand, turned };
  }

  /** Whether the last screen has come: clauses on the game's end are judged only after it. */
  get isOver(): boolean {
    return this.stage === 'end';
  }

  /** Takes the next item of the console. Returns the checks that become possible. Never throws. */
  take(item: Item): readonly RuleCheck[] {
    if (item.kind === 'order') this.names[item.player - 1] = item.name;
    else if (item.kind === 'special' && this.stage === 'before') this.announced = item;
    else if (item.kind === 'turn') this.beginTurn(item.name);
    else if (item.kind === 'clear') [this.stage, this.shownLayout] = [AFTER_CLEAR[this.stage], undefined];
    else if (item.kind === 'pile') this.pile(item.label, item.cards);
    else if (item.kind === 'option') this.judgeOption(item.card, item.taken);
    else if (item.kind === 'prompt') this.judgePrompt(item.prompt);
    else if (item.kind === 'captured') this.judgeCapturedCount(item.count);
    else if (item.kind === 'stock') this.judgeStock(item.remaining);
    else if (item.kind === 'turned') this.turnCard(item.card);
    else if (item.kind === 'players' || item.kind === 'tie' || item.kind === 'standing')
      this.scoreboard.judgeLine(item);
    return this.checks.splice(0);
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

  private turnCard(card: Card): void {
    this.counts.turned++;
    this.reveal([card]);
    this.turned = card;
  }

  private pile(label: string, cards: readonly Card[]): void {
    const { stage, shownLayout } = this;
    if (label === 'layout') {
      this.shownLayout = cards;
      if (stage === 'before' && this.announced !== undefined) this.judgeDealScreen(this.announced, cards);
      return;
    }
    // The last screen follows the last turn's; its piles have the titles that the board chooses.
    const isLast = this.turn === DEALT - 1 && (stage === 'between' || this.turned !== undefined);
    if (label === 'captured' || stage === 'end' || (label === 'other' && isLast)) return this.end(cards);
    if (label !== 'hand' || shownLayout === undefined) return;
    if (stage === 'A') this.judgeTurnStart(shownLayout, cards);
    else if (stage === 'B') this.judgePlayed(shownLayout, cards);
    else if (stage === 'C') this.judgeTurnedCard(shownLayout, cards);
  }

  private judgeTurnStart(layout: readonly Card[], hand: readonly Card[]): void {
    const { player } = this;
    if (this.turn === 0) this.judgeFirstTable(layout);
    else this.expectSame('CT-PL-03', 'the table between two turns', this.table, layout);
    const before = this.hands[player];
    if (before === undefined) this.judgeDealtHand(player, hand);
    else this.expectSame('CT-PL-02', 'the hand between two turns', before, hand);
    this.layout = sorted(layout);
    this.hands[player] = sorted(hand);
  }

  private judgeOption(card: Card, taken: Card): void {
    const pair = `${card.name} ${taken.name}`;
    if (!this.options.includes(pair)) this.options.push(pair);
    this.check('CT-PL-01', canCapture(card, taken), `${card.name} is offered to capture ${taken.name}`);
  }

  private judgePrompt(prompt: string): void {
    const { stage, turned, layout, options } = this;
    if (prompt === 'scoreboard' && stage === 'end') return this.judgeWhole();
    if (layout === undefined) return;
    if (stage === 'A' && !this.prompted && (prompt === 'use-x' || prompt === 'discard')) {
      this.prompted = true;
      const legal = capturesOf(this.hand, layout);
      const detail = `${legal.length} captures can be made, the prompt is ${prompt}`;
      this.check('CT-PL-02', (prompt === 'use-x') === legal.length > 0, detail, true);
      const isOffered = legal.every(({ card, taken }) => options.includes(`${card.name} ${taken.name}`));
      const counts = `${options.length} captures are offered, ${legal.length} can be made`;
      this.check('CT-PL-01', isOffered && options.length === legal.length, counts, true);
    }
    if (stage === 'B' && turned !== undefined && (prompt === 'take' || prompt === 'lay')) {
      const fits = layout.some((card) => canCapture(turned, card));
      const detail = `${turned.name} ${fits ? 'can' : 'cannot'} capture, the prompt is ${prompt}`;
      this.check('CT-PL-03', (prompt === 'take') === fits, detail, fits);
    }
  }

  private judgeCapturedCount(shown: number): void {
    if (this.stage !== 'B' && this.stage !== 'C') return;
    const known = this.captured[this.player]?.length ?? 0;
    // The three cards of a special deal are captured without a screen of their own.
    const more = this.stage === 'B' && this.takesThree(this.turned) ? 4 : 0;
    const clause = this.stage === 'B' ? 'CT-PL-02' : 'CT-PL-03';
    const holds = shown === known || shown === known + more;
    this.check(clause, holds, `${shown} captured cards are shown, ${known} were captured`);
  }

  private judgeStock(remaining: number): void {
    this.counts.stock++;
    const right = DEALT - this.turn;
    const holds = remaining === right;
    const first = `${remaining} cards are in the stock before the first is turned`;
    if (this.turn === 0) this.check('CT-DL-01', holds, first);
    this.check('CT-DL-02', holds, `${remaining} cards remain in turn ${this.turn + 1}, ${right} are right`);
  }

  /** A turn may end without its last screen only if the turned card captured the three of a special deal. */
  private closeTurn(): void {
    const { turned, table } = this;
    if (turned === undefined || this.turn < 0) return;
    const fits = table.filter(({ rank }) => rank === turned.rank);
    const takesThree = this.takesThree(turned);
    this.check('CT-PL-03', takesThree, `the turn ends and does not show where ${turned.name} went`);
    if (takesThree) this.capture(this.player, [turned, ...fits]);
    this.layout = without(table, fits);
    this.turned = undefined;
  }

  private end(cards: readonly Card[]): void {
    if (this.stage !== 'end') {
      this.closeTurn();
      this.stage = 'end';
      const left = [...this.table, ...this.hands.flatMap((hand) => hand ?? [])];
      this.check('CT-PL-04', this.turn === DEALT - 1, `the game ends after ${this.turn + 1} turns`);
      const detail = `${namesOf(left)} left on the table and in the hands at the end`;
      this.check('CT-PL-04', left.length === 0, detail);
      const { size } = this.seen;
      this.check('CT-DL-02', size === PACK.length, `${size} different cards were shown in the game`);
    }
    this.scoreboard.judgePile(cards);
  }

  /** The last screen is complete. */
  private judgeWhole(): void {
    const { stock, turned } = this.counts;
    this.scoreboard.judgeWhole();
    if (this.turn !== DEALT - 1) return;
    this.check('CT-DL-02', stock === DEALT, `the stock's count was printed ${stock} times in 24 turns`);
    this.check('CT-PL-03', turned === DEALT, `${turned} cards were turned in 24 turns`);
  }
}
