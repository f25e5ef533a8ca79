/**
 * The directory of a campaign's `--out`:
 *
 *     journal.jsonl      the journal, written during the campaign
 *     report.html        the report, written at the end
 *     campaign.json      the checkpoint for `--resume`
 *     findings/ID.json   one finding: wirejig replay FILE
 *     findings/ID.c      the same as data for a test of the firmware
 *     findings/ID.py     the same as a script for a serial port
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  readCheckpoint,
  writeCheckpoint,
  type Checkpoint,
} from '../../../scenarios/fuzz/campaign/checkpoint';
import { writeFinding, type Finding } from '../../../scenarios/fuzz/triage/finding';
import { openJournal } from '../../../scenarios/journal/journal';
import type { JournalEvent } from '../../../scenarios/record';
import { keepCrashesIn } from '../../shared/crash';
import type { Exports } from './fuzz-exports';
import { JOURNAL, makeDirectory, reportWriteErrors } from '../../shared/output/output-folder';
import { refuseErrors, UsageError } from '../../shared/usage-error';

const CHECKPOINT = 'campaign.json';
const FINDINGS = 'findings';

export interface FuzzOutput {
  write(event: JournalEvent): void;
  /** Returns the path of the JSON file. */
  saveFinding(finding: Finding): string;
  saveCheckpoint(state: Checkpoint): void;
  close(): void;
}

/** Throws {@link UsageError} where the directory cannot be written. `resumed`: files that exist are kept. */
export function openFuzzOutput(directory: string, resumed: boolean, exports: Exports): FuzzOutput {
  const findings = join(directory, FINDINGS);
  const checkpoint = join(directory, CHECKPOINT);
  const journal = reportWriteErrors(directory, () => {
    makeDirectory(directory);
    if (!resumed) {
      rmSync(findings, { recursive: true, force: true });
      rmSync(checkpoint, { force: true });
    }
    makeDirectory(findings);
    return openJournal(join(directory, JOURNAL), resumed);
  });
  keepCrashesIn(directory);
  return {
    write: (event) => reportWriteErrors(directory, () => journal.write(event)),
    saveFinding: (finding) => {
      const file = join(findings, `${finding.id}.json`);
      reportWriteErrors(directory, () => {
        replaceFile(file, writeFinding(finding));
        for (const [ending, text] of Object.entries(exports(finding)))
          replaceFile(join(findings, `${finding.id}.${ending}`), text);
      });
      return file;
    },
    saveCheckpoint: (state) =>
      reportWriteErrors(directory, () => replaceFile(checkpoint, writeCheckpoint(state))),
    close: () => reportWriteErrors(directory, () => journal.close()),
  };
}

/** Replaces the file as a whole: a crash or power loss leaves the old or the new content. */
function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** The checkpoint of an interrupted campaign. Throws {@link UsageError} where there is none. */
export function loadCheckpoint(directory: string): Checkpoint {
  const path = join(directory, CHECKPOINT);
  if (!existsSync(path))
    throw new UsageError(
      `no campaign to resume in ${directory}: give the --out DIR of one that was interrupted`,
    );
  return refuseErrors(
    () => readCheckpoint(readFileSync(path, 'utf8')),
    (cause) => `cannot resume from ${path}: ${cause}: begin anew without --resume`,
  );
}
