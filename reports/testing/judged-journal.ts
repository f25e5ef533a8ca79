/** The sample journal with other verdicts: all pass, but those given. */
import type { AccountingRecord, JournalEvent, Verdict } from '../../scenarios/record';
import { sampleJournal } from './sample-journal';

const SAMPLE = sampleJournal();

export const SAMPLE_CLAUSES = SAMPLE.flatMap((event) =>
  event.type === 'run' ? event.suites.flatMap(({ requirements }) => requirements.map(({ id }) => id)) : [],
);

/** `accounting`: of the exchanges of one scenario; none: nothing counts them. */
export function judgedJournal(
  verdicts: Readonly<Record<string, Verdict>>,
  accounting?: AccountingRecord,
): readonly JournalEvent[] {
  const standings = Object.fromEntries(
    SAMPLE_CLAUSES.map((id) => [id, { verdict: verdicts[id] ?? ('pass' as const), checks: 1 }]),
  );
  return SAMPLE.map((event): JournalEvent => {
    if (event.type === 'run-end') return { ...event, verdicts: standings };
    const isCounted = event.type === 'scenario-end' && event.scenario === 'stm/games';
    return isCounted && accounting !== undefined ? { ...event, accounting } : event;
  });
}
