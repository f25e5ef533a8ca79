/**
 * Bytes on a link as a reader of HTML sees them: each field's bytes together, its name beneath, and a table of
 * what the fields mean.
 *
 *     ┌───────┬────────────┬─────┐
 *     │  01   │     FF     │ FE  │
 *     │  CMD  │ descriptor │ CRC │
 *     └───────┴────────────┴─────┘
 */
import type { BytesRecord, FieldRecord } from '../scenarios/record';
import { bytesLeftOut, fieldHex, formatWhen, hexRows } from './exchange-text';
import { html, type Markup } from './markup';
import { clip } from './printable';
import { plural } from './quantity';

const SHOWN_BYTES = 256;
const SHOWN_FIELDS = 64;
/** A table of more fields than this is folded away. */
const OPEN_FIELDS = 8;
const TINTS = 6;

interface Segment {
  readonly bytes: readonly string[];
  readonly field: FieldRecord | undefined;
  readonly index: number;
}

/** The field of each byte; where fields overlap, the shortest. */
function owners(fields: readonly FieldRecord[], count: number): readonly (number | undefined)[] {
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

/** Neighbouring bytes of one field, in order. Bytes of no field stand together without a name. */
function segmentsOf(record: BytesRecord): readonly Segment[] {
  const fields = record.fields ?? [];
  const bytes = hexRows(record.hex, 1, SHOWN_BYTES);
  const owner = owners(fields, bytes.length);
  const segments: { bytes: string[]; field: FieldRecord | undefined; index: number }[] = [];
  bytes.forEach((byte, at) => {
    const last = segments.at(-1);
    const index = owner[at] ?? -1;
    if (last !== undefined && last.index === index) last.bytes.push(byte);
    else segments.push({ bytes: [byte], field: fields[index], index });
  });
  return segments;
}

function segment({ bytes, field, index }: Segment): Markup {
  const hex = bytes.join(' ');
  if (field === undefined) return html`<span class="seg"><span class="hex">${hex}</span></span>`;
  const name = clip(field.name, 40);
  return html`<span class="seg tint${index % TINTS}"
    ><span class="hex">${hex}</span><span class="name">${name}</span></span
  >`;
}

function fieldRow(record: BytesRecord, field: FieldRecord, index: number): Markup {
  const last = field.offset + field.length - 1;
  const place = field.length > 1 ? `${field.offset}–${last}` : String(field.offset);
  return html`<tr>
    <td class="num">${place}</td>
    <td><span class="swatch tint${index % TINTS}"></span>${clip(field.name, 80)}</td>
    <td class="mono">${fieldHex(record, field)}</td>
    <td class="mono">${clip(String(field.value), 80)}</td>
    <td>${clip(field.meaning ?? '', 200)}</td>
  </tr>`;
}

function fieldTable(record: BytesRecord): Markup | undefined {
  const fields = record.fields ?? [];
  if (fields.length === 0) return undefined;
  const rows = fields.slice(0, SHOWN_FIELDS).map((field, index) => fieldRow(record, field, index));
  const left = fields.length - rows.length;
  const more =
    left > 0
      ? html`<tr>
          <td colspan="5" class="left">${plural(left, 'more field')} left out</td>
        </tr>`
      : undefined;
  const table = html`<div class="scroll">
    <table class="fields">
      <thead>
        <tr>
          <th>byte</th>
          <th>field</th>
          <th>hex</th>
          <th>value</th>
          <th>meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows}${more}
      </tbody>
    </table>
  </div>`;
  const summary = html`<summary>${plural(fields.length, 'field')} decoded</summary>`;
  return fields.length <= OPEN_FIELDS
    ? html`<details open>${summary}${table}</details>`
    : html`<details>${summary}${table}</details>`;
}

function exchange(record: BytesRecord): Markup {
  const sent = record.direction === 'tx';
  const way = sent ? 'host → board' : 'board → host';
  const left = bytesLeftOut(record, SHOWN_BYTES);
  const more = left > 0 ? html`<span class="left">… ${plural(left, 'byte')} left out</span>` : undefined;
  const refused =
    record.reject === undefined
      ? undefined
      : html`<p class="refused"><b>! not a frame:</b> ${clip(record.reject, 1000)}</p>`;
  return html`<li class="${sent ? 'tx' : 'rx'}">
    <div class="when">
      <b>${way}</b> <span>${formatWhen(record)}</span> <span>${clip(record.link, 60)}</span>
    </div>
    <div class="what">
      <div class="bytes">${segmentsOf(record).map(segment)}${more}</div>
      ${refused}${fieldTable(record)}
    </div>
  </li>`;
}

/** What was on the wire, oldest first; of more than `limit` exchanges, the last. */
export function exchangeList(evidence: readonly BytesRecord[], limit: number): Markup | undefined {
  if (evidence.length === 0) return undefined;
  const shown = evidence.slice(-limit);
  const left = evidence.length - shown.length;
  const more =
    left > 0 ? html`<li class="left">${plural(left, 'earlier exchange')} left out</li>` : undefined;
  return html`<ol class="exchanges">
    ${more}${shown.map(exchange)}
  </ol>`;
}
