/** How long the GM67 monitor waits before something counts as missing, as whole or as over. */
import type { Parameters } from '../../../protocols/requirement';
import { micros, millis, type Micros } from '../../../protocols/time';

/** What a host may take to record what it has read, added to the scanner's time on the page. */
const SLACK = { exact: millis(5), host: millis(150) } as const;
/** After this silence a code is whole. */
const WHOLE_US = { exact: 60_000, host: 300_000 } as const;

export interface Limits {
  readonly interByte: Micros;
  readonly command: Micros;
  readonly replyTimeout: Micros;
  /** After this silence nothing is due any more. */
  readonly resyncSilence: Micros;
  /** After this silence a code is whole, in microseconds. */
  readonly codeGap: number;
  /** A pause between frames of one answer is at most this long, in microseconds. */
  readonly frameGap: number;
  /** A pause inside a code is no longer than this, in microseconds. */
  readonly burst: number;
  /** Time of one byte on the wire, in microseconds. */
  readonly byteTime: number;
  /** When a code without ACK comes again, and how often. */
  readonly dataAck: Micros;
  readonly dataRetries: number;
  /** For this time the same code is not read again. */
  readonly sameCode: Micros;
}

/** A pause between frames of one answer, in microseconds. */
const FRAME_GAP_US = 20_000;

/** `exact`: times are those of the wire. */
export function limitsOf(parameters: Parameters, exact: boolean): Limits {
  const number = (name: string): number => Number(parameters[name]);
  const interByte = millis(number('interByteMs'));
  const command = millis(number('commandMs'));
  const byteTime = 10e6 / number('baud');
  const replyTimeout = micros(command + (exact ? SLACK.exact : SLACK.host));
  return {
    interByte,
    command,
    replyTimeout,
    resyncSilence: micros(command + interByte),
    codeGap: WHOLE_US[exact ? 'exact' : 'host'],
    frameGap: FRAME_GAP_US,
    burst: FRAME_GAP_US + 2 * byteTime,
    byteTime,
    dataAck: millis(number('dataAckMs')),
    dataRetries: number('dataRetries'),
    sameCode: millis(number('sameCodeMs')),
  };
}
