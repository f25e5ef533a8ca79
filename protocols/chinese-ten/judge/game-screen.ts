/** What the screen tells of a game, and the choices of the keys: all that decides which key is right at a prompt. */
import type { Card, Players } from '../cards';
import type { Item, Prompt } from '../reader/item';
import { indexOfKey } from '../render';
import { playersOf, type PromptState } from './key-outcome';

const COMPUTER = /^COMPUTER_/;
const NONE: readonly Card[] = [];
/** Prompts of a turn: in a computer's turn they are not for the player. */
const OF_A_TURN: readonly Prompt[] = ['use-x', 'use-y', 'discard', 'take', 'lay', 'finish'];

export class GameScreen {
  /** Of the present game, by the keys that were typed. */
  players: Players | undefined;
  computers: number | undefined;
  /** The last prompt for the player, while only echoes have come after it. */
  prompt: Pick<PromptState, 'prompt' | 'asked'> | undefined;
  private turn = '';
  private layout = NONE;
  private hand = NONE;
  private turned: Card | undefined;
  private chosen: Card | undefined;

  /** Undefined: the last item is no prompt. */
  get state(): PromptState | undefined {
    if (this.prompt === undefined) return undefined;
    const { players, layout, hand, turned, chosen } = this;
    return { ...this.prompt, players, layout, hand, turned, chosen };
  }

  /** A computer plays: its prompts wait for no key. */
  get isComputersTurn(): boolean {
    return this.computers !== 0 && COMPUTER.test(this.turn);
  }

  show(item: Item): void {
    if (item.kind === 'prompt')
      this.prompt = this.isOurs(item) ? { prompt: item.prompt, asked: item.player } : undefined;
    else if (item.kind !== 'echo') this.prompt = undefined;
    if (item.kind === 'prompt' && (item.prompt === 'menu' || item.prompt === 'players')) this.forgetGame();
    if (item.kind === 'turn') [this.turn, this.turned] = [item.name, undefined];
    if (item.kind === 'pile' && item.label === 'layout') this.layout = item.cards;
    if (item.kind === 'pile' && item.label === 'hand') this.hand = item.cards;
    if (item.kind === 'turned') this.turned = item.card;
  }

  /** A key that the program accepts. Returns the card that leaves the hand by it. */
  choose({ prompt, hand }: PromptState, key: number): Card | undefined {
    const card = hand[indexOfKey(key) ?? hand.length];
    if (prompt === 'players') this.players = playersOf(key);
    if (prompt === 'computers') this.computers = key - 0x30;
    if (prompt === 'use-x') this.chosen = card;
    if (prompt === 'use-y') return this.chosen;
    return prompt === 'discard' ? card : undefined;
  }

  /** The effect of the last key is unknown. */
  forgetKey(): void {
    this.chosen = undefined;
    this.prompt = undefined;
  }

  /** How many play is unknown. */
  forgetCounts(): void {
    this.players = this.computers = undefined;
  }

  private forgetGame(): void {
    this.forgetCounts();
    this.turn = '';
    this.layout = this.hand = NONE;
    this.turned = this.chosen = undefined;
  }

  private isOurs({ prompt, player }: Extract<Item, { kind: 'prompt' }>): boolean {
    if (prompt === 'name') return player === undefined || player > (this.computers ?? 0);
    return !this.isComputersTurn || !OF_A_TURN.includes(prompt);
  }
}
