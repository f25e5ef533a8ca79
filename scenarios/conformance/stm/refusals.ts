/** STM: what is no frame is refused by exactly one Error and changes nothing. The next good frame is answered. */
import * as fc from 'fast-check';
import type { Request } from '../../../protocols/stm/stm';
import type { Bench } from '../../bench/bench';
import type { StmHost } from './host';
import { match, RESET, row, select, SET_STATE, shuffle, START, tile } from './requests';

export const ONE_OF_EACH: readonly Request[] = [
  START,
  RESET,
  shuffle(row(4)),
  select(tile(20, 9)),
  match(tile(20, 9)),
  SET_STATE,
];

/**
 * Judges that the bytes are refused once and without effect: a tile selected before stays selected, and no other one is.
 * A request that was obeyed would show: Start, Reset, Shuffle and Match deselect, Select selects.
 */
export async function checkNoEffect(host: StmHost, bytes: Uint8Array, what: string): Promise<void> {
  for (const selected of [true, false]) {
    await host.start();
    if (selected) await host.ask(select(tile(20, 1)));
    if (!(await host.refuse(bytes, what))) continue;
    await host.ask(match(tile(20, 2)), `after ${what}, ${selected ? 'a tile' : 'nothing'} selected before`);
  }
}

/** All of `all` in virtual time; on a real board those of `first`, and `count` others. */
export function someOf(
  bench: Bench,
  all: readonly number[],
  first: readonly number[],
  count: number,
): number[] {
  if (bench.exhaustive) return [...all];
  const rest = all.filter((value) => !first.includes(value));
  return [...first.filter((value) => all.includes(value)), ...bench.sample(fc.constantFrom(...rest), count)];
}

/** Judges that a refused Shuffle is not one of the five (STM-GM-05). */
export async function checkUncounted(host: StmHost, bytes: Uint8Array, what: string): Promise<void> {
  await host.start();
  for (let i = 0; i < 4; i++) await host.ask(shuffle(row(4)));
  if (await host.refuse(bytes, what)) await host.ask(shuffle(row(4)), `the fifth, after ${what}`);
}

/** Leaves STM-TM-02 inconclusive for a board that sent no Error at any gap. */
export function requireGapTiming(bench: Bench): void {
  if (!bench.wasJudged('STM-TM-02')) bench.inconclusive('STM-TM-02', 'no Error was sent at a gap');
}

/** Judges that the next good frame is answered. */
export async function checkAnswersAgain(host: StmHost, what: string): Promise<void> {
  await host.ask(START, `after ${what}`);
}
