/** A board under test: its links, its clock and its capabilities. Virtual or real, the bench sees no difference. */
import type { Clock } from '../clock/clock';
import type { Link, LinkBinding } from '../links/link';
import type { OpensLinks } from './on-demand';
import type { OperatedByHand } from './operator';
import type { Resettable } from './reset';
import type { PresentsCodes } from './stimulus';

export interface Board extends Capabilities {
  readonly name: string;
  readonly kind: string;
  readonly defects: readonly string[];
  readonly clock: Clock;
  readonly linkUrls: readonly { readonly name: string; readonly url: string }[];
  /** Opens every permanent link. Rejects with {@link LinkError} of the first that cannot be opened. */
  open(): Promise<void>;
  /** An open link. Ask again after a reset: it may be another object. */
  link(name: string): Link;
  /** What carries a link. Throws {@link LinkError} for a name that is none of `linkUrls`. */
  binding(name: string): LinkBinding;
  /** Idempotent. */
  close(): Promise<void>;
}

/** What only some boards can do. A scenario `needs` it by these names; a board that cannot do it has no such member. */
export interface Capabilities {
  readonly reset?: Resettable | undefined;
  readonly stimulus?: PresentsCodes | undefined;
  readonly operator?: OperatedByHand | undefined;
  readonly onDemand?: OpensLinks | undefined;
}
