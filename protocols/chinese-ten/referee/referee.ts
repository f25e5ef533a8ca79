/**
 * The referee: follows a game by its screens alone, and judges it by the rules.
 *
 *     turn  →  layout, hand   [A]   captures offered, a prompt
 *     clear →  layout, hand   [B]   captured n, stock s, the turned card, a prompt
 *     clear →  layout, hand   [C]   captured n
 *
 * A move is right if one of the rules leads to the piles that are shown, so keys need not be known. Printed counts are compared with
 * the cards.
 */
import { canCapture, capturesItself, cardsOf, DEALT, isSame, namesOf, OPEN, PACK } from '../cards';
import { without, type Card, type Players } from '../cards';
import type { Item } from '../reader/item';
import { advance, capturesOf, movesOf, specialDealOf, takesThree } from '../rules';
import type { Position, SpecialDeal } from '../rules';
import { Counts, EVERY_CAPTURE, type Check } from './counts';
import { ShownGame } from './shown-game';

/** The screens of a turn, and what is before, between and after turns. */
type Option = Extract<Item, { kind: 'option' }>;
type Stage = 'before' | 'A' | 'B' | 'C' | 'between' | 'end';
const AFTER_CLEAR: Partial<Record<Stage, Stage>> = { A: 'B', B: 'C', C: 'between' };

export class Referee extends ShownGame {
  private stage: Stage = 'before';
  private announced: Pick<SpecialDeal, 'rank' | 'count'> | undefined;
  private shownLayout: readonly Card[] | undefined;
  private shownHand: readonly Card[] | undefined;
  private options = new Set<string>();
  private isAsked = false;
  private readonly names: string[] = [];
  private readonly counts: Counts;

  constructor(players: Players, check: Check) {
    super(players, check);
    this.counts = new Counts(players, check);
  }

  /** The number of the turn, 0..23; -1: the game has not begun. The cards that its screens show. */
  get view() {
    const { turn, layout, stock } = this.position;
    return { turn, layout, hand: this.hand, turned: stock[0] };
  }

  /** Whether the last screen has come: clauses on the game's end are judged only after it. */
  get isOver(): boolean {
    return this.stage === 'end';
  }

  get specialDeal() {
    return this.position.special ?? this.announced;
  }

  /** Takes the next item of the console, and makes the checks that become possible. Never throws. */
  take(item: Item): void {
    if (item.kind === 'clear') this.stage = AFTER_CLEAR[this.stage] ?? this.stage;
    if (item.kind === 'clear' || item.kind === 'turn') this.shownLayout = this.shownHand = undefined;
    if (item.kind === 'special' && this.stage === 'before') this.announced = item;
    else if (item.kind === 'turn') this.beginTurn(item.name);
    else if (item.kind === 'pile') this.pile(item.label, item.cards);
    else if (item.kind === 'option') this.judgeOption(item);
    else if (item.kind === 'prompt') this.judgePrompt(item.prompt);
    else if (item.kind === 'captured') this.judgeCapturedCount(item.count);
    else if (item.kind === 'stock') this.counts.judgeStock(item.remaining, this.position.turn);
    else if (item.kind === 'players' || item.kind === 'tie') this.counts.judgeLine(item);
    else if (item.kind === 'standing') this.counts.judgeRow(item, this.names, this.position.captured);
    else if (item.kind === 'turned') {
      this.counts.turned++;
      this.reveal([item.card]);
      this.change({ stock: [item.card] });
    }
  }

  private beginTurn(name: string): void {
    this.closeTurn();
    this.change({ turn: this.position.turn + 1, stock: [] });
    this.names[this.player] = name;
    this.stage = 'A';
    this.options.clear();
    this.isAsked = false;
  }

  private pile(label: string, cards: readonly Card[]): void {
    const { stage, shownLayout, position } = this;
    if (label === 'layout') {
      this.shownLayout = cards;
      if (stage === 'before' && this.announced !== undefined) this.judgeDealScreen(this.announced, cards);
      return;
    }
    // The last screen follows the last turn's; its piles have the titles that the board chooses.
    const isLast = position.turn === DEALT - 1 && (stage === 'between' || position.stock.length > 0);
    if (label === 'captured' || stage === 'end' || (label === 'other' && isLast)) return this.end(cards);
    if (label !== 'hand' || shownLayout === undefined) return;
    this.shownHand = cards;
    if (stage === 'A') this.judgeTurnStart(shownLayout, cards);
    else if (stage === 'B') this.judgeMove('hand', shownLayout, cards);
    else if (stage === 'C') this.judgeMove('turned', shownLayout, cards);
  }

