/**
 * The bytes of XMODEM: blocks and single bytes from the side that has the file, single bytes from the other.
 *
 *     01 │ number │ 255 − number │ 128 bytes │ sum of the 128 bytes, or their CRC-16
 */
import { byLength, bytes, codec, crc16xmodem, fixedLength, millis, oneOf, param, sum8, u8, wire } from 'wirejig';
import type { Messages } from 'wirejig';

export const BLOCK_BYTES = 128;

export const parameters = {
  check: param('checksum', 'What ends a block. The receiver asks for a CRC by C in place of NAK.', {
    choices: ['checksum', 'crc'],
  }),
  answerMs: param(500, 'Latest start of an answer.', { unit: 'ms', min: 20 }),
};
export type Check = 'checksum' | 'crc';

const head = u8({ base: 'hex' });
const controls = wire({
  tag: { head },
  forms: { eot: [0x04, {}], ack: [0x06, {}], bs: [0x08, {}], nak: [0x15, {}], can: [0x18, {}], c: [0x43, {}] },
});
const blocks = (check: Check) =>
  wire({
    tag: { head },
    forms: { block: [0x01, { number: u8(), complement: u8(), data: bytes({ length: BLOCK_BYTES }) }] },
    // The sum is that of the data alone.
    sum: { by: check === 'crc' ? crc16xmodem : sum8(), from: 3 },
  });

/** What the side sends that has the file. A second of silence ends half a block, and what is no block. */
const fileSide = (check: Check) => oneOf(blocks(check), controls);
export const IDLE = millis(1000);
export const fileCodec = (check: Check) => codec(fileSide(check), byLength({ idle: IDLE }));
/** What the other side sends. */
export const replyCodec = codec(controls, fixedLength(1, { idle: IDLE }));

export type Reply = Messages<typeof controls>;
export type FileMessage = Messages<ReturnType<typeof fileSide>>;
export type Block = Extract<FileMessage, { type: 'block' }>;

export const BYTES = {
  eot: Uint8Array.of(0x04),
  ack: Uint8Array.of(0x06),
  nak: Uint8Array.of(0x15),
  can: Uint8Array.of(0x18),
  c: Uint8Array.of(0x43),
};

/** The byte by which a receiver asks for the first block. */
export const startOf = (check: Check): 'nak' | 'c' => (check === 'crc' ? 'c' : 'nak');

/** A block of a file whose bytes follow from their place. */
export function blockOf(index: number): Block {
  const number = index & 0xff;
  const data = Uint8Array.from({ length: BLOCK_BYTES }, (_, at) => (7 * index + 3 * at) & 0xff);
  return { type: 'block', number, complement: 0xff - number, data };
}
