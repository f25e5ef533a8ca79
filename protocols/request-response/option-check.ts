/** Checks an author's options when the file is loaded. TypeScript checks the same, but JavaScript does not. */
import type { Parameter } from '../requirement';
import { micros } from '../time';
import type { TimeLimits } from './definition';

/** The kind that an option must have. */
type Kind = 'text' | 'number' | 'function' | 'wire' | 'anything';

/** `?`: optional. */
type Shape = Readonly<Record<string, Kind | `${Kind}?`>>;

const LINE: Shape = {
  baud: 'number',
  dataBits: 'number?',
  parity: 'text?',
  stopBits: 'number?',
  parameters: 'anything?',
  requests: 'wire',
  answers: 'wire',
  framing: 'anything',
  initial: 'anything',
  afterReset: 'anything?',
  time: 'anything',
  idle: 'anything?',
  pause: 'anything?',
};

const RULES: Shape = {
  id: 'text',
  title: 'text',
  page: 'text',
  rules: 'function',
  refuse: 'function',
  prepare: 'function?',
  always: 'anything?',
  classes: 'anything?',
  unsolicited: 'anything?',
  baseline: 'anything?',
  probe: 'anything',
  defects: 'anything?',
  never: 'anything?',
  scenarios: 'anything?',
};

const ALWAYS: Shape = {
  sum: 'text?',
  form: 'text?',
  time: 'text?',
  unasked: 'text?',
  answered: 'text?',
  second: 'text?',
  pause: 'text?',
  pieces: 'text?',
  pipelined: 'text?',
  recovery: 'text?',
};

const KINDS: Readonly<Record<Kind, string>> = {
  text: 'give a text',
  number: 'give a number',
  function: 'give a function',
  wire: 'give what wire({ … }) gives',
  anything: 'give one',
};

const REMEDIES = new Map([
  ['framing', 'give what ends a frame, as byLength({ idle: millis(20) })'],
  ['initial', 'give what the board holds after a reset, {} for nothing'],
  ['time', 'give when an answer comes, as { max: millis(50) }'],
  ['probe', 'give a request that any live board answers, and that changes nothing'],
]);

/**
 * Throws an Error of one line for an option that is missing, unknown, or of a wrong kind: `id: is missing: give a
 * text`.
 */
export function checkOptions(line: object, rules: { readonly always?: object }): void {
  checkShape(line, LINE, '');
  checkShape(rules, RULES, '');
  checkShape(rules.always ?? {}, ALWAYS, 'always.');
}

function checkShape(given: object, shape: Shape, path: string): void {
  const values = new Map(Object.entries(given));
  for (const name of values.keys())
    if (!(name in shape))
      throw new Error(`${path}${name}: is no option: there are ${Object.keys(shape).join(', ')}`);
  for (const [name, wanted] of Object.entries(shape)) {
    const value: unknown = values.get(name);
    const kind = KIND_NAMES.find((one) => wanted.startsWith(one)) ?? 'anything';
    const remedy = REMEDIES.get(name) ?? KINDS[kind];
    if (value === undefined && wanted.endsWith('?')) continue;
    if (value === undefined) throw new Error(`${path}${name}: is missing: ${remedy}`);
    if (!isOfKind(value, kind)) throw new Error(`${path}${name}: is ${nameOf(value)}: ${remedy}`);
  }
}

const KIND_NAMES: readonly Kind[] = ['text', 'number', 'function', 'wire', 'anything'];

function isOfKind(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && value > 0 && value < Infinity;
    case 'function':
      return typeof value === 'function';
    case 'wire':
      return (
        typeof value === 'function' || (typeof value === 'object' && value !== null && 'layout' in value)
      );
    case 'anything':
      return true;
  }
}

/** A short name for a value: `a function`, `'9600'`, `null`. */
export function nameOf(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}

/** Throws an Error of one line for a parameter whose default is not an allowed value. */
export function checkParameters(parameters: readonly Parameter[]): void {
  for (const { name, default: value, min = -Infinity, max = Infinity, choices } of parameters) {
    const fail = (text: string): never => {
      throw new Error(`parameters.${name}: ${text}`);
    };
    if (typeof value === 'string') {
      if (choices?.includes(value) !== true)
        fail(`the default '${value}' is none of its choices: add it to them, or give another`);
    } else if (!(min <= max)) fail(`min ${min} is above max ${max}: no value fits`);
    else if (!(value >= min && value <= max))
      fail(`the default ${value} is not from ${min} to ${max}: give one that is`);
  }
}

/** Throws an Error of one line for limits that no answer can keep. */
export function checkTime({ min = micros(0), max }: TimeLimits): void {
  if (!(max > 0 && max < Infinity))
    throw new Error(`time.max: is ${nameOf(max)}: give a time, as millis(50)`);
  if (!(min >= 0 && min <= max)) throw new Error(`time.min: is ${nameOf(min)}: give a time up to time.max`);
}
