/** Host frames with exactly one error, its label, and the answer that the page requires. */
import fc, { type Arbitrary } from 'fast-check';
import { encodeCommand } from '../wire/wire';
import { byte, unknownNumber } from './gm67.arbitrary';
import { frameCommand, unknownOpcode } from './commands.arbitrary';
import { hostCommand, hostLengths, sealed, type Command } from '../wire/message';
import { scannerParameters, type ScannerParameter } from '../wire/parameters';

export const WRONGS = [
  'checksum',
  'LEN below 4',
  'LEN lies',
  'truncated',
  'unknown opcode',
  'out-of-range value',
  'unknown number',
] as const;

export type Wrong = (typeof WRONGS)[number];

export interface NearMiss {
  readonly bytes: Uint8Array;
  readonly wrong: Wrong;
  /**
   * resend: one NAK 01, or silence by `badChecksum`. silent: nothing. at-most-one: nothing or one NAK.
   * refused: one NAK 02 or 06. denied: one NAK 06.
   */
  readonly answer: 'resend' | 'silent' | 'at-most-one' | 'refused' | 'denied';
  /** The next frame is read only after a pause of `interByteMs`. */
  readonly pause: boolean;
  /** The command in the bytes, if they are a good frame or would be one without the error. */
  readonly command?: Command;
}

/** Near-misses with these labels (default: all) for a scanner's table. */
export function nearMiss(
  wrongs: readonly Wrong[] = WRONGS,
  parameters: readonly ScannerParameter[] = scannerParameters(),
): Arbitrary<NearMiss> {
  const made: Readonly<Record<Wrong, () => Arbitrary<NearMiss>>> = {
    checksum: badChecksum,
    'LEN below 4': () => wrongLength('LEN below 4', byte(0, 3)),
    'LEN lies': () => wrongLength('LEN lies', byte(4)),
    truncated,
    'unknown opcode': () =>
      unknownOpcode().map((opcode) =>
        framed('unknown opcode', 'refused', hostCommand({ type: 'unknown', opcode })),
      ),
    'out-of-range value': () => outOfRange(parameters),
    'unknown number': () => unknown(parameters),
  };
  return fc.oneof(...wrongs.map((wrong) => made[wrong]()));
}

function framed(wrong: Wrong, answer: NearMiss['answer'], command: Command): NearMiss {
  return { bytes: encodeCommand(command), wrong, answer, pause: false, command };
}

/** One flipped bit, or any other difference, in one or both bytes. */
function badChecksum(): Arbitrary<NearMiss> {
  const flip = fc.oneof(
    fc.integer({ min: 0, max: 15 }).map((bit) => 1 << bit),
    fc.integer({ min: 1, max: 0xffff }),
  );
  return fc.tuple(frameCommand(), flip).map(([command, bits]) => {
    const bytes = encodeCommand(command);
    bytes[bytes.length - 2]! ^= bits >> 8;
    bytes[bytes.length - 1]! ^= bits & 0xff;
    return { bytes, wrong: 'checksum', answer: 'resend', pause: false, command };
  });
}

/** A LEN that does not fit the opcode, over the same bytes. The checksum may be right for it or not. */
function wrongLength(wrong: 'LEN below 4' | 'LEN lies', lengths: Arbitrary<number>): Arbitrary<NearMiss> {
  return fc
    .tuple(frameCommand(), lengths, fc.boolean())
    .map(([command, len, summed]): NearMiss => {
      const bytes = encodeCommand(command);
      bytes[0] = len;
      const all = summed ? sealed(bytes.subarray(0, -2)) : bytes;
      return { bytes: all, wrong, answer: 'at-most-one', pause: true, command };
    })
    .filter(({ bytes }) => {
      const [least, most] = hostLengths(bytes[1]!);
      return bytes[0]! < least || bytes[0]! > most;
    });
}

function truncated(): Arbitrary<NearMiss> {
  return fc.tuple(frameCommand(), fc.nat()).map(([command, cut]) => {
    const whole = encodeCommand(command);
    const bytes = whole.slice(0, 1 + (cut % (whole.length - 1)));
    return { bytes, wrong: 'truncated', answer: 'silent', pause: true, command };
  });
}

function outOfRange(parameters: readonly ScannerParameter[]): Arbitrary<NearMiss> {
  const bounded = parameters.filter(({ values }) => values.length < 256);
  if (bounded.length === 0) throw new RangeError('every parameter takes every value');
  return fc
    .constantFrom(...bounded)
    .chain(({ number, values }) =>
      fc.tuple(
        fc.constant(number),
        byte().filter((value) => !values.includes(value)),
      ),
    )
    .map(([number, value]) =>
      framed('out-of-range value', 'denied', hostCommand({ type: 'write', prefix: 0, number, value })),
    );
}

function unknown(parameters: readonly ScannerParameter[]): Arbitrary<NearMiss> {
  return fc.tuple(unknownNumber(parameters), byte(), fc.boolean()).map(([number, value, write]) => {
    const body = write
      ? ({ type: 'write', prefix: 0, number, value } as const)
      : ({ type: 'read', number } as const);
    return framed('unknown number', 'denied', hostCommand(body));
  });
}
