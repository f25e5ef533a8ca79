/** Described wires of text, for tests of their dissectors. */
import { decimal, hexadecimal } from '../../protocols/wire/kinds/digits';
import { fixed, literal, optional, text, u8 } from '../../protocols/wire/field';
import { otherwise } from '../../protocols/wire/layout/layout-data';
import { sum8 } from '../../protocols/wire/sums';
import { wire } from '../../protocols/wire/wire';
import { words } from '../../protocols/wire/kinds/words';
import { sampleOf } from './described-wires';

/** Text that is told apart by its constants. */
export const INSTRUMENT = sampleOf(
  wire({
    forms: {
      set: {
        verb: literal('SET '),
        channel: decimal({ width: 2, max: 31 }),
        gap: literal(' '),
        volts: decimal({ min: -50, max: 50, fraction: 3 }),
      },
      get: { verb: literal('GET '), register: hexadecimal({ width: 4, max: 0x7fff }) },
      say: { verb: literal('SAY '), text: text({ rest: true, most: 20 }) },
      raw: {
        verb: literal('RAW '),
        value: hexadecimal(),
        gap: literal(';'),
        small: decimal({ fraction: 8, width: 1 }),
      },
    },
    longest: 40,
  }),
  { type: 'set', channel: 7, volts: -12.5 },
  { type: 'set', channel: 31, volts: 0.001 },
  { type: 'get', register: 0x1f },
  { type: 'say', text: 'hello there' },
  { type: 'raw', value: 0xabcdef, small: 0.00001234 },
);

/** Words and headers in either case, and a form for what no other fits. */
export const COMMANDS = sampleOf(
  wire({
    forms: {
      volts: {
        header: literal('VOLT ', { anyCase: true }),
        value: decimal({ min: -99, max: 99, fraction: 3 }),
        unit: optional(words({ V: ' V', mV: [' MV', ' MILLI'] }, { anyCase: true })),
      },
      query: { what: words({ volts: 'VOLT?', other: 'VOLT:NEXT?' }, { anyCase: true }) },
      output: { header: literal('OUTP '), is: words({ on: ['ON', '1'], off: ['OFF', '0'], open: 'OFFEN' }) },
      other: [otherwise, { line: text({ rest: true, least: 1, charset: 'latin1' }) }],
    },
    longest: 40,
  }),
  { type: 'volts', value: -12.5, unit: 'mV' },
  { type: 'volts', value: 3.3 },
  { type: 'output', is: 'open' },
  { type: 'query', what: 'other' },
  { type: 'other', line: 'volt 3.3 milli x' },
);

/** The same where words tell the length. */
export const WORDS = sampleOf(
  wire({
    head: { start: literal('Do', { anyCase: true }) },
    tag: { kind: u8() },
    forms: {
      switch: [
        0x41,
        { is: words({ on: ['ON', '1'], off: ['OFF', 'OFFEN'] }, { anyCase: true }), end: fixed(0x0d) },
      ],
      level: [
        0x42,
        { lead: literal('at', { anyCase: true }), of: words({ low: 'a', high: 'b' }), level: u8() },
      ],
    },
    sum: sum8(),
  }),
  { type: 'switch', is: 'off' },
  { type: 'switch', is: 'on' },
  { type: 'level', of: 'high', level: 7 },
);
