/**
 * The rules of the page: what each frame of the scanner does to the table, and the lines that are due then.
 *
 *     card byte, CR ──▶ + line, a line for each set, SetCnt or NoSets     in any order
 *                   └─▶ EndOfFrame, Rx:2
 */
import type { ConversationFault, ConversationEvent, ConversationRuling, Send } from '../../api/index';
import { chargeCard, chargeCount, chargeEnd, chargeSet, isCardLine } from './blame';
import type { SetFirmware } from './board';
import { EMPTY, afterReset, clauseFor, IDLE, OVERLONG, SECOND, triggerOf, SMALL_TABLE } from './state';
import type { Turn, Notes, SetState } from './state';
import { CR, type ScannerFrame } from './wire';
import { lineOf, type SetLine } from './reports';
import type { SetValues } from './parameters';

/** Of a larger table the page says no time: so many times that of a small one. */
const LARGE_TABLE_TIMES = 3;
/** Bytes that begin within this time after others follow them directly: microseconds. */
const CLOSE = 10_000;
const MOST_ODD = 32;

type SetRuling = ConversationRuling<SetLine, SetState>;
type SetSend = Send<SetLine, SetState>;
type SetEvent = ConversationEvent<ScannerFrame>;

export function rulesOf(
  event: SetEvent,
  state: SetState,
  firmware: SetFirmware,
  p: SetValues,
): SetRuling | readonly SetRuling[] {
  const rules = new Rules(firmware, 1000 * p.solveMs);
  switch (event.kind) {
    case 'reset':
      return {
        state: afterReset(state),
        timers: { boot: { min: 0, max: 1000 * p.bootMs } },
      };
    case 'shown':
      return {};
    case 'expired':
      return { state: { ...state, isStarting: false } };
    default: {
      const ruling = rules.hear(event, { ...state, isStarting: false });
      // A board that starts receives nothing, or has started.
      return state.isStarting ? [{ trigger: 'start' }, ruling] : ruling;
    }
  }
}

class Rules {
  constructor(
    private readonly firmware: SetFirmware,
    private readonly solve: number,
  ) {}

  hear(event: Exclude<SetEvent, { kind: 'reset' | 'expired' | 'shown' }>, state: SetState): SetRuling {
    const { notes } = state;
    const endsInCr = event.raw.at(-1) === CR;
    const lastEnd = endsInCr ? event.last.notAfter : notes.lastEnd;
    const isClose = event.first.notAfter - notes.lastEnd < CLOSE;
    if (event.kind === 'message' && event.message.type === 'line-feed')
      return this.odd(SECOND, 0, { ...state, notes: { ...notes, turns: [], received: 0 } });
    const frame = notes.frames + 1;
    const next: SetState = {
      ...state,
      notes: {
        ...notes,
        frames: frame,
        row: isClose ? notes.row : frame,
        lastEnd,
        isAfterIdle: false,
        turns: [],
        received: event.raw.length,
      },
    };
    if (event.kind === 'message')
      return this.frame(event.message, next, {
        isClose,
        isSlow: event.pause > CLOSE,
        isAfterIdle: notes.isAfterIdle,
      });
    const dropped = { ...next.notes, turns: [], received: 0 };
    // More of a frame that is too long: it may be taken for a card up to its end.
    if (event.code === 'discarded') return this.odd(OVERLONG, 0, { ...next, notes: dropped });
    const isIdle = event.code === 'idle';
    return this.odd(isIdle ? IDLE : OVERLONG, 1, { ...next, notes: { ...dropped, isAfterIdle: isIdle } });
  }

