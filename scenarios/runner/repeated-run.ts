/**
 * Runs the same suites several times, as one run: one journal, one end. Each repetition has boards and a seed of its own, and ends
 * with an event of its own. The verdict of a clause is the worst of all repetitions.
 */
import type { JournalEvent, RunEnd } from '../record';
import { boardStartLines, mergeEnds, runAll, scenarioCount, shiftEvent } from './merged-run';
import type { RunOptions } from './run-options';
import { stopOutcome } from './run-stop';
import { Timings } from './timings';

const SEEDS = 2 ** 31;

/** After these the next repetition would end in the same way. */
const LAST_OUTCOMES: readonly RunEnd['outcome'][] = ['interrupted', 'timeout', 'bailed', 'unreachable'];

/** The seed of a repetition, from 1: those of a run follow each other. */
export function repetitionSeed(seed: number, number: number): number {
  return (seed + number - 1) % SEEDS;
}

/** `partsOf`: the parts of a repetition, each with a board that was not open yet. */
export async function runRepeatedly(
  repeat: number,
  partsOf: (number: number) => Promise<readonly RunOptions[]>,
): Promise<RunEnd> {
  const ends: RunEnd[] = [];
  const timings: Timings[] = [];
  let at = 0;
  for (let number = 1; number <= repeat; number++) {
    const offset = at;
    const parts = await partsOf(number);
    const [first] = parts;
    if (first === undefined) throw new Error('a run has a part at least');
    const emit = (event: JournalEvent): void => {
      const { emit: pass, seed } = first;
      if (event.type === 'run-end') {
        const { outcome, reason, verdicts } = event;
        const why = reason === undefined ? {} : { reason };
        pass({ type: 'repetition', at: event.at + offset, number, seed, outcome, ...why, verdicts });
      } else if (event.type !== 'run') pass(shiftEvent(event, offset));
      else if (number === 1) pass({ ...event, repeat });
      // A board with a variant says itself when it begins.
      else
        for (const part of parts.filter(({ variant }) => variant === undefined))
          for (const line of boardStartLines(part, `run-${number}`)) pass(shiftEvent(line, offset));
    };
    const total = parts.reduce((sum, part) => sum + scenarioCount(part), 0);
    const end = await runAll(
      parts.map((part, index) => ({
        ...part,
        emit,
        timings: (timings[index] ??= new Timings()),
        progress: (progress) =>
          part.progress?.({
            ...progress,
            scenario: `run ${number} of ${repeat}: ${progress.scenario}`,
            done: (number - 1) * total + progress.done,
            total: repeat * total,
          }),
      })),
    );
    ends.push(end);
    at += end.at;
    const { signal } = first;
    if (number < repeat && !signal.aborted && !LAST_OUTCOMES.includes(end.outcome)) continue;
    const stop = signal.aborted && number < repeat ? stopOutcome(signal) : {};
    const merged = { ...mergeEnds(ends, at), ...stop };
    first.emit(merged);
    return merged;
  }
  throw new Error('a run is repeated at least once');
}
