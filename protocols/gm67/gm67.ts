/** GM67: a barcode scanner module. Its page is README.md; all that wirejig knows of it follows from here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byLength, conversation, defectsOn, millis, typedMessages } from '../../api/index';
import { beginsOf, chargeUnasked } from './blame';
import { firmwareOf } from './board/board';
import { gm67Dissection } from './wire/dissection';
import type { GmSteps } from './board/firmware';
import { fuzz } from './fuzz';
import { stateLabel, INITIAL, isKnown, unknownState, type GmState } from './state';
import { COMMANDS, SYMBOLOGIES, WAKE, type Command } from './wire/message';
import type { Output } from './wire/decoders';
import { parameters } from './wire/parameters';
import { GRACE, profileOf } from './profile';
import { isPromptReply } from './replies';
import { rulesOf } from './rulings';
import { CODE_SESSIONS } from './sessions/codes';
import { COMMAND_SESSIONS, PARAMETER_SESSIONS } from './sessions/commands';
import { FRAME_SESSIONS } from './sessions/frames';
import { bytesOf, encodeCommand, hostSide, namedMessages, oneWire, scannerSide } from './wire/wire';
import { CODE_DEFECTS } from './defects/codes';
import { COMMAND_DEFECTS } from './defects/commands';
import { FRAME_DEFECTS } from './defects/frames';
import type { Changes } from './defects/hooks';

const CHANGES: Changes = { ...FRAME_DEFECTS, ...COMMAND_DEFECTS, ...CODE_DEFECTS };

const PAGE = readFileSync(join(__dirname, 'README.md'), 'utf8');
const UNTOLD = 'the trace does not tell what was before the lens';

export const SESSIONS = [...COMMAND_SESSIONS, ...FRAME_SESSIONS, ...PARAMETER_SESSIONS, ...CODE_SESSIONS];

export const gm67 = conversation<Command, Output, GmState, GmSteps, typeof parameters>({
  links: {
    main: {
      baud: 9600,
      host: ({ interByteMs }) => hostSide(interByteMs),
      board: ({ interByteMs }) => scannerSide(interByteMs),
    },
  },
  parameters,
  symbologies: SYMBOLOGIES,
  initial: INITIAL,
  quiet: ({ commandMs, interByteMs }) => millis(commandMs + interByteMs + GRACE / 1000),
  grace: GRACE,
  firmware: firmwareOf,
}).protocol({
  id: 'gm67',
  title: 'GM67: barcode scanner module, SSI commands and decoded data',
  page: PAGE,
  rules: rulesOf,
  begins: beginsOf,
  // A frame with an error is none.
  always: ({ message }) =>
    message === undefined || message.type === 'raw' ? undefined : { clause: 'GM-FR-01' },
  charge: chargeUnasked,
  answers: (asked, rx, p) => isPromptReply(asked, rx, profileOf(p)),
  unknown: unknownState,
  isKnown,
  essence: ({ scanner, isDue, garbledDue, packet, codeUntil, stray, wokenAt, noiseUntil, session }) => [
    ...[scanner, isDue, garbledDue, packet, codeUntil, stray, wokenAt, noiseUntil, session],
  ],
  // A code that is not acknowledged.
  background: ['again'],
  stateClass: stateLabel,
  defects: defectsOn(PAGE, CHANGES),
  scenarios: SESSIONS,
  fuzz,
  // A silent scanner is woken.
  probe: () => [
    bytesOf({ type: 'revision' }),
    bytesOf({ type: 'enable' }),
    encodeCommand(WAKE),
    bytesOf({ type: 'revision' }),
    bytesOf({ type: 'enable' }),
  ],
  // A longer pause may split a frame.
  stallLimit: ({ interByteMs }) => millis(interByteMs / 4),
  usualTime: ({ interByteMs, idleResetMs, baud }) =>
    millis(550_000 * Math.max(1, interByteMs / 200, idleResetMs / 1000, 9600 / baud)),
  messages: namedMessages,
  dialect: ({ interByteMs }) => ({
    typed: typedMessages(COMMANDS, byLength({ idle: millis(interByteMs) })),
    probe: 'revision',
  }),
  dissection: gm67Dissection,
  trace: {
    unseen: {
      'GM-CM-07': 'no scanner was woken that had been sent to sleep',
      'GM-DT-01': UNTOLD,
      'GM-DT-03': UNTOLD,
      'GM-DT-06': 'the trace does not tell how often a code was shown',
    },
    frames: oneWire,
  },
});
