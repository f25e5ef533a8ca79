/**
 * `wirejig audit --firmware`: how good is a suite on C firmware? Each compiled defect must be caught on the emulated chip, in
 * real time. Each difference from the virtual board with the same defect is listed.
 */
import { missingEmulationTools } from '../../../devices/emulation/image-build';
import { imageKinds, imageName } from '../../../devices/emulation/images';
import { boardKinds } from '../../../scenarios/protocols';
import type { AuditCase, AuditFinding } from './audit-messages';
import { describeByKind, subjectsOf, type Subject } from './audit-row';
import { outcomeOf, type ImageRow } from './firmware-audit-row';
import { runAuditCases } from './audit-pool';
import { runAudit } from './audit-runner';
import { imageTable } from './firmware-audit-table';
import { pickByName } from '../../shared/option-values';
import { UsageError } from '../../shared/usage-error';

export interface ImageAudit {
  readonly suites: readonly string[];
  readonly defects: readonly string[];
  readonly seed: number;
  readonly jobs: number;
  readonly json: boolean;
  readonly color: boolean;
  /** Progress is printed line by line. */
  readonly plain: boolean;
}

/** Resolves with 0 when the images' defects were all caught and no conformant image was blamed, else 1; 130 interrupted. */
export async function auditImages(asked: ImageAudit): Promise<number> {
  const { seed, jobs, json, color, plain } = asked;
  const subjects = await imageSubjects(asked);
  refuseMissingTools();
  const cases = subjects.flatMap((subject) => casesOf(subject, seed));
  return runAudit<AuditFinding, ImageRow>({
    work: (signal, found) => runAuditCases(cases, jobs, signal, found),
    rowAt: (at, found) => rowAt(subjects, found, at),
    good: ({ image }) => image.good,
    table: json ? undefined : () => imageTable(subjects, seed, color, plain),
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

async function imageSubjects({ suites, defects: names }: ImageAudit): Promise<readonly Subject[]> {
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

function rowAt(
  subjects: readonly Subject[],
  found: ReadonlyMap<number, AuditFinding>,
  at: number,
): ImageRow | undefined {
  const subject = subjects[at];
  const [image, model] = [found.get(2 * at), found.get(2 * at + 1)];
  if (subject === undefined || image === undefined || model === undefined) return undefined;
  return { ...subject, image: outcomeOf(subject, image), model: outcomeOf(subject, model) };
}

function jsonFirmwareAudit(rows: readonly ImageRow[], seed: number): object {
  const boards = describeByKind(rows, (kind, conformant, defects) => ({
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
      ...(image.reason === undefined ? {} : { reason: image.reason }),
    })),
  }));
  return { seed, boards };
}
