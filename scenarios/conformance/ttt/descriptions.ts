/** Texts for what players send and receive. Bytes that are no message are shown as hex. */
import { describeMessage } from '../../../protocols/ttt/message';
import { hex } from '../../bench/channel';
import type { PlayerRx } from './player';

const SHOWN_BYTES = 16;

export function bytesText(bytes: Uint8Array): string {
  const shown = hex(bytes.subarray(0, SHOWN_BYTES)).toUpperCase().replace(/..\B/g, '$& ');
  return `${shown}${bytes.length > SHOWN_BYTES ? ` … (${bytes.length} bytes)` : ''}`;
}

export function playerRxText(rx: PlayerRx | undefined): string {
  if (rx === undefined) return 'nothing';
  if (rx.kind === 'closed') return 'the end of the connection';
  if (rx.kind === 'garbled') return rx.raw.length === 0 ? 'an empty datagram' : bytesText(rx.raw);
  return describeMessage(rx.message);
}
