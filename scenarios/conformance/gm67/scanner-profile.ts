/** What the run's parameters say of the scanner: its settings and their values. */
import {
  BAUD_RATES,
  PARAMETER,
  scannerParameters,
  type ScannerParameter,
} from '../../../protocols/gm67/parameters';
import type { Bench } from '../../bench/bench';

const DEFAULT_BAUD = 9600;

/** Settings that may be written without losing the scanner. */
const HARMLESS: readonly number[] = [
  PARAMETER.volume,
  PARAMETER.light,
  PARAMETER.collimation,
  PARAMETER.beep,
  PARAMETER.stxEtx,
  PARAMETER.scanTime,
];

/** The scanner cannot be brought to the scenario's beginning. The cause has been judged. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

export class ScannerProfile {
  readonly parameters: readonly ScannerParameter[];
  /** A wrong checksum is answered by NAK 01; else by silence. */
  readonly answersBadChecksum: boolean;
  private readonly baud: number;

  constructor(bench: Bench) {
    this.parameters = scannerParameters(bench.parameters);
    this.answersBadChecksum = bench.text('badChecksum') !== 'silent';
    this.baud = bench.number('baud');
  }

  /** The line has the baud rate of the parameter defaults: after C8 the scanner still answers. */
  get atDefaultBaud(): boolean {
    return this.baud === DEFAULT_BAUD;
  }

  valuesOf(number: number): readonly number[] {
    return this.parameters.find((one) => one.number === number)?.values ?? [];
  }

  /** Values that can be written without losing the scanner: of the baud rate, the one that the line has. */
  writable({ number, values }: ScannerParameter): readonly number[] {
    if (number !== PARAMETER.baud) return values;
    return values.filter((value) => BAUD_RATES.get(value) === this.baud);
  }

  /** A harmless parameter, and two of its values. */
  testParameter(): { readonly number: number; readonly values: readonly [number, number] } {
    for (const number of HARMLESS) {
      const [a, b] = this.valuesOf(number);
      if (a !== undefined && b !== undefined) return { number, values: [a, b] };
    }
    throw new NotReady('no parameter of this profile has two values to tell apart');
  }
}
