/** Plays games by the rules: chooses keys by the cards that are shown. */
import { canCapture, type Card, type Players } from '../cards';
import type { Prompt } from '../reader/item';
import { indexName } from '../render';
import type { Reaction, TenHost } from './host';

export interface GamePlan {
  readonly players: Players;
  readonly computers: number;
  /** Names in the order of the players. An empty one takes the board's default. */
  readonly names?: readonly string[];
}

export interface Pair {
  readonly card: Card;
  readonly taken: Card;
}

/** What is done at a prompt before it is answered. It may type keys, and must leave the board at some prompt. */
export type Tactic = (player: TenPlayer, prompt: Prompt) => Promise<void>;

const MAX_KEYS = 4000;
/** Keys in a row that bring no other screen or turn. */
const MAX_FRUITLESS_KEYS = 160;
const KEYS = 36;
/** More cards than this on the table are many: a game begins with four. */
const LARGE_TABLE = 5;
const NONE: readonly Card[] = [];

export class TenPlayer {
  /** A turned card could capture, with more cards on the table than the game began with. */
  hadLargeTable = false;
  /** Choices from the present table that the board refused. */
  private refused: string[] = [];
  private chosenPair: Pair | undefined;
  private keysWithoutProgress = 0;

  constructor(
    readonly host: TenHost,
    readonly plan: GamePlan,
  ) {}

  get layout(): readonly Card[] {
    return this.host.shown?.layout ?? NONE;
  }

  get hand(): readonly Card[] {
    return this.host.shown?.hand ?? NONE;
  }

  get turned(): Card | undefined {
    return this.host.shown?.turned;
  }

  /** The number of the turn, 0..23; -1: the game has not begun. */
  get turn(): number {
    return this.host.view.referee?.view.turn ?? -1;
  }

  /** The situation, for titles. */
  get situation(): string {
    const { players, computers } = this.plan;
    const game = `a game of ${players}${computers > 0 ? ` (${computers} of them computers)` : ''}`;
    return this.turn < 0 ? game : `${game}, turn ${this.turn + 1}`;
  }

  /** Plays to the scoreboard, or until `enough`. false: the board went another way. */
  async play(tactic?: Tactic, enough: () => boolean = () => false): Promise<boolean> {
    let begun = this.host.prompt !== 'menu';
    for (let keys = 0; keys < MAX_KEYS; keys++) {
      const { prompt } = this.host;
      if (prompt === 'scoreboard' || enough()) return true;
      const isLost = prompt === undefined || (prompt === 'menu' && begun);
      if (isLost || this.keysWithoutProgress > MAX_FRUITLESS_KEYS) return false;
      begun = true;
      await tactic?.(this, prompt);
      if (this.host.prompt === prompt) await this.step();
    }
    return false;
  }

  /** Answers the prompt. Rejects with {@link NoPrompt} if no other one comes. */
  async step(): Promise<Reaction> {
    const { prompt } = this.host;
    this.noteLargeTable();
    this.keysWithoutProgress++;
    const reaction = await this.press(this.answer());
    const isChoice = prompt === 'use-y' || prompt === 'take';
    const isRefused = reaction.items.some((item) => item.kind === 'refused' && item.why === 'action');
    if (isChoice && isRefused && this.chosenPair !== undefined) this.refused.push(pairName(this.chosenPair));
    return reaction;
  }

  /** Types keys. Rejects with {@link NoPrompt} if no prompt comes. */
  async press(keys: Uint8Array | string): Promise<Reaction> {
    const at = this.host.shown;
    const reaction = await this.host.press(keys);
    if (this.host.prompt === undefined) throw this.host.noPrompt(keys, at);
    if (reaction.items.some(({ kind }) => kind === 'clear')) this.resetTable();
    return reaction;
  }

  /** A legal key for the prompt. */
  answer(): string {
    const { shown } = this.host;
    switch (shown?.prompt) {
      case 'menu':
        return '1';
      case 'players':
        return String(this.plan.players);
      case 'computers':
        return String(this.plan.computers);
      case 'name':
        return `${this.plan.names?.[(shown.asked ?? 1) - 1] ?? ''}\r`;
      case 'use-x':
        this.chosenPair = this.choosePair(this.hand);
        return keyOf(this.hand, this.chosenPair?.card);
      case 'use-y':
        return keyOf(this.layout, this.chosenPair?.taken ?? this.host.dice.any(this.layout));
      case 'discard':
        return keyOf(this.hand, this.host.dice.any(this.hand));
      case 'take':
        this.chosenPair = this.choosePair(this.turned === undefined ? this.hand : [this.turned]);
        return keyOf(this.layout, this.chosenPair?.taken);
      default:
        return ' ';
    }
  }

  /** Whether the last choice is legal. */
  get isLegalChoice(): boolean {
    return this.chosenPair === undefined || isCapture(this.chosenPair);
  }

  /** A choice that is no capture, by a card of the hand or the turned one. */
  illegalPair(from: readonly Card[], known: (pair: Pair) => boolean): Pair | undefined {
    const pairs = pairsOf(from, this.layout).filter((pair) => !isCapture(pair) && !known(pair));
    return this.host.dice.any(pairs);
  }

  private noteLargeTable(): void {
    const { turned, layout } = this;
    const { prompt } = this.host;
    if ((prompt !== 'take' && prompt !== 'lay') || turned === undefined) return;
    if (layout.length > LARGE_TABLE && layout.some((card) => canCapture(turned, card)))
      this.hadLargeTable = true;
  }

  private resetTable(): void {
    this.refused = [];
    this.chosenPair = undefined;
    this.keysWithoutProgress = 0;
  }

  /** A legal capture, or as near to one as possible. */
  private choosePair(from: readonly Card[]): Pair | undefined {
    const pairs = pairsOf(from, this.layout);
    const open = pairs.filter((pair) => !this.refused.includes(pairName(pair)));
    return (
      this.host.dice.any(open.filter(isCapture)) ?? this.host.dice.any(open) ?? this.host.dice.any(pairs)
    );
  }
}

function pairsOf(hand: readonly Card[], layout: readonly Card[]): readonly Pair[] {
  return hand.flatMap((card) => layout.map((taken) => ({ card, taken })));
}

function isCapture({ card, taken }: Pair): boolean {
  return canCapture(card, taken);
}

function pairName({ card, taken }: Pair): string {
  return `${card.name} ${taken.name}`;
}

/** The key of a card of a pile. Without a card, the first key. */
export function keyOf(pile: readonly Card[], card: Card | undefined): string {
  const index = card === undefined ? 0 : pile.indexOf(card);
  return indexName(Math.min(Math.max(0, index), KEYS - 1));
}
