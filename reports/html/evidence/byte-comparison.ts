/**
 * Expected bytes over seen bytes, each with the names of its fields:
 *
 *               CMD   code  checksum
 *     expected  EE    01    EF
 *     seen      ✗ 06  ✗ 0A  ✗ 00  ✗ 0C
 *               CMD  descr. state checksum
 */
import type { BytesRecord, DueRecord, FieldRecord } from '../../../scenarios/record';
import { compareBytes, type ComparedByte } from '../../fault/byte-comparison';
import { ownersOfBytes } from '../../fault/wrong-fields';
import { clip } from '../../text/printable';
import { leftOut, scrollRegion } from '../components';
import { html, type Markup } from '../markup';
import type { Layout } from '../page';

const SHOWN_BYTES = 16;
const NAME_LENGTH = 40;

interface Row {
  readonly record: Pick<BytesRecord, 'hex' | 'fields'>;
  readonly offset: number;
  readonly count: number;
}

/** `seen`: undefined where nothing came. */
export function byteComparison(
  layout: Layout,
  due: Omit<DueRecord, 'link'>,
  seen: Pick<BytesRecord, 'hex' | 'fields'> | undefined,
): Markup {
  const { bytes, offset, leftOut: hidden } = compareBytes(due.hex, seen?.hex ?? '', SHOWN_BYTES);
  const count = bytes.length;
  const nothing = html`<td class="nothing" colspan="${count}">✗ nothing came</td>`;
  const table = html`<table class="against">
    ${names(layout, { record: due, offset, count })}
    <tr class="due">
      <th scope="row">expected</th>
      ${bytes.map((byte) => html`<td class="hex">${byte.due}</td>`)}
    </tr>
    <tr class="got">
      <th scope="row">seen</th>
      ${seen === undefined ? nothing : bytes.map(seenByte)}
    </tr>
    ${seen === undefined ? undefined : names(layout, { record: seen, offset, count })}
  </table>`;
  return html`${scrollRegion('Expected and seen bytes', table)} ${leftOut(hidden, 'more byte')}`;
}

function seenByte({ seen, differs }: ComparedByte): Markup {
  if (!differs) return html`<td class="hex">${seen}</td>`;
  return html`<td class="hex wrong"><span aria-label="differs">✗</span> ${seen ?? '––'}</td>`;
}

/** The names of the fields over their bytes. */
function names(layout: Layout, { record: { hex, fields = [] }, offset, count }: Row): Markup {
  const owners = ownersOfBytes(fields, Math.min(offset + count, hex.length / 2)).slice(offset);
  const cells: { field: FieldRecord | undefined; span: number }[] = [];
  for (let at = 0; at < count; at++) {
    const field = fields[owners[at] ?? -1];
    const last = cells.at(-1);
    if (last !== undefined && last.field === field) last.span++;
    else cells.push({ field, span: 1 });
  }
  return html`<tr class="names">
    <td></td>
    ${cells.map(({ field, span }) =>
      field === undefined
        ? html`<td colspan="${span}"></td>`
        : html`<td class="${layout.hueOf(field.name)}" colspan="${span}">
            ${clip(field.name, NAME_LENGTH)} <b>${clip(field.meaning ?? '', NAME_LENGTH)}</b>
          </td>`,
    )}
  </tr>`;
}
