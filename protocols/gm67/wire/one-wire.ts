/** How each direction is read without the other one: a code of which nobody tells may hold any bytes. */
import { millis, type Decoder, type FrameEvent, type TraceOptions } from '../../../api/index';
import { REPLIES } from './message';
import { isDamagedReply, outputDecoder, type Output } from './output';
import { commands } from './wire';

/** After this, the next byte begins a frame or a code. */
const IDLE = millis(250);
/** A longer pause is in no code. */
const PAUSE = millis(22);

export const oneWire: NonNullable<TraceOptions['frames']> = () => ({
  tx: commands(),
  rx: { decoder: () => judged(outputDecoder(PAUSE)) },
  idle: IDLE,
  clausesOf: (event) => [event.kind === 'frame' && isRaw(event.raw) ? 'GM-DT-01' : 'GM-FR-01'],
});

function isRaw(raw: Uint8Array): boolean {
  return REPLIES.decode(raw).kind !== 'frame';
}

/** Only what is a reply but for an error is surely a wrong one; what may be a code keeps nothing. */
function judged(decoder: Decoder<Output>): Decoder<Output> {
  const read = (events: readonly FrameEvent<Output>[]): readonly FrameEvent<Output>[] =>
    events.map((event) => {
      if (event.kind === 'reject' || event.value.type !== 'raw' || !isDamagedReply(event.raw)) return event;
      const error = { code: 'checksum', offset: 0, message: 'a reply with an error' };
      return { kind: 'reject', raw: event.raw, first: event.first, last: event.last, error };
    });
  return {
    get pending() {
      return decoder.pending;
    },
    deadline: () => decoder.deadline(),
    push: (bytes, at) => read(decoder.push(bytes, at)),
    tick: (now) => read(decoder.tick(now)),
  };
}
