/** Defects of framing and resynchronisation: STM-FR-03 to FR-05, FR-08, FR-09. */
import type { Decoder } from '../../../../protocols/frame';
import type { Request } from '../../../../protocols/stm/message';
import { after, micros, type Micros } from '../../../../protocols/time';
import type { StmDefects } from '../firmware';
import { prefilter, isCommand, onFrame, onReject, createReject, readAs } from '../hooks';

export const FRAMING_DEFECTS: StmDefects = {
  'truncated-silent': {
    breaks: 'STM-FR-03',
    text: 'A frame that stops half-way is dropped without an Error.',
    change: onReject('truncated', () => []),
  },
  'lone-command-silent': {
    breaks: 'STM-FR-03',
    text: 'A command byte that nothing follows is dropped without an Error.',
    change: onReject('truncated', (reject) => (reject.raw.length === 1 ? [] : [reject])),
  },
  'truncated-twice': {
    breaks: 'STM-FR-03',
    text: 'The gap timer is not stopped: a truncated frame gets its Error twice.',
    change: (sound, { profile }) => ({
      write: (bytes, answer) => {
        const pieces = sound.write(bytes, answer);
        const truncated = answer.type === 'error' && answer.code === 4;
        return truncated ? [...pieces, { bytes, pause: profile.idleGap }] : pieces;
      },
    }),
  },
  'frame-time-limit': {
    breaks: 'STM-FR-04',
    text: 'The gap timer counts from the first byte of a frame, not from the last: slow frames are cut.',
    change: (sound, { profile }) => ({
      wrapDecoder: (decoder) => limitFrameTime(sound.wrapDecoder(decoder), micros(2 * profile.idleGap)),
    }),
  },
  'pause-drops-byte': {
    breaks: 'STM-FR-04',
    text: 'The byte after a pause of a third of the idle gap inside a frame is lost.',
    change: (sound, { profile }) => ({
      wrapDecoder: (decoder) => {
        const inner = sound.wrapDecoder(decoder);
        let last = 0;
        return prefilter(inner, (bytes, at) => {
          const late = inner.pending > 0 && at - last > profile.idleGap / 3;
          last = at;
          return inner.push(late ? bytes.subarray(1) : bytes, at);
        });
      },
    }),
  },
  'ee-silent': {
    breaks: 'STM-FR-05',
    text: 'A command byte EE is taken for an echo of an own Error and dropped without an Error.',
    change: onReject('unknown-command', (reject) => (reject.raw[0] === 0xee ? [] : [reject])),
  },
  'zero-skipped': {
    breaks: 'STM-FR-05',
    text: 'Zero bytes in front of a frame are skipped as if the line were idle.',
    change: (sound) => ({
      wrapDecoder: (decoder) => {
        const inner = sound.wrapDecoder(decoder);
        return prefilter(inner, (bytes, at) => {
          const start = inner.pending > 0 ? 0 : bytes.findIndex((byte) => byte !== 0);
          return start < 0 ? [] : inner.push(bytes.subarray(start), at);
        });
      },
    }),
  },
  'unknown-command-one-byte': {
    breaks: 'STM-FR-05',
    text: 'Of an unknown command only its byte is thrown away: what follows is read as a frame.',
    change: (sound) => ({
      wrapDecoder: (decoder) => {
        const inner = sound.wrapDecoder(decoder);
        return prefilter(inner, (bytes, at) =>
          inner.pending > 0 || isCommand(bytes[0])
            ? inner.push(bytes, at)
            : [createReject('unknown-command', bytes.slice(0, 1), at), ...inner.push(bytes.subarray(1), at)],
        );
      },
    }),
  },
  'command-seven-bits': {
    breaks: 'STM-FR-05',
    text: 'The top bit of the command byte is not compared: 81 is obeyed as Start.',
    change: readAs((raw) => {
      const cmd = raw[0]! & 0x7f;
      return isCommand(cmd) ? Uint8Array.of(cmd, ...raw.subarray(1)) : raw;
    }),
  },
  'long-noise-many-errors': {
    breaks: 'STM-FR-05',
    text: 'A discarded stretch longer than the receive buffer gets an Error for every buffer of it.',
    change: onReject('discarded', ({ raw, last }) => [createReject('unknown-command', raw, last)]),
  },
  'rx-512': {
    breaks: 'STM-FR-08',
    text: 'The receive buffer has 512 bytes: a longer frame is lost.',
    change: onFrame((frame) => (frame.raw.length > 512 ? [] : [frame])),
  },
  'count-signed': {
    breaks: 'STM-FR-08',
    text: 'The count of a Shuffle is read as a signed byte: from 128 tiles up it is bad data.',
    change: onFrame((frame) =>
      frame.value.type === 'shuffle' && frame.value.tiles.length > 127
        ? [createReject('content', frame.raw, frame.last)]
        : [frame],
    ),
  },
  'noise-loses-next': {
    breaks: 'STM-FR-09',
    text: 'After 4096 discarded bytes the write index is off: the next good frame is lost.',
    change: (sound) => {
      let discarded = 0;
      return {
        mapEvent: (event) => {
          const lost = event.kind === 'frame' && discarded >= 4096;
          discarded = event.kind === 'frame' ? 0 : discarded + event.raw.length;
          return lost ? [] : sound.mapEvent(event);
        },
      };
    },
  },
  'unknown-then-deaf': {
    breaks: 'STM-FR-09',
    text: 'After an unknown stretch of more than 16 bytes the next frame is thrown away too.',
    change: (sound) => {
      let deaf = false;
      return {
        mapEvent: (event) => {
          const lost = deaf && event.kind === 'frame';
          deaf = event.kind === 'reject' && event.error.code === 'unknown-command' && event.raw.length > 16;
          return lost ? [] : sound.mapEvent(event);
        },
      };
    },
  },
};

/** A receiver that allows a frame `limit` from its first byte. */
function limitFrameTime(inner: Decoder<Request>, limit: Micros): Decoder<Request> {
  let started: Micros | undefined;
  const over = (now: Micros): boolean => started !== undefined && now >= started + limit;
  const flush = (now: Micros) => inner.tick(over(now) ? after(now, limit) : now);
  return prefilter(
    inner,
    (bytes, at) => {
      const cut = flush(at);
      if (inner.pending === 0) started = isCommand(bytes[0]) ? at : undefined;
      const events = inner.push(bytes, at);
      if (inner.pending === 0) started = undefined;
      return [...cut, ...events];
    },
    {
      deadline: () => {
        const silence = inner.deadline();
        if (silence === undefined || started === undefined) return silence;
        return micros(Math.min(silence, started + limit));
      },
      tick: flush,
    },
  );
}
