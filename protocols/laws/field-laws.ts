/** The laws of `fields`, which explains complete and incomplete bytes. */
import fc from 'fast-check';
import { checkLaw, streams } from '../streams.arbitrary';
import type { CodecLaws, Law } from './decoding';
import { expectAtMost, expectEqual } from './expectations';

export const FIELD_LAWS: readonly Law[] = [
  {
    title: 'any bytes are explained by spans in order that lie inside them',
    check: (laws) => checkSpans(laws, false),
  },
  {
    title: 'the spans of any bytes cover each byte once',
    applies: ({ fieldsCoverAll }) => fieldsCoverAll === true,
    check: (laws) => checkSpans(laws, true),
  },
];

function checkSpans<T>(laws: CodecLaws<T>, coverAll: boolean): void {
  checkLaw(
    fc.property(streams(laws), fc.nat(), (bytes, cut) => {
      const raw = bytes.subarray(0, cut % (bytes.length + 1));
      let end = 0;
      for (const { name, offset, length } of laws.codec().fields(raw)) {
        if (offset < end || length < 1)
          throw new Error(`span ${name}: ${length} bytes at ${offset}, after ${end}`);
        if (coverAll) expectEqual(`offset of ${name}`, offset, end);
        end = offset + length;
      }
      expectAtMost('end of the last span', end, raw.length);
      if (coverAll) expectEqual('end of the last span', end, raw.length);
    }),
  );
}
