/** The items that the reader of the console finds, in the order in which they are printed. */
import type { Card } from '../cards';
import type { Refusal } from '../render';

export interface PrintedCards {
  readonly cards: readonly Card[];
  /** Where the colours are not the page's, in words. */
  readonly flaws: readonly string[];
}

/** The page's prompts, 1 to 12 in the order of their numbers. */
export const PAGE_PROMPTS = [
  ...(['menu', 'players', 'computers', 'name', 'order', 'use-x'] as const),
  ...(['use-y', 'discard', 'take', 'lay', 'finish', 'scoreboard'] as const),
];
/** `special`, the screen of a special deal, and `any-key` have no number. */
export type Prompt = (typeof PAGE_PROMPTS)[number] | 'special' | 'any-key';
export type Item =
  | { readonly kind: 'clear' }
  /** `player`: the n of prompt 4. */
  | { readonly kind: 'prompt'; readonly prompt: Prompt; readonly player?: number }
  /** One character in a prompt's line: a key's echo, a computer's choice, a name. */
  | { readonly kind: 'echo'; readonly text: string }
  | { readonly kind: 'refused'; readonly why: Refusal }
  /** A line of prompt 4 has ended: the text after the colon. */
  | { readonly kind: 'named'; readonly player: number; readonly name: string }
  | { readonly kind: 'order'; readonly player: number; readonly name: string }
  | { readonly kind: 'special'; readonly count: 3 | 4; readonly rank: number }
  | { readonly kind: 'turn'; readonly name: string }
  | PileItem
  | {
      readonly kind: 'option';
      readonly cardIndex: number | undefined;
      readonly card: Card;
      readonly takenIndex: number | undefined;
      readonly taken: Card;
      readonly flaws: readonly string[];
    }
  | { readonly kind: 'captured'; readonly count: number }
  | { readonly kind: 'stock'; readonly remaining: number }
  | { readonly kind: 'turned'; readonly card: Card; readonly flaws: readonly string[] }
  | { readonly kind: 'players'; readonly count: number }
  | { readonly kind: 'tie'; readonly points: number }
  | {
      readonly kind: 'standing';
      readonly place: number;
      readonly name: string;
      readonly points: number;
      /** Points above the tie score; negative below it. */
      readonly difference: number;
    }
  | ({
      readonly kind: 'text';
      readonly text: string;
    } & PrintedCards);

export interface PileItem extends PrintedCards {
  readonly kind: 'pile';
  /** other: a pile without a title. */
  readonly label: 'layout' | 'hand' | 'captured' | 'other';
}
