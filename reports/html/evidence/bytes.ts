/**
 * Bytes on a link in the HTML report. A short message: each field's bytes together, its name and its meaning
 * below. A long one: rows of sixteen, coloured by field.
 *
 *     ┌───────┬────────────┬─────┐      0000  03 0A 14 00 00 00 00 02 …
 *     │  01   │     FF     │ FE  │      0010  04 05 06 03 …
 *     │  CMD  │ descriptor │ CRC │
 *     │ Start │  no data   │right│
 *     └───────┴────────────┴─────┘
 *
 * Every field has its description in `data-t`, which the page's script shows on hover and focus.
 */
import type { BytesRecord, FieldRecord } from '../../../scenarios/record';
import { bytesLeftOut, fieldHex, formatWhen, hexRows } from '../../text/exchange-text';
import type { Layout } from '../page';
import { html, textLines, type Markup } from '../markup';
import { clip } from '../../text/printable';
import { plural } from '../../text/quantity';

const SHOWN_BYTES = 256;
/** A message of more bytes or fields than these is shown in rows. */
const LABELLED_BYTES = 24;
const LABELLED_FIELDS = 10;
/** Fields of a long message that are listed beneath it; the last field is one of them. */
const LISTED_FIELDS = 12;
/** Characters of the meaning of each. */
export const FIELD_TEXT_LENGTH = 60;
const ROW = 16;
const TINTS = 6;

/** The meaning of a field, else its value; nothing where the field's one byte already shows the value. */
function meaningOf(field: FieldRecord, limit: number): string {
  const plain = field.length > 1 || typeof field.value === 'string' ? String(field.value) : '';
  return clip(field.meaning ?? plain, limit);
}

function tipOf(record: BytesRecord, field: FieldRecord): Markup {
  const last = field.offset + field.length - 1;
  const place = field.length > 1 ? `bytes ${field.offset}–${last}` : `byte ${field.offset}`;
  const meaning = field.meaning === undefined ? '' : ` — ${clip(field.meaning, 200)}`;
  const value = clip(String(field.value), 80);
  const due = isWrong(record, field) ? [`wrong: ${clip(record.wrong?.expected ?? '', 80)} is due`] : [];
  const lines = [`${clip(field.name, 80)} = ${value}${meaning}`, `${place}: ${fieldHex(record, field)}`];
  return textLines([...lines, ...due]);
}

/** The shortest field with the byte for which the decoder refused the message. */
function isWrong({ fields = [], wrong }: BytesRecord, field: FieldRecord): boolean {
  if (wrong === undefined) return false;
  return fields[fieldOfEachByte(fields, wrong.offset + 1)[wrong.offset] ?? -1] === field;
}

function classesOf(record: BytesRecord, field: FieldRecord, index: number): string {
  return `tint${index % TINTS}${isWrong(record, field) ? ' wrong' : ''}`;
}

/** The field of each byte; where fields overlap, the shortest. */
function fieldOfEachByte(fields: readonly FieldRecord[], count: number): readonly (number | undefined)[] {
  const owner: (number | undefined)[] = Array.from({ length: count }, () => undefined);
  fields.forEach((field, index) => {
    const end = Math.min(count, field.offset + field.length);
    for (let at = Math.max(0, field.offset); at < end; at += 1) {
      const before = fields[owner[at] ?? -1];
      if (before === undefined || field.length < before.length) owner[at] = index;
    }
  });
  return owner;
}

interface Segment {
  readonly bytes: readonly string[];
  readonly field: FieldRecord | undefined;
  readonly index: number;
}

/** Neighbouring bytes of one field, in order, cut where a row ends. */
function segmentsOf(record: BytesRecord, bytes: readonly string[], row: number): readonly Segment[][] {
  const fields = record.fields ?? [];
  const owner = fieldOfEachByte(fields, bytes.length);
  const rows: { bytes: string[]; field: FieldRecord | undefined; index: number }[][] = [];
  bytes.forEach((byte, at) => {
    if (at % row === 0) rows.push([]);
    const segments = rows.at(-1);
    const last = segments?.at(-1);
    const index = owner[at] ?? -1;
    if (last !== undefined && last.index === index) last.bytes.push(byte);
    else segments?.push({ bytes: [byte], field: fields[index], index });
  });
  return rows;
}

