/**
 * The clause that a wrong line breaks, or a missing one.
 *
 * A board that neither takes a frame's card nor reports the frame's end has not read the frame: that is a matter of frames, not of cards.
 */
import type { Blame, ConversationFault } from '../../api/index';
import { unknownState, clauseFor, IDLE, SECOND, SLOW, TAKEN_AFTER, TRIGGERS, SMALL_TABLE } from './state';
import { CARDS } from './card';
import type { Turn, SetState } from './state';
import type { Report, SetLine } from './reports';

type Fault = ConversationFault<SetLine>;
type SetBlame = Blame<SetLine, SetState>;

const RESET = 'SET-RS-01';
const QUEUES_OF_CARDS = ['card', 'count'];

export function isCardLine(report: Report | undefined): boolean {
  return report !== undefined && ['new-card', 'duplicate', 'table-full'].includes(report.type);
}

/** The line of a card is missing, or another one came. */
export function chargeCard(
  fault: Fault,
  state: SetState,
  { table, byte }: Turn,
  trigger: string,
  frame: number,
): SetBlame {
  const { notes } = state;
  const report = fault.rx?.message?.report;
  const { before } = notes;
  const wasThere = before === 'unknown' ? notes.isFirst : before?.bytes.includes(byte) === true;
  const isOld = report?.type === 'duplicate' && wasThere;
  const isUnread = fault.kind === 'silence' && fault.owed.includes(`end ${frame}`);
  if (isOld || (isUnread && notes.isFirst && notes.odd.length === 0)) return RESET;
  if (isInRow(fault, state) && !isUnread)
    return suspected(fault, state, oddestOf(state) ?? clauseFor(trigger));
  if (notes.odd.some((one) => one.trigger === SECOND)) return clauseFor(SECOND);
  if (!isUnread) return clauseFor(trigger);
  const odd = notes.odd.find((one) => TAKEN_AFTER.includes(one.trigger));
  if (odd !== undefined) return clauseFor(odd.trigger);
  if (table.bytes.length === CARDS) return 'SET-SO-03';
  return notes.row < frame ? 'SET-FR-06' : clauseFor(trigger);
}

/** A set has a wrong number, or is missing. */
export function chargeSet(fault: Fault, state: SetState): SetBlame {
  const report = fault.rx?.message?.report;
  const isShifted = report?.type === 'set' && isFromBefore(report.number, state, state.table?.sets ?? 0);
  if (isShifted) return RESET;
  const blame = suspected(fault, state, solvedOf(state));
  // With a right count the table is what it must be.
  const isCounted = fault.kind === 'silence' && state.told > 0 && state.told === state.table?.sets;
  return isCounted && typeof blame === 'string'
    ? { clause: blame, then: { state: unknownState(state) }, isCertain: true }
    : blame;
}

/** A wrong set explains its count, and so does a table from before a reset. Else the count says nothing of the table. */
export function chargeCount(fault: Fault, state: SetState, { table }: Turn): SetBlame {
  const report = fault.rx?.message?.report;
  if (report?.type === 'set-count' && isFromBefore(report.count, state, table.sets, table.sets)) return RESET;
  if (fault.owed.some((key) => key.startsWith('set '))) return suspected(fault, state, solvedOf(state));
  if (isInRow(fault, state)) return suspected(fault, state, 'SET-SO-02');
  return { clause: 'SET-SO-02', then: {} };
}

/** A number of sets that goes on from those before a reset. */
function isFromBefore(
  number: number,
  { told, numbers, notes: { before } }: SetState,
  most: number,
  least = 0,
): boolean {
  if (before === undefined || number <= most) return false;
  // Nothing was told since the reset.
  if (before === 'unknown') return told === 0 && numbers.length === 0;
  const own = number - before.sets;
  return before.sets > 0 && own <= most && own >= least;
}

/** The end of a frame is missing, or another one came. */
export function chargeEnd({ kind }: Fault, state: SetState): SetBlame {
  const { odd } = state.notes;
  const cause = [SECOND, SLOW].find((one) => odd.some(({ trigger }) => trigger === one));
  if (cause !== undefined) return clauseFor(cause);
  if (state.suspect !== undefined && kind === 'silence') return 'SET-FR-06';
  return { clause: 'SET-FR-01', then: {}, isCertain: kind !== 'silence' };
}

/** A line that nothing was due for. */
export function chargeUnasked({ rx, owed, isReceiving }: Fault, state: SetState): SetBlame {
  const report = rx?.message?.report;
  const fault: Fault = { kind: 'unasked', rx, owed, isReceiving };
  const { notes, table, told } = state;
  switch (report?.type) {
    case undefined:
      // Bytes that are no line.
      return { clause: 'SET-FR-08', then: {} };
    case 'set':
      return chargeSurplusSet(report, fault, state);
    case 'set-count':
    case 'no-sets':
      return notes.isFirst || told > (table?.sets ?? 0) ? RESET : { clause: 'SET-SO-02', then: {} };
    case 'end-of-frame':
      return oddestOf(state) === clauseFor(SECOND)
        ? clauseFor(SECOND)
        : { clause: 'SET-FR-01', then: {}, isCertain: true };
    case 'table-full':
      return 'SET-CD-03';
    default:
      return isInRow(fault, state)
        ? suspected(fault, state, oddestOf(state) ?? clauseFor(notes.lastTrigger))
        : (oddestOf(state) ?? clauseFor(isReceiving ? IDLE : notes.lastTrigger));
  }
}

function chargeSurplusSet(report: Extract<Report, { type: 'set' }>, fault: Fault, state: SetState): SetBlame {
  const { table, notes } = state;
  const cards = table?.bytes.length ?? 0;
  // Of the card that came last, the search is wrong; a lost card shifts those after it to smaller numbers.
  if (report.triple.every((index) => index < cards) && report.triple.includes(cards - 1))
    return suspected(fault, state, solvedOf(state));
  // A card that was laid again in silence shifts those after it.
  if (notes.duplicates > 0 && report.triple[2] >= cards) return 'SET-CD-02';
  return suspected(fault, state, oddestOf(state) ?? solvedOf(state));
}

function solvedOf({ table }: SetState): string {
  return (table?.bytes.length ?? 0) > SMALL_TABLE ? 'SET-SO-03' : 'SET-SO-01';
}

/** Of what was odd lately the oddest is suspected; undefined: nothing was. */
function oddestOf({ notes }: SetState): string | undefined {
  const oddest = TRIGGERS.find((one) => notes.odd.some(({ trigger }) => trigger === one));
  return oddest === undefined ? undefined : clauseFor(oddest);
}

/** Frames of a row are under way. */
function isInRow({ owed }: Fault, { notes }: SetState): boolean {
  return owed.some((key) => key.startsWith('end ') && Number(key.slice(4)) > notes.row);
}

/** In a row a lost frame may be the cause: its end is missing then. Up to that, only ends are judged. */
function suspected(fault: Fault, state: SetState, clause: string): SetBlame {
  if (!isInRow(fault, state)) return clause;
  const sets = fault.owed.filter((key) => key.startsWith('set '));
  return {
    then: {
      state: { ...state, table: undefined, suspect: state.suspect ?? clause },
      cancels: [...QUEUES_OF_CARDS, ...TRIGGERS, ...sets],
    },
  };
}
