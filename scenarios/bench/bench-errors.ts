/** What ends a scenario before its end. */

/** The board stopped answering: the rest of the scenario cannot be judged. */
export class BoardSilent extends Error {
  override readonly name = 'BoardSilent';
}

/** The board sends without an end: no reset is tried. */
export class BoardNeverQuiet extends BoardSilent {}

/** The board's reset recipe failed: whatever needed the reset cannot be judged. */
export class ResetFailed extends Error {
  override readonly name = 'ResetFailed';
}

/** The board needs a person, and nobody is there: what depends on that is skipped. */
export class NoOperator extends Error {
  override readonly name = 'NobodyThere';
}
