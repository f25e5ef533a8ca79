/**
 * The scanner's parameters as data: numbers, names, values. Source: GM67 page, 'Parameters'.
 *
 * The ranges are those of the scanner family. A board's profile can change each (`values8A` and so on).
 */
import { param, type Parameters } from '../../../api/index';

export const PARAMETER = {
  trigger: 0x8a,
  packet: 0xee,
  terminator: 0xf205,
  stxEtx: 0xf2b7,
  baud: 0x9c,
  beep: 0x38,
  volume: 0x8c,
  scanTime: 0x88,
  light: 0xf202,
  collimation: 0xf203,
  codes2d: 0xf250,
  setupCodes: 0xec,
} as const;

export const TRIGGER = { hold: 0x00, pulse: 0x02, continuous: 0x04, host: 0x08, induction: 0x09 } as const;

/** Bits a second by the value of parameter 9C. */
export const BAUD_RATES: ReadonlyMap<number, number> = new Map([
  [0x05, 4800],
  [0x06, 9600],
  [0x07, 19200],
  [0x08, 38400],
  [0x09, 57600],
  [0x0a, 115200],
]);

/** The bytes of each terminator setting (GM-DT-02). */
export const TERMINATORS: readonly (readonly number[])[] = [
  [],
  [0x0d, 0x0a],
  [0x0d],
  [0x09],
  [0x0d, 0x0d],
  [0x0d, 0x0a, 0x0d, 0x0a],
];

export interface ScannerParameter {
  readonly number: number;
  readonly name: string;
  /** Allowed values, ascending. */
  readonly values: readonly number[];
}

type Names = Readonly<Record<number, string>>;

/** `allowed`: the text that {@link parseValues} reads. `meanings`: of the values. */
type Row = readonly [number: number, name: string, allowed: string, meanings?: Names | readonly string[]];

export const TRIGGER_NAMES: Names = Object.fromEntries(
  Object.entries(TRIGGER).map(([name, value]) => [value, name]),
);
const TERMINATOR_NAMES = ['none', 'CR LF', 'CR', 'TAB', 'CR CR', 'CR LF CR LF'];
const SCAN_TIMES = Array.from({ length: 256 }, (_, value) => `${value * 100} ms`);

const ROWS: readonly Row[] = [
  [PARAMETER.trigger, 'trigger mode', '00,02,04,08,09', TRIGGER_NAMES],
  [PARAMETER.packet, 'packet mode', '00..01', ['raw', 'packet']],
  [PARAMETER.terminator, 'terminator', '00..05', TERMINATOR_NAMES],
  [PARAMETER.stxEtx, 'STX/ETX', '00..03', ['off', 'STX', 'ETX', 'both']],
  [PARAMETER.baud, 'baud', '05..0A', Object.fromEntries([...BAUD_RATES].map(([v, rate]) => [v, `${rate}`]))],
  [PARAMETER.beep, 'good-read beep', '00..01', ['off', 'on']],
  [PARAMETER.volume, 'volume', '00..03'],
  [PARAMETER.scanTime, 'scan time', '01..63', SCAN_TIMES],
  [PARAMETER.light, 'light', '00..03'],
  [PARAMETER.collimation, 'collimation', '00..03'],
  [PARAMETER.codes2d, '2D codes', '00..01', ['off', 'on']],
  [PARAMETER.setupCodes, 'reading of setup codes', '00..01', ['off', 'on']],
];

export const PARAMETER_NAMES: Names = Object.fromEntries(ROWS.map(([number, name]) => [number, name]));

export const VALUE_NAMES: Readonly<Record<number, Names>> = Object.fromEntries(
  ROWS.map(([number, , , meanings]) => [number, { ...meanings }]),
);

/**
 * Reads bytes written as `00,02,04..06` (hex, ranges inclusive): ascending, each once. Throws RangeError for any other
 * text, and for no value.
 */
export function parseValues(text: string): readonly number[] {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^\s*([0-9a-f]{1,2})(?:\.\.([0-9a-f]{1,2}))?\s*$/i.exec(part);
    if (match === null) throw new RangeError(`values are like 00,02,04..06, not ${text}`);
    const least = parseInt(match[1]!, 16);
    const most = parseInt(match[2] ?? match[1]!, 16);
    if (most < least) throw new RangeError(`the range ${part.trim()} is upside down`);
    for (let value = least; value <= most; value++) values.add(value);
  }
  return [...values].sort((a, b) => a - b);
}

function profileName(number: number): string {
  return `values${number.toString(16).toUpperCase()}`;
}

/** The profile parameters that change the ranges: `values8A` to `valuesEC`. */
export const VALUE_PARAMETERS = Object.fromEntries(
  ROWS.map(([number, name, allowed]) => [
    profileName(number),
    { default: allowed, text: `allowed values of the scanner's ${name}, hex, e.g. 00,02,04..06` },
  ]),
);

export const parameters = {
  baud: param(9600, 'Line speed, 8N1.', { unit: 'baud', min: 300, max: 4_000_000 }),
  idleResetMs: param(1000, 'Silence in raw mode after which a code without its terminator is dropped.', {
    unit: 'ms',
    min: 30,
    max: 60_000,
  }),
  interByteMs: param(
    200,
    'Silence that drops a frame that stopped half-way and ends a stretch behind a bad LEN.',
    { unit: 'ms', min: 30, max: 10_000 },
  ),
  badChecksum: param('nak', 'What a frame with a wrong checksum draws.', { choices: ['nak', 'silent'] }),
  commandMs: param(500, "Longest time from a command's last byte to the start of its answer.", {
    unit: 'ms',
    min: 1,
    max: 60_000,
  }),
  dataAckMs: param(
    2000,
    'Time from the last byte of a data frame that is not acknowledged to the next try.',
    { unit: 'ms', min: 10, max: 60_000 },
  ),
  dataRetries: param(2, 'How often a data frame that is not acknowledged is sent again.', {
    min: 0,
    max: 100,
  }),
  sameCodeMs: param(1000, 'Time in which one showing of a code is sent once.', {
    unit: 'ms',
    min: 1,
    max: 60_000,
  }),
  ...VALUE_PARAMETERS,
};

/**
 * The table of one board: the page's, with the ranges of the board's profile (missing: the page's). Throws RangeError
 * for an unreadable range.
 */
export function scannerParameters(profile: Parameters = {}): readonly ScannerParameter[] {
  return ROWS.map(([number, name, allowed]) => ({
    number,
    name,
    values: parseValues(String(profile[profileName(number)] ?? allowed)),
  }));
}
