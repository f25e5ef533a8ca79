/** What is missing in a recording, and where: nothing of it is a fault of the board. */
import { block, contentOf, enhanced, rtac, SECOND, SECTION, START, word } from '../testing/capture-blocks';

const at = (ms: number, event: number, ...bytes: readonly number[]): Buffer =>
  enhanced(SECOND + ms * 1000, rtac(event, SECOND + ms * 1000, ...bytes));
const TX = (ms: number): Buffer => at(ms, 3, 0x01);
const RX = (ms: number): Buffer => at(ms, 4, 0xff);

function cut(ms: number, kept: number, data: Buffer): Buffer {
  const [us, part] = [SECOND + ms * 1000, data.subarray(0, kept)];
  const padded = Buffer.concat([part, Buffer.alloc(-part.length & 3)]);
  return block(6, word(0), word(us / 2 ** 32), word(us), word(kept), word(data.length), padded);
}

const LOST = 'lost (the recorder lost packets)';
const CUT =
  'the recorder cut a packet: 13 of its 14 bytes are in the file (record it with a longer snap length)';
const SET = "lost (the recorder's clock was set)";

test.each([
  [
    'a packet cut by a snap length',
    [TX(0), cut(2, 13, rtac(4, SECOND + 2000, 0xff, 0x01))],
    `tx 01@0, lost (${CUT}), ${CUT}`,
  ],
  [
    'lost data, since the packet before',
    [TX(0), at(500, 5), RX(600)],
    `tx 01@0, ${LOST}, lost (the recorder says that it lost packets), rx ff@600000, the recorder says that it lost packets`,
  ],
  [
    'a packet with an error in its flags',
    [
      TX(0),
      enhanced(
        SECOND + 2000,
        rtac(4, SECOND + 2000, 0xff),
        Buffer.concat([word(2 | (4 << 16)), word(1 << 24)]),
      ),
    ],
    'tx 01@0, lost (a packet was received wrongly: its flags have an error), a packet was received wrongly: its flags have an error',
  ],
  [
    'bytes with an event that is none',
    [TX(0), at(2, 77, 0xff)],
    'tx 01@0, lost (the bytes of a packet are of no side: its event is 77), the bytes of a packet are of no side: its event is 77',
  ],
  [
    'a clock that is set back: what was before is before',
    [TX(4000), RX(4002), TX(4200), RX(1202), TX(1400), RX(1402), TX(1600), RX(1602)],
    `tx 01@2798000, rx ff@2800000, tx 01@2998000, ${SET}, ${SET}, rx ff@3998000, tx 01@4196000, rx ff@4198000, tx 01@4396000, rx ff@4398000, the times of the file step back from 5.200000 s to 2.202000 s: the recorder's clock was set, or the file is out of order`,
  ],
  [
    'a packet in the wrong place is in its own time',
    [TX(0), TX(400), TX(200), TX(600), RX(601)],
    'tx 01@0, tx 01@400000, tx 01@200000, tx 01@600000, rx ff@601000',
  ],
  [
    'packets from the last to the first are in their own times',
    [TX(800), TX(600), TX(400), TX(200)],
    'tx 01@600000, tx 01@400000, tx 01@200000, tx 01@0',
  ],
  [
    'one side after the other is in its own time',
    [TX(0), TX(400), RX(2), RX(402)],
    'tx 01@0, tx 01@400000, rx ff@2000, rx ff@402000',
  ],
])('%s', (_, packets, content) => {
  expect(contentOf(Buffer.concat([START, ...packets]))).toBe(content);
});

test('an interface for each side: both are one recording', () => {
  const place = (number: number, us: number, data: Buffer): Buffer =>
    block(
      6,
      word(number),
      word(0),
      word(us),
      word(data.length),
      word(data.length),
      data,
      Buffer.alloc(-data.length & 3),
    );
  const unnamed = block(1, word(250), word(0));
  const packets = [0, 100_000].flatMap((us) => [
    place(0, SECOND + us, rtac(3, SECOND + us, 0x01)),
    place(1, SECOND + us + 2000, rtac(4, SECOND + us + 2000, 0xff)),
  ]);
  expect(contentOf(Buffer.concat([SECTION, unnamed, unnamed, ...packets]))).toBe(
    'tx 01@0, rx ff@2000, tx 01@100000, rx ff@102000',
  );
});

test('a clock that is set while one side was recorded after the other is refused', () => {
  const packets = [TX(4000), TX(4200), TX(1200), TX(1400), RX(4002), RX(1202)];
  expect(() => contentOf(Buffer.concat([START, ...packets]))).toThrow(
    /step back .*: cut the file in two there/,
  );
});
