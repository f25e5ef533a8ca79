/**
 * The codec of a console with keys and a screen: each chunk is one event, read as text.
 *
 *     1B 5B 32 4A 1B 5B 48 …        text with its escape sequences
 */
import type { Grammar } from '../dissection/dissection';
import type { Codec, FieldSpan } from '../frame';

/** The most bytes of a chunk that are shown. */
const TEXT_SHOWN = 400;
const TEXT_FIELD = 'text';

/** What came in one push. */
export interface ConsoleText {
  readonly type: 'text';
  readonly bytes: Uint8Array;
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

function textFields(raw: Uint8Array): readonly FieldSpan[] {
  if (raw.length === 0) return [];
  const value = UTF8.decode(raw.subarray(0, TEXT_SHOWN));
  return [{ name: TEXT_FIELD, offset: 0, length: raw.length, value }];
}

/** Both directions: every push is one event, and no bytes are ever pending. */
export const consoleText: Codec<ConsoleText> = {
  encode: ({ bytes }) => bytes,
  decoder: () => ({
    push: (bytes, at) => {
      const raw = Uint8Array.from(bytes);
      return [{ kind: 'frame', raw, first: at, last: at, value: { type: 'text', bytes: raw } }];
    },
    pending: 0,
    deadline: () => undefined,
    tick: () => [],
  }),
  fields: textFields,
};

/** The names of its bytes in a dissector. */
export const consoleTextGrammar: Grammar = {
  frame: [{ kind: 'rest', name: TEXT_FIELD, shown: TEXT_SHOWN, titled: true }],
};
