/** The law of a flooded decoder: many bytes that never become a frame. */
import fc from 'fast-check';
import { splitIntoChunks } from '../streams.arbitrary';
import { START, total, type CodecLaws, type Law } from './decoding';
import { expectAtMost, expectEqual } from './expectations';

/** In bytes; more if the longest frame needs it. */
const LEAST_FLOOD = 1 << 16;
const FRAMES = 4;
const CHUNK = 4096;

/** The flood is made of a sampled message's frame without its last byte, and of its first byte alone. */
export const HOSTILE_LAW: Law = {
  title: 'of a flood without an end of a frame, no more than the longest frame is held',
  check: (laws) => {
    for (const message of fc.sample(laws.messages, { numRuns: 1, seed: 1 })) {
      const frame = laws.codec().encode(message);
      flood(laws, frame.subarray(0, Math.max(1, frame.length - 1)));
      flood(laws, frame.subarray(0, 1));
    }
  },
};

function flood<T>(laws: CodecLaws<T>, part: Uint8Array): void {
  const length = Math.max(LEAST_FLOOD, FRAMES * laws.longestFrame);
  const bytes = new Uint8Array(length + part.length);
  for (let at = 0; at < length; at += part.length) bytes.set(part, at);
  const decoder = laws.codec().decoder();
  let out = 0;
  let pushed = 0;
  for (const chunk of splitIntoChunks(bytes.subarray(0, length), [CHUNK])) {
    out += total(decoder.push(chunk, START));
    pushed += chunk.length;
    expectAtMost('bytes pending', decoder.pending, laws.longestFrame);
    expectEqual('bytes out or pending', out + decoder.pending, pushed);
  }
}
