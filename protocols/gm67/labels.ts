/** Classes of the traffic between host and scanner. */
import type { Command } from './wire/message';
import { PARAMETER, TRIGGER_NAMES } from './wire/parameters';
import type { Expected } from './rules';
import type { GmState } from './state';

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

export const TRIGGERS = [...Object.values(COMMANDS), ...Object.values(REJECTS), REPEAT, NOISE, ...CODES];
const MODES = Object.values(TRIGGER_NAMES).map((mode) => `trigger ${mode}`);
export const STATES = ['mode unknown', ...MODES, 'session on', 'disabled', 'asleep'];
export const RESPONSES = [
  'ACK',
  'NAK 01',
  'NAK 02 or NAK 06',
  'NAK 06',
  'value',
  'revision',
  'raw code',
  'packet',
];

export function commandLabel({ type }: Command): string {
  return COMMANDS[type];
}

export function rejectLabel(code: string): string {
  return REJECTS[code] ?? NOISE;
}

/** What is due, of several right replies the first. */
export function dueLabel(expected: Expected): string {
  switch (expected.type) {
    case 'ack':
      return 'ACK';
    case 'nak':
      return expected.causes.map((cause) => `NAK 0${cause}`).join(' or ');
    case 'one-of':
      return dueLabel(expected.choices[0] ?? { type: 'ack' });
    case 'none':
      return 'silence';
    case 'value':
    case 'revision':
    case 'open':
      return expected.type;
  }
}

/** The class of a state, for coverage. */
export function stateLabel({ scanner }: GmState): string {
  if (scanner.asleep === undefined) return 'unknown';
  if (scanner.asleep) return 'asleep';
  if (scanner.enabled === false) return 'disabled';
  if (scanner.session === true) return 'session on';
  const mode = TRIGGER_NAMES[scanner.parameters.get(PARAMETER.trigger) ?? -1];
  return mode === undefined ? 'mode unknown' : `trigger ${mode}`;
}
