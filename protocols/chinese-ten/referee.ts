/**
 * The referee: holds a game to the rules by what is shown alone, turn by turn.
 *
 *     turn  →  layout, hand   [A]   captures offered, a prompt
 *     clear →  layout, hand   [B]   captured n, stock s, the turned card, a prompt
 *     clear →  layout, hand   [C]   captured n
 *
 * What was played is what the piles differ by, so keys need not be known. Nothing is taken from the board's
 * word where cards are shown: counts are held against the cards.
 */
import { canCapture, capturesItself, DEALT, OPEN, PACK, sorted, type Card, type Players } from './cards';
import type { RuleCheck } from './rule-check';
import type { Item } from './item';
import { capturesOf, specialDealOf } from './rules';
import { Scoreboard } from './scoreboard';

type Stage = 'before' | 'A' | 'B' | 'C' | 'between' | 'end';

const NONE: readonly Card[] = [];

export class Referee {
  private stage: Stage = 'before';
  /** Turns begun, less one: the number of the turn that is on, 0..23. */
  private turn = -1;
  private layout: readonly Card[] | undefined;
  private shownLayout: readonly Card[] | undefined;
  private readonly hands: (readonly Card[] | undefined)[];
  private readonly captured: (readonly Card[])[];
  private readonly seen = new Set<Card>();
  private readonly scoreboard: Scoreboard;
  private options: { readonly card: Card; readonly taken: Card }[] = [];
  private prompted = false;
  private turned: Card | undefined;
  private special: { readonly rank: number; readonly count: 3 | 4; readonly held: boolean } | undefined;
  private announced: { readonly rank: number; readonly count: 3 | 4 } | undefined;
  private names: string[] = [];
  private checks: RuleCheck[] = [];

  constructor(private readonly players: Players) {
    this.hands = Array.from({ length: players }, () => undefined);
    this.captured = Array.from({ length: players }, () => NONE);
    this.scoreboard = new Scoreboard(players);
  }

  /** What is known of the turn that is on: the harness chooses its keys by it. */
  get view(): {
    readonly turn: number;
    readonly player: number;
    readonly layout: readonly Card[];
    readonly hand: readonly Card[];
    readonly turned: Card | undefined;
  } {
    const player = this.player;
    const hand = this.hands[player] ?? NONE;
    return { turn: this.turn, player, layout: this.layout ?? NONE, hand, turned: this.turned };
  }

  /** The special deal of this game, once it has shown. */
  get specialDeal(): { readonly rank: number; readonly count: 3 | 4 } | undefined {
    return this.special ?? this.announced;
  }

  /** Whether the last screen has come: only then have the clauses of the game's end been held. */
  get isOver(): boolean {
    return this.stage === 'end';
  }

  /** Takes the next item of the console; gives what it shows of the clauses. Never throws. */
  take(item: Item): readonly RuleCheck[] {
    this.checks = [];
    this.dispatch(item);
    return this.checks;
  }

  private dispatch(item: Item): void {
    switch (item.kind) {
      case 'order':
        this.names[item.player - 1] = item.name;
        return;
      case 'special':
        if (this.stage === 'before') this.announced = { rank: item.rank, count: item.count };
        return;
      case 'turn':
        return this.beginTurn(item.name);
      case 'clear':
        return this.clear();
      case 'pile':
        return this.pile(item.label, item.cards);
      case 'option':
        this.options.push(item);
        return this.option(item);
      case 'prompt':
        return this.prompt(item.prompt);
      case 'captured':
        return this.count(item.count);
      case 'stock':
        return this.judgeStock(item.remaining);
      case 'turned':
        return this.turnCard(item.card);
      case 'players':
      case 'tie':
      case 'standing':
        this.checks.push(...this.scoreboard.take(item, this.names, this.captured));
        return;
      default:
        return;
    }
  }

  private get player(): number {
    return Math.max(this.turn, 0) % this.players;
  }

