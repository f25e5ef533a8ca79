/** Defects in finding the end of a frame: SET-FR-02, FR-03, FR-06 and FR-07; and of frames that are too long: SET-FR-04 and FR-05. */
import { LF, type ScannerFrame } from '../wire';
import { after, micros, millis, type Micros } from '../../../api/index';
import {
  losesCardAfter,
  stateful,
  ghostCard,
  acceptGhosts,
  onEvents,
  onFrame,
  onIdle,
  asFrame,
  onOverlong,
  onStep,
} from './hooks';
import type { SetChange, SetChanges } from './hooks';

/** The longest time between a CR and a byte directly after it. */
const CLOSE: Micros = millis(3);

/** The payload as a frame, however long. */
function frameOf(payload: Uint8Array): ScannerFrame {
  const [byte] = payload;
  if (byte === undefined) return { type: 'empty' };
  return payload.length === 1 ? { type: 'byte', byte } : { type: 'bytes', payload };
}

/** An empty frame becomes a card after a frame that was dropped for `code`. */
function ghostAfter(code: string): SetChange {
  return acceptGhosts(
    stateful(() => {
      let dropped = false;
      return onEvents((event) => {
        const after = dropped;
        dropped = event.kind === 'reject' && (event.error.code === code || after);
        return [after && event.kind === 'frame' && event.value.type === 'empty' ? ghostCard(event) : event];
      });
    }),
  );
}

const LONE: SetChanges = {
  'lone-cr-card': acceptGhosts(onFrame('empty', (frame) => [ghostCard(frame)])),
  'lone-cr-on-empty-table': (sound, context) => ({
    ...acceptGhosts(onFrame('empty', (frame) => [ghostCard(frame)]))(sound, context),
    rules: (event, state) => {
      const isGhost = event.kind === 'message' && event.message.type === 'byte' && event.raw.length === 1;
      return isGhost && state.table?.bytes.length !== 0 ? {} : sound.rules(event, state);
    },
  }),
  'lone-cr-after-overlong': ghostAfter('overlong'),
};

const IDLE: SetChanges = {
  'idle-kept': ({ link }) => ({ link: { ...link, idleReset: micros(link.idleReset * 100) } }),
  'idle-takes-frame': onIdle((reject) => [asFrame(reject, frameOf(reject.raw))]),
  'idle-cr-ghost': ghostAfter('idle'),
  'idle-early': ({ link }) => ({ link: { ...link, idleReset: micros(link.idleReset / 3) } }),
  'idle-eats-next': losesCardAfter('idle'),
  'idle-since-last-frame': (sound, context) => {
    let ended = micros(0);
    return onFrame('byte', (frame) => {
      const isCut = frame.last > after(frame.first, CLOSE) && frame.last > after(ended, sound.link.idleReset);
      ended = frame.last;
      return isCut ? [] : [frame];
    })(sound, context);
  },
};

const RUSH: SetChanges = {
  'busy-loses-next': stateful(() => {
    let last = micros(-Infinity);
    return onFrame('byte', (frame) => {
      const lost = frame.last - last < millis(4);
      if (!lost) last = frame.last;
      return lost ? [] : [frame];
    });
  }),
  'queue-of-eight': stateful(() => {
    let run = 0;
    let last = micros(-Infinity);
    return onFrame('byte', (frame) => {
      run = frame.last - last < millis(10) ? run + 1 : 1;
      last = frame.last;
      return run === 9 ? [] : [frame];
    });
  }),
};

/** Changes the effect of a CR directly after another. */
function onDoubleCr(rule: 'ghost' | 'eats'): SetChange {
  return (sound, context) => {
    let [last, eats] = [micros(-Infinity), false];
    return onEvents((event) => {
      if (event.kind === 'reject') return [event];
      const close = event.last < after(last, CLOSE);
      last = event.last;
      if (event.value.type === 'empty' && close) {
        if (rule === 'ghost') return [ghostCard(event)];
        eats = true;
      } else if (eats && event.value.type === 'byte') {
        eats = false;
        return [];
      }
      return [event];
    })(sound, context);
  };
}

/** An LF after a CR belongs to the next frame, if the event before it is such a reject, or a frame (undefined). */
function lfBegins(isSo: (before: string | undefined) => boolean): SetChange {
  return stateful(() => {
    let pending = false;
    let before: string | undefined;
    return onEvents((event) => {
      const [begun, last] = [pending, before];
      before = event.kind === 'reject' ? event.error.code : undefined;
      if (event.kind === 'reject') return [event];
      const { value } = event;
      pending = value.type === 'line-feed' && isSo(last);
      return begun && value.type === 'byte'
        ? [asFrame(event, { type: 'bytes', payload: Uint8Array.of(LF, value.byte) })]
        : [event];
    });
  });
}

const TERMINATORS: SetChanges = {
  'crcr-ghost': acceptGhosts(onDoubleCr('ghost')),
  'crcr-eats-next': onDoubleCr('eats'),
  'lf-begins-frame': lfBegins(() => true),
  'lf-after-overlong-begins-frame': lfBegins((before) => before === 'overlong' || before === 'discarded'),
  'lf-ghost': (sound, context) => ({
    ...onFrame('line-feed', (frame) => [asFrame(frame, { type: 'byte', byte: LF })])(sound, context),
    isCard: (byte) => byte === LF || sound.isCard(byte),
  }),
};

export const RECEIVER_DEFECTS: SetChanges = { ...LONE, ...IDLE, ...RUSH, ...TERMINATORS };

function byteAt(whole: Uint8Array, index: number): ScannerFrame | undefined {
  const byte = whole[index];
  return byte === undefined ? undefined : { type: 'byte', byte };
}

const OVERLONG: SetChanges = {
  'overlong-first-byte': onOverlong((whole) => byteAt(whole, 0)),
  'overlong-last-byte': onOverlong((whole) => byteAt(whole, whole.length - 2)),
  'overlong-byte-154': onOverlong((whole) => (whole[153] === 0x0d ? undefined : byteAt(whole, 153))),
  'overlong-counter-eight-bits': onOverlong((whole) =>
    whole.length % 256 === 2 ? byteAt(whole, 0) : undefined,
  ),
  'overlong-counter-ten-bits': onOverlong((whole) =>
    whole.length % 1024 === 0 ? byteAt(whole, 0) : undefined,
  ),
  'overlong-eats-next': losesCardAfter('overlong'),
};

const MULTI: SetChanges = {
  'multi-last-byte': onStep('cardBytes', (bytes, frame) =>
    frame.type === 'bytes' ? [...frame.payload.subarray(-1)] : bytes,
  ),
  'multi-every-byte': onStep('cardBytes', (bytes, frame) =>
    frame.type === 'bytes' ? [...frame.payload] : bytes,
  ),
  'pair-second-byte': onStep('cardBytes', (bytes, frame) =>
    frame.type === 'bytes' && frame.payload.length === 2 ? [...frame.payload.subarray(1)] : bytes,
  ),
};

export const LENGTH_DEFECTS: SetChanges = { ...OVERLONG, ...MULTI };
