/** Classes of the traffic between host and scanner. */
import type { Command, Reply } from '../message';
import { PARAMETER, TRIGGER } from '../parameters';
import type { Expected, ScannerState } from '../rules';

export const NOISE = 'noise';
export const REPEAT = 'repeat';

const COMMANDS: Readonly<Record<Command['type'], string>> = {
  ack: 'ACK from the host',
  nak: 'NAK from the host',
  start: 'start',
  stop: 'stop',
  enable: 'scan enable',
  disable: 'scan disable',
  sleep: 'sleep',
  reset: 'reset',
  defaults: 'defaults',
  revision: 'revision',
  'led-on': 'LED on',
  'led-off': 'LED off',
  beep: 'beep',
  write: 'parameter write',
  read: 'parameter read',
  unknown: 'unknown opcode',
  wake: 'wake byte',
};

const REJECTS: Readonly<Record<string, string>> = {
  checksum: 'wrong checksum',
  length: 'bad LEN',
  truncated: 'half a frame',
};

/** Triggers of shown codes. */
const CODES = [
  'code',
  'code again',
  'code behind scan enable',
  'code behind a repeat',
  'code while disabled',
  'code without a start',
];

const MODES: ReadonlyMap<number, string> = new Map(
  Object.entries(TRIGGER).map(([name, value]) => [value, `trigger ${name}`]),
);

export const TRIGGERS = [...Object.values(COMMANDS), ...Object.values(REJECTS), REPEAT, NOISE, ...CODES];
export const STATES = [
  'mode unknown',
  'trigger hold',
  'trigger pulse',
  'trigger continuous',
  'trigger host',
  'trigger induction',
  'session on',
  'disabled',
  'asleep',
];
export const RESPONSES = ['ACK', 'NAK 01', 'NAK 02', 'NAK 06', 'value', 'revision', 'raw code', 'packet'];

export function commandLabel({ type }: Command): string {
  return COMMANDS[type];
}

export function rejectLabel(code: string): string {
  return REJECTS[code] ?? NOISE;
}

export function replyLabel(reply: Reply): string {
  switch (reply.type) {
    case 'ack':
      return 'ACK';
    case 'nak':
      return `NAK 0${reply.cause.toString(16).toUpperCase()}`;
    case 'value':
    case 'revision':
    case 'data':
      return reply.type;
  }
}

/** The class of what is due: the first of several right replies. */
export function dueClass(expected: Expected, trigger: string): string {
  if (trigger === REPEAT) return 'as to the first';
  return dueLabel(expected.type === 'one-of' ? (expected.choices[0] ?? expected) : expected);
}

export function dueLabel(expected: Expected): string {
  switch (expected.type) {
    case 'ack':
      return 'ACK';
    case 'nak':
      return expected.causes.map((cause) => `NAK 0${cause}`).join(' or ');
    case 'one-of':
      return expected.choices.map(dueLabel).join(' or ');
    case 'none':
      return 'silence';
    case 'value':
    case 'revision':
    case 'open':
      return expected.type;
  }
}

export function stateLabel(state: ScannerState | undefined): string {
  if (state === undefined) return 'unknown';
  if (state.asleep) return 'asleep';
  if (!state.enabled) return 'disabled';
  if (state.session) return 'session on';
  const mode = state.parameters.get(PARAMETER.trigger);
  return (mode === undefined ? undefined : MODES.get(mode)) ?? 'mode unknown';
}
