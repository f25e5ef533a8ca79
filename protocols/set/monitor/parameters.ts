/** The suite's parameters as the monitor of a Set board needs them. */
import type { Parameters } from '../../requirement';
import { millis, type Micros } from '../../time';
import type { TableRules } from '../rules';
import type { LinkOptions } from '../scanner-link';

export interface SetParameters {
  readonly link: LinkOptions;
  readonly rules: TableRules;
  readonly solve: Micros;
  /** How long the board takes to start. */
  readonly boot: Micros;
}

export function setParameters(parameters: Parameters): SetParameters {
  const number = (name: string): number => Number(parameters[name]);
  const encoding = parameters['cardEncoding'] === '0..2' ? '0..2' : '1..3';
  const multiByte = parameters['multiByte'] === 'first' ? 'first' : 'reject';
  return {
    link: { encoding, idleReset: millis(number('idleResetMs')), longest: number('rxBufferBytes') },
    rules: { encoding, tableLimit: number('tableLimit'), multiByte },
    solve: millis(number('solveMs')),
    boot: millis(number('bootMs')),
  };
}
