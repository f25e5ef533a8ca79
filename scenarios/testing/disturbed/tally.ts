/** Counts over many sessions. */
import type { Judgement } from '../../../protocols/monitor/judgement';
import type { Disturbance } from './disturbance';
import { disturbanceNamed } from './disturbance';
import type { DefectScript } from './defect-script';
import { describeAlarm, playDisturbed, type DisturbedSession } from './session';
import type { System } from './system';

export interface Tally {
  sessions: number;
  /** Sessions in which the judge fails a sound board. */
  alarms: number;
  /** Of the first alarm in each session. */
  readonly alarmClauses: Map<string, number>;
  /** By the judge's own account; without one, events after which it was in step, and was not. */
  judged: number;
  unjudged: number;
  readonly reasons: Map<string, number>;
  inconclusive: number;
  mostWorlds: number;
}

export interface SeriesOptions {
  readonly disturbance: Disturbance;
  readonly firstSeed: number;
  readonly sessions: number;
  /** Gets the text of each alarm. */
  readonly onAlarm?: (text: string) => void;
  readonly onSession?: (tally: Tally) => void;
}

/** Sessions of a sound board with a disturbance: each failure is a false alarm. */
export function runSoundSeries(system: System, options: SeriesOptions): Tally {
  const { disturbance, firstSeed, sessions, onAlarm, onSession } = options;
  const tally = newTally();
  for (let seed = firstSeed; seed < firstSeed + sessions; seed++) {
    const session = playDisturbed(system, { seed, disturbance });
    addSession(tally, session);
    const [alarm] = session.alarms;
    if (alarm !== undefined) onAlarm?.(`seed ${seed} ${disturbance.name}: ${describeAlarm(session, alarm)}`);
    onSession?.(tally);
  }
  return tally;
}

export function newTally(): Tally {
  return {
    sessions: 0,
    alarms: 0,
    alarmClauses: new Map(),
    judged: 0,
    unjudged: 0,
    reasons: new Map(),
    inconclusive: 0,
    mostWorlds: 0,
  };
}

function addSession(tally: Tally, session: DisturbedSession): void {
  const { alarms, accounting, lost, events, mostWorlds, judgements } = session;
  tally.sessions++;
  const [first] = alarms;
  if (first !== undefined) {
    tally.alarms++;
    count(tally.alarmClauses, first.judgement.clause);
  }
  const { judged, unjudged } = accounting ?? {
    judged: events - lost,
    unjudged: { 'events while desynchronised': lost },
  };
  tally.judged += judged;
  for (const [reason, number = 0] of Object.entries(unjudged)) {
    tally.unjudged += number;
    count(tally.reasons, reason, number);
  }
  tally.inconclusive += judgements.filter(({ judgement }) => judgement.verdict === 'inconclusive').length;
  tally.mostWorlds = Math.max(tally.mostWorlds, mostWorlds);
}

export function sum(one: Tally, other: Tally): Tally {
  return {
    sessions: one.sessions + other.sessions,
    alarms: one.alarms + other.alarms,
    alarmClauses: sumOf(one.alarmClauses, other.alarmClauses),
    judged: one.judged + other.judged,
    unjudged: one.unjudged + other.unjudged,
    reasons: sumOf(one.reasons, other.reasons),
    inconclusive: one.inconclusive + other.inconclusive,
    mostWorlds: Math.max(one.mostWorlds, other.mostWorlds),
  };
}

function sumOf(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): Map<string, number> {
  const all = new Map(one);
  for (const [key, number] of other) count(all, key, number);
  return all;
}

function count(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

export interface DefectTally {
  /** Sessions that the quiet run fails, by their first clause. */
  readonly quiet: Map<string, number>;
  /** Of these, with the disturbance: failed, or not all was judged. */
  failed: number;
  open: number;
  /** Seeds that passed, all judged, though no sound board could have sent this. */
  readonly missed: number[];
  /** Seeds that passed, all judged: with wide bounds, a sound board may have sent the same. */
  readonly doubtful: number[];
}

const QUIET = disturbanceNamed('exact');

/**
 * The same script with exact times and with a disturbance. A miss: the quiet run fails for what the board sent, in an orderly session,
 * and the disturbed one passes with everything judged.
 */
export function runDefectSeries(
  system: System,
  { disturbance, firstSeed, sessions }: Omit<SeriesOptions, 'onAlarm' | 'onSession'>,
  script: (seed: number) => DefectScript,
): DefectTally {
  const tally: DefectTally = { quiet: new Map(), failed: 0, open: 0, missed: [], doubtful: [] };
  for (let seed = firstSeed; seed < firstSeed + sessions; seed++) {
    const { steps, isOrderly } = script(seed);
    const quiet = playDisturbed(system, { seed, disturbance: QUIET, script: steps });
    const shown = quiet.failures.find(({ judgement }) => !isTime(judgement));
    if (shown === undefined) continue;
    const { clause, kind } = shown.judgement;
    count(tally.quiet, clause);
    const session = playDisturbed(system, { seed, disturbance, script: steps });
    const isCertain = isOrderly && (kind === 'answer' || kind === 'malformed');
    if (session.failures.length > 0) tally.failed++;
    else if (!isFullyJudged(session)) tally.open++;
    else (isCertain ? tally.missed : tally.doubtful).push(seed);
  }
  return tally;
}

function isTime({ kind }: Judgement): boolean {
  return kind === 'late' || kind === 'early' || kind === 'gap';
}

function isFullyJudged({ accounting, lost, judgements }: DisturbedSession): boolean {
  if (judgements.some(({ judgement }) => judgement.verdict === 'inconclusive')) return false;
  if (accounting === undefined) return lost === 0;
  return Object.values(accounting.unjudged).every((number = 0) => number === 0);
}
