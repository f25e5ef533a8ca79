/** The fields of a frame, for hex views. */
import type { FieldSpan } from '../../frame';
import type { WireLayout } from '../layout/layout-data';
import { walkFrame } from './walk';
import type { Piece } from './walk-data';

/** One span after another, from the first byte to the last. */
export function spansOf(layout: WireLayout, content: Uint8Array): readonly FieldSpan[] {
  return walkFrame(layout, content).pieces.map(spanOf);
}

function spanOf({ path, role, offset, length, value, meaning, flaw }: Piece): FieldSpan {
  const name = role === 'count' || role === 'bytes' ? `${path} ${role}` : path;
  const wrong = flaw === undefined || role === 'sum' ? meaning : `should be ${flaw.expected}`;
  const shown = typeof value === 'bigint' ? String(value) : value;
  return wrong === undefined
    ? { name, offset, length, value: shown }
    : { name, offset, length, value: shown, meaning: wrong };
}
