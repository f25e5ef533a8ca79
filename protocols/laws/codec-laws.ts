/** The laws of every codec. They do not depend on how a protocol separates frames. */
import fc from 'fast-check';
import { DecodeError } from '../decode-error';
import type { FrameEvent } from '../frame';
import { checkLaw, chunkSizes, splitIntoChunks, streams } from '../streams.arbitrary';
import {
  decodeAll,
  later,
  rawOf,
  settle,
  START,
  streamLaw,
  total,
  type CodecLaws,
  type Law,
} from './decoding';
import {
  expectAtMost,
  expectDescribed,
  expectEqual,
  expectEvents,
  expectOnly,
  expectSame,
} from './expectations';
import { FIELD_LAWS } from './field-laws';
import { HOSTILE_LAW } from './hostile-laws';
import { SILENCE_LAWS } from './silence-laws';

const ROUND_TRIP: readonly Law[] = [
  {
    title: 'a message encoded and decoded is the same message, and nothing else',
    check: (laws) =>
      checkLaw(
        fc.property(laws.messages, (message) =>
          expectOnly(laws, decodeAll(laws, laws.codec().encode(message)), message),
        ),
      ),
  },
  {
    title: 'messages sent one after another all come out, in order',
    check: (laws) =>
      checkLaw(
        fc.property(fc.array(laws.messages, { minLength: 2, maxLength: 5 }), (messages) =>
          checkSequence(laws, messages),
        ),
      ),
  },
  {
    title: 'one-shot decoding accepts bytes exactly where the decoder finds one frame and nothing else',
    applies: ({ decodeOnce }) => decodeOnce !== undefined,
    check: (laws) =>
      checkLaw(
        fc.property(streams(laws), (bytes) => {
          if (laws.decodeOnce !== undefined) checkDecodeOnce(laws, laws.decodeOnce, bytes);
        }),
      ),
  },
];

function checkSequence<T>(laws: CodecLaws<T>, messages: readonly T[]): void {
  const codec = laws.codec();
  const decoder = codec.decoder();
  const events: FrameEvent<T>[] = [];
  const pause = laws.silenceDelimited === true ? (laws.gap ?? 0) : 0;
  // Added in the same steps as in the decoder, because a pause may have a fraction.
  for (let i = 0, at = START; i < messages.length; i++, at = later(at, pause))
    events.push(...decoder.push(codec.encode(messages[i]!), at));
  events.push(...settle(decoder));
  expectEqual(
    'kinds of the events',
    events.map((event) => event.kind),
    messages.map(() => 'frame'),
  );
  events.forEach((event, i) => expectSame(laws, event.value, messages[i]));
}

function checkDecodeOnce<T>(laws: CodecLaws<T>, once: (raw: Uint8Array) => T, bytes: Uint8Array): void {
  const events = decodeAll(laws, bytes);
  const [event] = events;
  const room = Buffer.from(bytes);
  let value: T;
  try {
    value = once(room);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    if (events.length === 1 && event?.kind === 'frame')
      throw new Error(`a good frame is refused: ${error.message}`, { cause: error });
    return;
  }
  room.fill(0x5a);
  if (events.length !== 1 || event?.kind !== 'frame') throw new Error('accepted, and is not one good frame');
  expectSame(laws, value, event.value);
}

const CUTTING: readonly Law[] = [
  streamLaw(
    'bytes cut in any way give the same events',
    (laws, bytes, sizes) => {
      const whole = decodeAll(laws, bytes);
      expectEvents(laws, decodeAll(laws, bytes, sizes), whole);
      expectEvents(laws, decodeAll(laws, bytes, [1]), whole);
    },
    ({ packets }) => packets !== true,
  ),
  streamLaw('first and last are the times of the pushes that held those bytes', checkTimes),
];

const FAST = 1000;

function checkTimes<T>(laws: CodecLaws<T>, bytes: Uint8Array, sizes: readonly number[]): void {
  const decoder = laws.codec().decoder();
  const times: number[] = [];
  const events: FrameEvent<T>[] = [];
  const step = (laws.gap ?? FAST) / (2 * bytes.length + 2);
  for (const chunk of splitIntoChunks(bytes, sizes)) {
    const at = later(START, times.length * step);
    for (let i = 0; i < chunk.length; i++) times.push(at);
    events.push(...decoder.push(chunk, at));
  }
  events.push(...settle(decoder));
  let offset = 0;
  for (const { first, last, raw } of events) {
    expectEqual('first and last', [first, last], [times[offset], times[offset + raw.length - 1]]);
    offset += raw.length;
  }
}

const BOOKKEEPING: readonly Law[] = [
  streamLaw('every byte comes out in exactly one event or is pending', checkConservation),
  {
    title: 'one byte repeated never holds more than the longest frame',
    check: checkRepeatedBytes,
  },
  streamLaw('no stream holds more than the longest frame', (laws, bytes, sizes) => {
    const decoder = laws.codec().decoder();
    for (const chunk of splitIntoChunks(bytes, sizes)) {
      decoder.push(chunk, START);
      expectAtMost('bytes pending', decoder.pending, laws.longestFrame);
    }
  }),
];