function labelled(record: BytesRecord, { bytes, field, index }: Segment): Markup {
  const hex = bytes.join(' ');
  if (field === undefined) return html`<span class="seg"><span class="hex">${hex}</span></span>`;
  const meaning = meaningOf(field, 48);
  const means = meaning === '' ? undefined : html`<span class="means">${meaning}</span>`;
  return html`<span class="seg ${classesOf(record, field, index)}" data-t="${tipOf(record, field)}"
    ><span class="hex">${hex}</span><span class="name">${clip(field.name, 40)}</span>${means}</span
  >`;
}

function dumpRow(record: BytesRecord, segments: readonly Segment[], row: number): Markup {
  const offset = (row * ROW).toString(16).toUpperCase().padStart(4, '0');
  const parts = segments.map(({ bytes, field, index }) =>
    field === undefined
      ? html`<span>${bytes.join(' ')}</span> `
      : html`<span class="${classesOf(record, field, index)}" data-t="${tipOf(record, field)}"
          >${bytes.join(' ')}</span
        > `,
  );
  return html`<div><span class="offset">${offset}</span>${parts}</div>`;
}

function fieldList(record: BytesRecord): Markup | undefined {
  const fields = record.fields ?? [];
  if (fields.length === 0) return undefined;
  const left = fields.length - LISTED_FIELDS;
  const shown = left > 0 ? [...fields.slice(0, LISTED_FIELDS - 1), ...fields.slice(-1)] : fields;
  const parts = shown.map((field, index) => {
    const more =
      left > 0 && index === shown.length - 1 ? html`<li>… ${plural(left, 'field')} …</li>` : undefined;
    const meaning = meaningOf(field, FIELD_TEXT_LENGTH);
    return html`${more}
      <li><b>${clip(field.name, 40)}</b> ${fieldHex(record, field, 4)} ${meaning}</li>`;
  });
  return html`<ul class="told">
    ${parts}
  </ul>`;
}

/** The bytes of a record: labelled where they are few, else in rows. */
function bytesView(record: BytesRecord): Markup {
  const bytes = hexRows(record.hex, 1, SHOWN_BYTES);
  const fields = record.fields ?? [];
  const left = bytesLeftOut(record, SHOWN_BYTES);
  const more = left > 0 ? html`<p class="left">… ${plural(left, 'byte')} left out</p>` : undefined;
  if (bytes.length <= LABELLED_BYTES && fields.length <= LABELLED_FIELDS) {
    const segments = segmentsOf(record, bytes, Infinity).flat();
    return html`<div class="bytes">${segments.map((each) => labelled(record, each))}</div>
      ${more}`;
  }
  const rows = segmentsOf(record, bytes, ROW).map((segments, row) => dumpRow(record, segments, row));
  // A row may be wider than a phone. Keys scroll it from a field; a row without fields must take the focus itself.
  const own = fields.length === 0 ? html`tabindex="0" role="group" aria-label="Bytes"` : undefined;
  return html`<div class="bytes dump" ${own}>${rows}</div>
    ${more}${fieldList(record)}`;
}

/** One record, with the id to which its place in the ladder leads. */
function exchange(record: BytesRecord, id: string): Markup {
  const sent = record.direction === 'tx';
  const way = sent ? 'host → board' : 'board → host';
  const refused =
    record.reject === undefined
      ? undefined
      : html`<p class="refused"><b>! not a frame:</b> ${clip(record.reject, 1000)}</p>`;
  return html`<li class="${sent ? 'tx' : 'rx'}" id="${id}">
    <div class="when">
      <b>${way}</b> <span>${formatWhen(record)}</span> <span>${clip(record.link, 60)}</span>
    </div>
    <div class="what">${bytesView(record)}${refused}</div>
  </li>`;
}

/** The exchanges, oldest first. The last `unfolded` ones are shown, those before them are folded. */
export function exchangeList(
  page: Layout,
  records: readonly { readonly record: BytesRecord; readonly id: string }[],
  unfolded: number,
): Markup | undefined {
  if (records.length === 0) return undefined;
  const list = (each: typeof records): Markup =>
    html`<ol class="exchanges">
      ${each.map(({ record, id }) => exchange(record, id))}
    </ol>`;
  const early = records.slice(0, -unfolded);
  const folded =
    early.length === 0
      ? undefined
      : html`<details class="earlier">
          <summary>${plural(early.length, 'earlier exchange')}</summary>
          ${page.defer(list(early))}
        </details>`;
  return html`${folded}${list(records.slice(-unfolded))}`;
}
