/** What a failure is examined with. */
import type { Parameters, Requirement } from '../../../protocols/requirement';
import type { ReproContext } from '../execution/reproduce';
import type { Rig } from '../execution/rig';
import type { FuzzStep } from '../execution/step';

/** A virtual board with one defect, in which a real board's failure may be recognised. */
export interface DefectModel {
  /** `stm+crc-ignored` */
  readonly name: string;
  readonly rig: Rig;
}

export interface TriageContext extends ReproContext {
  readonly suite: string;
  readonly requirements: readonly Requirement[];
  readonly parameters: Parameters;
  /** Of a real board: the defects of its virtual one. */
  readonly defectModels?: (() => Iterable<DefectModel>) | undefined;
  /** Begins another examination on that rig, and gives what ends it. */
  readonly budget: (rig: Rig) => () => boolean;
  /** Throws where the campaign was interrupted. */
  readonly checkpoint: () => void;
}

export interface Case {
  readonly number: number;
  readonly generator: string;
  readonly steps: readonly FuzzStep[];
  /** Bytes that were sent, those of recipes among them. */
  readonly sent?: number;
}
