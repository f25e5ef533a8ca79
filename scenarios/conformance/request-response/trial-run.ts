/** Runs the trials of stock scenarios: all of them in virtual time; on a real board as many as a bounded time allows. */
import * as fc from 'fast-check';
import type { AnySession, GeneralClauses } from '../../../protocols/request-response/definition';
import { concat } from '../../../protocols/bytes';
import { micros } from '../../../protocols/time';
import { LINK } from './execution/line-driver';
import type { PreparedSession, StockContext } from './prepared-session';
import { rulingsOf, type Trial } from './trial';

/** What a scenario's trials may take on a real board, microseconds. */
const REAL_TIME = 1e7;
const FEWEST = 4;
/** Trials at a bound, however long they take: a busy machine makes a run longer, not blinder. */
const MOST_BOUNDS = 300;

/** A stock scenario of trials. */
export interface TrialScenario {
  /** After the protocol's id: `checksum`. */
  readonly name: string;
  readonly title: string;
  /** General clauses that it judges besides those of its trials. */
  readonly general?: readonly (keyof GeneralClauses)[];
  /** The trials that the description allows. None: the scenario is left out. */
  readonly trials: (prepared: PreparedSession) => Iterable<Trial>;
}

/** Trials of a run with the clauses that each comes under, by the rules. */
interface PlannedTrial {
  readonly trial: Trial;
  readonly clauses: readonly string[];
}

/** The clauses of a trial, in the initial state. */
export function clausesOf(session: AnySession, trial: Trial): readonly string[] {
  const byRules = rulingsOf(session, trial).flatMap(({ clause, time }) => [
    clause,
    ...(time?.clause === undefined ? [] : [time.clause]),
  ]);
  return trial.charge === undefined ? byRules : [trial.charge];
}

export async function runTrials(context: StockContext, trials: readonly Trial[]): Promise<void> {
  const { host, session } = context;
  const planned = trials.map((trial) => ({ trial, clauses: clausesOf(session, trial) }));
  const { bench } = host;
  const { chosen, least } = bench.exhaustive
    ? { chosen: planned, least: planned.length }
    : inOrderOfWorth(host, session, planned);
  const begun = bench.now();
  for (const [at, { trial, clauses }] of chosen.entries()) {
    if (at >= least && bench.now() - begun >= REAL_TIME) return;
    if (bench.board.guard?.withholdsBytes(LINK, concat(...trial.parts)) === true) continue;
    if (clauses.length > 0 && clauses.every((clause) => bench.failedEnough(clause))) continue;
    if (await runTrial(context, trial, clauses)) continue;
    for (const clause of clauses) context.blocked.add(clause);
  }
}

/** false: it went wrong before its clauses could be judged. */
async function runTrial(
  { host, queries, session }: StockContext,
  { what, parts, pause = micros(0), obeyed, charge, alone = [], then = [] }: Trial,
  [clause]: readonly string[],
): Promise<boolean> {
  // A good request first: a board that what was refused before has confused is blamed for that, not for this trial.
  if (session.clauses.recovery !== undefined && host.isAfterRefusal) await host.play(session.probe);
  for (const request of alone) if (!(await host.play(request))) return false;
  const query = obeyed === undefined ? undefined : queries.afterRequest(obeyed, host.state);
  // What `charge` names is what comes after, where something does.
  const options = { what, ...(charge !== undefined && then.length === 0 ? { clause: charge } : {}) };
  if (!(await host.send(parts, pause, options))) return false;
  for (const request of then) if (!(await host.play(request, { what, clause: charge }))) return true;
  if (query === undefined || obeyed === undefined) return true;
  const before = what === '' ? session.requests.wire.describe(obeyed) : what;
  await host.play(query, { what: `after ${before}`, clause });
  return true;
}

/** The first trials of each clause, those at a bound, and the others, as they fall: `least` of them, and more while there is time. */
function inOrderOfWorth(
  { bench }: StockContext['host'],
  { time, idle }: AnySession,
  planned: readonly PlannedTrial[],
): { readonly chosen: readonly PlannedTrial[]; readonly least: number } {
  const firsts = new Map(planned.toReversed().map((one) => [one.clauses.join(), one]));
  const others = planned.filter((one) => firsts.get(one.clauses.join()) !== one);
  const length = { minLength: others.length, maxLength: others.length };
  const [order = []] = bench.sample(fc.shuffledSubarray(others, length), 1);
  const bounds = order.filter(({ trial }) => trial.isAtBound === true);
  const inAnyCase = Math.floor(REAL_TIME / (time.max + idle));
  return {
    chosen: [...firsts.values(), ...bounds, ...order.filter(({ trial }) => trial.isAtBound !== true)],
    least: Math.max(inAnyCase, firsts.size + Math.min(bounds.length, MOST_BOUNDS) + FEWEST),
  };
}
