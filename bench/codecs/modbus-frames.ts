/**
 * Modbus RTU in a user's description, and the frames for the benchmarks: all eight functions in turn.
 *
 *     requests   │unit│ 01..04 │ address │ count │ CRC │                     8 bytes
 *                │unit│ 05, 06 │ address │ value │ CRC │                     8
 *                │unit│ 0F, 10 │ address │ count │bytes│ values … │ CRC │   10 to 41
 *     answers    │unit│ 01..04 │bytes│ values … │ CRC │                      6 to 37
 *                │unit│ 05..10 │ address │ value or count │ CRC │            8
 *                │unit│ 81..90 │ reason │ CRC │                              5
 */
import { random } from '../../devices/random';
import { bytes, list, rest, u16be, u8 } from '../../protocols/wire/field';
import { crc16modbus } from '../../protocols/wire/sums';
import { wire, type Messages } from '../../protocols/wire/wire';

export const MOST_READ = 125;
export const MOST_WRITTEN = 123;

const adu = {
  head: { unit: u8() },
  tag: { function: u8() },
  sum: crc16modbus,
  longest: 256,
};
const span = { address: u16be(), count: u16be() };
const one = { address: u16be(), value: u16be() };
const words = { values: list(u16be(), { bytes: u8(), most: MOST_READ }) };
const packed = { bits: bytes({ counted: u8() }) };

export const requests = wire({
  ...adu,
  forms: {
    'read-coils': [1, span],
    'read-inputs': [2, span],
    'read-holding': [3, span],
    'read-input': [4, span],
    'write-coil': [5, one],
    'write-register': [6, one],
    'write-coils': [15, { ...span, ...packed }],
    'write-registers': [
      16,
      { address: u16be(), values: list(u16be(), { count: u16be(), bytes: u8(), most: MOST_WRITTEN }) },
    ],
    other: [{ tag: () => true }, { data: rest() }],
  },
});

export const answers = wire({
  ...adu,
  forms: {
    coils: [1, packed],
    inputs: [2, packed],
    holding: [3, words],
    input: [4, words],
    'coil-written': [5, one],
    'register-written': [6, one],
    'coils-written': [15, span],
    'registers-written': [16, span],
    exception: [{ tag: (tag) => tag >= 0x80 }, { reason: u8() }],
  },
});

export type Request = Messages<typeof requests>;
export type Answer = Messages<typeof answers>;

/** A power of two: contenders cycle with a mask. */
export const COUNT = 256;
export const MASK = COUNT - 1;
const MOST_VALUES = 16;

const source = random(16);
const below = (limit: number): number => source.int(0, limit - 1);
const word = (): number => below(0x10000);
const values = (): number[] => Array.from({ length: 1 + below(MOST_VALUES) }, word);
const bits = (count: number): Uint8Array =>
  Uint8Array.from({ length: Math.ceil(count / 8) }, () => below(256));

function request(i: number): Request {
  const at = { unit: 1 + below(247), address: word() };
  const count = 1 + below(8 * MOST_VALUES);
  const requestOf: readonly (() => Request)[] = [
    () => ({ type: 'read-coils', ...at, count }),
    () => ({ type: 'read-inputs', ...at, count }),
    () => ({ type: 'read-holding', ...at, count }),
    () => ({ type: 'read-input', ...at, count }),
    () => ({ type: 'write-coil', ...at, value: 0xff00 * below(2) }),
    () => ({ type: 'write-register', ...at, value: word() }),
    () => ({ type: 'write-coils', ...at, count, bits: bits(count) }),
    () => ({ type: 'write-registers', ...at, values: values() }),
  ];
  return requestOf[i % requestOf.length]!();
}

function answer(i: number): Answer {
  const unit = 1 + below(247);
  const at = { unit, address: word() };
  const count = 1 + below(8 * MOST_VALUES);
  const answerOf: readonly (() => Answer)[] = [
    () => ({ type: 'coils', unit, bits: bits(count) }),
    () => ({ type: 'inputs', unit, bits: bits(count) }),
    () => ({ type: 'holding', unit, values: values() }),
    () => ({ type: 'input', unit, values: values() }),
    () => ({ type: 'coil-written', ...at, value: 0xff00 * below(2) }),
    () => ({ type: 'register-written', ...at, value: word() }),
    () => ({ type: 'coils-written', ...at, count }),
    () => ({ type: 'registers-written', ...at, count }),
    () => ({ type: 'exception', unit, function: 0x81 + below(16), reason: 1 + below(4) }),
  ];
  return answerOf[i % answerOf.length]!();
}

export const REQUESTS: readonly Request[] = Array.from({ length: COUNT }, (_, i) => request(i));
export const REQUEST_FRAMES = REQUESTS.map((message) => Uint8Array.from(requests.encode(message)));
const ANSWERS: readonly Answer[] = Array.from({ length: COUNT }, (_, i) => answer(i));
export const ANSWER_FRAMES = ANSWERS.map((message) => Uint8Array.from(answers.encode(message)));
