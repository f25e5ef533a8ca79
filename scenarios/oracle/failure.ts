/** What a board did that its protocol forbids, in the classes by which failures are told apart. */

/**
 * silence: no answer where one is due. unasked: an answer where silence is due. answer: one the model forbids.
 * malformed: no frame. late, early, gap: out of its time. reboot, crash: the board began anew, or said that it died.
 * hang: it fell silent and stayed so.
 */
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

export type FailureKind = (typeof FAILURE_KINDS)[number];

/** What the board did that it may not. */
export interface Failure {
  readonly kind: FailureKind;
  /** The clause it seems to break. */
  readonly requirement: string;
  /** What it was told, as a class: `Select`, `wrong CRC`. */
  readonly trigger: string;
  /** What was due, as a class: `Error 01`. */
  readonly due: string;
  /** It was told so while something before it was still to be answered. */
  readonly pipelined?: boolean;
  /** It says by itself what is wrong, whatever went before. */
  readonly plain?: boolean;
  /** What was due and what came, in words. */
  readonly expected: string;
  readonly seen: string;
}
