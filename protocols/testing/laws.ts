/**
 * The laws of every codec, as tests. A protocol's test gives only its messages.
 *
 *     codecLaws('STM requests', { codec: () => requests(), messages: request(), longestFrame: 580, gap: millis(50) });
 */
import { appliesTo, CODEC_LAWS } from '../laws/codec-laws';
import type { CodecLaws } from '../laws/decoding';

/** Registers the laws as tests of the suite `name`. */
export function codecLaws<T>(name: string, laws: CodecLaws<T>): void {
  describe(`${name}: laws of a codec`, () => {
    for (const law of CODEC_LAWS) if (appliesTo(law, laws)) test(law.title, () => law.check(laws));
  });
}
