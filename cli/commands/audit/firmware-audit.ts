/**
 * `wirejig audit --firmware`: how good is a suite on C firmware? Each compiled defect must be caught on the emulated chip, in
 * real time. Each difference from the virtual board with the same defect is listed.
 */
import { availableParallelism } from 'node:os';
import { missingEmulationTools } from '../../../devices/emulation/image-build';
import { imageKinds, imageName } from '../../../devices/emulation/images';
import { boardKinds, protocolOf } from '../../../scenarios/protocols';
import { checkSuiteName, parseIds, parseJobs, pickByName } from '../../shared/option-values';
import { UsageError } from '../../shared/usage-error';
import { auditFinding, type AuditCase, type AuditFinding } from './audit-messages';
import { byKind, subjectsOf, type Subject, idsWith, percent, resultOf } from './audit-row';
import { runAudit, runCases, type AuditTable } from './audit-runner';
import type { AuditRequest } from './command';
import type { Colors } from 'picocolors/types';
import type { BoardKind } from '../../../devices/virtual/engine/board';

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

async function imageSubjects(suites: readonly string[], names: readonly string[]) {
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

export interface ImageRow extends Subject {
  readonly image: Outcome;
  readonly model: Outcome;
}

type Outcome = ReturnType<typeof outcomeOf>;

/**
 * `good`: the clause of the defect failed; without one, no clause failed, and the run came to its end. In real time a clause may be
 * inconclusive: that is no failure.
 */
export function outcomeOf({ defect }: Subject, { verdicts, outcome, reason, shown = [] }: AuditFinding) {
  const failed = idsWith(verdicts, 'fail');
  const verdict = defect === undefined ? undefined : (verdicts[defect.breaks] ?? 'skip');
  const good = defect === undefined ? failed.length === 0 && outcome === 'done' : verdict === 'fail';
  return { good, verdict, failed, open: idsWith(verdicts, 'inconclusive', 'error'), reason, shown };
}

/**
 * An audit of compiled firmware as a person reads it, the image on the chip beside the virtual board with the same defect:
 *
 *     board                  breaks     image   model
 *     ✓ qemu:oven (conformant)                passed  passed
 *     ✓ qemu:oven+checksum-ignored OV-FR-02  caught  caught
 *     ≠ qemu:oven+shuffle-once OV-GM-06 MISSED  caught
 */
function imageTable(subjects: readonly Subject[], seed: number, paint: Colors): AuditTable<ImageRow> {
  const width = Math.max(...subjects.map((subject) => nameOf(subject).length));
  return {
    head: [
      `Audit of compiled firmware: ${subjects.length} images and as many virtual boards, seed ${seed}\n`,
      paint.dim(`  ${'board'.padEnd(width)}  ${'breaks'.padEnd(10)}  image   model`),
    ],
    row: (row) => {
      const { image, model, defect } = row;
      const sign = differs(row) ? paint.yellow('≠') : image.good ? paint.green('✓') : paint.red('✗');
      const head = `${nameOf(row).padEnd(width)}  ${(defect?.breaks ?? '').padEnd(10)}`;
      const words = [image, model].map(({ good }) => {
        const word = resultOf(row, good).padEnd(6);
        return good ? paint.green(word) : paint.bold(paint.red(word));
      });
      return `${sign} ${head}  ${words.join('  ')}  ${paint.dim(why(row))}`;
    },
    end: async (rows) =>
      (await conclusion(rows)).map(({ good, text }) => (good ? paint.green(text) : paint.red(text))),
  };
}

export async function conclusion(rows: readonly ImageRow[]) {
  const rates = await Promise.all(byKind(rows).map(({ kind, defects }) => rateOf(kind, defects)));
  const differing = rows.filter((row) => row.defect !== undefined && differs(row));
  const nonconformant = rows.filter(({ defect, image }) => defect === undefined && !image.good);
  return [
    ...rates,
    ...differing.map((row) => ({
      text: `≠ ${nameOf(row)}: ${resultOf(row, row.image.good)} on the chip, ${resultOf(row, row.model.good)} on the virtual board`,
      good: false,
    })),
    ...nonconformant.map((row) => ({
      text: [
        `✗ the conformant firmware ${nameOf(row)} did not pass: ${row.image.failed.join(' ') || (row.image.reason ?? '')}`,
        ...row.image.shown,
      ].join('\n    '),
      good: false,
    })),
  ];
}

async function rateOf(kind: BoardKind, rows: readonly ImageRow[]) {
  const count = rows.length;
  const caught = (of: 'image' | 'model'): number => rows.filter((row) => row[of].good).length;
  const rate = (part: number): string => percent(part, Math.max(1, count));
  const [image, model] = [caught('image'), caught('model')];
  // The defects that only the virtual board has.
  const virtual = (await protocolOf(kind.suite))?.boards.find(({ name }) => name === kind.name);
  const more = (virtual?.defects.length ?? 0) - kind.defects.length;
  const others = more === 0 ? '' : `; ${more} more on the virtual board alone`;
  const good = image === count;
  return {
    text: `${good ? '✓' : '✗'} ${kind.name}: kill rate ${image} of ${count} compiled (${rate(image)}), ${model} of the same on the virtual board (${rate(model)})${others}`,
    good,
  };
}

function differs({ image, model }: ImageRow): boolean {
  return image.good !== model.good;
}

function nameOf({ kind, defect }: Subject): string {
  return defect === undefined ? `${imageName(kind, [])} (conformant)` : imageName(kind, [defect]);
}

function why({ image, defect }: ImageRow): string {
  if (defect === undefined) {
    const open = image.open.length > 0 ? `(open: ${image.open.join(' ')})` : '';
    return [...image.failed, image.good ? '' : (image.reason ?? ''), open]
      .filter((word) => word !== '')
      .join(' ');
  }
  if (image.good) return '';
  return `(verdict: ${image.verdict ?? 'none'}${image.reason === undefined ? '' : `, ${image.reason}`})`;
}
