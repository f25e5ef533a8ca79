/** The laws of a decoder about silence: what it ends, and that it ends nothing before its time. */
import fc from 'fast-check';
import { checkLaw, chunkSizes, splitIntoChunks, streams } from '../streams.arbitrary';
import { later, settle, START, type CodecLaws } from './decoding';
import { expectEvents, expectOnly } from './law-expectations';

export function resynchronisation<T>(laws: CodecLaws<T>): void {
  test('after any noise and a gap the next message is decoded, whether the decoder was ticked or not', () => {
    checkLaw(
      fc.property(streams(laws), chunkSizes(), laws.messages, (noise, sizes, message) => {
        const codec = laws.codec();
        const frame = codec.encode(message);
        const at = later(START, laws.gap);
        const [ticked, unticked] = [codec.decoder(), codec.decoder()];
        for (const chunk of splitIntoChunks(noise, sizes)) {
          ticked.push(chunk, START);
          unticked.push(chunk, START);
        }
        const flushed = settle(ticked);
        expect(ticked.pending).toBe(0);
        const after = [...ticked.push(frame, at), ...settle(ticked)];
        expectOnly(laws, after, message);
        expectEvents(laws, [...unticked.push(frame, at), ...settle(unticked)], [...flushed, ...after]);
      }),
    );
  });
}

export function deadlines<T>(laws: CodecLaws<T>): void {
  test('before the deadline the passing of time changes nothing', () => {
    checkLaw(
      fc.property(streams(laws), (bytes) => {
        const [watched, left] = [laws.codec().decoder(), laws.codec().decoder()];
        expectEvents(laws, watched.push(bytes, START), left.push(bytes, START));
        const due = watched.deadline();
        if (due === undefined) return;
        expect(due).toBeGreaterThan(START);
        expect(watched.tick(START)).toEqual([]);
        expect(watched.tick(later(due, -1))).toEqual([]);
        expect(watched.deadline()).toBe(due);
        expectEvents(laws, settle(watched), settle(left));
      }),
    );
  });
}
