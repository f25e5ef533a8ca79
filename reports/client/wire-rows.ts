/** The rows of the wire's list: one for each frame, and one for each event between frames. */
import type { TimelineMark } from '../html/evidence/wire-header';
import { make } from './dom';
import { clock, hexOf, SIGNS, spanText } from './wire-text';
import { isWrongAt, type WireView } from './wire-view';

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
