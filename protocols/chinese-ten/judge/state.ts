/** What a judge knows of the board, for those who choose keys. */
import type { Item } from '../reader/item';
import type { Referee } from '../referee/referee';
import type { PromptState } from './key-outcome';

/** Why no prompt comes any more. */
export interface Stall {
  /** The program prints without end; false: it is silent. */
  readonly isFlood: boolean;
  /** In words. */
  readonly seen: string;
}

export interface TenState {
  /** The prompt that waits, with the cards on the screen. Undefined: none does. */
  readonly shown: PromptState | undefined;
  /** Present: what was waited for has not come, and is not waited for any more. */
  readonly stalled: Stall | undefined;
  /** The same prompt, if it is sure that the program waits there. */
  readonly known: PromptState | undefined;
  readonly isComputersTurn: boolean;
  readonly referee: Referee | undefined;
  /** What was printed since the last key, echoes and text apart. */
  readonly items: readonly Item[];
  /** Bytes since the last key, and whether they are no more than its echo. */
  readonly printed: number;
  readonly isEcho: boolean;
}
