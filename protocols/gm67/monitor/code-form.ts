/** The bytes as which a code may come, and whether others are these. */
import { isSameBytes } from '../../bytes';
import type { FrameEvent } from '../../frame';
import { micros } from '../../time';
import { replies } from '../gm67';
import type { Reply } from '../message';

/** One possible form of a code. */
export interface Form {
  readonly bytes: Uint8Array;
  readonly isPacket: boolean;
}

const START = micros(0);

/** One of the forms, or whole frames, if only by their lengths where every code is a frame. */
export function isWhole(raw: Uint8Array, forms: readonly Form[]): boolean {
  if (forms.some((one) => isForm(one, raw))) return true;
  const mayBeDamaged = forms.every(({ isPacket }) => isPacket);
  const decoder = replies().decoder();
  const events = decoder.push(raw, START);
  const isFrame = (event: FrameEvent<Reply>): boolean =>
    event.kind === 'frame' || (mayBeDamaged && event.error.code === 'checksum');
  return events.length > 0 && decoder.pending === 0 && events.every(isFrame);
}

/**
 * Whether the bytes end as a form requires. If the payload ends with the same bytes, bytes of the payload are missing.
 */
export function endsAsDue(raw: Uint8Array, payload: Uint8Array, forms: readonly Form[]): boolean {
  return forms.some(({ bytes: due, isPacket }) => {
    if (isPacket) return false;
    const from = isSameBytes(due.subarray(0, payload.length), payload) ? 0 : 1;
    const rest = due.subarray(from + payload.length);
    return rest.length > 0 && raw.length < due.length && isSameBytes(raw.subarray(-rest.length), rest);
  });
}

export function isData(raw: Uint8Array): boolean {
  return raw[1] === 0xf3 || raw[0] === 0xff;
}

export function isForm({ bytes }: Form, raw: ArrayLike<number>): boolean {
  return isSameBytes(bytes, raw);
}
