/** Fuzzing the STM firmware behind a pseudo-terminal, against a bare fast-check loop over the `serialport` package. */
import { bareOnPort } from './bare-fast-check';
import { compareOnFirmware } from './firmware-comparison';
import type { Prepared } from '../measure';

export function fuzzOnPty(): Promise<Prepared> {
  return compareOnFirmware({
    line: ['pty'],
    url: (path) => `serial:${path}`,
    where: 'on a pseudo-terminal',
    bare: 'bare fast-check + serialport',
    loop: bareOnPort,
    atLeast: 2,
    reason: 'both wait for the same responder, which is slow here',
  });
}
