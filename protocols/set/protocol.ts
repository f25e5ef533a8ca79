/** Set: solver firmware with a barcode scanner and a console. Its page is README.md; all that wirejig knows of it follows from here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeConversation, micros, millis } from '../../api/index';
import { chargeUnasked } from './blame';
import { firmwareOf } from './board';
import type { SetSteps } from './firmware';
import { DEFECTS, PUBLISHED } from './defects';
import { parameters } from './parameters';
import { beginsOf, rulesOf, SMALL_TABLE } from './rulings';
import type { ScannerFrame } from './scanner-link';
import { INITIAL, unknownState, type SetLine, type SetState } from './state';
import { consoleSide, scannerSide } from './wire';

const PAGE = readFileSync(join(__dirname, 'README.md'), 'utf8');
/** After this part of `idleResetMs` a frame has surely ended. */
const ENDS_FRAME = 1.2;

export const set = describeConversation<ScannerFrame, SetLine, SetState, SetSteps, typeof parameters>(
  {
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
  },
  {
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
    defects: DEFECTS,
    boards: { 'set-published': { title: 'Set solver, the firmware as published', change: PUBLISHED } },
  },
);
