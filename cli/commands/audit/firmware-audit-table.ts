/**
 * An audit of compiled firmware as a person reads it, the image on the chip beside the virtual board with the same defect:
 *
 *     board                  breaks     image   model
 *     ✓ qemu:oven (conformant)                passed  passed
 *     ✓ qemu:oven+checksum-ignored OV-FR-02  caught  caught
 *     ≠ qemu:oven+shuffle-once OV-GM-06 MISSED  caught
 */
import type { Colors } from 'picocolors/types';
import { imageName } from '../../../devices/emulation/images';
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { protocolOf } from '../../../scenarios/protocols';
import type { AuditFinding } from './audit-messages';
import { byKind, idsWith, percent, resultOf, type Subject } from './audit-row';
import type { AuditTable } from './audit-runner';

export interface ImageRow extends Subject {
  readonly image: Outcome;
  readonly model: Outcome;
}

interface Outcome {
  /** With a defect: its clause failed. Conformant board: no clause failed, and the run came to its end. */
  readonly good: boolean;
  /** With a defect: the verdict on its clause. */
  readonly verdict: string | undefined;
  /** The clauses that failed, and those without a decision. */
  readonly failed: readonly string[];
  readonly open: readonly string[];
  readonly reason: string | undefined;
  /** What a conformant board is blamed for, with the bytes. */
  readonly shown: readonly string[];
}

/** In real time a clause may be inconclusive: that is no failure. */
export function outcomeOf(
  { defect }: Subject,
  { verdicts, outcome, reason, shown = [] }: AuditFinding,
): Outcome {
  const failed = idsWith(verdicts, 'fail');
  const verdict = defect === undefined ? undefined : (verdicts[defect.breaks] ?? 'skip');
  const good = defect === undefined ? failed.length === 0 && outcome === 'done' : verdict === 'fail';
  return { good, verdict, failed, open: idsWith(verdicts, 'inconclusive', 'error'), reason, shown };
}

export function imageTable(subjects: readonly Subject[], seed: number, paint: Colors): AuditTable<ImageRow> {
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

/** Both kill rates, then each difference, then each conformant board that failed. */
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
