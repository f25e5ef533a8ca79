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
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  readCheckpoint,
  writeCheckpoint,
  type Checkpoint,
} from '../../../scenarios/fuzz/campaign/checkpoint';
import type { Campaign } from '../../../scenarios/fuzz/campaign/campaign';
import { type Finding, fileNameOf, writeFinding } from '../../../scenarios/fuzz/triage/finding';
import { openJournal } from '../../../scenarios/journal/journal';
import type { JournalEvent } from '../../../scenarios/record';
import { keepCrashesIn } from '../../shared/console';
import { CHECKPOINT, claimFolder, FINDINGS, JOURNAL, removeRunFiles } from '../../shared/output/folder-claim';
import { readBoundedText, replaceFile, reportWriteErrors } from '../../shared/output/own-files';
import { campaignEventsOf, RunIdentity } from '../../shared/output/journal-file';
import { refuseErrors, reportFileErrors, UsageError } from '../../shared/usage-error';
import type { LinkBinding } from '../../../devices/links/link';
import { withLinks, type BoardKind } from '../../../devices/virtual/engine/board';
import { cArray } from '../../../scenarios/fuzz/export/c-array';
import { exportFinding } from '../../../scenarios/fuzz/export/exchange';
import { pythonScript } from '../../../scenarios/fuzz/export/python-script';
import { boardKinds } from '../../../scenarios/protocols';
import { VirtualRig } from '../../../scenarios/fuzz/execution/virtual-rig';
import type { FuzzSetup } from '../../shared/fuzz/fuzz-board';
import { defaultKind, applyBaud } from '../../shared/boards/run-target';

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
  const refusal = (cause: string): string =>
    `cannot resume from ${path}: ${cause}: begin anew without --resume`;
  const text = reportFileErrors(() => readBoundedText(path, CHECKPOINT_BYTES), refusal);
  return refuseErrors(() => readCheckpoint(text), refusal);
}

/** Files by the endings of their names. */
type Exports = (finding: Finding) => Readonly<Record<'c' | 'py', string>>;

/** The expected answers come from the suite's own virtual board. It is sound, unlike one with published firmware. */
export async function exportsOf({ suite, target, board }: FuzzSetup): Promise<Exports> {
  const binding = (one: BoardKind): LinkBinding => one.links[0]?.binding ?? 'serial';
  const own = (await boardKinds([suite.id])).find((one) => binding(one) === board.binding);
  const kind = own ?? (await defaultKind(suite));
  return (finding) => {
    const { parameters } = finding;
    const links = applyBaud(kind.links, suite.parameters, parameters);
    const session = target.session(parameters);
    const sound = (seed: number): VirtualRig =>
      new VirtualRig({ kind: withLinks(kind, links), defects: [], parameters, seed });
    const one = exportFinding(finding, session, sound);
    return { c: cArray(one, session), py: pythonScript(one, session) };
  };
}

/** Writes a finding and its exports. Returns the path of the finding, and throws what node:fs throws. */
export function writeFindingFiles(folder: string, finding: Finding, exports: Exports): string {
  const name = join(folder, fileNameOf(finding));
  replaceFile(`${name}.json`, writeFinding(finding));
  for (const [ending, text] of Object.entries(exports(finding))) replaceFile(`${name}.${ending}`, text);
  return `${name}.json`;
}

/** Removes the files of an unconfirmed failure that is a finding now. Throws what node:fs throws. */
function removeFindingFiles(folder: string, finding: Finding): void {
  for (const ending of ['json', 'c', 'py'])
    rmSync(join(folder, `${fileNameOf(finding)}.${ending}`), { force: true });
}
