/**
 * An audit of compiled firmware as a person reads it:
 *
 *     board                  breaks     image   model
 *     ✓ qemu:oven (conformant)                passed  passed
 *     ✓ qemu:oven+checksum-ignored OV-FR-02  caught  caught
 *     ≠ qemu:oven+shuffle-once OV-GM-06 MISSED  caught
 */
import { createColors } from 'picocolors';
import { imageName } from '../../../devices/emulation/images';
import { auditOutput } from './audit-output';
import type { AuditTable } from './audit-runner';
import type { Subject } from './audit-row';
import { modelOnlyDefects, type ImageRow, type Outcome } from './firmware-audit-row';

export function imageTable(
  subjects: readonly Subject[],
  seed: number,
  color: boolean,
  plain = false,
): AuditTable<ImageRow> {
  const paint = createColors(color);
  const width = Math.max(...subjects.map((subject) => nameOf(subject).length));
  const output = auditOutput(2 * subjects.length, 'runs', plain, paint);
  const { print } = output;
  print(`Audit of compiled firmware: ${subjects.length} images and as many virtual boards, seed ${seed}\n`);
  print(paint.dim(`  ${'board'.padEnd(width)}  ${'breaks'.padEnd(10)}  image   model`));
  return {
    ...output,
    row: (row) => {
      const { image, model, defect } = row;
      const sign = differs(row) ? paint.yellow('≠') : image.good ? paint.green('✓') : paint.red('✗');
      const head = `${nameOf(row).padEnd(width)}  ${(defect?.breaks ?? '').padEnd(10)}`;
      const words = [image, model].map((one) => {
        const word = wordOf(row, one).padEnd(6);
        return one.good ? paint.green(word) : paint.bold(paint.red(word));
      });
      print(`${sign} ${head}  ${words.join('  ')}  ${paint.dim(why(row))}`);
    },
    end: async (rows) => {
      print('');
      for (const line of await conclusion(rows))
        print(line.good ? paint.green(line.text) : paint.red(line.text));
    },
  };
}

interface Line {
  readonly text: string;
  readonly good: boolean;
}

/** Both kill rates, then each difference, then each conformant board that failed. */
export async function conclusion(rows: readonly ImageRow[]): Promise<Line[]> {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const rates = await Promise.all(kinds.map((kind) => rateOf(rows.filter((row) => row.kind === kind))));
  const differing = rows.filter((row) => row.defect !== undefined && differs(row));
  const nonconformant = rows.filter(({ defect, image }) => defect === undefined && !image.good);
  return [
    ...rates,
    ...differing.map((row) => ({
      text: `≠ ${nameOf(row)}: ${wordOf(row, row.image)} on the chip, ${wordOf(row, row.model)} on the virtual board`,
      good: false,
    })),
    ...nonconformant.map((row) => ({
      text: `✗ the conformant firmware ${nameOf(row)} did not pass: ${row.image.failed.join(' ') || (row.image.reason ?? '')}`,
      good: false,
    })),
  ];
}

async function rateOf(rows: readonly ImageRow[]): Promise<Line> {
  const [first] = rows;
  const defects = rows.filter(({ defect }) => defect !== undefined);
  const caught = (of: 'image' | 'model'): number => defects.filter((row) => row[of].good).length;
  const percent = (count: number): string => `${((100 * count) / Math.max(1, defects.length)).toFixed(1)} %`;
  const [image, model] = [caught('image'), caught('model')];
  const more = first === undefined ? 0 : await modelOnlyDefects(first.kind);
  const others = more === 0 ? '' : `; ${more} more on the virtual board alone`;
  const good = image === defects.length;
  return {
    text: `${good ? '✓' : '✗'} ${first?.kind.name ?? ''}: kill rate ${image} of ${defects.length} compiled (${percent(image)}), ${model} of the same on the virtual board (${percent(model)})${others}`,
    good,
  };
}

function differs({ image, model }: ImageRow): boolean {
  return image.good !== model.good;
}

function nameOf({ kind, defect }: Subject): string {
  return defect === undefined ? `${imageName(kind, [])} (conformant)` : imageName(kind, [defect]);
}

function wordOf({ defect }: Subject, { good }: Outcome): string {
  if (defect === undefined) return good ? 'passed' : 'FAILED';
  return good ? 'caught' : 'MISSED';
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
