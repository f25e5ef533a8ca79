/**
 * The laws of every codec, as tests: a protocol's own test only says what its messages are.
 *
 *     codecLaws('STM requests', { codec: () => requests(), messages: request(), longestFrame: 580, gap: millis(50) });
 *
 * Nothing here knows how a protocol frames its bytes: by length, by a delimiter, or by silence.
 */
import fc from 'fast-check';
import { DecodeError } from '../decode-error';
import type { FrameEvent } from '../frame';
import { checkLaw, chunkSizes, splitIntoChunks, streams } from '../streams.arbitrary';
import { decodeAll, hex, later, settle, START, total, type CodecLaws } from './decoding';
import { expectDescribed, expectEvents, expectOnly, expectSame } from './law-expectations';
import { deadlines, resynchronisation } from './silence-laws';

/** Registers the laws as tests of the suite `name`. */
export function codecLaws<T>(name: string, laws: CodecLaws<T>): void {
  describe(`${name}: laws of a codec`, () => {
    roundTrip(laws);
    if (laws.decodeOnce !== undefined) oneShotDecoding(laws, laws.decodeOnce);
    cutting(laws);
    conservation(laws);
    boundedPending(laws);
    if (laws.checksum?.singleBit) singleBits(laws);
    resynchronisation(laws);
    deadlines(laws);
    ownership(laws);
    explanation(laws);
  });
}

function roundTrip<T>(laws: CodecLaws<T>): void {
  test('a message encoded and decoded is the same message, and nothing else', () => {
    checkLaw(
      fc.property(laws.messages, (message) =>
        expectOnly(laws, decodeAll(laws, laws.codec().encode(message)), message),
      ),
    );
  });

  test('messages sent one after another all come out, in order', () => {
    checkLaw(
      fc.property(fc.array(laws.messages, { minLength: 2, maxLength: 5 }), (messages) => {
        const codec = laws.codec();
        const decoder = codec.decoder();
        const events: FrameEvent<T>[] = [];
        const pause = laws.silenceDelimited ? laws.gap : 0;
        messages.forEach((message, i) => {
          events.push(...decoder.push(codec.encode(message), later(START, i * pause)));
        });
        events.push(...settle(decoder));
        expect(events.map((event) => event.kind)).toEqual(messages.map(() => 'frame'));
        events.forEach((event, i) => expectSame(laws, event.value, messages[i]));
      }),
    );
  });
}

function oneShotDecoding<T>(laws: CodecLaws<T>, once: (raw: Uint8Array) => T): void {
  test('one-shot decoding accepts bytes exactly where the decoder finds one frame and nothing else', () => {
    checkLaw(
      fc.property(streams(laws), (bytes) => {
        const events = decodeAll(laws, bytes);
        const [event] = events;
        if (events.length !== 1 || event?.kind !== 'frame') expect(() => once(bytes)).toThrow(DecodeError);
        else {
          const room = Buffer.from(bytes);
          const value = once(room);
          room.fill(0x5a);
          expectSame(laws, value, event.value);
        }
      }),
    );
  });
}

function cutting<T>(laws: CodecLaws<T>): void {
  test('bytes cut in any way give the same events', () => {
    checkLaw(
      fc.property(streams(laws), chunkSizes(), (bytes, sizes) => {
        const whole = decodeAll(laws, bytes);
        expectEvents(laws, decodeAll(laws, bytes, sizes), whole);
        expectEvents(laws, decodeAll(laws, bytes, [1]), whole);
      }),
    );
  });

  test('first and last are the times of the pushes that held those bytes', () => {
    checkLaw(
      fc.property(streams(laws), chunkSizes(), (bytes, sizes) => {
        const decoder = laws.codec().decoder();
        const times: number[] = [];
        const events: FrameEvent<T>[] = [];
        const step = laws.gap / (2 * bytes.length + 2);
        for (const chunk of splitIntoChunks(bytes, sizes)) {
          const at = later(START, times.length * step);
          for (let i = 0; i < chunk.length; i++) times.push(at);
          events.push(...decoder.push(chunk, at));
        }
        events.push(...settle(decoder));
        let offset = 0;
        for (const { first, last, raw } of events) {
          expect([first, last]).toEqual([times[offset], times[offset + raw.length - 1]]);
          offset += raw.length;
        }
      }),
    );
  });
}

