/** The times after which the GM67 monitor counts something as missing, as complete or as over. */
import type { Parameters } from '../../../protocols/requirement';
import { micros, millis, type Micros } from '../../../protocols/time';

/** The time in which a host records what it has read, added to the scanner's time on the page. */
const SLACK = { exact: millis(5), host: millis(150) } as const;
/** After this silence a code is complete. */
const WHOLE_US = { exact: 60_000, host: 300_000 } as const;

export interface Limits {
  readonly interByte: Micros;
  readonly command: Micros;
  readonly replyTimeout: Micros;
  /** After this silence nothing is due any more. */
  readonly resyncSilence: Micros;
  /** After this silence a code is complete, in microseconds. */
  readonly codeGap: number;
  /** The longest pause between frames of one answer, in microseconds. */
  readonly frameGap: number;
  /** The longest pause inside a code, in microseconds. */
  readonly burst: number;
  /** Time of one byte on the wire, in microseconds. */
  readonly byteTime: number;
  /** The time after which a code without ACK comes again, and how often. */
  readonly dataAck: Micros;
  readonly dataRetries: number;
  /** For this time the same code is not read again. */
  readonly sameCode: Micros;
}

/** A pause between frames of one answer, in microseconds. */
const FRAME_GAP_US = 20_000;

/** `exact`: times were taken on the wire. */
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
