/** The state of a game on the screen, and the choices of the keys: all that decides which key is right at a prompt. */
import type { Card, Players } from '../../../../protocols/chinese-ten/cards';
import type { Item, Prompt } from '../../../../protocols/chinese-ten/item';
import { indexIn, playersOf, type PromptState } from './key-outcome';

const COMPUTER = /^COMPUTER_/;
const NONE: readonly Card[] = [];
/** Prompts of a turn: in a computer's turn they are not for the player. */
const OF_A_TURN: readonly Prompt[] = ['use-x', 'use-y', 'discard', 'take', 'lay', 'finish'];

export class GameScreen {
  players: Players = 2;
  computers = 0;
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
    const { players, computers, layout, hand, turned, chosen } = this;
    return { ...this.prompt, players, computers, layout, hand, turned, chosen };
  }

  show(item: Item): void {
    if (item.kind === 'prompt')
      this.prompt = this.isOurs(item) ? { prompt: item.prompt, asked: item.player } : undefined;
    else if (item.kind !== 'echo') this.prompt = undefined;
    if (item.kind === 'turn') [this.turn, this.turned] = [item.name, undefined];
    if (item.kind === 'pile' && item.label === 'layout') this.layout = item.cards;
    if (item.kind === 'pile' && item.label === 'hand') this.hand = item.cards;
    if (item.kind === 'turned') this.turned = item.card;
  }

  /** A key that the program accepts. */
  choose({ prompt, hand }: PromptState, key: number): void {
    if (prompt === 'players') this.players = playersOf(key);
    if (prompt === 'computers') this.computers = key - 0x30;
    if (prompt === 'use-x') this.chosen = hand[indexIn(key)];
  }

  /** The effect of the last key is unknown. */
  forgetKey(): void {
    this.chosen = undefined;
    this.prompt = undefined;
  }

  private isOurs({ prompt, player }: Extract<Item, { kind: 'prompt' }>): boolean {
    if (prompt === 'name') return player === undefined || player > this.computers;
    const theirs = this.computers > 0 && COMPUTER.test(this.turn);
    return !theirs || !OF_A_TURN.includes(prompt);
  }
}
