/**
 * The laws of a codec for a user's test, under any test runner.
 *
 *     checkCodec(codec(wire, slip()), { messages: messages(wire) });
 *     checkCodec({ ...byHand, longest: 64, silence: millis(50), endsBy: 'bytes' }, { messages });
 */
import type { Arbitrary } from 'fast-check';
import type { FramedCodec } from '../frame';
import { appliesTo, CODEC_LAWS } from './codec-laws';
import type { CodecLaws } from './decoding';

/** The input of {@link checkCodec}. */
export interface CheckCodecOptions<T> {
  /** Every kind of message of the codec. */
  readonly messages: Arbitrary<T>;
  /** When two messages are equal. Default: the same structure. */
  readonly equals?: (a: T, b: T) => boolean;
  /** Bytes that are not a frame. Default: any bytes. */
  readonly noise?: Arbitrary<Uint8Array>;
  /** Whether the checksum promises to detect every single flipped bit. Default: false. */
  readonly singleBits?: boolean;
  /** Whether `fields` covers each byte exactly once, for any bytes. Default: true. */
  readonly fieldsCoverAll?: boolean;
}

/** A broken law. The message has the law, the smallest counterexample, and its error. */
export class CodecLawError extends Error {
  override readonly name = 'CodecLawError';

  constructor(
    readonly law: string,
    cause: unknown,
  ) {
    super(`the codec breaks a law: ${law}\n${explain(cause)}`, { cause });
  }
}

/** Checks all laws that apply to this codec. Throws {@link CodecLawError} for the first broken one. */
export function checkCodec<T>(codec: FramedCodec<T>, options: CheckCodecOptions<T>): void {
  const laws = lawsOf(codec, options);
  for (const law of CODEC_LAWS)
    if (appliesTo(law, laws))
      try {
        law.check(laws);
      } catch (error) {
        throw new CodecLawError(law.title, error);
      }
}

function lawsOf<T>(codec: FramedCodec<T>, options: CheckCodecOptions<T>): CodecLaws<T> {
  const { messages, equals, noise, singleBits = false, fieldsCoverAll = true } = options;
  return {
    codec: () => codec,
    messages,
    longestFrame: codec.longest,
    gap: codec.silence,
    silenceDelimited: codec.endsBy === 'silence',
    packets: codec.endsBy === 'packet',
    fieldsCoverAll,
    ...(equals === undefined ? {} : { equals }),
    ...(noise === undefined ? {} : { noise }),
    ...(singleBits ? { checksum: { singleBit: true } } : {}),
  };
}

function explain(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}\n${cause.cause.message}` : cause.message;
}
