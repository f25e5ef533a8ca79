/** Commands that many scenarios send. */
import { PARAMETER } from '../../../protocols/gm67/parameters';
import type { CommandBody } from '../../../protocols/gm67/message';

export function readOf(number: number): CommandBody {
  return { type: 'read', number };
}

export function writeOf(number: number, value: number, prefix = 0): CommandBody {
  return { type: 'write', prefix, number, value };
}

/** One command of each kind. None writes the test parameter. */
export const OTHER_COMMANDS: readonly CommandBody[] = [
  readOf(PARAMETER.terminator),
  readOf(PARAMETER.volume),
  writeOf(PARAMETER.terminator, 2),
  { type: 'revision' },
  { type: 'enable' },
  { type: 'led-on', led: 1 },
  { type: 'led-off', led: 1 },
  { type: 'beep', pattern: 1 },
  { type: 'start' },
  { type: 'stop' },
  { type: 'sleep' },
  { type: 'reset' },
  { type: 'defaults' },
];
