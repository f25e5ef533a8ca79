/** Fuzzing the STM firmware behind a TCP port of this machine, against a bare fast-check loop on a kept connection. */
import { bareOnTcp } from './bare-fast-check';
import { compareOnFirmware } from './firmware-comparison';
import type { Prepared } from '../measure';

export function fuzzOnTcp(): Promise<Prepared> {
  return compareOnFirmware({
    line: [],
    url: (port) => `tcp://127.0.0.1:${port}`,
    where: 'over loopback TCP',
    bare: 'bare fast-check loop',
    loop: (port) => bareOnTcp(Number(port)),
    atLeast: 0.8,
    reason:
      'a request costs more than the bare loop: cases are drawn, answers judged by the game, bytes traced',
  });
}
