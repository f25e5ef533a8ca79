/** STM: what is no frame is refused by exactly one Error and changes nothing. The next good frame is answered. */
import * as fc from 'fast-check';
import { describeAnswer, ERROR, type Request } from '../../../protocols/stm/stm';
import type { Bench } from '../../bench/bench';
import type { Refusal } from './answer-judge';
import type { StmHost } from './host';
import { match, RESET, row, select, SET_STATE, shuffle, START, tile } from './requests';

export const BAD_CRC: Refusal = { code: ERROR.badCrc, atGap: false, clause: 'STM-FR-02' };
export const TRUNCATED: Refusal = { code: ERROR.truncated, atGap: true, clause: 'STM-FR-03' };
export const UNKNOWN: Refusal = { code: ERROR.unknownCommand, atGap: true, clause: 'STM-FR-05' };
export const BAD_HEADER: Refusal = { code: ERROR.badData, atGap: true, clause: 'STM-FR-06' };
export const BAD_CONTENT: Refusal = { code: ERROR.badData, atGap: false, clause: 'STM-FR-07' };

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
export async function checkNoEffect(
  host: StmHost,
  bytes: Uint8Array,
  refusal: Refusal,
  what: string,
): Promise<void> {
  const { bench } = host;
  const { clause } = refusal;
  for (const selected of [true, false]) {
    await host.start();
    if (selected) await host.ask(select(tile(20, 1)));
    if (!(await host.checkRefused(bytes, refusal, what))) continue;
    const answer = await host.ask(match(tile(20, 2)));
    if (answer === undefined)
      bench.inconclusive(clause, `${what}: whether it changed the game cannot be read (STM-FR-11)`);
    else
      bench.check(clause, answer.type === 'match' && answer.result === selected, () => ({
        title: `${what}, ${selected ? 'with a tile selected' : 'with nothing selected'}: nothing changes`,
        expected: `the Match afterwards ${selected ? 'TRUE' : 'FALSE'}`,
        seen: describeAnswer(answer),
      }));
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
export async function checkUncounted(
  host: StmHost,
  bytes: Uint8Array,
  refusal: Refusal,
  what: string,
): Promise<void> {
  const { clause } = refusal;
  await host.start();
  for (let i = 0; i < 4; i++) await host.ask(shuffle(row(4)));
  if (!(await host.checkRefused(bytes, refusal, what))) return;
  const answer = await host.ask(shuffle(row(4)));
  if (answer === undefined)
    host.bench.inconclusive(
      clause,
      `${what}: the Shuffle after it has no answer that can be read (STM-FR-11)`,
    );
  else
    host.bench.check(clause, answer.type === 'shuffle', () => ({
      title: `${what} after four shuffles, then a fifth`,
      expected: 'the fifth shuffle is done',
      seen: describeAnswer(answer),
    }));
}

/** Leaves STM-TM-02 inconclusive for a board that sent no Error at any gap. */
export function requireGapTiming(bench: Bench): void {
  if (!bench.wasJudged('STM-TM-02')) bench.inconclusive('STM-TM-02', 'no Error was sent at a gap');
}

/** Judges that the next good frame is answered. */
export async function checkAnswersAgain(host: StmHost, id: string, what: string): Promise<void> {
  const answer = await host.ask(START, id);
  if (answer === undefined) return;
  host.bench.check(id, answer.type === 'start', () => ({
    title: `Start after ${what}`,
    expected: 'Start',
    seen: describeAnswer(answer),
  }));
}

export function byteText(byte: number): string {
  return byte.toString(16).padStart(2, '0').toUpperCase();
}
