/** The capability of boards with a person at their buttons. */
export interface OperatedByHand {
  /** The person, in words. */
  readonly text: string;
  /** Asks the person to do something: `make the board's move`. Does not wait until it is done. */
  ask(what: string): void;
}
