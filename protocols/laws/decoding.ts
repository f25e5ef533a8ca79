/** The subject of the laws of a codec, and helpers that decode. */
import fc from 'fast-check';
import type { Decoder, FrameEvent } from '../frame';
import { checkLaw, chunkSizes, splitIntoChunks, streams, type StreamSource } from '../streams.arbitrary';
import { micros, type Micros } from '../time';
import type { MessageEquality } from './expectations';

export interface CodecLaws<T> extends StreamSource<T>, MessageEquality<T> {
  /** The message of exactly one good frame; throws for other bytes. */
  readonly decodeOnce?: (raw: Uint8Array) => T;
  /** Silence after which the decoder holds nothing; undefined: silence ends nothing. */
  readonly gap?: Micros | undefined;
  /** Set where the checksum promises to detect every single flipped bit. */
  readonly checksum?: { readonly singleBit: true };
  /** Set where only the silence after a frame may show its end. */
  readonly silenceDelimited?: boolean;
  /** Set where each push is one frame, so that bytes must not be cut. */
  readonly packets?: boolean;
  /** Set where `fields` covers each byte exactly once, for any bytes. */
  readonly fieldsCoverAll?: boolean;
}

/** One law. `check` throws an Error with the counterexample if the codec breaks it. */
export interface Law {
  readonly title: string;
  /** Whether the law applies to this codec; default: to every one. */
  readonly applies?: <T>(laws: CodecLaws<T>) => boolean;
  readonly check: <T>(laws: CodecLaws<T>) => void;
}

/** A law of any bytes, cut into chunks of these sizes. */
export function streamLaw(
  title: string,
  check: <T>(laws: CodecLaws<T>, bytes: Uint8Array, sizes: readonly number[]) => void,
  applies: Law['applies'] = () => true,
): Law {
  return {
    title,
    applies,
    check: (laws) =>
      checkLaw(fc.property(streams(laws), chunkSizes(), (bytes, sizes) => check(laws, bytes, sizes))),
  };
}

export const START = micros(1_000_000);

export function decodeAll<T>(
  laws: CodecLaws<T>,
  bytes: Uint8Array,
  sizes: readonly number[] = [bytes.length],
): FrameEvent<T>[] {
  const decoder = laws.codec().decoder();
  const events: FrameEvent<T>[] = [];
  for (const chunk of splitIntoChunks(bytes, sizes)) events.push(...decoder.push(chunk, START));
  return [...events, ...settle(decoder)];
}

/** Lets silence end all pending bytes. */
export function settle<T>(decoder: Decoder<T>): FrameEvent<T>[] {
  const events: FrameEvent<T>[] = [];
  for (let turns = 0; ; turns++) {
    const due = decoder.deadline();
    if (due === undefined) return events;
    if (turns === 100) throw new Error(`silence does not end what is pending: deadline still ${due}`);
    events.push(...decoder.tick(due));
  }
}

export function later(at: Micros, span: number): Micros {
  return micros(at + span);
}

export function total<T>(events: readonly FrameEvent<T>[]): number {
  return events.reduce((sum, event) => sum + event.raw.length, 0);
}

/** The bytes of all events. */
export function rawOf<T>(events: readonly FrameEvent<T>[]): Uint8Array {
  const whole = new Uint8Array(total(events));
  let at = 0;
  for (const { raw } of events) {
    whole.set(raw, at);
    at += raw.length;
  }
  return whole;
}
