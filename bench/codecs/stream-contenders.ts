/** Decoders of streams as contenders: parser streams, written to as a port pipes into them, and plain objects. */
import type { Transform } from 'node:stream';
import type { Decoder } from '../../protocols/frame';
import { micros } from '../../protocols/time';
import type { Contender } from '../measure';

interface ParserStreamOptions<T> {
  readonly name: string;
  readonly make: () => Transform;
  readonly chunks: readonly Uint8Array[];
  /** Frames in `chunks`. */
  readonly perPass: number;
  /** What is made of a frame that the stream cut out, in the measured time. */
  readonly read: (frame: Uint8Array) => T;
  readonly consume: (value: T) => void;
  /** What the answer shows of it, outside the measured time; default itself. */
  readonly toAnswer?: (value: T) => unknown;
}

/** One operation is a frame; a turn is whole passes, until the last frame is out. */
export function parserStreamContender<T>({
  name,
  make,
  chunks,
  perPass,
  read,
  consume: use,
  toAnswer: shown,
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
    answer: () => (shown === undefined ? values : values.map(shown)),
  };
}

/** A contender that takes in all of its chunks with each call of what `found` gives: `items` things are in them. */
export function decoderContender<T>(
  name: string,
  items: number,
  found: (take: (item: T) => void) => () => void,
): Contender {
  const all: T[] = [];
  // Kept, so that it must be made: a compiler leaves out an object that nobody holds.
  const kept: { last?: T } = {};
  const counted = found((item) => {
    kept.last = item;
  });
  return {
    name,
    grain: items,
    work: (count) => {
      for (let left = count / items; left > 0; left--) counted();
    },
    answer: () => {
      if (all.length === 0) found((item) => all.push(item))();
      return all;
    },
  };
}

/** Wirejig's own decoder, fed with all of the chunks in turn: `items` messages are in them. */
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
