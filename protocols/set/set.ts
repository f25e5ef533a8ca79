/** Set: solver firmware with a barcode scanner and a console. Its page is README.md; all that wirejig knows of it follows from here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversation, defectsOn, micros, millis } from '../../api/index';
import { beginsOf } from './begins';
import { chargeUnasked } from './blame';
import { cardByte } from './card';
import { firmwareOf } from './board';
import { profileOf, type SetSteps } from './firmware';
import { fuzz } from './fuzz';
import { parameters } from './parameters';
import { rulesOf, SMALL_TABLE } from './rulings';
import { CR, type ScannerFrame } from './scanner-link';
import { CARD_SCENARIOS } from './scenarios/cards';
import { FRAME_SCENARIOS } from './scenarios/frames';
import { INITIAL, unknownState, type SetLine, type SetState } from './state';
import { cardMessages, consoleSide, scannerSide } from './wire';
import { CARD_DEFECTS } from './defects/card';
import { CONSOLE_DEFECTS } from './defects/console';
import { LENGTH_DEFECTS } from './defects/length';
import { asPublished } from './defects/published';
import { RECEIVER_DEFECTS } from './defects/receiver';
import { SOLVER_DEFECTS } from './defects/solver';

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
    console: { baud: 460_800, board: consoleSide() },
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
  essence: ({ table, told, numbers, ends, isStarting, suspect }) => ({
    table,
    told,
    numbers,
    ends,
    isStarting,
    suspect,
  }),
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
  probe: (p) => [0, 1, 2, 3, 4, 5].map((card) => Uint8Array.of(cardByte(card, profileOf(p).encoding), CR)),
  // A longer pause splits a frame in two.
  stallLimit: ({ idleResetMs }) => millis(idleResetMs / 4),
  usualTime: ({ idleResetMs }) => millis(170_000 * Math.max(1, idleResetMs / 1000)),
  messages: cardMessages,
  // The text of a card is free, and so is the number that EndOfFrame begins with.
  meaning: ({ report }) => (report !== undefined && 'card' in report ? report.type : report),
});