  /** The four open cards on the screen that announces a special deal. */
  private judgeDealScreen({ rank, count }: NonNullable<Referee['announced']>, cards: readonly Card[]): void {
    const found = cards.filter((card) => card.rank === rank).length;
    this.check('CT-DL-01', cards.length === OPEN, `${cards.length} cards lie open, 4 are dealt`);
    const holds = found === count && capturesItself(rank);
    this.check('CT-PL-04', holds, `a special deal of ${count} shows ${found} of its rank`);
    for (const card of cards) this.seen.add(card);
  }

  private judgeTurnStart(layout: readonly Card[], hand: readonly Card[]): void {
    const { turn, players } = this.position;
    if (turn === 0) this.judgeFirstTable(layout);
    else this.expectSame('CT-PL-03', 'the table between two turns', this.position.layout, layout);
    if (turn < players) this.judgeDealtHand(hand);
    else this.expectSame('CT-PL-02', 'the hand between two turns', this.hand, hand);
    this.show(layout, hand);
  }

  private judgeFirstTable(layout: readonly Card[]): void {
    const { announced } = this;
    const held = announced !== undefined && layout.length === OPEN - announced.count;
    const detail = `${layout.length} cards lie open before the first turn`;
    this.check('CT-DL-01', held || layout.length === OPEN, detail);
    if (this.seen.size === 0) this.reveal(layout);
    const deal = held ? announced : specialDealOf(layout, []);
    if (deal === undefined) return;
    // Who holds the fourth of three is seen later.
    this.change({ special: { ...deal, taker: held ? 0 : undefined } });
    if (deal.count !== 4) return;
    this.check('CT-PL-04', held, 'all four of a rank on the first table go to the dealer');
    if (held) this.capture(cardsOf(deal.rank));
  }

  /** A hand that is shown for the first time: the fourth card of a special deal may be in it. */
  private judgeDealtHand(hand: readonly Card[]): void {
    const { players, turn, special, captured } = this.position;
    const size = DEALT / players;
    const dealt = `player ${turn + 1} is dealt ${hand.length} cards, ${size} are right`;
    this.check('CT-DL-01', hand.length === size, dealt);
    this.reveal(hand);
    if (special?.count !== 3) return;
    const held = special.taker !== undefined;
    const fourth = hand.find(({ rank }) => rank === special.rank);
    if (fourth !== undefined) {
      const detail = `the holder of ${fourth.name} takes the other three before the first turn`;
      this.check('CT-PL-04', held, detail);
      if (held) this.capture(without(cardsOf(special.rank), [fourth]));
    } else if (held && turn === players - 1 && !captured.flat().some(({ rank }) => rank === special.rank))
      this.check('CT-PL-04', false, 'the three of a special deal were taken, and nobody holds the fourth');
  }

  private judgeOption({ card, cardIndex = -1, taken, takenIndex = -1 }: Option): void {
    const { shownHand, shownLayout } = this;
    this.options.add(`${card.name} ${taken.name}`);
    const offer = `${card.name} is offered to capture ${taken.name}`;
    this.check('CT-PL-01', canCapture(card, taken), offer);
    if (shownHand === undefined || shownLayout === undefined) return;
    const isShown = shownHand[cardIndex] === card && shownLayout[takenIndex] === taken;
    this.check('CT-PL-01', isShown, `${offer}, by another index than in the piles`);
  }

  private judgePrompt(prompt: string): void {
    const { stage, options, position } = this;
    const {
      layout,
      stock: [turned],
    } = position;
    if (this.seen.size === 0) return;
    if (prompt === 'scoreboard') {
      this.finish();
      return this.counts.judgeWhole(position.turn);
    }
    if (stage === 'A' && !this.isAsked && (prompt === 'use-x' || prompt === 'discard')) {
      this.isAsked = true;
      const legal = capturesOf(this.hand, layout);
      const detail = `${legal.length} captures can be made, the prompt is ${prompt}`;
      this.check('CT-PL-02', (prompt === 'use-x') === legal.length > 0, detail, EVERY_CAPTURE);
      const isOffered = legal.every(({ card, taken }) => options.has(`${card.name} ${namesOf(taken)}`));
      const counts = `${options.size} captures are offered, ${legal.length} can be made`;
      this.check('CT-PL-01', isOffered && options.size === legal.length, counts, EVERY_CAPTURE);
    }
    if (stage !== 'B' || turned === undefined || (prompt !== 'take' && prompt !== 'lay')) return;
    const fits = layout.some((card) => canCapture(turned, card));
    const detail = `${turned.name} ${fits ? 'can' : 'cannot'} capture, the prompt is ${prompt}`;
    this.check('CT-PL-03', (prompt === 'take') === fits, detail, fits ? EVERY_CAPTURE : undefined);
  }

