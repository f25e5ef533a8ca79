/** The exchanges around a failed check, oldest first: the failing one unfolded, those before it folded. */
import type { BytesRecord, DueRecord, FieldRecord } from '../../../scenarios/record';
import { answerIndex, offsetText } from '../../fault/failing-exchange';
import { frameChanges } from '../../fault/frame-changes';
import { correctedHex, ownersOfBytes, compareBytes, type ComparedByte } from '../../fault/wrong-fields';
import { clip } from '../../text/printable';
import { formatInstant, plural } from '../../text/quantity';
import { folded, leftOut, scrollRegion } from '../components';
import { html, type Markup } from '../markup';
import type { Layout } from '../page';
import { bytesView } from './bytes';

export interface Exchanges {
  readonly records: readonly BytesRecord[];
  /** Of each record the id to which its place in the ladder leads. */
  readonly ids: readonly string[];
  readonly start: number;
  readonly due: DueRecord | undefined;
}

export function failingExchangeList(layout: Layout, shown: Exchanges): Markup | undefined {
  const { records, start, due } = shown;
  if (records.length === 0) return undefined;
  const answer = due === undefined ? undefined : answerIndex(records, start, due);
  const missing = due !== undefined && answer === undefined;
  const places = records.map((_, index) => index).slice(start);
  return html`<ol class="exchanges">
    ${places.map((index) => exchange(layout, shown, index, index === answer ? due : undefined))}
    ${missing ? missingAnswer(layout, due) : undefined}
  </ol>`;
}

export function earlierExchangeList(layout: Layout, shown: Exchanges): Markup | undefined {
  const { start } = shown;
  if (start === 0) return undefined;
  const places = shown.records.map((_, index) => index).slice(0, start);
  const list = html`<ol class="exchanges">
    ${places.map((index) => exchange(layout, shown, index, undefined))}
  </ol>`;
  return folded(plural(start, 'earlier exchange'), layout.defer(list), 'earlier');
}

function missingAnswer(layout: Layout, due: DueRecord): Markup {
  return html`<li class="rx">
    <div class="when"><b>board → host</b> <span>${clip(due.link, 60)}</span></div>
    <div class="what">${byteComparison(layout, due, undefined)}</div>
  </li>`;
}

function exchange(
  layout: Layout,
  { records, ids, start }: Exchanges,
  index: number,
  due: DueRecord | undefined,
): Markup | undefined {
  const record = records[index];
  if (record === undefined) return undefined;
  const sent = record.direction === 'tx';
  const time = index === start ? `at ${formatInstant(record.notBefore)}` : offsetText(record, records[start]);
  const refused =
    record.reject === undefined
      ? undefined
      : html`<p class="refused"><b>! not a frame:</b> ${clip(record.reject, 1000)}</p>`;
  return html`<li class="${sent ? 'tx' : 'rx'}" id="${ids[index]}">
    <div class="when">
      <b>${sent ? 'host → board' : 'board → host'}</b> <span>${time}</span>
      <span>${clip(record.link, 60)}</span>
    </div>
    <div class="what">${content(layout, records, index, due)}${refused}</div>
  </li>`;
}

function content(layout: Layout, records: readonly BytesRecord[], index: number, due: DueRecord | undefined) {
  const record = records[index];
  if (record === undefined) return undefined;
  if (due !== undefined) return byteComparison(layout, due, record);
  const corrected = record.direction === 'rx' ? correctedHex(record) : undefined;
  if (corrected !== undefined) return byteComparison(layout, { hex: corrected }, record);
  return bytesView(layout, record, frameChanges(records, index));
}

const SHOWN_BYTES = 16;
const NAME_LENGTH = 40;

interface Row {
  readonly record: Pick<BytesRecord, 'hex' | 'fields'>;
  readonly offset: number;
  readonly count: number;
}

/**
 * Expected bytes over seen bytes, each with the names of its fields:
 *
 *               CMD   code  checksum
 *     expected  EE    01    EF
 *     seen      ✗ 06  ✗ 0A  ✗ 00  ✗ 0C
 *               CMD  descr. state checksum
 *
 * `seen`: undefined where nothing came.
 */
function byteComparison(
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
