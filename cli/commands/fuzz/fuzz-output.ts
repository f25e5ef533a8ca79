/**
 * The directory of a campaign's `--out`:
 *
 *     journal.jsonl      the journal, written during the campaign
 *     report.html        the report, written at the end
 *     campaign.json      the checkpoint for `--resume`
 *     findings/ID.json   one finding: wirejig replay FILE
 *     findings/ID.c      the same as data for a test of the firmware
 *     findings/ID.py     the same as a script for a serial port
 *     findings/unconfirmed-ID.*   a failure that did not reproduce
 */
import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  readCheckpoint,
  writeCheckpoint,
  type Checkpoint,
} from '../../../scenarios/fuzz/campaign/checkpoint';
import type { Campaign } from '../../../scenarios/fuzz/campaign/campaign';
import type { Finding } from '../../../scenarios/fuzz/triage/finding';
import { openJournal } from '../../../scenarios/journal/journal';
import type { JournalEvent } from '../../../scenarios/record';
import { keepCrashesIn } from '../../shared/crash';
import { removeFindingFiles, writeFindingFiles, type Exports } from './fuzz-exports';
import {
  CHECKPOINT,
  claimFolder,
  FINDINGS,
  JOURNAL,
  removeRunFiles,
} from '../../shared/output/folder/folder-claim';
import { readBoundedText, replaceFile, reportWriteErrors } from '../../shared/output/folder/own-files';
import { campaignEventsOf } from '../../shared/output/journal-file';
import { RunIdentity } from '../../shared/output/run-id';
import { refuseErrors, UsageError } from '../../shared/usage-error';

/** A corpus of many days has some megabytes. */
const CHECKPOINT_BYTES = 1 << 28;

export interface FuzzOutput {
  write(event: JournalEvent): void;
  /** Shows how far the campaign is, and a case; not part of the journal. */
  readonly show?: (campaign: Pick<Campaign, 'progress' | 'watchNextCase'>) => void;
  /** Returns the path of the JSON file. */
  saveFinding(finding: Finding): string;
  removeFinding(finding: Finding): void;
  saveCheckpoint(state: Checkpoint): void;
  close(): void;
}

/**
 * Takes the lock of the folder, and makes it. The result releases it, and removes a new folder in which nothing was written. Throws
 * {@link UsageError} where another process has it.
 */
export function claimFuzzFolder(directory: string): () => void {
  const isNew = !existsSync(directory);
  const unlock = reportWriteErrors(directory, () => claimFolder(directory));
  return () => {
    unlock();
    if (isNew && readdirSync(directory).length === 0) rmdirSync(directory);
  };
}

/**
 * In a folder that is claimed. Throws {@link UsageError} where it cannot be written. `earlier`: files that exist are kept; they have to be of
 * that campaign.
 */
export function openFuzzOutput(
  directory: string,
  earlier: Checkpoint | undefined,
  exports: Exports,
): FuzzOutput {
  const identity = new RunIdentity(earlier?.id);
  const findings = join(directory, FINDINGS);
  const checkpoint = join(directory, CHECKPOINT);
  if (earlier !== undefined) refuseOtherJournal(directory, earlier);
  const journal = reportWriteErrors(directory, () => {
    if (earlier === undefined) {
      removeRunFiles(directory);
    }
    mkdirSync(findings, { recursive: true });
    return openJournal(join(directory, JOURNAL), earlier !== undefined);
  });
  keepCrashesIn(directory);
  return {
    write: (event) => reportWriteErrors(directory, () => journal.write(identity.stamp(event))),
    saveFinding: (finding) =>
      reportWriteErrors(directory, () => writeFindingFiles(findings, finding, exports)),
    removeFinding: (finding) => reportWriteErrors(directory, () => removeFindingFiles(findings, finding)),
    saveCheckpoint: (state) =>
      reportWriteErrors(directory, () =>
        replaceFile(checkpoint, writeCheckpoint({ ...state, id: identity.value })),
      ),
    close: () => reportWriteErrors(directory, () => journal.close()),
  };
}

/** A campaign goes on in its own journal only. */
function refuseOtherJournal(directory: string, { id }: Checkpoint): void {
  const journal = join(directory, JOURNAL);
  const [first] = existsSync(journal) ? campaignEventsOf(journal) : [];
  if (first?.type !== 'fuzz' || first.id !== id)
    throw new UsageError(
      `${CHECKPOINT} and ${JOURNAL} in ${directory} are not of one campaign: begin anew without --resume`,
    );
}

/** The checkpoint of an interrupted campaign. Throws {@link UsageError} where there is none. */
export function loadCheckpoint(directory: string): Checkpoint {
  const path = join(directory, CHECKPOINT);
  if (!existsSync(path))
    throw new UsageError(
      `no campaign to resume in ${directory}: give the --out DIR of one that was interrupted`,
    );
  return refuseErrors(
    () => readCheckpoint(readBoundedText(path, CHECKPOINT_BYTES)),
    (cause) => `cannot resume from ${path}: ${cause}: begin anew without --resume`,
  );
}
