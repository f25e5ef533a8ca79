/** How each direction is read without the other one: a code of which nobody tells may hold any bytes. */
import { millis, type TraceOptions } from '../../../api/index';
import { REPLIES } from './message';
import { outputDecoder } from './output';
import { commands } from './wire';

/** After this, the next byte begins a frame or a code. */
const IDLE = millis(250);
/** A longer pause is in no code. */
const PAUSE = millis(22);

export const oneWire: NonNullable<TraceOptions['frames']> = () => ({
  tx: commands(),
  rx: { decoder: () => outputDecoder(PAUSE, true) },
  idle: IDLE,
  clausesOf: (event) => [event.kind === 'frame' && isRaw(event.raw) ? 'GM-DT-01' : 'GM-FR-01'],
});

function isRaw(raw: Uint8Array): boolean {
  return REPLIES.decode(raw).kind !== 'frame';
}
