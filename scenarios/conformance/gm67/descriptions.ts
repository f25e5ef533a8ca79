/** Commands and settings for a person. */
import { encodeCommand } from '../../../protocols/gm67/gm67';
import { hex, hostCommand, opcodeName, type CommandBody } from '../../../protocols/gm67/message';
import { parameterName } from '../../../protocols/gm67/parameters';

/** The offset of the opcode in a frame. */
const OPCODE_AT = 1;

export function describeParameter(number: number): string {
  return `${hex(number)} (${parameterName(number)})`;
}

export function describeCommand(command: CommandBody): string {
  switch (command.type) {
    case 'ack':
      return 'ACK from the host';
    case 'nak':
      return `NAK ${command.cause === undefined ? '' : `${hex(command.cause)} `}from the host`;
    case 'read':
      return `read of ${describeParameter(command.number)}`;
    case 'write':
      return `write of ${hex(command.value)} to ${describeParameter(command.number)}`;
    case 'unknown':
      return `the unknown opcode ${hex(command.opcode)}`;
    default:
      return opcodeName(encodeCommand(hostCommand(command))[OPCODE_AT] ?? 0);
  }
}
