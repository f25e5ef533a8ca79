/** Set: solver firmware with a barcode scanner and a console. Its page is README.md; all that wirejig knows of it follows from here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversation, defectsOn, micros, millis } from '../../api/index';
import type { ConversationRuling, RxMessage } from '../../api/index';
import { chargeUnasked } from './blame';
import { cardByte } from './card';
import { firmwareOf, triplesOfLast, type SetSteps } from './board';
import { fuzz } from './fuzz';
import { parameters } from './parameters';
import { rulesOf } from './rulings';
import { CR, cardMessages, consoleSide, scannerSide, type ScannerFrame } from './wire';
import { CARD_SCENARIOS } from './scenarios/cards';
import { FRAME_SCENARIOS } from './scenarios/frames';
import { INITIAL, unknownState, type SetState, type Notes, SMALL_TABLE } from './state';
import type { SetLine, Report } from './reports';
import { CARD_DEFECTS, SOLVER_DEFECTS } from './defects/cards';
import { CONSOLE_DEFECTS } from './defects/console';
import { LENGTH_DEFECTS, RECEIVER_DEFECTS } from './defects/receiver';
import { asPublished } from './defects/published';

/** The firmware bugs that the page lists: at least one for every clause. */
const CHANGES = {
  ...CONSOLE_DEFECTS,
  ...RECEIVER_DEFECTS,
  ...LENGTH_DEFECTS,
  ...CARD_DEFECTS,
  ...SOLVER_DEFECTS,
};

const PAGE = readFileSync(join(__dirname, 'README.md'), 'utf8');
/** After this part of `idleResetMs` a frame has surely ended. */
const ENDS_FRAME = 1.2;

export const set = conversation<ScannerFrame, SetLine, SetState, SetSteps, typeof parameters>({
  links: {
    scanner: { baud: 9600, host: scannerSide },
    console: { baud: 460_800, board: consoleSide },
  },
  parameters,
  initial: INITIAL,
  quiet: ({ idleResetMs, solveMs }) => millis(ENDS_FRAME * idleResetMs + solveMs),
  grace: millis(2000),
  turnTime: ({ solveMs }) => micros(500 * solveMs),
  firmware: firmwareOf,
}).protocol({
  id: 'set',
  title: 'Set: solver firmware with a barcode scanner and a console',
  page: PAGE,
  rules: rulesOf,
  begins: beginsOf,
  always: ({ message }) => {
    if (message?.report === undefined) return undefined;
    const { end } = message;
    const seen = { crlf: 'CR LF', lf: 'LF alone', cr: 'CR alone', silence: 'nothing' }[end];
    return { clause: 'SET-FR-08', ...(end === 'crlf' ? {} : { wrong: { expected: 'CR LF', seen } }) };
  },
  charge: chargeUnasked,
  unknown: unknownState,
  isKnown: ({ table }) => table !== undefined,
  essence: ({ notes: _only, ...known }) => known,
  stateClass: ({ table }) => {
    const count = table?.bytes.length ?? 0;
    if (table === undefined) return 'unknown';
    return count === 0 ? 'empty table' : count <= SMALL_TABLE ? 'small table' : 'large table';
  },
  defects: defectsOn(PAGE, CHANGES),
  boards: { 'set-published': { title: 'Set solver, the firmware as published', change: asPublished } },
  scenarios: [...FRAME_SCENARIOS, ...CARD_SCENARIOS],
  fuzz,
  // Some line follows any card, on any table.
  probe: (p) => [0, 1, 2, 3, 4, 5].map((card) => Uint8Array.of(cardByte(card, p.cardEncoding), CR)),
  // A longer pause splits a frame in two.
  stallLimit: ({ idleResetMs }) => millis(idleResetMs / 4),
  usualTime: ({ idleResetMs }) => millis(170_000 * Math.max(1, idleResetMs / 1000)),
  messages: cardMessages,
  // The text of a card is free, and so is the number that EndOfFrame begins with.
  meaning: ({ report }) => (report !== undefined && 'card' in report ? report.type : report),
});

type SetRuling = ConversationRuling<SetLine, SetState>;

/** What the board may say of its own accord: lines that the page does not name, right counts, and some ends. */
function beginsOf({ message }: RxMessage<SetLine>, state: SetState): SetRuling | undefined {
  const { table, told, ends, suspect } = state;
  const report = message?.report;
  if (report === undefined) return {};
  if (report.type === 'end-of-frame') return ends > 0 ? { state: { ...state, ends: ends - 1 } } : undefined;
  if (table === undefined || suspect !== undefined) return learn(report, state);
  if (report.type === 'set-count' && report.count >= told && report.count <= table.sets) return {};
  return report.type === 'no-sets' && told === 0 ? {} : undefined;
}

/**
 * Of an unknown table the third index of a set tells how many cards lie on it, and so which, if all of them came since. The count tells
 * whether that is right.
 */
function learn(report: Report, state: SetState): SetRuling {
  const { notes } = state;
  const noted = (more: Partial<Notes>): SetRuling => ({ state: { ...state, notes: { ...notes, ...more } } });
  switch (report.type) {
    case 'new-card':
      return noted({ recent: [...notes.recent, ...notes.turns.slice(0, 1).map(({ byte }) => byte)] });
    case 'set':
      return noted({ size: report.triple[2] + 1 });
    case 'set-count': {
      const { recent, size = 0 } = notes;
      const bytes = recent.slice(-size);
      const isAll = size > 0 && bytes.length === size && state.suspect === undefined;
      if (!isAll || setsOf(bytes) !== report.count) return noted({ size: undefined });
      const { count } = report;
      const known = { ...notes, recent: [], size: undefined };
      return {
        state: { ...state, table: { bytes, sets: count }, told: count, notes: known },
        keeps: ['SET-SO-01', 'SET-SO-02'],
      };
    }
    default:
      return {};
  }
}

function setsOf(bytes: readonly number[]): number {
  return bytes.reduce((sum, _, k) => sum + triplesOfLast(bytes.slice(0, k + 1)).length, 0);
}
