/**
 * `wirejig audit --firmware`: how good is a suite on C firmware? Each compiled defect must be caught on the emulated chip, in
 * real time. Each difference from the virtual board with the same defect is listed.
 */
import { availableParallelism } from 'node:os';
import { missingEmulationTools } from '../../../devices/emulation/image-build';
import { imageKinds, imageName } from '../../../devices/emulation/images';
import { boardKinds } from '../../../scenarios/protocols';
import { checkSuiteName } from '../../shared/find-suite';
import { parseIds, parseJobs, pickByName } from '../../shared/option-values';
import { UsageError } from '../../shared/usage-error';
import { auditFinding, type AuditCase, type AuditFinding } from './audit-messages';
import { byKind, subjectsOf, type Subject } from './audit-row';
import { runAudit, runCases } from './audit-runner';
import type { AuditRequest } from './command';
import { imageTable, outcomeOf, type ImageRow } from './firmware-audit-table';

/** Runs in real time mostly wait, so a processor serves several. */
const IMAGES_A_PROCESSOR = 3;

/** Resolves with 0 when the images' defects were all caught and no conformant image was blamed, else 1; 130 interrupted. */
export async function auditImages(request: AuditRequest, seed: number): Promise<number> {
  const jobs = parseJobs(request.jobs, IMAGES_A_PROCESSOR * availableParallelism());
  const subjects = await imageSubjects(request.suites.map(checkSuiteName), parseIds(request.defects));
  refuseMissingTools();
  const cases = subjects.flatMap((subject) => casesOf(subject, seed));
  return runAudit<AuditFinding, ImageRow>(request, {
    total: cases.length,
    what: 'runs',
    work: (signal, found) => runCases(cases, auditFinding, jobs, signal, found),
    rowAt: (at, found) => {
      const subject = subjects[at];
      const [image, model] = [found.get(2 * at), found.get(2 * at + 1)];
      if (subject === undefined || image === undefined || model === undefined) return undefined;
      return { ...subject, image: outcomeOf(subject, image), model: outcomeOf(subject, model) };
    },
    good: ({ image }) => image.good,
    table: (paint) => imageTable(subjects, seed, paint),
    json: (rows) => jsonFirmwareAudit(rows, seed),
  });
}

/** Throws {@link UsageError}: without them no image is built, and nothing could be judged. */
function refuseMissingTools(): void {
  const missing = missingEmulationTools();
  if (missing.length === 0) return;
  const packages = missing.map((tool) => tool.package).join(' ');
  throw new UsageError(
    `no ${missing.map((tool) => tool.program).join(', no ')} here to build and run the firmware with: install it (apt-get install ${packages})`,
    3,
  );
}

async function imageSubjects(
  suites: readonly string[],
  names: readonly string[],
): Promise<readonly Subject[]> {
  const kinds = imageKinds(await boardKinds(suites.length === 0 ? undefined : suites));
  if (kinds.length === 0)
    throw new UsageError(`there is no firmware of ${suites.join(', ')}: name another suite`);
  const known = kinds.flatMap(({ defects }) => defects);
  for (const name of names) pickByName(known, (one) => one.name, name, 'compiled defect', 'there are');
  return subjectsOf(kinds, names);
}

/** Runs until a clause is decided: a busy host stalls the emulated chip, and then nothing is decided. */
const TRIES = 6;

/** The case of the image, then that of the virtual board. A conformant board runs the whole suite. */
function casesOf({ kind, defect }: Subject, seed: number): AuditCase[] {
  const limits = defect === undefined ? {} : { only: [defect.breaks], until: defect.breaks, tries: TRIES };
  const image = imageName(kind, defect === undefined ? [] : [defect]);
  return [image, image.replace(/^qemu:/, 'virtual:')].map((board) => ({ board, seed, ...limits }));
}

function jsonFirmwareAudit(rows: readonly ImageRow[], seed: number): object {
  const boards = byKind(rows).map(({ kind, conformant, defects }) => ({
    board: imageName(kind, []),
    suite: kind.suite,
    conformant: {
      passed: conformant?.image.good ?? false,
      failed: conformant?.image.failed ?? [],
      open: conformant?.image.open ?? [],
    },
    caught: defects.filter(({ image }) => image.good).length,
    caughtOfModel: defects.filter(({ model }) => model.good).length,
    total: defects.length,
    defects: defects.map(({ defect: { name, breaks }, image, model }) => ({
      name,
      breaks,
      caught: image.good,
      verdict: image.verdict,
      caughtOfModel: model.good,
      verdictOfModel: model.verdict,
      reason: image.reason,
    })),
  }));
  return { seed, boards };
}
