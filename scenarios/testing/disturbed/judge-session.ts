/** Tells a monitor of a session, in the order of time, and collects what it says. */
import type { Judgement } from '../../../protocols/monitor/judgement';
import type { Monitor } from '../../../protocols/monitor/monitor';
import { micros, type Micros } from '../../../protocols/time';
import type { TraceEvent } from '../../monitor/trace/trace-monitor';

/** What a monitor says of how much it judged. */
export interface Accounting {
  readonly judged: number;
  readonly unjudged: Readonly<Partial<Record<string, number>>>;
}

/** Members that not every monitor has. */
export interface AccountingMonitor extends Monitor {
  accounting?(): Accounting;
  /** How many possible worlds there are now. */
  readonly worlds?: unknown;
}

export interface ToldJudgement {
  readonly judgement: Judgement;
  /** After so many events. */
  readonly told: number;
}

export interface JudgedSession {
  readonly judgements: readonly ToldJudgement[];
  /** Absent: the monitor keeps no account. */
  readonly accounting?: Accounting;
  /** What it had counted before the first chunk that is sent from `from` on. */
  readonly accountingBefore?: Accounting;
  /** So many events had been told by then. */
  readonly toldBefore: number;
  /** After how many events it was desynchronised. */
  readonly lost: number;
  readonly events: number;
  readonly mostWorlds: number;
}

/** The monitor of a board that is switched on at time 0. `end`: all that had passed by then was told. `from`: for `accountingBefore`. */
export function judgeSession(
  monitor: AccountingMonitor,
  events: readonly TraceEvent[],
  end: Micros,
  from: Micros = micros(0),
): JudgedSession {
  const judgements: ToldJudgement[] = [];
  const take = (told: number): void => {
    for (const judgement of monitor.judgements()) judgements.push({ judgement, told });
  };
  let [lost, mostWorlds] = [0, 0];
  let accountingBefore: Accounting | undefined;
  let toldBefore = 0;
  const complete = completeTimes(events, end);
  monitor.reset(micros(0));
  for (const [i, event] of events.entries()) {
    const before = complete[i] ?? end;
    tickUntil(monitor, before);
    const sentAt = event.kind === 'chunk' && event.chunk.direction === 'tx' ? event.chunk.notBefore : -1;
    if (sentAt >= from && accountingBefore === undefined) {
      monitor.tick(micros(sentAt));
      accountingBefore = monitor.accounting?.();
      toldBefore = i;
    }
    tell(monitor, event);
    take(i + 1);
    if (monitor.desynchronised) lost++;
    if (typeof monitor.worlds === 'number') mostWorlds = Math.max(mostWorlds, monitor.worlds);
  }
  tickUntil(monitor, end);
  monitor.tick(end);
  monitor.finish?.();
  take(events.length);
  const accounting = monitor.accounting?.();
  return {
    judgements,
    toldBefore,
    lost,
    events: events.length,
    mostWorlds,
    ...(accounting && { accounting }),
    ...(accountingBefore && { accountingBefore }),
  };
}

/** For each event: what passed before this time was told before it. */
function completeTimes(events: readonly TraceEvent[], end: Micros): readonly Micros[] {
  let least: number = end;
  return events
    .toReversed()
    .map((event) => {
      least = Math.min(least, event.kind === 'chunk' ? event.chunk.notBefore : event.at);
      return micros(least);
    })
    .reverse();
}

/** The monitor waits for nothing before `until`. */
function tickUntil(monitor: Monitor, until: Micros): void {
  let last = -Infinity;
  for (let due = monitor.due(); due !== undefined && due.until < until; due = monitor.due()) {
    if (due.until <= last) return;
    last = due.until;
    monitor.tick(due.until);
  }
}

function tell(monitor: Monitor, event: TraceEvent): void {
  if (event.kind === 'chunk') monitor[event.chunk.direction](event.chunk, event.link);
  else if (event.kind === 'reset') monitor.reset(event.at);
}
