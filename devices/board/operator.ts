/** A board with a person at its buttons. */
export interface OperatedByHand {
  /** Who it is, in words. */
  readonly text: string;
  /** Asks the person to do something: `make the board's move`. Does not wait until it is done. */
  ask(what: string): void;
}
