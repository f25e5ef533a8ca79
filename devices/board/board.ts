/** A board under test: its links, its clock and its capabilities. The bench sees no difference between virtual and real. */
import type { SendGuard } from '../../protocols/withheld';
import type { Clock } from '../clock/clock';
import type { Link, LinkBinding } from '../links/link';
import type { OpensLinks } from '../links/link-set';
import type { Resettable } from './reset';
import type { PresentsCodes } from './stimulus';

export interface Board extends Capabilities {
  readonly name: string;
  readonly kind: string;
  readonly defects: readonly string[];
  readonly clock: Clock;
  readonly linkUrls: readonly { readonly name: string; readonly url: string }[];
  /** What scenarios and fuzzing may send. Absent: anything. */
  readonly guard?: SendGuard | undefined;
  /** Opens every permanent link. Rejects with {@link LinkError} of the first that cannot be opened. */
  open(): Promise<void>;
  /** An open link. After a reset it may be another object. */
  link(name: string): Link;
  /** The carrier of a link. Throws {@link LinkError} for an unknown name. */
  binding(name: string): LinkBinding;
  /** Idempotent. */
  close(): Promise<void>;
}

/** Abilities of only some boards. A scenario `needs` them by these names; other boards lack the member. */
export interface Capabilities {
  readonly reset?: Resettable | undefined;
  readonly stimulus?: PresentsCodes | undefined;
  readonly operator?: OperatedByHand | undefined;
  readonly onDemand?: OpensLinks | undefined;
}

/** The capability of boards with a person at their buttons. */
export interface OperatedByHand {
  /** A name for the person. */
  readonly text: string;
  /** Asks the person to do something: `make the board's move`. Does not wait for it. */
  ask(what: string): void;
}
