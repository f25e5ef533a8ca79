/** The context of a triage. */
import type { Parameters, Requirement } from '../../../protocols/requirement';
import type { ReproContext } from '../execution/reproduce';
import type { LinkChunk } from '../reduce/reproducibility';
import type { Rig } from '../execution/rig';
import type { FuzzStep } from '../../player/step';

/** A virtual board with one defect. It may fail like the real board. */
export interface DefectModel {
  /** `oven+checksum-ignored` */
  readonly name: string;
  readonly rig: Rig;
}

export interface TriageContext extends ReproContext {
  readonly suite: string;
  readonly requirements: readonly Requirement[];
  readonly parameters: Parameters;
  /** For a real board: virtual boards with one defect each. */
  readonly defectModels?: (() => Iterable<DefectModel>) | undefined;
  /** The budget of the next triage on this rig. The function that it returns says whether the budget is spent. */
  readonly budget: (rig: Rig) => () => boolean;
  /**
   * Runs `work` within the time of one triage; absent: without a limit. After that time {@link checkpoint} and the rig
   * throw TimeUsedUp.
   */
  readonly bounded?: (<T>(work: () => Promise<T>) => Promise<T>) | undefined;
  /** Throws if the campaign was interrupted. */
  readonly checkpoint: () => void;
}

export interface Case {
  readonly number: number;
  readonly generator: string;
  readonly steps: readonly FuzzStep[];
  /** The number of sent bytes, with those of recipes. */
  readonly sent?: number;
  /** What passed in it on a real board. */
  readonly passed?: readonly LinkChunk[];
}
