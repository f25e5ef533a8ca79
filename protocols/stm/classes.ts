/** Classes of the traffic on an STM line: findings are grouped by them, and coverage counts them. */
import { STATES, type Answer, type Request } from './message';
import { SHUFFLES_PER_GAME, WINNING_PAIRS, type Game } from './rules';

const REQUESTS: Readonly<Record<Request['type'], string>> = {
  start: 'Start',
  reset: 'Reset',
  shuffle: 'Shuffle',
  select: 'Select',
  match: 'Match',
  'set-state': 'Set State',
};

const REJECTS: Readonly<Record<string, string>> = {
  checksum: 'wrong CRC',
  content: 'value out of range',
  'unknown-command': 'unknown command',
  'bad-data': 'bad descriptor or count',
  truncated: 'truncated frame',
};

const NOISE = 'noise';

export const TRIGGERS = [...Object.values(REQUESTS), ...Object.values(REJECTS), NOISE];

export const GAMES = [
  'before Start',
  'playing',
  'tile selected',
  'shuffles used up',
  'tile selected, shuffles used up',
  'won, not yet asked',
  'ended',
];

export const RESPONSES = [
  'Start',
  'Reset',
  'Shuffle',
  'Select TRUE',
  'Select FALSE',
  'Match TRUE',
  'Match FALSE',
  ...STATES.map((state) => `State ${state}`),
  ...[1, 2, 3, 4, 5, 6].map((code) => `Error 0${code}`),
];

export function classOfRequest({ type }: Request): string {
  return REQUESTS[type];
}

export function classOfReject(code: string): string {
  return REJECTS[code] ?? NOISE;
}

export function classOfAnswer(answer: Answer): string {
  switch (answer.type) {
    case 'start':
    case 'reset':
    case 'shuffle':
      return REQUESTS[answer.type];
    case 'select':
    case 'match':
      return `${REQUESTS[answer.type]} ${answer.result ? 'TRUE' : 'FALSE'}`;
    case 'state':
      return `State ${answer.state}`;
    case 'error':
      return `Error 0${answer.code}`;
  }
}

export function classOfGame(game: Game): string {
  if (!game.started) return 'before Start';
  if (game.ended) return 'ended';
  const used = game.shuffles >= SHUFFLES_PER_GAME;
  if (game.selected !== undefined) return used ? 'tile selected, shuffles used up' : 'tile selected';
  if (game.pairs >= WINNING_PAIRS) return 'won, not yet asked';
  return used ? 'shuffles used up' : 'playing';
}
