/**
 * Bytes on a link in the HTML report. A short message: each field's bytes together, its name and its meaning
 * below. A long one: what changed in it, and the rows of sixteen bytes about the fault.
 *
 *     ┌───────┬────────────┬─────┐      0000  03 0A 14 00 00 00 00 02 …
 *     │  01   │     FF     │✗ F8 │      0010  04 05 06 03 …
 *     │  CMD  │ descriptor │ CRC │
 *     │ Start │  no data   │wrong│
 *     └───────┴────────────┴─────┘
 *
 * Every field has its description in `data-t`, which the page's script shows on hover and focus.
 */
import type { BytesRecord, FieldRecord } from '../../../scenarios/record';
import { type FrameChanges, valueNow, type GroupChange } from '../../fault/frame-changes';
import { ownersOfBytes, wrongFields } from '../../fault/wrong-fields';
import { bytesLeftOut, fieldHex, fieldMeaning, hexRows } from '../../text/exchange-text';
import type { Layout } from '../page';
import { html, textLines, type Markup } from '../markup';
import { clip } from '../../text/printable';
import { plural } from '../../text/quantity';

const SHOWN_BYTES = 1024;
/** A message of more bytes or fields than these is shown in rows. */
const LABELLED_BYTES = 24;
const LABELLED_FIELDS = 10;
/** Fields of a long message that are listed beneath it; the last field is one of them. */
const LISTED_FIELDS = 12;
/** Characters of the meaning of each. */
export const FIELD_TEXT_LENGTH = 60;
const ROW = 16;
/** Rows of a long message that are shown; the others have no fault, or stand after too many that have. */
const SHOWN_ROWS = 8;

interface Shown {
  readonly record: BytesRecord;
  readonly layout: Layout;
  readonly wrong: ReadonlyMap<FieldRecord, string>;
  readonly changed: ReadonlySet<FieldRecord>;
}

function tipOf({ record, wrong }: Shown, field: FieldRecord): Markup {
  const last = field.offset + field.length - 1;
  const place = field.length > 1 ? `bytes ${field.offset}–${last}` : `byte ${field.offset}`;
  const meaning = field.meaning === undefined ? '' : ` — ${clip(field.meaning, 200)}`;
  const value = clip(String(field.value), 80);
  const expected = wrong.get(field);
  const due = expected === undefined ? [] : [`✗ wrong: ${clip(expected, 80)} is due`];
  const lines = [`${clip(field.name, 80)} = ${value}${meaning}`, `${place}: ${fieldHex(record, field)}`];
  return textLines([...lines, ...due]);
}

function classesOf({ layout, wrong, changed }: Shown, field: FieldRecord): string {
  if (wrong.has(field)) return 'wrong';
  return `${layout.hueOf(field.name)}${changed.has(field) ? ' changed' : ''}`;
}

interface Segment {
  readonly bytes: readonly string[];
  readonly field: FieldRecord | undefined;
}

/** Neighbouring bytes of one field, in order, cut where a row ends. */
function segmentsOf(record: BytesRecord, bytes: readonly string[], row: number): readonly Segment[][] {
  const fields = record.fields ?? [];
  const owner = ownersOfBytes(fields, bytes.length);
  const rows: { bytes: string[]; field: FieldRecord | undefined }[][] = [];
  bytes.forEach((byte, at) => {
    if (at % row === 0) rows.push([]);
    const segments = rows.at(-1);
    const last = segments?.at(-1);
    const field = fields[owner[at] ?? -1];
    if (last !== undefined && last.field === field) last.bytes.push(byte);
    else segments?.push({ bytes: [byte], field });
  });
  return rows;
}

function labelled(shown: Shown, { bytes, field }: Segment): Markup {
  const hex = bytes.join(' ');
  if (field === undefined) return html`<span class="seg"><span class="hex">${hex}</span></span>`;
  const meaning = clip(fieldMeaning(shown.record, field), 48);
  const means = meaning === '' ? undefined : html`<span class="means">${meaning}</span>`;
  const sign = shown.wrong.has(field) ? '✗ ' : '';
  return html`<span class="seg ${classesOf(shown, field)}" data-t="${tipOf(shown, field)}"
    ><span class="hex">${sign}${hex}</span><span class="name">${clip(field.name, 40)}</span>${means}</span
  >`;
}

function dumpRow(shown: Shown, segments: readonly Segment[], row: number): Markup {
  const offset = (row * ROW).toString(16).toUpperCase().padStart(4, '0');
  const parts = segments.map(({ bytes, field }) =>
    field === undefined
      ? html`<span>${bytes.join(' ')}</span> `
      : html`<span class="${classesOf(shown, field)}" data-t="${tipOf(shown, field)}"
          >${shown.wrong.has(field) ? '✗' : ''}${bytes.join(' ')}</span
        > `,
  );
  return html`<div><span class="offset">${offset}</span>${parts}</div>`;
}

