/** Whole requests: of two of them, back to back, both are answered (STM-FR-10). */
import { crc, requestWire } from '../../../../protocols/stm/stm';

/** As long as its first bytes say, with the right CRC; its values may be out of range. */
export function isSealed(bytes: Uint8Array): boolean {
  const last = bytes.length - 1;
  return last > 0 && requestWire.measure(bytes, 0, last + 1) === last + 1 && crc(bytes, last) === bytes[last];
}
