/** What a reader of the console finds on it, in the order in which it is printed. */
import type { Card } from './cards';
import type { Flaw } from './pile';

/** The page's prompts by name, with their numbers; `special` and `any-key` have none. */
const PROMPTS = {
  menu: 1,
  players: 2,
  computers: 3,
  name: 4,
  order: 5,
  'use-x': 6,
  'use-y': 7,
  discard: 8,
  take: 9,
  lay: 10,
  finish: 11,
  scoreboard: 12,
  /** The screen of a special deal. */
  special: undefined,
  /** Any other `Press any key …`. */
  'any-key': undefined,
} as const;

export type Prompt = keyof typeof PROMPTS;

export type Item =
  | { readonly kind: 'clear' }
  /** `player`: the n of prompt 4. */
  | { readonly kind: 'prompt'; readonly prompt: Prompt; readonly player?: number }
  /** One character printed behind a prompt in its line: a key's echo, a computer's choice, a name. */
  | { readonly kind: 'echo'; readonly text: string }
  /** range: a count; index: out of range; action: no capture. */
  | { readonly kind: 'refused'; readonly why: 'range' | 'index' | 'action' }
  /** A line of prompt 4 is done: what a name's line says behind the colon. */
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
      readonly flaws: readonly Flaw[];
    }
  | { readonly kind: 'captured'; readonly count: number }
  | { readonly kind: 'stock'; readonly remaining: number }
  | { readonly kind: 'turned'; readonly card: Card; readonly flaws: readonly Flaw[] }
  | { readonly kind: 'players'; readonly count: number }
  | { readonly kind: 'tie'; readonly points: number }
  | {
      readonly kind: 'standing';
      readonly place: number;
      readonly name: string;
      readonly points: number;
      /** Above the tie score, below it where negative. */
      readonly difference: number;
    }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly cards: readonly Card[];
      readonly flaws: readonly Flaw[];
    };

export interface PileItem {
  readonly kind: 'pile';
  /** other: a pile that no line above it names. */
  readonly label: 'layout' | 'hand' | 'captured' | 'other';
  /** Whose captured cards these are. */
  readonly owner?: string;
  readonly cards: readonly Card[];
  readonly flaws: readonly Flaw[];
}
