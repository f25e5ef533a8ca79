/** The laws of a decoder about silence and noise: silence ends pending bytes, and not before the deadline. */
import fc from 'fast-check';
import type { FrameEvent } from '../frame';
import { checkLaw, chunkSizes, splitIntoChunks, streams } from '../streams.arbitrary';
import { later, settle, START, streamLaw, type CodecLaws, type Law } from './decoding';
import { expectEqual, expectEvents, expectOnly, expectSame } from './expectations';

export const SILENCE_LAWS: readonly Law[] = [
  {
    title: 'after any noise and a gap the next message is decoded, whether the decoder was ticked or not',
    applies: ({ gap }) => gap !== undefined,
    check: (laws) =>
      checkLaw(
        fc.property(streams(laws), chunkSizes(), laws.messages, (noise, sizes, message) =>
          checkGap(laws, noise, sizes, message),
        ),
      ),
  },
  {
    title: 'after any noise, of two messages the second is decoded',
    applies: ({ gap }) => gap === undefined,
    check: (laws) =>
      checkLaw(
        fc.property(streams(laws), laws.messages, laws.messages, (noise, lost, message) => {
          const codec = laws.codec();
          const decoder = codec.decoder();
          const events: FrameEvent<unknown>[] = [];
          for (const bytes of [noise, codec.encode(lost), codec.encode(message)])
            events.push(...decoder.push(bytes, START));
          const last = events.at(-1);
          expectEqual('kind of the last event', last?.kind, 'frame');
          expectSame({}, last?.value, message);
        }),
      ),
  },
  streamLaw('before the deadline the passing of time changes nothing', checkDeadline),
];

function checkGap<T>(laws: CodecLaws<T>, noise: Uint8Array, sizes: readonly number[], message: T): void {
  const codec = laws.codec();
  const frame = codec.encode(message);
  const at = later(START, laws.gap ?? 0);
  const [ticked, unticked] = [codec.decoder(), codec.decoder()];
  for (const chunk of splitIntoChunks(noise, sizes)) {
    ticked.push(chunk, START);
    unticked.push(chunk, START);
  }
  const flushed = settle(ticked);
  expectEqual('pending after the silence', ticked.pending, 0);
  const after = [...ticked.push(frame, at), ...settle(ticked)];
  expectOnly(laws, after, message);
  expectEvents(laws, [...unticked.push(frame, at), ...settle(unticked)], [...flushed, ...after]);
}

function checkDeadline<T>(laws: CodecLaws<T>, bytes: Uint8Array): void {
  const [watched, left] = [laws.codec().decoder(), laws.codec().decoder()];
  expectEvents(laws, watched.push(bytes, START), left.push(bytes, START));
  const due = watched.deadline();
  if (due === undefined) return;
  if (due <= START) throw new Error(`deadline ${due}, not after the last push at ${START}`);
  expectEqual('events at the time of the push', watched.tick(START), []);
  expectEqual('events just before the deadline', watched.tick(later(due, -1)), []);
  expectEqual('deadline', watched.deadline(), due);
  expectEvents(laws, settle(watched), settle(left));
}
