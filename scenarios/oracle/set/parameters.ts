/** The suite's parameters in the form that the model of a Set board uses. */
import type { Parameters } from '../../../protocols/requirement';
import { millis, type Micros } from '../../../protocols/time';
import type { SetModelOptions } from './model';

/** `boot`: how long the board takes to start. */
export function modelParameters(
  parameters: Parameters,
): Pick<SetModelOptions, 'link' | 'rules' | 'solve'> & { readonly boot: Micros } {
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
