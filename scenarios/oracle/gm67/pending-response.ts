/** The reply that a scanner must give to a command, and what is known about it. */
import type { Command } from '../../../protocols/gm67/message';
import { PARAMETER } from '../../../protocols/gm67/parameters';
import type { Expected, ScannerState } from '../../../protocols/gm67/rules';
import type { Micros } from '../../../protocols/time';

export interface PendingResponse {
  readonly trigger: string;
  readonly command: Command | undefined;
  readonly clause: string;
  readonly expected: Expected;
  /** No reply is right too. */
  readonly optional: boolean;
  readonly at: Micros;
  readonly before: ScannerState;
}

/** The command would change the line's rate, or the page does not describe it. */
export function isOpenByPage(command: Command): boolean {
  if (command.type === 'write') return command.number === PARAMETER.baud;
  return command.type === 'unknown' && [0xa4, 0xf3, 0xf4, 0xff].includes(command.opcode);
}

export function isSameState(a: ScannerState, b: ScannerState | undefined): boolean {
  return (
    b !== undefined &&
    a.enabled === b.enabled &&
    a.asleep === b.asleep &&
    a.session === b.session &&
    a.parameters.size === b.parameters.size &&
    [...a.parameters].every(([number, value]) => b.parameters.get(number) === value)
  );
}

/** By this command a code in packet mode may be lost, or its retries end. */
export function endsRetries(command: Command): boolean {
  if (command.type === 'write') return command.number === PARAMETER.packet;
  return ['disable', 'sleep', 'defaults', 'reset'].includes(command.type);
}