  private frame(
    frame: ScannerFrame,
    state: SetState,
    how: { readonly isClose: boolean; readonly isSlow: boolean; readonly isAfterIdle: boolean },
  ): SetRuling {
    const { firmware } = this;
    let table = state.table ?? EMPTY;
    const turns = firmware.cardBytes(frame).map((byte): Turn => {
      const turn = firmware.place(table, byte);
      ({ table } = turn);
      return turn;
    });
    const [{ placement } = { placement: 'none' as const }] = turns;
    const trigger = triggerOf(frame, { placement, ...how });
    const isSingle = frame.type === 'byte';
    if (state.table === undefined)
      return {
        trigger,
        state: withTurns({ ...state, ends: state.ends + (isSingle ? 0 : 1) }, turns),
        sends: isSingle ? [this.end(state.notes)] : [],
      };
    if (placement === 'none') {
      const odd = this.odd(trigger, isSingle ? 0 : 1, withTurns(state, turns));
      const full: SetSend[] =
        state.table.bytes.length >= firmware.tableLimit && trigger !== SECOND ? [this.mayBeFull()] : [];
      return { ...odd, sends: [...(odd.sends ?? []), ...full, ...(isSingle ? [this.end(state.notes)] : [])] };
    }
    const isPlain = ['card', 'card again', 'card on a full table'].includes(trigger);
    const noted = isPlain ? state : remember(state, trigger);
    const duplicates = noted.notes.duplicates + (placement === 'duplicate' ? 1 : 0);
    const next = withTurns(
      {
        ...noted,
        table,
        ends: noted.ends + (isSingle ? 0 : 1),
        notes: { ...noted.notes, lastTrigger: trigger, duplicates },
      },
      turns,
    );
    const isInRow = how.isClose && isSingle;
    const sends = turns.flatMap((turn) => this.ofTurn(turn, trigger, next.notes, isInRow));
    return { trigger, state: next, sends: [...sends, ...(isSingle ? [this.end(next.notes)] : [])] };
  }

  /** Something that adds no card: no line of one comes. */
  private odd(trigger: string, ends: number, state: SetState): SetRuling {
    const clause = clauseFor(trigger);
    const next = remember({ ...state, ends: state.ends + ends }, trigger);
    if (state.table === undefined) return { trigger, clause, state: next };
    const max = this.solve * (state.table.bytes.length > SMALL_TABLE ? LARGE_TABLE_TIMES : 1);
    return {
      trigger,
      clause,
      state: next,
      sends: [
        {
          title: 'no line of a card',
          key: trigger,
          queue: trigger,
          duty: 'never',
          clause,
          accepts: () => false,
          mistakes: ({ report }) => isCardLine(report),
          within: { max },
        },
      ],
    };
  }

