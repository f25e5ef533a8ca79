/** Commands and settings for a person. */
import { BARE, hex, OPCODE, opcodeName, type CommandBody } from '../../../protocols/gm67/message';
import { parameterName } from '../../../protocols/gm67/parameters';

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
    case 'beep':
      return opcodeName(OPCODE.beep);
    case 'led-on':
      return opcodeName(OPCODE.ledOn);
    case 'led-off':
      return opcodeName(OPCODE.ledOff);
    default:
      return opcodeName(BARE[command.type]);
  }
}
