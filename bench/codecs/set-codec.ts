/** The Set solver and the reader of console lines, against hand-written code. */
import { random } from '../../devices/random';
import { consoleLines } from '../../protocols/terminal/console-line';
import { cardName, CARDS } from '../../protocols/set/card';
import { readReport, reportText, type Report } from '../../protocols/set/set';
import { allSets } from '../../protocols/set/solver';
import { micros } from '../../protocols/time';
import { splitChunks } from './shuffle-frames';
import type { Contender, Prepared } from '../measure';
import { bruteForce, RegexConsoleReader } from './set-baseline';
import { decoderContender } from './stream-contenders';

/** Sets found so far. */
const tally = { sets: 0 };

const TABLE: readonly number[] = random(81).shuffle(Array.from({ length: CARDS }, (_, card) => card));

/** `allSets` on the fullest possible table: 1080 sets. */
export function solveSets(): Promise<Prepared> {
  const solverContender = (
    name: string,
    solve: (table: readonly number[]) => readonly unknown[],
  ): Contender => ({
    name,
    work: (count) => {
      for (let i = 0; i < count; i++) tally.sets += solve(TABLE).length;
    },
    answer: () => solve(TABLE),
  });
  const millisecond: Contender = {
    name: '1 ms a search',
    work: (count) => count / 1000,
    answer: () => bruteForce(TABLE),
  };
  return Promise.resolve({
    comparison: {
      title: 'Set solver: all 1080 sets of all 81 cards; over 1 ms: how many searches it holds',
      unit: 'searches',
      contenders: [
        solverContender('wirejig', allSets),
        millisecond,
        solverContender('hand-written, every three tried', bruteForce),
      ],
      limits: [
        { peer: millisecond.name, atLeast: 10, reason: 'each of the 1080 sets is an array of its own' },
        {
          peer: 'hand-written, every three tried',
          atLeast: 5,
          reason: 'the list of sets costs both the same',
        },
      ],
    },
  });
}

const CARD_LINES: readonly Report[] = TABLE.flatMap((card, n): Report[] => [
  { type: 'end-of-frame', received: 2 },
  { type: 'new-card', card: cardName(card) },
  { type: 'set', number: n + 1, triple: [n, n + 1, n + 2] },
  { type: 'set-count', count: n + 1 },
]);
const LOG = CARD_LINES.map((report, n) => {
  const prefix = `\u001b[0m[${(n / 100).toFixed(2)}][${n}][SpotSet] `;
  return new TextEncoder().encode(`${prefix}\u001b[32m${reportText(report)}\u001b[0m\r\n`);
});

/** Console lines from 64-byte chunks, and their reports. */
export function readConsole(): Promise<Prepared> {
  const chunks = splitChunks(LOG, 64);
  const wirejig = decoderContender<Report>('wirejig', LOG.length, (take) => {
    const decoder = consoleLines().decoder();
    let at = 0;
    return () => {
      for (const chunk of chunks)
        for (const event of decoder.push(chunk, micros((at += 5)))) {
          const report = event.kind === 'frame' ? readReport(event.value.text) : undefined;
          if (report !== undefined) take(report);
        }
    };
  });
  const loop = decoderContender<Report>('one expression in a loop', LOG.length, (take) => {
    const lines = new RegexConsoleReader(take);
    return () => {
      for (const chunk of chunks) lines.push(chunk);
    };
  });
  return Promise.resolve({
    comparison: {
      title: 'Set console: 64-byte chunks of coloured lines with time, counter and facility',
      unit: 'lines',
      contenders: [wirejig, loop],
      limits: [
        {
          peer: loop.name,
          atLeast: 0.3,
          reason: 'each line owns its bytes and its end, and a text may begin after any bracket',
        },
      ],
    },
  });
}