  private ofTurn(turn: Turn, trigger: string, notes: Notes, isInRow: boolean): readonly SetSend[] {
    const { placement, table, before, found } = turn;
    if (placement === 'none') return [];
    const isSmall = table.bytes.length <= SMALL_TABLE;
    const within = isSmall
      ? { max: this.solve, clause: 'SET-TM-01' }
      : { max: this.solve * LARGE_TABLE_TIMES };
    const frame = notes.frames;
    const clause = clauseFor(trigger);
    const answer = ({ new: 'new-card', duplicate: 'duplicate', full: 'table-full' } as const)[placement];
    const card: SetSend = {
      title: 'the line of the card',
      queue: 'card',
      key: `card ${frame}`,
      clause,
      accepts: ({ report }) => report?.type === answer,
      make: () => lineOf({ type: answer, card: this.firmware.cardText(turn.byte) }),
      mistakes: ({ report }) => isCardLine(report),
      within,
      keeps: [
        clause,
        ...(notes.isFirst && placement === 'new' ? ['SET-RS-01'] : []),
        ...(isInRow && trigger === 'card' ? ['SET-FR-06'] : []),
      ],
      then: (_, state) => ({
        state: settled(state, { ...state.notes, taken: frame, isFirst: false }, frame),
      }),
      charge: (fault, state) => chargeCard(fault, state, turn, trigger, frame),
    };
    if (placement !== 'new') return [card];
    // Where the card's own line is missing too, that is the cause.
    const isUntaken = ({ kind, owed }: ConversationFault<SetLine>): boolean =>
      kind === 'silence' && owed.includes(`card ${frame}`);
    const solved = isSmall ? 'SET-SO-01' : 'SET-SO-03';
    const sets = found.map((triple, i): SetSend => ({
      title: 'a set that the card completes',
      key: `set ${triple.join()}`,
      queue: `set ${triple.join()}`,
      clause: solved,
      accepts: ({ report }, { numbers }) =>
        report?.type === 'set' &&
        report.triple.join() === triple.join() &&
        report.number > before.sets &&
        report.number <= table.sets &&
        !numbers.includes(report.number),
      make: () => lineOf({ type: 'set', number: before.sets + 1 + i, triple }),
      mistakes: ({ report }) => report?.type === 'set' && report.triple.join() === triple.join(),
      within,
      then: ({ report }, state) =>
        report?.type === 'set'
          ? { state: { ...state, numbers: [...state.numbers.filter((n) => n > before.sets), report.number] } }
          : {},
      charge: (fault, state) =>
        isUntaken(fault) ? chargeCard(fault, state, turn, trigger, frame) : chargeSet(fault, state),
    }));
    const count: SetSend = {
      title: table.sets === 0 ? 'NoSets' : 'the count of sets',
      key: `count ${frame}`,
      queue: 'count',
      clause: 'SET-SO-02',
      accepts: ({ report }) =>
        table.sets === 0
          ? report?.type === 'no-sets'
          : report?.type === 'set-count' && report.count === table.sets,
      make: () => lineOf(table.sets === 0 ? { type: 'no-sets' } : { type: 'set-count', count: table.sets }),
      mistakes: ({ report }) => report?.type === 'no-sets' || report?.type === 'set-count',
      within,
      keeps: ['SET-SO-02', solved],
      then: (_, state) => ({ state: { ...state, told: table.sets } }),
      charge: (fault, state) =>
        isUntaken(fault) ? chargeCard(fault, state, turn, trigger, frame) : chargeCount(fault, state, turn),
    };
    return [card, ...sets, count];
  }

  /** EndOfFrame of a frame of one payload byte. */
  private end(notes: Notes): SetSend {
    return {
      title: 'EndOfFrame',
      queue: 'end',
      isStateless: true,
      key: `end ${notes.frames}`,
      clause: 'SET-FR-01',
      accepts: ({ report }) => report?.type === 'end-of-frame' && report.received === 2,
      make: () => lineOf({ type: 'end-of-frame', received: 2 }),
      mistakes: ({ report }) => report?.type === 'end-of-frame',
      within: { max: this.solve * LARGE_TABLE_TIMES },
      charge: (fault, state) => chargeEnd(fault, state),
      then: (_, state) => endRow(state, notes.frames),
    };
  }

  private mayBeFull(): SetSend {
    return {
      title: 'a full table',
      duty: 'may',
      clause: 'SET-CD-03',
      accepts: ({ report }) => report?.type === 'table-full',
      within: { max: this.solve * LARGE_TABLE_TIMES },
      keeps: [],
    };
  }
}

/** The card was taken, and its frame has ended: what was odd before it has not kept the board from that. */
function settled(state: SetState, notes: SetState['notes'], frame: number): SetState {
  // Of frames under way nobody knows whose line it is.
  const isSettled = notes.taken === frame && notes.ended === frame && notes.frames === frame;
  return { ...state, notes: isSettled ? { ...notes, odd: [] } : notes };
}

/** All frames of a row have ended: what was wrong in it, no lost frame explains. */
function endRow(state: SetState, frame: number): SetRuling {
  if (state.suspect === undefined || frame < state.notes.frames)
    return { state: settled(state, { ...state.notes, ended: frame }, frame) };
  const broken = { clause: state.suspect, expected: 'the lines of each frame of the row', seen: 'others' };
  return { state: { ...state, suspect: undefined }, breaks: broken };
}

function remember(state: SetState, trigger: string): SetState {
  const { notes } = state;
  const odd = [{ frame: notes.frames, trigger }, ...notes.odd].slice(0, MOST_ODD);
  return { ...state, notes: { ...notes, odd, lastTrigger: trigger } };
}

function withTurns(state: SetState, turns: readonly Turn[]): SetState {
  return { ...state, notes: { ...state.notes, turns } };
}
