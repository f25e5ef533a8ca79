/** Capture files that are spoilt, or that show no line, each refused with its reason. */
import { PcapngWriter } from '../../../../reports/pcapng/pcapng';
import {
  block,
  contentOf,
  enhanced,
  INTERFACE,
  RTAC,
  rtac,
  SECOND,
  SECTION,
  simple,
  START,
  word,
} from '../testing/capture-blocks';
import { pcapPackets } from './capture-packets';

const TX = rtac(3, SECOND, 0x01);
const RX = rtac(4, SECOND + 2000, 0xff);

/** Its type, or the length of its data, is spoilt. */
function spoilt(packet: Buffer, at: number, value: number): Buffer {
  packet.writeUInt32LE(value, at);
  return packet;
}

/** A section that wirejig wrote. */
function ownSection(): Buffer {
  const parts: Buffer[] = [];
  const writer = new PcapngWriter((bytes) => parts.push(Buffer.from(bytes)));
  writer.section('wirejig 0', undefined, []);
  writer.flush();
  return Buffer.concat(parts);
}

test.each<readonly [string, Buffer, RegExp]>([
  [
    'a simple packet longer than its block',
    Buffer.concat([START, block(3, word(99), TX)]),
    /its data are longer/,
  ],
  [
    'a packet whose data are longer than it was',
    Buffer.concat([START, spoilt(enhanced(SECOND, TX), 24, TX.length - 1)]),
    /its data are longer than its packet/,
  ],
  [
    'a block of no known type',
    Buffer.concat([START, enhanced(SECOND, TX), spoilt(enhanced(SECOND + 2000, RX), 0, 0x26)]),
    /the block at byte 104 is malformed: there is none of type 38:/,
  ],
  [
    'a block that no file of wirejig has',
    Buffer.concat([ownSection(), INTERFACE, spoilt(enhanced(SECOND, TX), 0, 4)]),
    /there is none of type 4 in a file of wirejig/,
  ],
  ['a simple packet without an interface', Buffer.concat([SECTION, simple(TX)]), /there is no interface 0/],
  [
    'two interfaces of one name at a time',
    Buffer.concat([
      START,
      INTERFACE,
      enhanced(SECOND, TX),
      enhanced(SECOND + 9, RX),
      block(6, word(1), word(0), word(SECOND + 3), word(TX.length), word(TX.length), TX),
    ]),
    /two interfaces named main have packets of one side and one time/,
  ],
])('%s: refused', (_, file, reason) => {
  expect(() => contentOf(file)).toThrow(reason);
});

test('a record of pcap whose data are longer than its packet is refused', () => {
  const head = Buffer.concat([0xa1b2c3d4, 2 | (4 << 16), 0, 0, 65_535, RTAC].map(word));
  const record = Buffer.concat([...[1, 0, TX.length, TX.length - 1].map(word), TX]);
  expect(() => contentOf(Buffer.concat([head, record]), pcapPackets)).toThrow(
    'the record at byte 24 is malformed: its data are longer than its packet',
  );
});

test('an interface of another name in a later section is named, and not left out', () => {
  const parts: Buffer[] = [];
  for (const names of [['main'], ['aux']]) {
    const writer = new PcapngWriter((bytes) => parts.push(Buffer.from(bytes)));
    writer.section('other', undefined, []);
    for (const name of names) {
      const place = writer.interface(RTAC, name, '');
      writer.packet({ interface: place, at: SECOND, data: TX, left: 0, comments: [] });
    }
    writer.flush();
  }
  expect(() => contentOf(Buffer.concat(parts))).toThrow('no interface named main in section 2 of the file');
});
