/** Every tolerance of the Durak monitor, in microseconds. The page's own times are beside the clauses that they belong to. */
import { millis } from '../../time';

/** What should have come is missing after this, and late up to then: a late packet is blamed for its time. */
export const MISSING_AFTER = millis(3000);
/** Something allowed for a time counts as such for this much longer. */
export const MARGIN = millis(500);
/** A packet that began within this time after its acknowledgement was on its way already: it is no wrong repetition. */
export const GRACE = millis(250);
/** An acknowledgement this shortly before or during a packet may belong to it, or not. */
export const CROSSING = millis(20);
