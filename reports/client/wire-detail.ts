/** What a row of the wire's list is: the chosen one in full, with its fields and its bytes. */
import { make } from './dom';
import { clock, hexOf, sizeText, spanText } from './wire-text';
import type { Field, WireView } from './wire-view';

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
