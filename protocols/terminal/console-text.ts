/**
 * What passes on a console whose bytes are keys and a screen: each stretch as it came, read as text.
 *
 *     1B 5B 32 4A 1B 5B 48 …        text, its escape sequences among it
 */
import type { Codec, FieldSpan } from '../frame';

/** Bytes of a stretch that are shown. */
export const TEXT_SHOWN = 400;
export const TEXT_FIELD = 'text';

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

function textFields(raw: Uint8Array): readonly FieldSpan[] {
  if (raw.length === 0) return [];
  const value = UTF8.decode(raw.subarray(0, TEXT_SHOWN));
  return [{ name: TEXT_FIELD, offset: 0, length: raw.length, value }];
}

/** Both ways: every push is one stretch, and nothing is ever pending. */
export const consoleText: Codec<Uint8Array> = {
  encode: (bytes) => bytes,
  decoder: () => ({
    push: (bytes, at) => {
      const raw = Uint8Array.from(bytes);
      return [{ kind: 'frame', raw, first: at, last: at, value: raw }];
    },
    pending: 0,
    deadline: () => undefined,
    tick: () => [],
  }),
  fields: textFields,
};
