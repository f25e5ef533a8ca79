/**
 * The id of a run or campaign: in the first and the last event of its journal, in `results.json` and in `campaign.json`, so that
 * files of two runs are never read as those of one.
 */
import { createHash } from 'node:crypto';
import type { FuzzStart } from '../../../scenarios/fuzz-record';
import type { JournalEvent, RunStart } from '../../../scenarios/record';

const LENGTH = 16;

/** From the first event: a virtual run of the same seed has the same id, as it has the same journal. */
function runId(start: RunStart | FuzzStart): string {
  return createHash('sha256').update(JSON.stringify(start)).digest('hex').slice(0, LENGTH);
}

/** Puts the id into the events of one run that have it. */
export class RunIdentity {
  /** `id`: that of a campaign that goes on. */
  constructor(private id?: string) {}

  get value(): string | undefined {
    return this.id;
  }

  stamp(event: JournalEvent): JournalEvent {
    if (event.type === 'run' || event.type === 'fuzz') {
      this.id = runId(event);
      return { ...event, id: this.id };
    }
    if (this.id === undefined) return event;
    if (event.type === 'run-end' || event.type === 'fuzz-end' || event.type === 'fuzz-resume')
      return { ...event, id: this.id };
    return event;
  }
}
