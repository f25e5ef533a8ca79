/** The capability of boards with a person at their buttons. */
export interface OperatedByHand {
  /** A name for the person. */
  readonly text: string;
  /** Asks the person to do something: `make the board's move`. Does not wait for it. */
  ask(what: string): void;
}
