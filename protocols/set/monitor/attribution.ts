/**
 * The clause that faults break, and the trigger that they are charged to.
 *
 * A board that neither takes a frame's card nor reports the frame's end has not read the frame: that is a matter of frames, not of cards.
 */
import { CARDS, cardOf } from '../card';
import type { Discrepancy, DiscrepancyCode } from '../discrepancies';
import { placeFrame, type Table } from '../rules';
import { aspectOf, SMALL_TABLE, type Aspect } from './clauses';
import type { ExpectedReports } from './expected-reports';
import type { PendingFrames } from './pending-frames';
import { clauseFor, IDLE, OVERLONG, SECOND, SLOW, TRIGGERS } from './triggers';

const RESET = 'reset';
const RESET_CLAUSE = 'SET-RS-01';
export const SPEED = 'SET-TM-01';

/** The trigger whose line is missing. */
const MISSED: Readonly<Partial<Record<DiscrepancyCode, string>>> = {
  'missing-card': 'card',
  'missing-duplicate': 'card again',
  'missing-full': 'card on a full table',
};
/** After these the next frame is taken, says their clause. */
const TAKEN_AFTER = [SECOND, OVERLONG, IDLE];

export interface Situation {
  readonly pending: PendingFrames;
  readonly expected: ExpectedReports;
  /** Triggers of the frames before. */
  readonly settled: readonly string[];
  /** Their lines may have come so late that they seem to be those of the pending frames. */
  readonly mayBeLate: boolean;
  /** Nobody has seen a reset: absent. Else the table before it, as far as it is known. */
  readonly tableBefore?: Table | 'unknown' | undefined;
  /** Nothing was settled since. */
  readonly isFirst: boolean;
}

export interface Charge {
  readonly clause: string;
  readonly trigger: string;
}

/** How the board has read the frames, by all faults in its lines. */
export interface Reading {
  /** A frame had neither the line of its card nor its EndOfFrame. */
  readonly isUnread: boolean;
  /** A frame that ends twice did not end where it must. */
  readonly hasWrongEnd: boolean;
}

export function readingOf(faults: readonly Discrepancy[], { triggers }: PendingFrames): Reading {
  const isMissed = faults.some(({ code }) => MISSED[code] !== undefined);
  const isEndless = faults.some(({ code }) => code === 'missing-end-of-frame');
  const endsTwice = triggers.includes(SECOND);
  return { isUnread: isMissed && isEndless, hasWrongEnd: endsTwice && (isMissed || isEndless) };
}

/** `cause`: faults of one aspect, of which the first is the clearest. */
export function chargeOf(cause: readonly Discrepancy[], reading: Reading, situation: Situation): Charge {
  const [fault] = cause;
  const aspect: Aspect = fault === undefined ? 'end' : aspectOf(fault);
  if (reading.hasWrongEnd) return { clause: clauseFor(SECOND), trigger: SECOND };
  if (fault === undefined || aspect === 'end') return { clause: 'SET-FR-01', trigger: 'frame' };
  const { isUnread } = reading;
  if (isOfReset(cause, aspect, isUnread, situation)) return { clause: RESET_CLAUSE, trigger: RESET };
  if (aspect === 'count') return { clause: 'SET-SO-02', trigger: 'card' };
  if (aspect === 'set')
    return { clause: cardsOf(situation) > SMALL_TABLE ? 'SET-SO-03' : 'SET-SO-01', trigger: 'card' };
  return isUnread ? chargeOfUnread(fault, situation) : chargeOfCard(fault, situation);
}

function chargeOfUnread({ code }: Discrepancy, { pending, expected, settled }: Situation): Charge {
  const passed = [...pending.triggers, ...settled];
  const odd = TAKEN_AFTER.find((one) => passed.includes(one));
  if (odd !== undefined) return { clause: clauseFor(odd), trigger: odd };
  if (pending.triggers.includes(SLOW)) return { clause: clauseFor(SLOW), trigger: SLOW };
  const trigger = MISSED[code] ?? 'card';
  if (expected.isKnown && expected.table.cards.length === CARDS) return { clause: 'SET-SO-03', trigger };
  if (pending.hasCloseFrames) return { clause: 'SET-FR-06', trigger };
  return { clause: clauseFor(trigger), trigger };
}

function chargeOfCard({ code }: Discrepancy, { pending, settled, mayBeLate }: Situation): Charge {
  const missed = MISSED[code];
  const suspects = missed === undefined && mayBeLate ? [...pending.triggers, ...settled] : pending.triggers;
  const trigger =
    missed ?? TRIGGERS.find((one) => suspects.includes(one)) ?? settled.find(() => true) ?? 'card';
  return { clause: code === 'extra-full' ? 'SET-CD-03' : clauseFor(trigger), trigger };
}

function cardsOf({ pending, expected }: Situation): number {
  const fresh = expected.of(pending.frames).filter(({ outcome }) => outcome === 'new');
  return expected.table.cards.length + fresh.length;
}

/** Whether what came fits the table, the numbers or the state from before a reset. */
function isOfReset(
  cause: readonly Discrepancy[],
  aspect: Aspect,
  unread: boolean,
  situation: Situation,
): boolean {
  const { pending, expected, tableBefore, isFirst } = situation;
  if (tableBefore === undefined) return false;
  const { frames, reports } = pending;
  if (aspect === 'card') {
    // The board does not hear yet.
    if (unread && isFirst && frames.length === 1 && reports.length === 0) return true;
    if (unread || !expected.fitsAnyTable(frames, reports)) return false;
    return isFirst || (tableBefore !== 'unknown' && areOn(tableBefore, situation));
  }
  if (expected.table.sets > 0) return false;
  const before = tableBefore === 'unknown' ? undefined : tableBefore.sets;
  const isShift = (shift: number): boolean => shift > 0 && (before === undefined || shift === before);
  if (aspect === 'set') {
    const numbers = reports.flatMap((report) => (report.type === 'set' ? [report.number] : []));
    return cause.every(({ code }) => code === 'set-number') && isShift(Math.min(...numbers) - 1);
  }
  const sets = expected.of(frames).at(-1)?.sets ?? 0;
  const counts = reports.flatMap((report) => (report.type === 'set-count' ? [report.count] : []));
  return counts.length > 0 && counts.every((count) => isShift(count - sets));
}

/** The cards that were not taken lay on the table before the reset. */
function areOn(table: Table, { pending, expected }: Situation): boolean {
  const { encoding } = expected.rules;
  return pending.frames.every((frame) => {
    const { outcome, byte } = placeFrame(expected.table, frame, expected.rules).expected;
    const card = byte === undefined ? undefined : cardOf(byte, encoding);
    return outcome !== 'new' || (card !== undefined && table.cards.includes(card));
  });
}
