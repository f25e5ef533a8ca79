/** The rows of the wire's list: one for each frame, and one for each event between frames; the chosen one in full. */
import type { TimelineMark } from '../html/evidence/wire-header';
import { make } from './dom';
import { clock, hexOf, SIGNS, spanText, sizeText, isWrongAt, type WireView, type Field } from './wire-view';

const SHOWN_BYTES = 48;

export function headOf({ data }: WireView): readonly HTMLElement[] {
  return [
    make('span', 'wt', 'time'),
    make('span', 'wd', 'after'),
    ...data.links.map((name) => make('span', 'wl', name)),
    make('span', 'wb', data.explanations ? 'frame' : 'bytes'),
  ];
}

export function rowView(wire: WireView, row: number): HTMLElement {
  const mark = wire.markOf(row);
  return mark === undefined ? frameRow(wire, wire.frameOf(row)) : markRow(mark);
}

function markRow({ at, kind, verdict = '', id, text }: TimelineMark): HTMLElement {
  const row = make('div', `wr mark at-${kind} ${verdict}`);
  row.append(make('span', 'wt', clock(at)));
  if (id !== undefined) {
    const link = make('a', 'id', `${SIGNS[verdict] ?? ''} ${id}`);
    link.href = `#${id}`;
    link.tabIndex = -1;
    row.append(link);
  }
  row.append(make('span', 'mark-text', text));
  return row;
}

function frameRow(wire: WireView, frame: number): HTMLElement {
  const { starts, lanes } = wire.frames;
  const isSent = !wire.isFromBoard(frame);
  const row = make('div', `wr ${isSent ? 'tx' : 'rx'}`);
  const pause = frame > 0 ? `+${spanText(Math.max(0, starts[frame] - wire.endOf(frame - 1)))}` : '';
  row.append(make('span', 'wt', clock(starts[frame])), make('span', 'wd', pause));
  wire.data.links.forEach((_, link) => {
    const isMine = link === Math.floor(lanes[frame] / 2);
    row.append(isMine ? make('span', 'wl busy', isSent ? '▸' : '◂') : make('span', 'wl', ''));
  });
  row.append(frameText(wire, frame));
  return row;
}

/** Its name and its first bytes, with the wrong ones marked. */
function frameText(wire: WireView, frame: number): HTMLElement {
  const cell = make('span', 'wb');
  const [name, fields, bytes] = [wire.nameOf(frame), wire.fieldsOf(frame), wire.bytesOf(frame)];
  const isFaulty = fields.some(({ isWrong }) => isWrong);
  const isRejected = wire.rejectOf(frame) !== '';
  const isBad = wire.isFromBoard(frame) && (isRejected || isFaulty);
  if (name !== '') cell.append(make('b', isBad ? 'bad' : '', isBad && !isRejected ? `✗ ${name}` : name), ' ');
  const few = bytes.subarray(0, SHOWN_BYTES);
  if (!isFaulty) cell.append(hexOf(few));
  else
    few.forEach((byte, at) => {
      const hex = hexOf([byte]);
      cell.append(isWrongAt(fields, at) ? make('span', 'wrong', hex) : hex, ' ');
    });
  const more = wire.frames.lengths[frame] - few.length;
  if (more > 0) cell.append(` … ${more} more`);
  return cell;
}

const SHOWN_OF_FIELD = 8;
const DUMP_WIDTH = 16;

export function detailOf(wire: WireView, row: number): readonly HTMLElement[] {
  const mark = wire.markOf(row);
  if (mark !== undefined) return [make('p', '', `${clock(mark.at)}  ${mark.text}`)];
  const frame = wire.frameOf(row);
  const [bytes, reject, fields] = [wire.bytesOf(frame), wire.rejectOf(frame), wire.fieldsOf(frame)];
  const parts: HTMLElement[] = [make('p', '', sentenceOf(wire, frame))];
  if (reject !== '') parts.push(make('p', 'refused', `! not a frame: ${reject}`));
  if (fields.length > 0) {
    const named = make('div', 'bytes');
    named.append(...fields.map((field) => fieldView(field, bytes)));
    parts.push(named);
  }
  return [...parts, dumpOf(bytes, wire.frames.lengths[frame] - bytes.length)];
}

function sentenceOf(wire: WireView, frame: number): string {
  const { lanes, starts, spans, lengths } = wire.frames;
  const link = wire.data.links[Math.floor(lanes[frame] / 2)];
  const name = wire.nameOf(frame);
  const way = wire.isFromBoard(frame) ? 'board → host' : 'host → board';
  const time = `at ${clock(starts[frame])} for ${spanText(spans[frame])}`;
  return `${name === '' ? '' : `${name}, `}${way} on ${link}, ${time}, ${sizeText(lengths[frame])}`;
}

function fieldView({ name, offset, length, meaning, isWrong }: Field, bytes: Uint8Array): HTMLElement {
  const part = make('span', isWrong ? 'seg wrong' : 'seg');
  const hex = hexOf(bytes.subarray(offset, offset + Math.min(length, SHOWN_OF_FIELD)));
  part.append(
    make('span', 'hex', length > SHOWN_OF_FIELD ? `${hex} …` : hex),
    make('span', 'name', isWrong ? `✗ ${name}` : name),
  );
  if (meaning !== '') part.append(make('span', 'means', meaning));
  return part;
}

function dumpOf(bytes: Uint8Array, beyond: number): HTMLElement {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += DUMP_WIDTH) {
    const part = bytes.subarray(at, at + DUMP_WIDTH);
    const text = Array.from(part, (byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.'));
    const place = at.toString(16).toUpperCase().padStart(4, '0');
    lines.push(`${place}  ${hexOf(part).padEnd(3 * DUMP_WIDTH - 1)}  ${text.join('')}`);
  }
  if (beyond > 0) lines.push(`… ${beyond} bytes left out`);
  const dump = make('pre', '', lines.join('\n'));
  dump.tabIndex = 0;
  dump.setAttribute('role', 'group');
  dump.setAttribute('aria-label', 'its bytes');
  return dump;
}
