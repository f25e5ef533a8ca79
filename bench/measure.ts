/**
 * Same-run comparison: contenders take turns, round by round, and the ratio within a round counts.
 *
 *     round 1   A B C      ratio of round 1: rate of A / rate of B
 *     round 2   B C A      …
 *     round 3   C A B      the median over the rounds is shown, with the quartiles
 *
 * So a slow machine slows all of them, and one bad moment does not move the median.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { performance } from 'node:perf_hooks';

export interface Contender {
  readonly name: string;
  /** Does `count` operations. Returns their seconds if it can measure them better than the caller. */
  work(count: number): number | void | Promise<number | void>;
  /** Operations come in multiples of this; default 1. */
  readonly grain?: number;
  /** The result for the same input: it must be equal for all contenders of a comparison. */
  answer?(): unknown;
  /** Runs before and after each round, outside the measured time. */
  begin?(): Promise<void>;
  end?(): Promise<void>;
}

/** The limit of the first contender's rate against another one's. */
interface Limit {
  readonly peer: string;
  /** The least ratio to the peer's rate; absent: the ratio is only shown. */
  readonly atLeast?: number;
  /** Where the time goes if the ratio is below the limit. */
  readonly reason?: string;
}

export interface Comparison {
  readonly title: string;
  /** The name of one operation. */
  readonly unit: string;
  /** The first is the subject. */
  readonly contenders: readonly Contender[];
  readonly limits: readonly Limit[];
  /** Odd, so that the median is one of them; default 21. */
  readonly rounds?: number;
  /**
   * The time of a rate: wall clock, or this process's processor time (default), which other programs do not lengthen.
   */
  readonly per?: 'second' | 'processor second';
  /** The approximate time of a contender's turn; default 40. */
  readonly turnMs?: number;
  /** Peers that are left out, and why. */
  readonly missing?: readonly string[];
}

/** The comparison of a benchmark and its clean-up, or the reason why it cannot run here. */
export type Prepared =
  | { readonly comparison: Comparison; readonly done?: () => Promise<void> }
  | { readonly facts: Facts }
  | { readonly skipped: string };

/** Measurements other than rates: of accuracy, not of speed. */
export interface Facts {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly text: string; readonly values: object }[];
  /** A limit that is not met, in words. */
  readonly short?: string;
}

interface Quartiles {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

export interface RatioResult extends Quartiles {
  readonly peer: string;
  readonly atLeast?: number;
  readonly verdict: 'ok' | 'SHORT' | 'shown';
  readonly reason?: string;
}

export interface Result {
  readonly title: string;
  /** The unit of the rates: `frames per second`. */
  readonly unit: string;
  readonly rounds: number;
  readonly rates: readonly (Quartiles & { readonly name: string })[];
  readonly ratios: readonly RatioResult[];
  readonly missing: readonly string[];
}

/** Measures, then checks that all results are equal. Throws if not. */
export async function compare(comparison: Comparison): Promise<Result> {
  const { contenders, rounds = 21, turnMs = 40, per = 'processor second' } = comparison;
  const clock = per === 'second' ? wallSeconds : processorSeconds;
  const turns: Turn[] = [];
  for (const contender of contenders) turns.push(await warmUp(contender, turnMs, clock));
  for (let round = 0; round < rounds; round++)
    for (let i = 0; i < turns.length; i++) await turns[(round + i) % turns.length]?.take();
  const [subject] = turns;
  if (subject === undefined) throw new Error('nothing to compare');
  const right = subject.contender.answer?.();
  for (const contender of contenders)
    deepStrictEqual(contender.answer?.(), right, `${contender.name} gives another answer`);
  return {
    title: comparison.title,
    unit: `${comparison.unit} per ${per}`,
    rounds,
    rates: turns.map(({ contender, rates }) => ({ name: contender.name, ...quartiles(rates) })),
    ratios: comparison.limits.flatMap((limit) => {
      const peer = turns.find(({ contender }) => contender.name === limit.peer)?.rates;
      return peer === undefined ? [] : [ratioOf(subject.rates, peer, limit)];
    }),
    missing: comparison.missing ?? [],
  };
}

class Turn {
  readonly rates: number[] = [];

  constructor(
    readonly contender: Contender,
    private readonly count: number,
    private readonly clock: SecondsClock,
  ) {}

  async take(): Promise<void> {
    await this.contender.begin?.();
    this.rates.push(this.count / (await secondsOf(this.contender, this.count, this.clock)));
    await this.contender.end?.();
  }
}

/** Runs a contender until it is compiled, and finds the number of operations in a turn. */
async function warmUp(contender: Contender, turnMs: number, clock: SecondsClock): Promise<Turn> {
  await contender.begin?.();
  const grain = contender.grain ?? 1;
  let count = grain;
  for (;;) {
    const seconds = await secondsOf(contender, count, clock);
    if (seconds * 1000 >= turnMs) {
      const again = await secondsOf(contender, count, clock);
      await contender.end?.();
      const turns = Math.round((count * turnMs) / 1000 / again / grain);
      return new Turn(contender, grain * Math.max(1, turns), clock);
    }
    count *= 2;
  }
}

type SecondsClock = () => number;

const wallSeconds: SecondsClock = () => performance.now() / 1000;

const processorSeconds: SecondsClock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function secondsOf(contender: Contender, count: number, clock: SecondsClock): Promise<number> {
  const before = clock();
  const reported = await contender.work(count);
  return reported ?? clock() - before;
}

function ratioOf(subject: readonly number[], peer: readonly number[], limit: Limit): RatioResult {
  const spread = quartiles(subject.map((rate, round) => rate / (peer[round] ?? NaN)));
  const { atLeast, reason = 'no reason is known' } = limit;
  if (atLeast === undefined) return { peer: limit.peer, ...spread, verdict: 'shown' };
  if (spread.median >= atLeast) return { peer: limit.peer, ...spread, atLeast, verdict: 'ok' };
  return { peer: limit.peer, ...spread, atLeast, verdict: 'SHORT', reason };
}

function quartiles(values: readonly number[]): Quartiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? NaN;
  return { low: at(0.25), median: at(0.5), high: at(0.75) };
}
