/** The console's output as it comes: what it tells of a game, which prompt waits, since when, and whether it can be trusted. */
import { after, micros, millis, type Chunk, type Micros } from '../../../api/index';
import { capturesItself, playersOf, type Card, type Players } from '../cards';
import type { PromptState } from '../prompts';
import { ConsoleReader } from '../reader/console-reader';
import type { Item, Prompt } from '../reader/item';
import { indexOfKey } from '../render';

/** Output that comes sooner after a key may have begun before it, so the key may have been read. */
export const CLEARLY = millis(30);
/** Output with shorter pauses is one screen. The program has printed it all when its first byte comes. */
const SCREEN = millis(5);
/** The most bytes between two keys. */
const FLOOD_BYTES = 1 << 20;
const COMPUTER = /^COMPUTER_/;
/** Prompts of a turn: in a computer's turn they are not for the player. */
const OF_A_TURN: readonly Prompt[] = ['use-x', 'use-y', 'discard', 'take', 'lay', 'finish'];
const NO_CARDS = { layout: [], hand: [], turned: undefined, chosen: undefined };

export class ConsoleScreen {
  /** Of the present game, by the keys that were typed. */
  players: Players | undefined;
  computers: number | undefined;
  /** The last prompt for the player, while only echoes have come after it. */
  prompt: Pick<PromptState, 'prompt' | 'asked'> | undefined;
  /** What was printed since the last key, echoes and text apart. */
  items: Item[] = [];
  /** Bytes since the last key, and whether they are no more than its echo. */
  printed = 0;
  isEcho = true;
  /** The time of the last byte. */
  at = micros(0);
  private turn = '';
  private cards: Pick<PromptState, keyof typeof NO_CARDS> = NO_CARDS;
  private reader = new ConsoleReader();
  /** The earliest time at which the last screen began. */
  private screenAt = micros(0);
  /** Nothing of the screen is known, until it is cleared, or until the menu comes. */
  private hiddenUntil: 'clear' | 'menu' | undefined = 'clear';

  /** Undefined: the last item is no prompt. */
  get state(): PromptState | undefined {
    return this.prompt && { ...this.prompt, players: this.players, ...this.cards };
  }

  /** A computer plays: its prompts wait for no key. */
  get isComputersTurn(): boolean {
    return this.computers !== 0 && COMPUTER.test(this.turn);
  }

  get isHidden(): boolean {
    return this.hiddenUntil !== undefined;
  }

  get isFlood(): boolean {
    return this.printed > FLOOD_BYTES;
  }

  /** A key at that time was read before the last screen. */
  isAfter(typedAt: Micros): boolean {
    return this.screenAt >= after(typedAt, CLEARLY);
  }

  push({ bytes, notBefore, notAfter }: Chunk): readonly Item[] {
    if (notBefore > after(this.at, SCREEN)) this.screenAt = notBefore;
    this.at = micros(Math.max(this.at, notAfter));
    this.printed += bytes.length;
    return this.reader.push(bytes);
  }

  /** Shows the next item. Returns whether it can be trusted. */
  show(item: Item): boolean {
    if (item.kind === 'echo') return !this.isHidden;
    this.isEcho = false;
    if (item.kind !== 'text') this.items.push(item);
    this.prompt = undefined;
    if (item.kind === 'prompt') {
      const prompt = item.prompt === 'any-key' && this.takesThree ? 'special' : item.prompt;
      if (this.isOurs(item)) this.prompt = { prompt, asked: item.player };
      if (item.prompt === 'menu' || item.prompt === 'players') this.forgetGame();
      if (item.prompt === 'menu') this.hiddenUntil = undefined;
    } else if (item.kind === 'turn') {
      this.turn = item.name;
      this.cards = { ...this.cards, turned: undefined };
    } else if (item.kind === 'turned') {
      this.cards = { ...this.cards, turned: item.card };
    } else if (item.kind === 'pile' && (item.label === 'layout' || item.label === 'hand')) {
      this.cards = { ...this.cards, [item.label]: item.cards };
    } else if (item.kind === 'clear' && this.hiddenUntil === 'clear') {
      this.hiddenUntil = undefined;
    }
    return !this.isHidden;
  }

  /** A key that the program accepts. Returns the card that leaves the hand by it. */
  choose({ prompt, hand, chosen }: PromptState, key: number): Card | undefined {
    const card = hand[indexOfKey(key) ?? hand.length];
    if (prompt === 'players') this.players = playersOf(key - 0x30);
    if (prompt === 'computers') this.computers = key - 0x30;
    if (prompt === 'use-x') this.cards = { ...this.cards, chosen: card };
    return prompt === 'use-y' ? chosen : prompt === 'discard' ? card : undefined;
  }

  begin(): void {
    this.isEcho = true;
    this.items = [];
    this.printed = 0;
  }

  forgetKey(): void {
    this.cards = { ...this.cards, chosen: undefined };
    this.prompt = undefined;
  }

  forgetCounts(): void {
    this.players = this.computers = undefined;
  }

  /** Bytes are missing. */
  forget(): void {
    this.reader = new ConsoleReader();
    this.forgetGame();
    this.prompt = undefined;
    this.hiddenUntil = 'clear';
  }

  /** Until the menu comes, prompts cannot be told apart. */
  hide(): void {
    this.hiddenUntil = 'menu';
  }

  private forgetGame(): void {
    this.forgetCounts();
    this.turn = '';
    this.cards = NO_CARDS;
  }

  /** The turned card captures three of its rank: the page names no prompt for that. */
  private get takesThree(): boolean {
    const { turned, layout } = this.cards;
    if (turned === undefined || !capturesItself(turned.rank)) return false;
    return layout.filter(({ rank }) => rank === turned.rank).length === 3;
  }

  private isOurs({ prompt, player }: Extract<Item, { kind: 'prompt' }>): boolean {
    if (prompt === 'name') return player === undefined || player > (this.computers ?? 0);
    return !this.isComputersTurn || !OF_A_TURN.includes(prompt);
  }
}
