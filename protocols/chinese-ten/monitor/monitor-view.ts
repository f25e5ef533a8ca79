/** What a monitor is told at its beginning, and what it knows of the board, for those who choose keys. */
import type { PassListener } from '../../monitor/judgement-log';
import type { Item } from '../item';
import type { Referee } from '../referee/referee';
import type { PromptState } from './key-outcome';

export interface TenMonitorOptions {
  /** true: the board was just switched on or reset. Default: its state is unknown. */
  readonly fresh?: boolean;
  /** false: the board may be reset at any time, and nobody tells. Default: resets are told. */
  readonly seesResets?: boolean;
  /** Gets what passes; then judgements are of the rest. */
  readonly onPass?: PassListener<Uint8Array> | null;
  /** true: somebody asks for coverage. */
  readonly keepsCoverage?: boolean;
}

/** Why no prompt comes any more. */
export interface Stall {
  /** The program prints without end; false: it is silent. */
  readonly isFlood: boolean;
  /** In words. */
  readonly seen: string;
}

export interface TenView {
  /** The prompt that waits, with the cards on the screen. Undefined: none does. */
  readonly shown: PromptState | undefined;
  /** Present: what was waited for has not come, and is not waited for any more. */
  readonly stalled: Stall | undefined;
  /** The same prompt, if it is sure that the program waits there. */
  readonly state: PromptState | undefined;
  readonly isComputersTurn: boolean;
  readonly referee: Referee | undefined;
  /** What was printed since the last key, echoes and text apart. */
  readonly items: readonly Item[];
  /** Bytes since the last key, and whether they are no more than its echo. */
  readonly printed: number;
  readonly isEcho: boolean;
}
