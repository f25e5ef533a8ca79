/**
 * Whether the bytes of a link have the pace of its rate.
 *
 *     line      a UART: each byte takes its bit times
 *     none      a pseudo-terminal, or a chip whose own USB port is the link: bytes come as fast as they are taken
 *     unknown   a server, or a USB serial device (CDC): there may be a UART or none. A byte may leave at once, or at its time
 */
import { micros, type Micros } from '../../protocols/time';

export type LinePace = 'line' | 'none' | 'unknown';

export interface LineFormat {
  readonly baud: number;
  readonly dataBits?: number;
  readonly parity?: string;
  readonly stopBits?: number;
}

/** The time of one byte with its start bit, by the rate; 0 without a pace. */
export function byteTimeOf(
  { baud, dataBits = 8, parity = 'none', stopBits = 1 }: LineFormat,
  pace: LinePace,
): Micros {
  const bits = 1 + dataBits + (parity === 'none' ? 0 : 1) + stopBits;
  return micros(pace === 'none' ? 0 : (bits * 1e6) / baud);
}