function conservation<T>(laws: CodecLaws<T>): void {
  test('every byte comes out in exactly one event or is pending', () => {
    checkLaw(
      fc.property(streams(laws), chunkSizes(), (bytes, sizes) => {
        const decoder = laws.codec().decoder();
        const events: FrameEvent<T>[] = [];
        // An expectation costs more than a push: one of all of them.
        const mismatches: number[] = [];
        let [pushed, out] = [0, 0];
        for (const chunk of splitIntoChunks(bytes, sizes)) {
          const some = decoder.push(chunk, START);
          events.push(...some);
          pushed += chunk.length;
          out += total(some);
          if (out + decoder.pending !== pushed) mismatches.push(pushed);
        }
        expect(mismatches).toEqual([]);
        expect(hex(events)).toBe(Buffer.from(bytes.subarray(0, total(events))).toString('hex'));
        events.push(...settle(decoder));
        expect(decoder.pending).toBe(0);
        expect(decoder.deadline()).toBeUndefined();
        expect(hex(events)).toBe(Buffer.from(bytes).toString('hex'));
        for (const event of events) expectDescribed(event);
      }),
    );
  });
}

function boundedPending<T>(laws: CodecLaws<T>): void {
  test('one byte repeated, whichever it is, never holds more than the longest frame', () => {
    const chunk = new Uint8Array(61);
    for (let byte = 0; byte < 256; byte++) {
      const decoder = laws.codec().decoder();
      chunk.fill(byte);
      let most = 0;
      let out = 0;
      let pushed = 0;
      while (pushed < 2 * laws.longestFrame) {
        out += total(decoder.push(chunk, START));
        pushed += chunk.length;
        most = Math.max(most, decoder.pending);
        if (out + decoder.pending !== pushed) break;
      }
      expect({ byte, out: out + decoder.pending, bounded: most <= laws.longestFrame }).toEqual({
        byte,
        out: pushed,
        bounded: true,
      });
    }
  });

  test('no stream holds more than the longest frame', () => {
    checkLaw(
      fc.property(streams(laws), chunkSizes(), (bytes, sizes) => {
        const decoder = laws.codec().decoder();
        let most = 0;
        for (const chunk of splitIntoChunks(bytes, sizes)) {
          decoder.push(chunk, START);
          most = Math.max(most, decoder.pending);
        }
        expect(most).toBeLessThanOrEqual(laws.longestFrame);
      }),
    );
  });
}

/** Promised: no frame of the same length. A flip that shortens a frame leaves other bytes to be judged. */
function singleBits<T>(laws: CodecLaws<T>): void {
  test('a frame with one bit flipped is no frame of its length', () => {
    checkLaw(
      fc.property(laws.messages, fc.nat(), (message, start) => {
        const good = laws.codec().encode(message);
        const bits = good.length * 8;
        const takenAt: number[] = [];
        // All bits of a short frame; of a long one, 97 that are spread over it.
        for (
          let n = 0, bit = start % bits;
          n < Math.min(bits, 97);
          n++, bit = (bit + (bits > 97 ? 89 : 1)) % bits
        ) {
          const bad = Uint8Array.from(good);
          bad[bit >> 3]! ^= 1 << (bit & 7);
          const taken = decodeAll(laws, bad).some(
            (event) => event.kind === 'frame' && event.raw.length === good.length,
          );
          if (taken) takenAt.push(bit);
        }
        expect(takenAt).toEqual([]);
      }),
    );
  });
}

function ownership<T>(laws: CodecLaws<T>): void {
  test('a view into a larger buffer decodes the same, and what came out does not change with the buffer', () => {
    checkLaw(
      fc.property(
        streams(laws),
        chunkSizes(),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (bytes, sizes, offset, node) => {
          const decoder = laws.codec().decoder();
          const events: FrameEvent<T>[] = [];
          for (const chunk of splitIntoChunks(bytes, sizes)) {
            const size = chunk.length + 2 * offset;
            const room = node ? Buffer.alloc(size, 0xa5) : new Uint8Array(size).fill(0xa5);
            room.set(chunk, offset);
            events.push(...decoder.push(room.subarray(offset, offset + chunk.length), START));
            room.fill(0x5a);
          }
          events.push(...settle(decoder));
          expectEvents(laws, events, decodeAll(laws, bytes));
        },
      ),
    );
  });

  test('an encoded frame belongs to the caller', () => {
    checkLaw(
      fc.property(laws.messages, (message) => {
        const codec = laws.codec();
        const frame = codec.encode(message);
        const kept = Uint8Array.from(frame);
        frame.fill(0);
        expect(codec.encode(message)).toEqual(kept);
      }),
    );
  });
}

function explanation<T>(laws: CodecLaws<T>): void {
  test('any bytes are explained by spans in order that lie inside them', () => {
    checkLaw(
      fc.property(streams(laws), fc.nat(), (bytes, cut) => {
        const raw = bytes.subarray(0, cut % (bytes.length + 1));
        let end = 0;
        for (const { offset, length } of laws.codec().fields(raw)) {
          expect(offset).toBeGreaterThanOrEqual(end);
          expect(length).toBeGreaterThan(0);
          end = offset + length;
        }
        expect(end).toBeLessThanOrEqual(raw.length);
      }),
    );
  });
}
