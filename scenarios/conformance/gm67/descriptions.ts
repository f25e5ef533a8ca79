/** Commands and settings for a person. */
import { hex, type Command, type CommandBody } from '../../../protocols/gm67/message';
import { parameterName } from '../../../protocols/gm67/parameters';

const NAMES: Readonly<Record<Exclude<CommandBody['type'], 'nak' | 'read' | 'write' | 'unknown'>, string>> = {
  ack: 'ACK from the host',
  start: 'start decode',
  stop: 'stop decode',
  enable: 'scan enable',
  disable: 'scan disable',
  sleep: 'sleep',
  reset: 'reset',
  defaults: 'parameter defaults',
  revision: 'revision',
  beep: 'beep',
  'led-on': 'LED on',
  'led-off': 'LED off',
};

export function describeParameter(number: number): string {
  return `${hex(number)} (${parameterName(number)})`;
}

export function describeCommand(command: Command): string {
  switch (command.type) {
    case 'wake':
      return 'the wake byte';
    case 'nak':
      return `NAK ${command.cause === undefined ? '' : `${hex(command.cause)} `}from the host`;
    case 'read':
      return `read of ${describeParameter(command.number)}`;
    case 'write':
      return `write of ${hex(command.value)} to ${describeParameter(command.number)}`;
    case 'unknown':
      return `the unknown opcode ${hex(command.opcode)}`;
    default:
      return NAMES[command.type];
  }
}
