/** Lines of text: words and headers in either case, optional units, and a form for all other lines. */
import { decimal } from '../kinds/digits';
import { literal, optional, text } from '../field';
import { otherwise } from '../layout/layout-data';
import { nearMisses } from '../near-misses';
import { wire, type Messages } from '../wire';
import { words } from '../kinds/words';

const anyCase = { anyCase: true };

const commands = wire({
  forms: {
    volts: {
      header: literal('VOLT ', anyCase),
      value: decimal({ min: -99, max: 99, fraction: 3 }),
      unit: optional(words({ V: ' V', mV: ' MV' }, anyCase)),
    },
    query: { what: words({ volts: 'VOLT?', current: 'CURR?', next: 'VOLT:NEXT?' }, anyCase) },
    output: { header: literal('OUTP ', anyCase), is: words({ on: ['ON', '1'], off: ['OFF', '0'] }, anyCase) },
    identify: { header: literal('*IDN?', anyCase) },
    other: [otherwise, { line: text({ rest: true, least: 1 }) }],
  },
  longest: 40,
});

type Command =
  | { readonly type: 'volts'; readonly value: number; readonly unit?: 'V' | 'mV' | undefined }
  | { readonly type: 'output'; readonly is: 'on' | 'off' }
  | { readonly type: 'query'; readonly what: 'volts' | 'current' | 'next' }
  | { readonly type: 'identify' }
  | { readonly type: 'other'; readonly line: string };

/** Each is assignable to the other. */
const TYPES: [(one: Messages<typeof commands>) => Command, (one: Command) => Messages<typeof commands>] = [
  (one) => one,
  (one) => one,
];

const bytesOf = (line: string): Uint8Array => Uint8Array.from(Buffer.from(line, 'latin1'));

function read(line: string): unknown {
  const found = commands.decode(bytesOf(line));
  return found.kind === 'frame' ? found.value : found.error.code;
}

test.each<[string, Command | string]>([
  ['VOLT 3.300', { type: 'volts', value: 3.3 }],
  ['volt 3', { type: 'volts', value: 3 }],
  ['Volt 3300.5 mv', { type: 'other', line: 'Volt 3300.5 mv' }],
  ['VOLT -0.5 mV', { type: 'volts', value: -0.5, unit: 'mV' }],
  ['VOLT 3 A', { type: 'other', line: 'VOLT 3 A' }],
  ['OUTP 1', { type: 'output', is: 'on' }],
  ['outp off', { type: 'output', is: 'off' }],
  ['OUTP O', { type: 'other', line: 'OUTP O' }],
  ['OUTP OFFF', { type: 'other', line: 'OUTP OFFF' }],
  ['volt?', { type: 'query', what: 'volts' }],
  ['VOLT:next?', { type: 'query', what: 'next' }],
  ['VOLT:', { type: 'other', line: 'VOLT:' }],
  ['*IDN', { type: 'other', line: '*IDN' }],
  ['V', { type: 'other', line: 'V' }],
  ['', 'truncated'],
  ['VOLT \u00b5', 'range'],
  ['x'.repeat(41), 'too-long'],
])('%j', (line, message) => {
  expect(TYPES).toHaveLength(2);
  expect(read(line)).toEqual(message);
});

test('the first spelling is written; the last form refuses a message that fits another form', () => {
  const line = (command: Command): string => Buffer.from(commands.encode(command)).toString('latin1');
  expect(line({ type: 'volts', value: 3.3, unit: 'mV' })).toBe('VOLT 3.300 MV');
  expect(line({ type: 'volts', value: -0 })).toBe('VOLT 0.000');
  expect(line({ type: 'output', is: 'off' })).toBe('OUTP OFF');
  expect(line({ type: 'other', line: 'OUTP MAYBE' })).toBe('OUTP MAYBE');
  expect(() => line({ type: 'other', line: 'outp 0' })).toThrow(
    "other: bytes of 'output', should be bytes that are no other form's",
  );
});

test('each byte has a name, also in a line that fits no other form', () => {
  const spans = (line: string): string[] =>
    commands.fields(bytesOf(line)).map(({ name, length, meaning }) => `${name} ${length} ${meaning ?? ''}`);
  expect(spans('volt 3.3 MV')).toEqual(['header 5 ', 'value 3 ', 'unit 3 mV']);
  expect(spans('OUTP MAYBE')).toEqual(['line 10 ']);
});

test('near-misses of text: other spellings, missing and doubled characters, malformed numbers', () => {
  const found = Array.from(nearMisses(commands, { type: 'volts', value: 3.3 }), ({ group, bytes }) => [
    group,
    Buffer.from(bytes).toString('latin1'),
  ]);
  for (const one of [
    ['spelling', 'volt 3.300'],
    ['spelling', 'VOLT 03.300'],
    ['truncated', 'VOLT 3.3'],
    ['constant', 'VLT 3.300'],
    ['constant', 'VOLT  3.300'],
    ['range', 'VOLT 99.001'],
    ['range', 'VOLT -99.000'],
    ['range', 'VOLT +3.300'],
    ['range', 'VOLT 3.300E0'],
    ['truncated', 'VOLT '],
    ['over-long', 'VOLT 3.300 '],
  ])
    expect(found).toContainEqual(one);
});

test.each([
  () => words({}),
  () => words({ on: [] }),
  () => words({ on: '' }),
  () => words({ on: 'ON', off: 'ON' }),
  () => words({ on: 'ON', off: 'on' }, anyCase),
  () => words({ on: '€' }),
])('impossible words are refused: %#', (make) => {
  expect(make).toThrow(RangeError);
});
