/** Classes of the traffic between host and scanner: commands are called by their types, other bytes of the host by why they are none. */
import { COMMANDS } from './wire/message';
import { PARAMETER, TRIGGER_NAMES } from './wire/parameters';
import type { Expected } from './rules';
import type { GmState } from './state';

export const NOISE = 'noise';
export const REPEAT = 'repeat';

export const TRIGGERS = [
  ...COMMANDS.layout.forms.map(({ name }) => name),
  ...['wake', 'checksum', 'length', 'truncated', REPEAT, NOISE],
  ...['code', 'code again', 'code behind scan enable', 'code behind a repeat', 'code while disabled'],
  'code without a start',
];
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
