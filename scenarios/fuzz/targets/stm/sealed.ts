/** Complete requests: two of them in direct sequence are both answered (STM-FR-10). */
import { crc, requestWire } from '../../../../protocols/stm/stm';

/** The bytes have the length that their first bytes announce, and the right CRC. Values may be out of range. */
export function isSealed(bytes: Uint8Array): boolean {
  const last = bytes.length - 1;
  return last > 0 && requestWire.measure(bytes, 0, last + 1) === last + 1 && crc(bytes, last) === bytes[last];
}