  private say(requirement: string, holds: boolean, detail: string): void {
    this.checks.push({ requirement, holds, detail });
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
      if (this.stage === 'before' && this.announced !== undefined) this.judgeSpecialScreen(cards);
      return;
    }
    // The last screen comes behind the last turn's; the titles of its piles are the board's own.
    const last = this.turn === DEALT - 1 && (this.stage === 'between' || this.turned !== undefined);
    if (label === 'captured' || this.stage === 'end' || (label === 'other' && last)) return this.end(cards);
    if (label !== 'hand' || this.shownLayout === undefined) return;
    if (this.stage === 'A') this.judgeTurnStart(this.shownLayout, cards);
    else if (this.stage === 'B') this.judgeHandMove(this.shownLayout, cards);
    else if (this.stage === 'C') this.judgeTurnedCard(this.shownLayout, cards);
  }

  private judgeSpecialScreen(cards: readonly Card[]): void {
    const { rank, count } = this.announced ?? { rank: 0, count: 0 };
    const found = cards.filter((card) => card.rank === rank).length;
    this.say('CT-DL-01', cards.length === OPEN, `${cards.length} cards lie open, 4 are dealt`);
    this.say(
      'CT-PL-04',
      found === count && capturesItself(rank),
      `a special deal of ${count} shows ${found} of its rank`,
    );
    for (const card of cards) this.seen.add(card);
    this.layout = sorted(cards);
  }

  private judgeTurnStart(layout: readonly Card[], hand: readonly Card[]): void {
    const { player } = this;
    if (this.turn === 0) this.judgeFirstTurn(layout);
    else this.checkSame('CT-PL-03', 'the table between two turns', this.layout, layout);
    const known = this.hands[player];
    if (known === undefined) this.judgeDealtHand(player, hand);
    else this.checkSame('CT-PL-02', 'the hand between two turns', known, hand);
    this.layout = sorted(layout);
    this.hands[player] = sorted(hand);
  }

  private judgeFirstTurn(layout: readonly Card[]): void {
    const { announced } = this;
    const left = announced?.count === 4 ? 0 : announced?.count === 3 ? 1 : OPEN;
    const held = announced !== undefined && layout.length === left;
    this.say(
      'CT-DL-01',
      held || layout.length === OPEN,
      `${layout.length} cards lie open before the first turn`,
    );
    if (this.layout === undefined) this.checkUnseen(layout);
    this.special = held && announced ? { ...announced, held } : this.threeOnTable(layout);
    if (this.special?.count !== 4) return;
    this.say('CT-PL-04', this.special.held, 'all four of a rank on the first table go to the dealer');
    if (this.special.held)
      this.capture(
        0,
        PACK.filter(({ rank }) => rank === this.special?.rank),
      );
  }

  private threeOnTable(layout: readonly Card[]): Referee['special'] {
    const special = specialDealOf(layout, []);
    return special && { rank: special.rank, count: special.count, held: false };
  }

  private judgeDealtHand(player: number, hand: readonly Card[]): void {
    const size = DEALT / this.players;
    this.say(
      'CT-DL-01',
      hand.length === size,
      `player ${player + 1} is dealt ${hand.length} cards, ${size} are right`,
    );
    this.checkUnseen(hand);
    const { special } = this;
    if (special?.count !== 3) return;
    const fourth = hand.find(({ rank }) => rank === special.rank);
    if (fourth === undefined) {
      if (!special.held || this.turn < this.players - 1) return;
      const holder = this.captured.some((pile) => pile.some(({ rank }) => rank === special.rank));
      if (!holder)
        this.say('CT-PL-04', false, 'the three of a special deal were taken, and nobody holds the fourth');
      return;
    }
    this.say(
      'CT-PL-04',
      special.held,
      `the holder of ${fourth.name} takes the other three before the first turn`,
    );
    if (special.held)
      this.capture(
        player,
        PACK.filter((card) => card.rank === special.rank && card !== fourth),
      );
  }

  private option({ card, taken }: { readonly card: Card; readonly taken: Card }): void {
    this.say('CT-PL-01', canCapture(card, taken), `${card.name} is offered to capture ${taken.name}`);
  }

  private prompt(prompt: string): void {
    const { layout, stage, turned } = this;
    if (layout === undefined) return;
    if (stage === 'A' && !this.prompted && (prompt === 'use-x' || prompt === 'discard')) {
      this.prompted = true;
      const legal = capturesOf(this.hands[this.player] ?? NONE, layout);
      this.say(
        'CT-PL-02',
        (prompt === 'use-x') === legal.length > 0,
        `${legal.length} captures can be made, the prompt is ${prompt}`,
      );
      const offered = new Set(this.options.map(({ card, taken }) => `${card.name} ${taken.name}`));
      const right = new Set(legal.map(({ card, taken }) => `${card.name} ${taken.name}`));
      const all = offered.size === right.size && [...right].every((pair) => offered.has(pair));
      this.say('CT-PL-01', all, `${offered.size} captures are offered, ${right.size} can be made`);
    }
    if (stage === 'B' && turned !== undefined && (prompt === 'take' || prompt === 'lay')) {
      const fits = layout.some((card) => canCapture(turned, card));
      this.say(
        'CT-PL-03',
        (prompt === 'take') === fits,
        `${turned.name} ${fits ? 'can' : 'cannot'} capture, the prompt is ${prompt}`,
      );
    }
  }

  private judgeHandMove(layout: readonly Card[], hand: readonly Card[]): void {
    const { player } = this;
    const [heldBefore, table] = [this.hands[player] ?? NONE, this.layout ?? NONE];
    const played = without(heldBefore, hand);
    const [card] = played;
    const one = played.length === 1 && without(hand, heldBefore).length === 0;
    this.say('CT-PL-02', one && card !== undefined, `${names(played)} went from the hand`);
    this.hands[player] = sorted(hand);
    this.layout = sorted(layout);
    if (!one || card === undefined) return;
    const taken = without(table, layout);
    const laid = without(layout, table);
    if (taken.length > 0) this.judgeCapture('CT-PL-02', card, taken, laid);
    else this.judgeDiscard(card, laid, capturesOf(heldBefore, table).length);
    this.capture(player, laid.length > 0 ? taken : [card, ...taken]);
  }

  private judgeCapture(clause: string, card: Card, taken: readonly Card[], laid: readonly Card[]): void {
    const right = taken.length === 1 && laid.length === 0;
    this.say(
      clause,
      right,
      `${card.name} takes ${names(taken)}${laid.length > 0 ? ` and ${names(laid)} appears` : ''}`,
    );
    const wrong = taken.filter((other) => !canCapture(card, other));
    this.say('CT-PL-01', wrong.length === 0, `${card.name} captures ${names(taken)}`);
  }

  private judgeDiscard(card: Card, laid: readonly Card[], captures: number): void {
    this.say('CT-PL-02', captures === 0, `${card.name} is laid down where ${captures} captures can be made`);
    const { special } = this;
    if (special?.held === true && special.rank === card.rank) {
      this.say(
        'CT-PL-04',
        laid.length === 0,
        `${card.name} joins the three of its special deal when it is played`,
      );
      return;
    }
    this.say(
      'CT-PL-02',
      laid.length === 1 && laid[0] === card,
      `${card.name} is laid down, the table gains ${names(laid)}`,
    );
  }

  private count(shown: number): void {
    if (this.stage !== 'B' && this.stage !== 'C') return;
    const known = this.captured[this.player]?.length ?? 0;
    // A special deal's three are taken without a screen of their own.
    const three = this.stage === 'B' && this.turned !== undefined && this.takesThree() ? 4 : 0;
    const clause = this.stage === 'B' ? 'CT-PL-02' : 'CT-PL-03';
    this.say(
      clause,
      shown === known || shown === known + three,
      `${shown} captured cards are shown, ${known} were captured`,
    );
  }

  private judgeStock(remaining: number): void {
    const right = DEALT - this.turn;
    if (this.turn === 0)
      this.say(
        'CT-DL-01',
        remaining === right,
        `${remaining} cards are in the stock before the first is turned`,
      );
    this.say(
      'CT-DL-02',
      remaining === right,
      `${remaining} cards remain in turn ${this.turn + 1}, ${right} are right`,
    );
  }

  private turnCard(card: Card): void {
    this.checkUnseen([card]);
    this.turned = card;
  }

  private judgeTurnedCard(layout: readonly Card[], hand: readonly Card[]): void {
    const { turned: card, player } = this;
    const table = this.layout ?? NONE;
    this.checkSame('CT-PL-03', 'the hand while a card is turned', this.hands[player], hand);
    this.layout = sorted(layout);
    this.turned = undefined;
    this.stage = 'C';
    if (card === undefined) return this.say('CT-PL-03', false, 'no turned card is shown');
    const taken = without(table, layout);
    const laid = without(layout, table);
    const fits = table.filter((other) => canCapture(card, other));
    if (this.takesThree(card))
      this.say('CT-PL-04', taken.length === 3 && laid.length === 0, `${card.name} takes ${names(taken)}`);
    else if (taken.length > 0) this.judgeCapture('CT-PL-03', card, taken, laid);
    else {
      const right = fits.length === 0 && laid.length === 1 && laid[0] === card;
      this.say(
        'CT-PL-03',
        right,
        `${card.name} is turned, ${fits.length} cards fit, the table gains ${names(laid)}`,
      );
    }
    this.capture(player, laid.length > 0 ? taken : [card, ...taken]);
  }

  private takesThree(card = this.turned): boolean {
    return this.special?.count === 3 && !this.special.held && card?.rank === this.special.rank;
  }

  /** A turn may end without its last screen only where the turned card took a special deal's three. */
  private closeTurn(): void {
    const { turned, player } = this;
    if (turned === undefined || this.turn < 0) return;
    const fits = (this.layout ?? NONE).filter(({ rank }) => rank === turned.rank);
    this.say('CT-PL-03', this.takesThree(), `the turn ends and does not show where ${turned.name} went`);
    if (this.takesThree()) this.capture(player, [turned, ...fits]);
    this.layout = without(this.layout ?? NONE, fits);
    this.turned = undefined;
  }

  private end(cards: readonly Card[]): void {
    if (this.stage !== 'end') {
      this.closeTurn();
      this.stage = 'end';
      const left = [...(this.layout ?? NONE), ...this.hands.flatMap((hand) => hand ?? NONE)];
      this.say('CT-PL-04', this.turn === DEALT - 1, `the game ends after ${this.turn + 1} turns`);
      this.say('CT-PL-04', left.length === 0, `${names(left)} left on the table and in the hands at the end`);
      this.say(
        'CT-DL-02',
        this.seen.size === PACK.length,
        `${this.seen.size} different cards were shown in the game`,
      );
    }
    this.checks.push(...this.scoreboard.pile(cards, this.captured));
  }

  private checkSame(
    clause: string,
    what: string,
    known: readonly Card[] | undefined,
    shown: readonly Card[],
  ): void {
    const right = known ?? NONE;
    const holds = right.length === shown.length && without(right, shown).length === 0;
    this.say(clause, holds, `${what}: ${names(shown)} shown, ${names(right)} known`);
  }

  private checkUnseen(cards: readonly Card[]): void {
    const again = cards.filter((card, i) => this.seen.has(card) || cards.indexOf(card) !== i);
    this.say(
      'CT-DL-02',
      again.length === 0,
      again.length > 0 ? `${names(again)} shown twice` : `${names(cards)} new`,
    );
    for (const card of cards) this.seen.add(card);
  }

  private capture(player: number, cards: readonly Card[]): void {
    for (const card of cards) this.seen.add(card);
    this.captured[player] = sorted([...(this.captured[player] ?? NONE), ...cards]);
  }
}

function without(cards: readonly Card[], others: readonly Card[]): readonly Card[] {
  return cards.filter((card) => !others.includes(card));
}

function names(cards: readonly Card[]): string {
  return cards.length === 0 ? 'nothing' : cards.map(({ name }) => name).join(' ');
}
