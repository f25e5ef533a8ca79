/** Commands, replies and settings for a person. */
import { hex as hexText, type Received } from '../../bench/channel';
import { CAUSE, hex, type Command, type CommandBody, type Reply } from '../../../protocols/gm67/message';
import { parameterName } from '../../../protocols/gm67/parameters';
import type { Expected } from '../../../protocols/gm67/rules';

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

function describeReply(reply: Reply): string {
  switch (reply.type) {
    case 'ack':
      return 'ACK';
    case 'nak':
      return `NAK ${hex(reply.cause)}${causeName(reply.cause)}`;
    case 'value':
      return `${describeParameter(reply.number)} is ${hex(reply.value)}`;
    case 'revision':
      return `the revision '${reply.text}'`;
    case 'data':
      return `a code of ${reply.payload.length} bytes, type ${hex(reply.codeType)}`;
  }
}

function causeName(cause: number): string {
  const names: Readonly<Record<number, string>> = {
    [CAUSE.resend]: ' (resend)',
    [CAUSE.badContext]: ' (bad context)',
    [CAUSE.denied]: ' (denied)',
  };
  return names[cause] ?? '';
}

export function describeEvent({ event }: Received<Reply>): string {
  if (event.kind === 'frame') return describeReply(event.value);
  const shown = hexText(event.raw.subarray(0, 16));
  return `${shown}${event.raw.length > 16 ? '…' : ''} (${event.error.message})`;
}

export function describeExpected(expected: Expected): string {
  switch (expected.type) {
    case 'none':
      return 'silence';
    case 'ack':
      return 'ACK';
    case 'nak':
      return expected.causes.map((cause) => `NAK ${hex(cause)}`).join(' or ');
    case 'value':
      return `the value${expected.values.length === 1 ? ` ${hex(expected.values[0] ?? 0)}` : ''} of ${describeParameter(expected.number)}`;
    case 'revision':
      return 'the revision, as ASCII text';
    case 'one-of':
      return expected.choices.map(describeExpected).join(' or ');
    case 'open':
      return 'anything';
  }
}

/** What came, or that nothing did. */
export function describeReceived(received: Received<Reply> | undefined): string {
  return received === undefined ? 'nothing' : describeEvent(received);
}

/** The bytes of a code, shortened in the middle. */
export function bytesText(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'nothing';
  const shown =
    bytes.length > 40 ? `${hexText(bytes.subarray(0, 24))}…${hexText(bytes.subarray(-12))}` : hexText(bytes);
  return `${bytes.length} bytes ${shown}`;
}
