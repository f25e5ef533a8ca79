/** The times and tolerances by which a GM67 scanner is judged: each of them is here, and nowhere else. */
import type { Parameters } from '../../requirement';
import { after, micros, millis, type Micros } from '../../time';

/** In most cases a reply must begin within this time (GM-TM-01). */
export const PROMPT = millis(100);
/** In a trace, what the host's own delay adds to a prompt reply, in microseconds. */
export const HOST_SLACK_US = 50_000;
/** After so many prompt replies in turn, each reply certainly belongs to its command. */
export const GOOD_EXCHANGES = 4;
/** While so many replies are due, what is no frame may draw no NAK: noise must not delay the replies to commands. */
export const MANY_DUE = 4;
/** Added to the page's time before something counts as missing: until then it is late. */
const GRACE = millis(300);
/** The page sets no time for a reset: nothing is judged for so long. */
export const BOOT = millis(2000);
/** A reply that is missing may still come within this time, and look like the reply of a later command. */
export const LATE_REPLY = millis(2000);
/** In a trace, a reply that none waits for belongs to what was sent within this time before it, in microseconds. */
export const EXTRA_REPLY_US = 1e6;
/** Bytes that go on for longer while nothing is sent are a failure by themselves, in microseconds. */
export const LONGEST_CHATTER_US = 5e6;
/** GM-DT-01: the longest pause inside a code, without the time of two bytes. */
const BURST_US = 20_000;
/** A code that was read before a setting changed may still come within this time, as raw bytes and at all. */
export const UNDER_WAY = { code: 150_000, mode: 500_000 } as const;
/** In a trace, settings count for a shown code after this time without a change. */
export const SETTINGS_CALM_US = 20_000;
/** GM-DT-04: shares of dataAckMs. After `nearly` of it the next try may be on its way. */
export const RETRY = { tolerance: 0.2, nearly: 0.75 } as const;
/** GM-DT-06: shares of sameCodeMs. Before `same` a code must not come again; after `apart` it is a new showing. */
export const SHOWING = { same: 0.95, apart: 1.3 } as const;
/** In the first share of the scan time a session is certainly on; after the second it is certainly over. */
export const SCAN = { on: 0.8, over: 1.2 } as const;
/** Where times are a host's, a session is certainly on until this long before the end of the scan time. */
export const SCAN_SLACK_US = 2e6;
/** The page sets no time for a code, so this is the limit. After a code that must not be sent, this long is listened. */
export const CODE_TIMEOUT = { due: millis(4000), forbidden: millis(1500) } as const;
/** A pause inside a command from which on it counts as sent in parts (GM-FR-03), in microseconds. */
export const COMMAND_GAP_US = 20_000;

export interface Limits {
  readonly interByte: Micros;
  readonly command: Micros;
  /** From a command's last byte: a reply that has not begun then is missing. */
  readonly missing: Micros;
  /** After this silence nothing is due any more. */
  readonly quiet: Micros;
  /** After this silence a code is complete. */
  readonly codeGap: Micros;
  /** The longest pause inside a code, in microseconds. */
  readonly burst: number;
  /** Time of one byte on the wire, in microseconds. */
  readonly byteTime: number;
  readonly baud: number;
  /** The time after which a code without ACK comes again, and how often. */
  readonly dataAck: Micros;
  readonly dataRetries: number;
  /** For this time the same code is not read again. */
  readonly sameCode: Micros;
  /** The longest time from a showing that is not judged to the last byte of its code. */
  readonly longestDelivery: Micros;
}

/** `exact`: times were taken on the wire; else a host may record late what it has read. */
export function limitsOf(parameters: Parameters, exact: boolean): Limits {
  const number = (name: string, otherwise: number): number => Number(parameters[name] ?? otherwise);
  const interByte = millis(number('interByteMs', 200));
  const command = millis(number('commandMs', 500));
  const baud = number('baud', 9600);
  const byteTime = 10e6 / baud;
  const dataAck = millis(number('dataAckMs', 2000));
  const dataRetries = number('dataRetries', 2);
  const tries = (dataRetries + 1) * (1 + 2 * RETRY.tolerance) * dataAck;
  return {
    interByte,
    command,
    missing: after(command, GRACE),
    quiet: after(command, after(interByte, GRACE)),
    codeGap: millis(exact ? 100 : 300),
    burst: BURST_US + 2 * byteTime,
    byteTime,
    baud,
    dataAck,
    dataRetries,
    sameCode: millis(number('sameCodeMs', 1000)),
    longestDelivery: micros(CODE_TIMEOUT.due + tries),
  };
}

/** The time after the last byte of a code without ACK at which the next try is missing; `bytes`: those of a try. */
export function retryMissing({ dataAck, byteTime }: Limits, bytes: number): number {
  return (1 + RETRY.tolerance) * dataAck + GRACE + bytes * byteTime;
}
