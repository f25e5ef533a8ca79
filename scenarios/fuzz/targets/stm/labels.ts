/** Classes of the traffic on an STM line: findings are grouped by them, and coverage counts them. */
import type { RejectOf } from '../../../../protocols/frame';
import type { Answer, Request } from '../../../../protocols/stm/message';
import { SHUFFLES_PER_GAME, type Game } from '../../../../protocols/stm/rules';

const REQUESTS: Readonly<Record<Request['type'], string>> = {
  start: 'Start',
  reset: 'Reset',
  shuffle: 'Shuffle',
  select: 'Select',
  match: 'Match',
  'set-state': 'Set State',
};

const REJECTS = {
  checksum: 'wrong CRC',
  content: 'value out of range',
  'unknown-command': 'unknown command',
  'bad-data': 'bad descriptor or count',
  truncated: 'truncated frame',
} as const;

export const NOISE = 'noise';

export const TRIGGERS = [...Object.values(REQUESTS), ...Object.values(REJECTS), NOISE];

export const STATES = [
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
  'State playing',
  'State won',
  'State over',
  ...[1, 2, 3, 4, 5, 6].map((code) => `Error 0${code}`),
];

export function requestLabel({ type }: Request): string {
  return REQUESTS[type];
}

export function rejectLabel({ error: { code } }: RejectOf<unknown>): string {
  return Object.entries(REJECTS).find(([name]) => name === code)?.[1] ?? NOISE;
}

export function answerLabel(answer: Answer): string {
  switch (answer.type) {
    case 'start':
      return 'Start';
    case 'reset':
      return 'Reset';
    case 'shuffle':
      return 'Shuffle';
    case 'select':
      return answer.result ? 'Select TRUE' : 'Select FALSE';
    case 'match':
      return answer.result ? 'Match TRUE' : 'Match FALSE';
    case 'state':
      return `State ${answer.state}`;
    case 'error':
      return `Error 0${answer.code}`;
  }
}

/** `game` undefined: not known. */
export function stateLabel(game: Game | undefined): string {
  if (game === undefined) return 'unknown';
  if (!game.started) return 'before Start';
  if (game.ended) return 'ended';
  const used = game.shuffles >= SHUFFLES_PER_GAME;
  if (game.selected !== undefined) return used ? 'tile selected, shuffles used up' : 'tile selected';
  if (game.pairs >= 72) return 'won, not yet asked';
  return used ? 'shuffles used up' : 'playing';
}

/** The name of an unreadable answer, by its first byte. */
export function commandName(byte = 0): string {
  return Object.values(REQUESTS)[byte - 1] ?? 'Error';
}
