/** STM: what is no frame is refused by exactly one Error, changes nothing, and the next good frame is answered. */
import * as fc from 'fast-check';
import type { Request } from '../../../protocols/stm/stm';
import type { Bench } from '../../bench/bench';
import type { StmHost, Refusal } from './host';
import { match, RESET, row, select, SET_STATE, shuffle, START, tile } from './requests';

export const BAD_CRC: Refusal = { code: 1, atGap: false };
export const UNKNOWN: Refusal = { code: 2, atGap: true };
export const BAD_DATA: Refusal = { code: 3, atGap: true };
export const TRUNCATED: Refusal = { code: 4, atGap: true };

export const ONE_OF_EACH: readonly Request[] = [
  START,
  RESET,
  shuffle(row(4)),
  select(tile(20, 9)),
  match(tile(20, 9)),
  SET_STATE,
];

/**
 * Refused, exactly once, and without effect: a tile selected before is still selected, and where none was, none is.
 * What would show a request obeyed after all: Start, Reset, Shuffle and Match deselect, Select selects.
 */
export async function checkNoEffect(
  host: StmHost,
  bytes: Uint8Array,
  refusal: Refusal,
  id: string,
  what: string,
): Promise<void> {
  const { bench } = host;
  for (const selected of [true, false]) {
    await host.start();
    if (selected) await host.ask(select(tile(20, 1)));
    if (!(await host.checkRefused(bytes, refusal, id, what))) continue;
    const answer = await host.ask(match(tile(20, 2)));
    if (answer === undefined)
      bench.inconclusive(id, `${what}: whether it changed the game cannot be read (STM-FR-11)`);
    else
      bench.check(id, answer.type === 'match' && answer.result === selected, () => ({
        title: `${what}, ${selected ? 'with a tile selected' : 'with nothing selected'}: nothing changes`,
        expected: `the Match afterwards ${selected ? 'TRUE' : 'FALSE'}`,
        seen: answer.type === 'match' ? `Match ${answer.result ? 'TRUE' : 'FALSE'}` : answer.type,
      }));
  }
}

/** Some of `all` on a real board, all of them where time costs nothing. `first` are always among them. */
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

/** A refused Shuffle is not one of the five (STM-GM-05), nor did it deal anything. */
export async function checkUncounted(
  host: StmHost,
  bytes: Uint8Array,
  refusal: Refusal,
  id: string,
  what: string,
): Promise<void> {
  await host.start();
  for (let i = 0; i < 4; i++) await host.ask(shuffle(row(4)));
  if (!(await host.checkRefused(bytes, refusal, id, what))) return;
  const answer = await host.ask(shuffle(row(4)));
  if (answer === undefined)
    host.bench.inconclusive(id, `${what}: the Shuffle after it has no answer that can be read (STM-FR-11)`);
  else
    host.bench.check(id, answer.type === 'shuffle', () => ({
      title: `${what} after four shuffles, then a fifth`,
      expected: 'the fifth shuffle is done',
      seen: answer.type === 'error' ? `Error 0${answer.code}` : answer.type,
    }));
}

/** A board that sends no Error at any gap says nothing of when it would. */
export function requireGapTiming(bench: Bench): void {
  if (!bench.wasJudged('STM-TM-02')) bench.inconclusive('STM-TM-02', 'no Error was sent at a gap');
}

/** The next good frame is answered as ever. */
export async function checkAnswersAgain(host: StmHost, id: string, what: string): Promise<void> {
  const answer = await host.ask(START, id);
  if (answer === undefined) return;
  host.bench.check(id, answer.type === 'start', () => ({
    title: `Start after ${what}`,
    expected: 'Start',
    seen: answer.type === 'error' ? `Error 0${answer.code}` : answer.type,
  }));
}

export function byteText(byte: number): string {
  return byte.toString(16).padStart(2, '0').toUpperCase();
}