function checkConservation<T>(laws: CodecLaws<T>, bytes: Uint8Array, sizes: readonly number[]): void {
  const decoder = laws.codec().decoder();
  const events: FrameEvent<T>[] = [];
  let [pushed, out] = [0, 0];
  for (const chunk of splitIntoChunks(bytes, sizes)) {
    const some = decoder.push(chunk, START);
    events.push(...some);
    pushed += chunk.length;
    out += total(some);
    if (out + decoder.pending !== pushed)
      throw new Error(`of ${pushed} bytes, ${out} came out and ${decoder.pending} are pending`);
  }
  expectEqual('bytes of the events', rawOf(events), bytes.subarray(0, total(events)));
  events.push(...settle(decoder));
  if (laws.gap !== undefined) expectEqual('pending after the silence', decoder.pending, 0);
  expectEqual('deadline after the silence', decoder.deadline(), undefined);
  expectEqual('bytes of the events', rawOf(events), bytes.subarray(0, bytes.length - decoder.pending));
  for (const event of events) expectDescribed(event);
}

/** Bytes. */
const LONG_FRAME = 4096;

function checkRepeatedBytes<T>(laws: CodecLaws<T>): void {
  const chunk = new Uint8Array(61);
  // Only some of the long frames: 00, 11 … FF.
  const step = laws.longestFrame > LONG_FRAME ? 0x11 : 1;
  for (let byte = 0; byte < 256; byte += step) {
    const decoder = laws.codec().decoder();
    chunk.fill(byte);
    for (let pushed = 0, out = 0; pushed < 2 * laws.longestFrame;) {
      out += total(decoder.push(chunk, START));
      pushed += chunk.length;
      expectAtMost(`bytes pending of ${pushed} bytes ${byte}`, decoder.pending, laws.longestFrame);
      expectEqual(`bytes out or pending of ${pushed} bytes ${byte}`, out + decoder.pending, pushed);
    }
  }
}

/** The promise: no frame of the same length. After a flip that shortens a frame, its other bytes may be frames. */
const SINGLE_BITS: Law = {
  title: 'a frame with one bit flipped is no frame of its length',
  applies: ({ checksum }) => checksum?.singleBit === true,
  check: (laws) =>
    checkLaw(
      fc.property(laws.messages, fc.nat(), (message, start) => {
        const good = laws.codec().encode(message);
        const bits = good.length * 8;
        // All bits of a short frame; 97 bits across a long one.
        const step = bits > 97 ? 89 : 1;
        for (let n = 0, bit = start % bits; n < Math.min(bits, 97); n++, bit = (bit + step) % bits) {
          const bad = Uint8Array.from(good);
          bad[bit >> 3]! ^= 1 << (bit & 7);
          const isTaken = decodeAll(laws, bad).some(
            (event) => event.kind === 'frame' && event.raw.length === good.length,
          );
          if (isTaken) throw new Error(`bit ${bit & 7} of byte ${bit >> 3} is flipped, and it is a frame`);
        }
      }),
    ),
};

const OWNERSHIP: readonly Law[] = [
  {
    title: 'a view into a larger buffer decodes the same, and what came out does not change with the buffer',
    check: (laws) =>
      checkLaw(
        fc.property(
          streams(laws),
          chunkSizes(),
          fc.integer({ min: 1, max: 9 }),
          fc.boolean(),
          (bytes, sizes, offset, node) => {
            const decoder = laws.codec().decoder();
            const events: FrameEvent<unknown>[] = [];
            for (const chunk of splitIntoChunks(bytes, sizes)) {
              const size = chunk.length + 2 * offset;
              const room = node ? Buffer.alloc(size, 0xa5) : new Uint8Array(size).fill(0xa5);
              room.set(chunk, offset);
              events.push(...decoder.push(room.subarray(offset, offset + chunk.length), START));
              room.fill(0x5a);
            }
            events.push(...settle(decoder));
            expectEvents({}, events, decodeAll(laws, bytes, sizes));
          },
        ),
      ),
  },
  {
    title: 'an encoded frame belongs to the caller',
    check: (laws) =>
      checkLaw(
        fc.property(laws.messages, (message) => {
          const codec = laws.codec();
          const frame = codec.encode(message);
          const kept = Uint8Array.from(frame);
          frame.fill(0);
          expectEqual('the frame of the same message', codec.encode(message), kept);
        }),
      ),
  },
];

/** All laws. The basic ones come first. */
export const CODEC_LAWS: readonly Law[] = [
  ...ROUND_TRIP,
  ...CUTTING,
  ...BOOKKEEPING,
  SINGLE_BITS,
  ...SILENCE_LAWS,
  ...OWNERSHIP,
  ...FIELD_LAWS,
  HOSTILE_LAW,
];

export function appliesTo<T>(law: Law, laws: CodecLaws<T>): boolean {
  return law.applies === undefined || law.applies(laws);
}
