/** Classes of the traffic between host and scanner. */
import { commandName, COMMANDS, type Command } from './wire/message';
import { PARAMETER, TRIGGER_NAMES } from './wire/parameters';
import type { Expected } from './rules';
import type { GmState } from './state';

export const NOISE = 'noise';
export const REPEAT = 'repeat';
const WAKE_LABEL = 'wake byte';

/** Commands that are not called as their opcode is. */
const NAMES: Readonly<Record<string, string>> = {
  ack: 'ACK from the host',
  nak: 'NAK from the host',
  start: 'start',
  stop: 'stop',
  defaults: 'defaults',
  write: 'parameter write',
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

const SENT = COMMANDS.layout.forms.map(({ name }) => NAMES[name] ?? commandName(name));
export const TRIGGERS = [...SENT, WAKE_LABEL, ...Object.values(REJECTS), REPEAT, NOISE, ...CODES];
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
  return type === 'wake' ? WAKE_LABEL : (NAMES[type] ?? commandName(type));
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
