/** STM: mahjong-solitaire logic on a serial line. Its page is README.md; all that wirejig knows of it follows from here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byLength, defectsOn, millis, param, requestResponse } from '../../api/index';
import { answersUnder, CMD, requests } from './message';
import { NEW_GAME, POWER_ON, SHUFFLES_PER_GAME, WINNING_PAIRS, type Game } from './rules';
import { refusal, rule, StmState } from './rulings';
import { scenarios } from './scenarios';
import { ANSWER_DEFECTS } from './defects/answers';
import { END_DEFECTS } from './defects/ends';
import { FRAME_DEFECTS } from './defects/frames';
import { GAME_DEFECTS } from './defects/games';
import type { Changes } from './defects/hooks';
import { SHUFFLE_DEFECTS } from './defects/shuffles';

/** The firmware bugs that the page lists. Those that follow from the description are not among them. */
const CHANGES: Changes = {
  ...FRAME_DEFECTS,
  ...ANSWER_DEFECTS,
  ...GAME_DEFECTS,
  ...SHUFFLE_DEFECTS,
  ...END_DEFECTS,
};

const PAGE = readFileSync(join(__dirname, 'README.md'), 'utf8');

export const stm = requestResponse({
  baud: 115_200,
  parameters: {
    baud: param(115_200, 'Line speed, 8N1.', { unit: 'baud', min: 300, max: 4_000_000 }),
    errorCmd: param(CMD.error, 'Command byte of the Error frame, outside 01..06.', { min: 7, max: 255 }),
    idleGapMs: param(50, 'Silence on the line that ends a truncated frame and a discarded stretch.', {
      unit: 'ms',
      min: 2,
      max: 10_000,
    }),
    responseMs: param(100, "Longest time from a request's last byte to the start of its answer.", {
      unit: 'ms',
      min: 1,
      max: 60_000,
    }),
  },
  requests,
  answers: ({ errorCmd }) => answersUnder(errorCmd),
  framing: ({ idleGapMs }) => ({
    requests: byLength({ idle: millis(idleGapMs) }),
    // A pause inside an answer is measured (STM-TM-04), and is not its end.
    answers: byLength({ idle: millis(Math.max(250, 5 * idleGapMs)) }),
  }),
  initial: new StmState(NEW_GAME),
  afterReset: new StmState(POWER_ON),
  time: ({ responseMs }) => ({ max: millis(responseMs) }),
  idle: ({ idleGapMs, responseMs }) => millis(idleGapMs + responseMs),
  pause: ({ idleGapMs }) => millis(idleGapMs / 2),
}).protocol({
  id: 'stm',
  title: 'STM: mahjong-solitaire logic, CMD/DATA/XOR frames',
  page: PAGE,
  rules: rule,
  refuse: (reject, state, { idleGapMs, responseMs }) =>
    refusal(reject, state, {
      min: millis(idleGapMs / 2),
      max: millis(idleGapMs + responseMs),
      clause: 'STM-TM-02',
      sinceLastByte: true,
    }),
  always: {
    sum: 'STM-FR-01',
    form: 'STM-FR-11',
    time: 'STM-TM-01',
    unasked: 'STM-TM-03',
    answered: 'STM-FR-11',
    second: 'STM-FR-11',
    pause: 'STM-TM-04',
    pieces: 'STM-FR-04',
    pipelined: 'STM-FR-10',
    recovery: 'STM-FR-09',
  },
  baseline: [{ type: 'start' }],
  probe: { type: 'set-state' },
  classes: {
    states: {
      all: [
        'before Start',
        'playing',
        'tile selected',
        'shuffles used up',
        'tile selected, shuffles used up',
        'won, not yet asked',
        'ended',
      ],
      of: ({ game }) => classOfGame(game),
    },
    answers: {
      all: [
        ...['start', 'reset', 'shuffle', 'select true', 'select false', 'match true', 'match false'],
        ...['state playing', 'state won', 'state over'],
        ...[1, 2, 3, 4, 5, 6].map((code) => `error ${code}`),
      ],
      of: (answer) =>
        Object.values(answer)
          .filter((value) => typeof value !== 'object')
          .join(' '),
    },
  },
  defects: defectsOn(PAGE, CHANGES),
  scenarios,
});

function classOfGame({ started, ended, selected, pairs, shuffles }: Game): string {
  if (!started) return 'before Start';
  if (ended) return 'ended';
  const used = shuffles >= SHUFFLES_PER_GAME;
  if (selected !== undefined) return used ? 'tile selected, shuffles used up' : 'tile selected';
  if (pairs >= WINNING_PAIRS) return 'won, not yet asked';
  return used ? 'shuffles used up' : 'playing';
}
