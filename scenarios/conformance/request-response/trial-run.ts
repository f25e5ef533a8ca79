/** Runs the trials of stock scenarios: all of them in virtual time, a fair sample of a bounded time on a real board. */
import * as fc from 'fast-check';
import type { AnySession, GeneralClauses } from '../../../protocols/request-response/definition';
import { micros } from '../../../protocols/time';
import type { PreparedSession, StockContext } from './prepared-session';
import { rulingsOf, type Trial } from './trial';

/** What a scenario's trials take on a real board, about, microseconds. */
const REAL_TIME = 1e7;
const FEWEST = 4;

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
  const chosen = bench.exhaustive ? planned : someOf(host, session, planned);
  for (const { trial, clauses } of chosen) {
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

/** The first trials of each clause, and a sample of the others. */
function someOf(
  { bench }: StockContext['host'],
  { time, idle }: AnySession,
  planned: readonly PlannedTrial[],
): readonly PlannedTrial[] {
  const firsts = new Map(planned.toReversed().map((one) => [one.clauses.join(), one]));
  const count = Math.max(FEWEST, Math.floor(REAL_TIME / (time.max + idle)) - firsts.size);
  const others = planned.filter((one) => firsts.get(one.clauses.join()) !== one);
  const picks = fc.shuffledSubarray([...others.keys()], {
    minLength: Math.min(count, others.length),
    maxLength: Math.min(count, others.length),
  });
  const [picked = []] = bench.sample(picks, 1);
  return [...firsts.values(), ...picked.flatMap((at) => others[at] ?? [])];
}
