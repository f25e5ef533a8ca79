/** Captures that editcap or mergecap wrote anew: their packets have other times than their headers. */
import {
  block,
  contentOf,
  enhanced,
  INTERFACE,
  rtac,
  SECOND,
  SECTION,
  START,
  word,
} from '../testing/capture-blocks';

const text = (code: number, value: string): Buffer =>
  Buffer.concat([word(code | (value.length << 16)), Buffer.from(value), Buffer.alloc(-value.length & 3)]);
const OURS = Buffer.concat([
  block(0x0a0d0d0a, word(0x1a2b3c4d), word(1), word(-1), word(-1), text(4, 'wirejig 0')),
  INTERFACE,
]);
const END = text(1, 'end of the recording');

/** A request that is sent for 50 s, and its answer: recorded at their times, and then moved. */
function exchange(from: number, moved: number, options?: Buffer): Buffer {
  return Buffer.concat([
    enhanced(from + 50 * SECOND + moved, rtac(3, from, 0x01)),
    enhanced(from + 50 * SECOND + 400 + moved, rtac(4, from + 50 * SECOND, 0xff), options),
  ]);
}

const HOUR = 3600 * SECOND;
const WHOLE = exchange(SECOND, 0, END);
const READ = 'tx 01@50000000, rx ff@50000400';

test.each<readonly [string, Buffer, RegExp]>([
  ['shifted', Buffer.concat([OURS, exchange(SECOND, HOUR, END)]), /shifted by 3600\.000 s.*\(editcap -t\)/],
  ['shifted a little', Buffer.concat([OURS, exchange(SECOND, 2 * SECOND, END)]), /shifted by 2\.000 s/],
  ['shifted back', Buffer.concat([OURS, exchange(SECOND, -0.5 * SECOND, END)]), /shifted by -0\.500 s/],
  ['shifted, and written by mergecap', Buffer.concat([START, exchange(SECOND, HOUR, END)]), /shifted by/],
  [
    'merged of two runs',
    Buffer.concat([START, WHOLE, exchange(SECOND, HOUR, END)]),
    /^2 recordings of wirejig are merged in the file: check each by itself$/,
  ],
  [
    'merged of parts, one of them shifted',
    Buffer.concat([START, exchange(SECOND, 0), exchange(SECOND, HOUR)]),
    /in a part of the file only: recordings were shifted and merged/,
  ],
])('%s: refused', (_, file, reason) => {
  expect(() => contentOf(file)).toThrow(reason);
});

test.each<readonly [string, Buffer, string]>([
  ['written by mergecap, of one run', Buffer.concat([START, WHOLE]), READ],
  ['of wirejig, with a request that took long', Buffer.concat([OURS, WHOLE]), READ],
  ['of two sections', Buffer.concat([OURS, WHOLE, OURS, exchange(HOUR, 0, END)]), 'another recording begins'],
  [
    'of another recorder, with a clock of its own',
    Buffer.concat([
      SECTION,
      INTERFACE,
      enhanced(HOUR, rtac(3, 7, 0x01)),
      enhanced(HOUR + 9, rtac(4, 8, 0xff)),
    ]),
    'tx 01@0, rx ff@9',
  ],
  [
    'of another recorder, without times in its headers',
    Buffer.concat([START, ...[10, 100].map((s) => enhanced(s * SECOND, rtac(4, 0, 0xff)))]),
    'rx ff@100000000',
  ],
])('%s: read', (_, file, content) => {
  expect(contentOf(file)).toContain(content);
});
