/** Stream decoders as contenders: parser streams, written to as by a port, and push decoders. */
import type { Transform } from 'node:stream';
import type { Decoder } from '../../protocols/frame';
import { micros } from '../../protocols/time';
import type { Contender } from '../measure';

interface ParserStreamOptions<T> {
  readonly name: string;
  readonly make: () => Transform;
  readonly chunks: readonly Uint8Array[];
  /** The number of frames in `chunks`. */
  readonly perPass: number;
  /** Decodes a frame that the stream has separated; within the measured time. */
  readonly read: (frame: Uint8Array) => T;
  readonly consume: (value: T) => void;
}

/** One operation is a frame; a turn consists of whole passes, until the last frame is out. */
export function parserStreamContender<T>({
  name,
  make,
  chunks,
  perPass,
  read,
  consume: use,
}: ParserStreamOptions<T>): Contender {
  const buffers = chunks.map((chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  const run = async (passes: number, found: (value: T) => void): Promise<void> => {
    const parser = make();
    const whole = new Promise<void>((resolve, reject) => {
      let left = passes * perPass;
      parser.on('error', reject).on('data', (frame: Buffer) => {
        found(read(frame));
        if (--left === 0) resolve();
      });
    });
    for (let pass = 0; pass < passes; pass++)
      for (const chunk of buffers)
        if (!parser.write(chunk)) await new Promise((resolve) => parser.once('drain', resolve));
    await whole;
  };
  const values: T[] = [];
  return {
    name,
    grain: perPass,
    work: (count) => run(count / perPass, use),
    end: async () => {
      if (values.length === 0) await run(1, (value) => values.push(value));
    },
    answer: () => values,
  };
}

/** A contender of a push decoder. `start` gives a function that decodes all chunks once: `items` values are in them. */
export function decoderContender<T>(
  name: string,
  items: number,
  start: (take: (item: T) => void) => () => void,
): Contender {
  const all: T[] = [];
  // Stored, so that the compiler cannot remove the work.
  const kept: { last?: T } = {};
  const decodeOnce = start((item) => {
    kept.last = item;
  });
  return {
    name,
    grain: items,
    work: (count) => {
      for (let left = count / items; left > 0; left--) decodeOnce();
    },
    answer: () => {
      if (all.length === 0) start((item) => all.push(item))();
      return all;
    },
  };
}

/** Wirejig's own decoder, fed with all chunks in turn: `items` messages are in them. */
export function wirejigContender<T>(
  items: number,
  chunks: readonly Uint8Array[],
  decoder: Decoder<T>,
): Contender {
  let at = 0;
  return decoderContender<T>('wirejig', items, (take) => () => {
    for (const chunk of chunks)
      for (const event of decoder.push(chunk, micros((at += 5))))
        if (event.kind === 'frame') take(event.value);
  });
}
