/** Answers that changed: where two runs sent the same bytes up to a point, the first answer that is another. */
import type { JournalEvent } from '../scenarios/record';

export interface AnswerChange {
  readonly scenario: string;
  readonly link: string;
  /** Exchanges of the scenario that were alike before it. */
  readonly alike: number;
  /** Hex. */
  readonly sent: string;
  readonly before: string;
  readonly after: string;
}

interface Exchange {
  readonly sent: string;
  got: string;
}

/** Hex digits of one answer that are kept. */
const KEPT = 512;
/** Exchanges of one scenario and link that are kept. */
const EXCHANGES = 4000;

/** What was sent and what came after it, by scenario and link. */
export function exchangesOf(events: Iterable<JournalEvent>): ReadonlyMap<string, readonly Exchange[]> {
  const all = new Map<string, Exchange[]>();
  let scenario: string | undefined;
  for (const event of events) {
    if (event.type === 'scenario') scenario = event.scenario;
    else if (event.type === 'scenario-end') scenario = undefined;
    else if (event.type === 'chunk' && scenario !== undefined) {
      const key = `${scenario}\n${event.link}`;
      const list = all.get(key) ?? [];
      all.set(key, list);
      const last = list.at(-1);
      if (event.direction === 'tx') {
        if (list.length < EXCHANGES) list.push({ sent: event.hex, got: '' });
      } else if (last !== undefined && last.got.length < KEPT) last.got += event.hex;
    }
  }
  return all;
}

/** The first change in each scenario and link; none behind the point where the runs sent other bytes. */
export function answerChanges(
  before: ReadonlyMap<string, readonly Exchange[]>,
  after: ReadonlyMap<string, readonly Exchange[]>,
): readonly AnswerChange[] {
  return [...before].flatMap(([key, list]) => {
    const other = after.get(key) ?? [];
    const [scenario = '', link = ''] = key.split('\n');
    for (const [alike, { sent, got }] of list.entries()) {
      const later = other[alike];
      if (later === undefined || later.sent !== sent) return [];
      if (later.got !== got) return [{ scenario, link, alike, sent, before: got, after: later.got }];
    }
    return [];
  });
}
