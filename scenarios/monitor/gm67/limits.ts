/** How long an observer of a GM67 waits before it takes something for missing, whole or over. */
import type { Parameters } from '../../../protocols/requirement';
import { micros, millis, type Micros } from '../../../protocols/time';

/** What a host may take to write down what it has read, more than the page gives the scanner. */
const SLACK = { exact: millis(5), host: millis(150) } as const;
/** Behind so much silence a code is whole. */
const WHOLE_US = { exact: 60_000, host: 300_000 } as const;

export interface Limits {
  readonly interByte: Micros;
  readonly command: Micros;
  readonly replyTimeout: Micros;
  /** Behind so much silence nothing is owed any more. */
  readonly resyncSilence: Micros;
  readonly codeGap: number;
}

/** `exact`: times are those of the wire. */
export function limitsOf(parameters: Parameters, exact: boolean): Limits {
  const interByte = millis(Number(parameters['interByteMs']));
  const command = millis(Number(parameters['commandMs']));
  const replyTimeout = micros(command + (exact ? SLACK.exact : SLACK.host));
  return {
    interByte,
    command,
    replyTimeout: replyTimeout,
    resyncSilence: micros(command + interByte),
    codeGap: WHOLE_US[exact ? 'exact' : 'host'],
  };
}