/** The rows with a fault or a change; of a frame without any, the first ones and the last. */
function rowsToShow({ wrong, changed }: Shown, rows: readonly Segment[][]): readonly number[] {
  const all = rows.map((_, row) => row);
  if (rows.length <= SHOWN_ROWS) return all;
  const has = ({ field }: Segment): boolean =>
    field !== undefined && (wrong.has(field) || changed.has(field));
  const faulty = all.filter((row) => rows[row]?.some(has));
  return faulty.length > 0 ? faulty.slice(0, SHOWN_ROWS) : [0, 1, rows.length - 1];
}

function dump(shown: Shown, bytes: readonly string[]): Markup {
  const rows = segmentsOf(shown.record, bytes, ROW);
  const places = rowsToShow(shown, rows);
  const lines = places.map((row, index) => {
    const left = row - (places[index - 1] ?? -1) - 1;
    const cut = left > 0 ? html`<div class="left">… ${plural(left * ROW, 'byte')}</div>` : undefined;
    return html`${cut}${dumpRow(shown, rows[row] ?? [], row)}`;
  });
  const last = bytes.length - ((places.at(-1) ?? 0) + 1) * ROW;
  const cut = last > 0 ? html`<div class="left">… ${plural(last, 'byte')}</div>` : undefined;
  // A row may be wider than a phone. Keys scroll it from a field; rows without fields must take the focus themselves.
  const own =
    (shown.record.fields ?? []).length === 0 ? html`tabindex="0" role="group" aria-label="Bytes"` : undefined;
  return html`<div class="bytes dump" ${own}>${lines}${cut}</div>`;
}

function fieldList({ record }: Shown): Markup | undefined {
  const fields = record.fields ?? [];
  if (fields.length === 0) return undefined;
  const left = fields.length - LISTED_FIELDS;
  const shown = left > 0 ? [...fields.slice(0, LISTED_FIELDS - 1), ...fields.slice(-1)] : fields;
  const parts = shown.map((field, index) => {
    const more =
      left > 0 && index === shown.length - 1 ? html`<li>… ${plural(left, 'field')} …</li>` : undefined;
    const meaning = clip(fieldMeaning(record, field), FIELD_TEXT_LENGTH);
    return html`${more}
      <li><b>${clip(field.name, 40)}</b> ${fieldHex(record, field, 4)} ${meaning}</li>`;
  });
  return html`<ul class="told">
    ${parts}
  </ul>`;
}

/** The bytes of a record: labelled where they are few, else in rows. `changes`: since the frame of its kind before. */
export function bytesView(layout: Layout, record: BytesRecord, changes: FrameChanges | undefined): Markup {
  const bytes = hexRows(record.hex, 1, SHOWN_BYTES);
  const fields = record.fields ?? [];
  const changed = new Set(changes?.groups.flatMap((group) => group.changes.map(({ field }) => field)));
  const shown = { record, layout, wrong: wrongFields(record), changed };
  const left = bytesLeftOut(record, SHOWN_BYTES);
  const more = left > 0 ? html`<p class="left">… ${plural(left, 'byte')} left out</p>` : undefined;
  if (bytes.length <= LABELLED_BYTES && fields.length <= LABELLED_FIELDS) {
    const segments = segmentsOf(record, bytes, Infinity).flat();
    return html`<div class="bytes">${segments.map((each) => labelled(shown, each))}</div>
      ${more}`;
  }
  const about = changes === undefined ? fieldList(shown) : frameChangeTable(changes);
  return html`${changes === undefined ? undefined : about}${dump(shown, bytes)}${more}${changes === undefined ? about : undefined}`;
}

const SHOWN_GROUPS = 12;
const TEXT = 60;

function frameChangeTable({ title, groups, rest }: FrameChanges): Markup {
  if (groups.length === 0) return html`<p class="changed">${title}.</p>`;
  const left = groups.length - SHOWN_GROUPS;
  const cut = left > 0 ? `${plural(left, 'more change')} left out` : undefined;
  return html`<table class="changed">
    <caption>
      ${title}
      <small>${[cut, rest].filter((each) => each !== undefined).join(', ')}</small>
    </caption>
    <tbody>
      ${groups.slice(0, SHOWN_GROUPS).map(groupRow)}
    </tbody>
  </table>`;
}

function groupRow({ label, changes }: GroupChange): Markup {
  const lines = changes.map((change) => {
    const { name, was, due } = change;
    const before = was === undefined ? undefined : html`<span class="was">${clip(was, TEXT)}</span> → `;
    return html`<li>
      ${clip(name, TEXT)}: ${before}<b class="${due === undefined ? '' : 'bad'}">${valueNow(change)}</b>
    </li>`;
  });
  return html`<tr>
    <th scope="row">${clip(label, TEXT)}</th>
    <td>
      <ul>
        ${lines}
      </ul>
    </td>
  </tr>`;
}
