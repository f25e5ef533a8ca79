/** The values of a virtual GM67 at its start: the suite's parameters, and the defaults that the seed chose. */
import { CAUSE } from '../../../protocols/gm67/message';
import { BAUD_RATES, PARAMETER, scannerParameters, TRIGGER } from '../../../protocols/gm67/parameters';
import type { ScannerParameter } from '../../../protocols/gm67/parameters';
import { parameters } from '../../../protocols/gm67/requirements';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import type { Random } from '../../random';
import type { BoardOptions } from '../engine/board';
import { parameterValues } from '../engine/build-firmware';

export interface Profile {
  readonly parameters: readonly ScannerParameter[];
  readonly badChecksum: 'nak' | 'silent';
  readonly interByte: Micros;
  readonly command: Micros;
  readonly dataAck: Micros;
  readonly dataRetries: number;
  readonly sameCode: Micros;
  readonly baud: number;
  /** The NAK for an unknown opcode. The page leaves it to the board; the seed chooses it. */
  readonly unknownCause: number;
  /** Whether a bad LEN gets a NAK: the seed chooses that too. */
  readonly refusesLen: boolean;
}

const PAUSE_SHARE = 0.95;

/** The time of one byte on the line: start bit, 8 bits, stop bit. */
export function byteTime(baud: number): Micros {
  return micros(10e6 / baud);
}

export function profileOf({ parameters: given }: BoardOptions, random: Random): Profile {
  const { text, number } = parameterValues(parameters, given);
  const baud = number('baud');
  return {
    parameters: scannerParameters(given),
    badChecksum: text('badChecksum') === 'silent' ? 'silent' : 'nak',
    // A host may wait exactly this long with an inexact timer, so the board allows a twentieth less. Decoders get a
    // byte at its end: a byte that begins within the pause ends up to one byte time later.
    interByte: after(millis(number('interByteMs') * PAUSE_SHARE), byteTime(baud)),
    command: millis(number('commandMs')),
    dataAck: millis(number('dataAckMs')),
    dataRetries: number('dataRetries'),
    sameCode: millis(number('sameCodeMs')),
    baud,
    unknownCause: random.int(0, 1) === 0 ? CAUSE.badContext : CAUSE.denied,
    refusesLen: random.int(0, 1) === 0,
  };
}

/** Bits per second for the value of parameter 9C; undefined for an unknown value. */
export function rateOf(values: ReadonlyMap<number, number>): number | undefined {
  return BAUD_RATES.get(values.get(PARAMETER.baud) ?? -1);
}

/**
 * A value for each parameter. The page and the wire require raw mode, CR, no STX and the line's rate. 2D codes are on,
 * in a trigger mode that reads by itself, so that a code presented at power-on is read. The seed chooses the rest.
 */
export function defaultsOf(profile: Profile, random: Random): ReadonlyMap<number, number> {
  const rate = [...BAUD_RATES].find(([, baud]) => baud === profile.baud)?.[0] ?? 0x06;
  const preferred = new Map<number, number>([
    [PARAMETER.trigger, random.int(0, 1) === 0 ? TRIGGER.continuous : TRIGGER.induction],
    [PARAMETER.packet, 0],
    [PARAMETER.terminator, 2],
    [PARAMETER.stxEtx, 0],
    [PARAMETER.baud, rate],
    [PARAMETER.codes2d, 1],
    [PARAMETER.scanTime, random.int(10, 50)],
  ]);
  return new Map(
    profile.parameters.map(({ number, values }) => {
      const value = preferred.get(number) ?? values[random.int(0, values.length - 1)] ?? 0;
      return [number, values.includes(value) ? value : (values[0] ?? 0)];
    }),
  );
}
