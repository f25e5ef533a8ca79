/**
 * `wirejig audit --firmware`: the same question of the C firmware. Each of its compiled defects must be caught on the chip
 * under emulation, in real time, as it is on the virtual board; where the two differ, that is said.
 */
import { imageKinds, imageName } from '../../../devices/emulation/images';
import type { BoardKind, Defect } from '../../../devices/virtual/engine/board';
import { BOARD_KINDS } from '../../../devices/virtual/kinds';
import type { AuditCase, AuditFinding } from './audit-case';
import { auditAll } from './audit-pool';
import { audited } from './audit-runner';
import { imageTable } from './firmware-audit-table';
import { pick } from '../../shared/option-values';
import { UsageError } from '../../shared/usage-error';

/** An image with a defect, or the sound one. */
export interface ImageSubject {
  readonly kind: BoardKind;
  readonly defect: Defect | undefined;
}

export interface ImageRow extends ImageSubject {
  /** What came of it on the chip, and of the virtual board with the same defect. */
  readonly image: Outcome;
  readonly model: Outcome;
}

export interface Outcome {
  /** A defect: its clause failed. The sound board: no clause failed, and the run came to its end. */
  readonly good: boolean;
  /** Of a defect: the verdict on its clause. */
  readonly verdict: string | undefined;
  /** Of the sound board: the clauses that failed, and those that nothing was decided about. */
  readonly failed: readonly string[];
  readonly open: readonly string[];
  readonly reason: string | undefined;
}

export interface ImageAudit {
  readonly suites: readonly string[];
  readonly defects: readonly string[];
  readonly seed: number;
  readonly jobs: number;
  readonly json: boolean;
  readonly color: boolean;
}

/** Resolves with 0 when the images' defects were all caught and no sound image was blamed, else 1; 130 interrupted. */
export async function auditImages(asked: ImageAudit): Promise<number> {
  const { seed, jobs, json, color } = asked;
  const subjects = subjectsOf(asked);
  const cases = subjects.flatMap((subject) => casesOf(subject, seed));
  return audited<AuditFinding, ImageRow>({
    work: (signal, found) => auditAll(cases, jobs, signal, found),
    rowAt: (at, found) => rowAt(subjects, found, at),
    good: ({ image }) => image.good,
    table: json ? undefined : () => imageTable(subjects, seed, color),
    json: (rows) => jsonAudit(rows, seed),
  });
}

/** Defects that the virtual board has and no image. */
export function modelOnly(kind: BoardKind): number {
  const model = BOARD_KINDS.find(({ name }) => name === kind.name);
  return (model?.defects.length ?? 0) - kind.defects.length;
}

function subjectsOf({ suites, defects: names }: ImageAudit): readonly ImageSubject[] {
  const kinds = imageKinds().filter(({ suite }) => suites.length === 0 || suites.includes(suite));
  if (kinds.length === 0)
    throw new UsageError(`there is no firmware of ${suites.join(', ')}: name another suite`);
  const known = kinds.flatMap(({ defects }) => defects);
  for (const name of names) pick(known, (one) => one.name, name, 'compiled defect', 'there are');
  return kinds.flatMap((kind) => [
    { kind, defect: undefined },
    ...kind.defects
      .filter(({ name }) => names.length === 0 || names.includes(name))
      .map((defect) => ({ kind, defect })),
  ]);
}

/** Short ones: a busy host keeps a chip standing still, and then nothing is decided. */
const TRIES = 6;

/** First the image's run, then the virtual board's. A sound one is asked everything. */
function casesOf({ kind, defect }: ImageSubject, seed: number): AuditCase[] {
  const limits = defect === undefined ? {} : { only: [defect.breaks], until: defect.breaks, tries: TRIES };
  const image = imageName(kind, defect === undefined ? [] : [defect]);
  return [image, image.replace(/^qemu:/, 'virtual:')].map((board) => ({ board, seed, ...limits }));
}

function rowAt(
  subjects: readonly ImageSubject[],
  found: ReadonlyMap<number, AuditFinding>,
  at: number,
): ImageRow | undefined {
  const subject = subjects[at];
  const [image, model] = [found.get(2 * at), found.get(2 * at + 1)];
  if (subject === undefined || image === undefined || model === undefined) return undefined;
  return { ...subject, image: outcomeOf(subject, image), model: outcomeOf(subject, model) };
}

/** What a run says of its subject. In real time a clause may come out inconclusive, which blames nobody. */
export function outcomeOf({ defect }: ImageSubject, { verdicts, outcome, reason }: AuditFinding): Outcome {
  const withVerdict = (...words: readonly string[]): string[] =>
    Object.keys(verdicts).filter((id) => words.includes(verdicts[id] ?? ''));
  const failed = withVerdict('fail');
  const verdict = defect === undefined ? undefined : (verdicts[defect.breaks] ?? 'skip');
  const good = defect === undefined ? failed.length === 0 && outcome === 'done' : verdict === 'fail';
  return { good, verdict, failed, open: withVerdict('inconclusive', 'error'), reason };
}

function jsonAudit(rows: readonly ImageRow[], seed: number): object {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  return {
    seed,
    boards: kinds.map((kind) => {
      const own = rows.filter((row) => row.kind === kind);
      const defects = own.flatMap((row) =>
        row.defect === undefined ? [] : [{ ...row, defect: row.defect }],
      );
      const sound = own.find(({ defect }) => defect === undefined);
      return {
        board: imageName(kind, []),
        suite: kind.suite,
        sound: {
          passed: sound?.image.good ?? false,
          failed: sound?.image.failed ?? [],
          open: sound?.image.open ?? [],
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
      };
    }),
  };
}