  private judgeCapturedCount(shown: number): void {
    const { stage } = this;
    if (stage !== 'B' && stage !== 'C') return;
    const known = this.position.captured[this.player]?.length ?? 0;
    // The three cards of a special deal are captured without a screen of their own.
    const more = stage === 'B' && takesThree(this.position) ? 4 : 0;
    const clause = stage === 'B' ? 'CT-PL-02' : 'CT-PL-03';
    this.check(
      clause,
      [known, known + more].includes(shown),
      `${shown} captured cards are shown, ${known} were captured`,
    );
  }

  /** The piles after a move: one of the rules leads to them. */
  private judgeMove(phase: 'hand' | 'turned', layout: readonly Card[], hand: readonly Card[]): void {
    const { player, hand: before } = this;
    const position: Position = { ...this.position, phase };
    const { turn, stock, special } = position;
    const clause = phase === 'hand' ? 'CT-PL-02' : 'CT-PL-03';
    if (phase === 'turned') this.expectSame(clause, 'the hand while a card is turned', before, hand);
    const moves = movesOf(position);
    const right = moves
      .map((move) => ({ ...advance(position, move), turn }))
      .find(
        (next) =>
          isSame(next.layout, layout) && (phase === 'turned' || isSame(next.hands[player] ?? [], hand)),
      );
    if (right !== undefined) {
      this.check(clause, true, '');
      if (moves.some((move) => move.taken.length > 0)) this.check('CT-PL-01', true, '');
      this.position = right;
      return this.show(layout, hand);
    }
    const played = phase === 'hand' ? without(before, hand) : stock;
    const taken = without(position.layout, layout);
    const laid = without(layout, position.layout);
    const isOne = played.length === 1 && (phase === 'turned' || without(hand, before).length === 0);
    const joins = phase === 'hand' && special?.taker !== undefined && special.rank === played[0]?.rank;
    const isSpecial = takesThree(position) || (isOne && joins && taken.length === 0);
    const isCapture = isOne && taken.length === 1 && laid.length === 0;
    const broken = isSpecial ? 'CT-PL-04' : isCapture ? 'CT-PL-01' : clause;
    const loses = `${namesOf(played)} played, the table loses ${namesOf(taken)} and gains ${namesOf(laid)}`;
    const captures = moves.filter((move) => move.taken.length > 0).length;
    const isOverlooked = phase === 'turned' && taken.length === 0 && captures > 0;
    const due = isOverlooked ? EVERY_CAPTURE : undefined;
    this.check(broken, false, `${loses}; ${captures} captures can be made`, due);
    this.show(layout, hand);
    this.change({ stock: [] });
    if (isOne) this.capture(laid.length > 0 ? taken : [...played, ...taken]);
  }

  /** A turn may end without its last screen only if the turned card captured the three of a special deal. */
  private closeTurn(): void {
    const {
      turn,
      layout,
      stock: [turned],
    } = this.position;
    if (turned === undefined || turn < 0) return;
    const fits = layout.filter(({ rank }) => rank === turned.rank);
    const isWhole = takesThree(this.position);
    this.check('CT-PL-03', isWhole, `the turn ends and does not show where ${turned.name} went`);
    if (isWhole) this.capture([turned, ...fits]);
    this.change({ layout: without(layout, fits), stock: [] });
  }

  private end(cards: readonly Card[]): void {
    this.finish();
    this.counts.judgePile(cards, this.position.captured);
  }

  /** The last screen has begun: at its prompt at the latest, where piles with other titles came before the last turn. */
  private finish(): void {
    if (this.isOver) return;
    this.closeTurn();
    this.stage = 'end';
    const { turn, layout, hands } = this.position;
    const left = [...layout, ...hands.flat()];
    this.check('CT-PL-04', turn === DEALT - 1, `the game ends after ${turn + 1} turns`);
    const detail = `${namesOf(left)} left on the table and in the hands at the end`;
    this.check('CT-PL-04', left.length === 0, detail);
    const all = `${this.seen.size} different cards were shown in the game`;
    this.check('CT-DL-02', this.seen.size === PACK.length, all);
  }
}
