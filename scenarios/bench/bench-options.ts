/** What a bench is made of. */
import type { Parameters } from '../../protocols/requirement';
import type { AssessorOptions } from './assessor';

export interface BenchOptions extends AssessorOptions {
  readonly parameters: Parameters;
  /** The seed of this scenario: a function of the run's seed and the scenario's id. */
  readonly seed: number;
  readonly onTransfer: (direction: 'tx' | 'rx') => void;
  readonly onReset: () => void;
  /** The board was reset by now, at some time since `onReset`. */
  readonly onResetEnd: () => void;
  readonly onPresent: (detail: string) => void;
  readonly onCharge: (clause: string) => void;
  /** `SPAN us in the last SPAN us`, as the journal has it, at a time in microseconds: other files count from another zero. */
  readonly onStall: (detail: string, at: number) => void;
  /** What was left open is tried again: `in the last SPAN us`. */
  readonly onRetry: (detail: string, at: number) => void;
  readonly note: (text: string) => void;
  /** Throws the run's interruption: called at every wait. */
  readonly throwIfInterrupted: () => void;
  /** Recovers a silent board if possible. Resolves with false if it stays silent. */
  readonly revive: () => Promise<boolean>;
}
