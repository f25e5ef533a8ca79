/** Failures of a board, in classes that tell them apart. */

export const FAILURE_KINDS = [
  'silence',
  'unasked',
  'answer',
  'malformed',
  'late',
  'early',
  'gap',
  'reboot',
  'crash',
  'hang',
] as const;

/**
 * silence: no answer where one is due. unasked: an answer where silence is due. answer: a wrong one. malformed: no
 * frame. late, early, gap: at a wrong time. reboot, crash: the board started again, or reported a crash. hang: it fell
 * silent and stayed so.
 */
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** A forbidden action of the board. */
export interface Failure {
  readonly kind: FailureKind;
  /** The clause that it seems to break. */
  readonly requirement: string;
  /** The class of what was sent: `Select`, `wrong CRC`. */
  readonly trigger: string;
  /** The class of what was due: `Error 01`. */
  readonly due: string;
  /** It was sent while an earlier answer was still due. */
  readonly pipelined?: boolean;
  /** It is a failure whatever came before. */
  readonly plain?: boolean;
  /** In words: what was due and what came. */
  readonly expected: string;
  readonly seen: string;
}
