/** What an author gives for a framing: bytes, and a silence. */
import type { Micros } from '../../time';

const LONGEST_MARKER = 8;

/** Throws RangeError for what is no byte. */
export function checkByte(name: string, byte: number): void {
  if (!Number.isInteger(byte) || byte < 0 || byte > 255)
    throw new RangeError(`${name}: a byte is 0 to 255, not ${byte}`);
}

/** One byte or several as a list. Throws RangeError where there are none, or too many. */
export function checkMarker(name: string, bytes: number | readonly number[]): readonly number[] {
  const marker = typeof bytes === 'number' ? [bytes] : [...bytes];
  if (marker.length < 1 || marker.length > LONGEST_MARKER)
    throw new RangeError(`${name}: 1 to ${LONGEST_MARKER} bytes are due, not ${marker.length}`);
  for (const byte of marker) checkByte(name, byte);
  return marker;
}

/** Silence that ends an unfinished frame. */
export interface Idle {
  /** Microseconds since the last byte. Without it, silence ends nothing. */
  readonly idle?: Micros;
}

/** Throws RangeError where it is none. */
export function checkIdle<T extends Idle>(name: string, { idle }: T): Pick<T, 'idle'>;
export function checkIdle(name: string, { idle }: Idle): Idle {
  if (idle === undefined) return {};
  if (!(idle > 0)) throw new RangeError(`${name}: idle is more than 0 µs, not ${idle}`);
  return { idle };
}
