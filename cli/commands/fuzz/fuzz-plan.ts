/** Resolves the command line of `wirejig fuzz`: a target, a board, parameters, a budget. */
import type { Micros } from '../../../protocols/time';
import { resolveFuzzSetup, type FuzzBoardOptions, type FuzzSetup } from '../../shared/fuzz/fuzz-board';
import { findSuite } from '../../shared/find-suite';
import { quoted, parseSeed, parseDuration } from '../../shared/option-values';
import { UsageError } from '../../shared/usage-error';

export interface FuzzOptions extends FuzzBoardOptions {
  readonly suite: string;
  readonly cases?: string | undefined;
  readonly time?: string | undefined;
  readonly seed?: string | undefined;
  readonly resyncLimit?: string | undefined;
}

export interface FuzzPlan extends FuzzSetup {
  readonly seed: number;
  /** At least one of `cases` and `time` is given: the campaign ends with whichever comes first. */
  readonly cases: number | undefined;
  /** Milliseconds of wall time. */
  readonly time: number | undefined;
  /** The longest time until the board answers again after garbage; undefined: from the protocol's page. */
  readonly resyncLimit: Micros | undefined;
}

const DEFAULT_MS = 60_000;

/** Rejects with {@link UsageError} for whatever is wrong with the command. */
export async function planFuzz(options: FuzzOptions): Promise<FuzzPlan> {
  const suite = await findSuite(options.suite);
  const seed = parseSeed(options.seed);
  const cases = options.cases === undefined ? undefined : parseCases(options.cases);
  const defaultTime = cases === undefined ? DEFAULT_MS : undefined;
  const time = options.time === undefined ? defaultTime : parseDuration('time', options.time) / 1000;
  const resyncLimit =
    options.resyncLimit === undefined ? undefined : parseDuration('resync-limit', options.resyncLimit);
  return { ...(await resolveFuzzSetup(suite, options, seed)), seed, resyncLimit, cases, time };
}

function parseCases(text: string): number {
  const cases = /^\d{1,12}$/.test(text) ? Number(text) : 0;
  if (cases < 1) throw new UsageError(`--cases ${quoted(text)} is no number of cases: give 1 or more`);
  return cases;
}
