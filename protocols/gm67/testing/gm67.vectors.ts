/**
 * Golden bytes of GM67 with their sources: all examples of the page, and frames worked out by hand from README.md, not
 * by the codec.
 */
import { hostCommand, scannerReply, WAKE, type Command, type Reply } from '../wire/message';

/** Bytes as hex text, and their message, for both directions. */
export interface Vector<T> {
  readonly name: string;
  readonly source: string;
  readonly hex: string;
  readonly message: T;
}

/** Bytes that are not a frame, and why. A pause follows them. */
export interface BadVector {
  readonly name: string;
  readonly source: string;
  readonly hex: string;
  readonly code: string;
  readonly offset: number;
}

const TABLE = 'command table';

function vector<T>(name: string, hex: string, message: T, source = TABLE): Vector<T> {
  return { name, source, hex, message };
}

export const COMMAND_VECTORS: readonly Vector<Command>[] = [
  vector('ACK from host', '04 D0 04 00 FF 28', hostCommand({ type: 'ack' })),
  vector('start decode', '04 E4 04 00 FF 14', hostCommand({ type: 'start' })),
  vector('stop decode', '04 E5 04 00 FF 13', hostCommand({ type: 'stop' })),
  vector('scan enable', '04 E9 04 00 FF 0F', hostCommand({ type: 'enable' })),
  vector('scan disable', '04 EA 04 00 FF 0E', hostCommand({ type: 'disable' })),
  vector('LED on', '05 E7 04 00 01 FF 0F', hostCommand({ type: 'led-on', led: 1 })),
  vector('LED off', '05 E8 04 00 01 FF 0E', hostCommand({ type: 'led-off', led: 1 })),
  vector('beep', '05 E6 04 00 01 FF 10', hostCommand({ type: 'beep', pattern: 1 })),
  vector('sleep', '04 EB 04 00 FF 0D', hostCommand({ type: 'sleep' })),
  vector('reset', '04 FA 04 00 FE FE', hostCommand({ type: 'reset' })),
  vector('parameter defaults', '04 C8 04 00 FF 30', hostCommand({ type: 'defaults' })),
  vector(
    'parameter write, permanent: trigger mode host',
    '07 C6 04 08 00 8A 08 FE 95',
    hostCommand({ type: 'write', prefix: 0, number: 0x8a, value: 0x08 }, 0x08),
  ),
  vector('parameter read', '05 C7 04 00 8A FE A6', hostCommand({ type: 'read', number: 0x8a })),
  vector('revision', '04 A3 04 00 FF 55', hostCommand({ type: 'revision' })),
  vector(
    'parameter write, two-byte number: terminator CR',
    '08 C6 04 08 00 F2 05 02 FE 2D',
    hostCommand({ type: 'write', prefix: 0, number: 0xf205, value: 0x02 }, 0x08),
    'parameters',
  ),
  // 05+D1+04+00+01 = DB, 10000-DB = FF25
  vector('NAK from host', '05 D1 04 00 01 FF 25', hostCommand({ type: 'nak', cause: 1 }), 'LEN, D1 4..5'),
  // 04+D1+04+00 = D9
  vector('NAK from host without a cause', '04 D1 04 00 FF 27', hostCommand({ type: 'nak' }), 'LEN, D1 4..5'),
  // 06+C7+04+00+F2+05 = 1C8, 10000-1C8 = FE38
  vector(
    'parameter read, two-byte number',
    '06 C7 04 00 F2 05 FE 38',
    hostCommand({ type: 'read', number: 0xf205 }),
    'LEN, C7 6',
  ),
  // 08+C6+04+01+FF+F3+10+07 = 2DC, 10000-2DC = FD24
  vector(
    'parameter write, FF before the number, retransmission',
    '08 C6 04 01 FF F3 10 07 FD 24',
    hostCommand({ type: 'write', prefix: 0xff, number: 0xf310, value: 0x07 }, 0x01),
    'F2 and F3 prefix a two-byte number',
  ),
  // 04+E4+04+01 = ED
  vector('start again', '04 E4 04 01 FF 13', hostCommand({ type: 'start' }, 0x01), 'STATUS, bit 0'),
  // 04+99+04+00 = A1
  vector('unknown opcode', '04 99 04 00 FF 5F', hostCommand({ type: 'unknown', opcode: 0x99 }), 'GM-CM-03'),
  vector('wake byte', '00', WAKE, 'wake byte'),
];

const LONG_PAYLOAD = Uint8Array.from({ length: 250 }, () => 0x01);

export const REPLY_VECTORS: readonly Vector<Reply>[] = [
  vector('ACK from scanner', '04 D0 00 00 FF 2C', scannerReply({ type: 'ack' })),
  vector('NAK resend', '05 D1 00 00 01 FF 29', scannerReply({ type: 'nak', cause: 1 })),
  vector('NAK bad context', '05 D1 00 00 02 FF 28', scannerReply({ type: 'nak', cause: 2 })),
  vector('NAK denied', '05 D1 00 00 06 FF 24', scannerReply({ type: 'nak', cause: 6 })),
  vector(
    'parameter value',
    '07 C6 00 00 FF 8A 08 FD A2',
    scannerReply({ type: 'value', prefix: 0xff, number: 0x8a, value: 0x08 }),
  ),
  // 08+C6+00+00+FF+F2+05+02 = 2C6, 10000-2C6 = FD3A
  vector(
    'parameter value, two-byte number',
    '08 C6 00 00 FF F2 05 02 FD 3A',
    scannerReply({ type: 'value', prefix: 0xff, number: 0xf205, value: 0x02 }),
    'command table, with vv 02',
  ),
  vector(
    'DataMatrix 55',
    '06 F3 00 00 F2 55 FD C0',
    scannerReply({ type: 'data', codeType: 0xf2, payload: Uint8Array.of(0x55) }),
  ),
  // 07+A4+00+00+56+31+2E = 160, 10000-160 = FEA0
  vector('revision text', '07 A4 00 00 56 31 2E FE A0', scannerReply({ type: 'revision', text: 'V1.' })),
  // hhll = 7 + 251 = 0102; FF+F4+01+02+F4+00+00+F1 + FA*01 = 4D5, 10000-4D5 = FB2B
  vector(
    'a payload of 250 bytes, QR',
    `FF F4 01 02 F4 00 00 F1${' 01'.repeat(250)} FB 2B`,
    scannerReply({ type: 'data', codeType: 0xf1, payload: LONG_PAYLOAD }),
    'long frames, GM-DT-03',
  ),
  // LEN = 5 + 249 = FE; FE+F3+00+00+F1 + F9*01 = 3DB, 10000-3DB = FC25
  vector(
    'a payload of 249 bytes, QR',
    `FE F3 00 00 F1${' 01'.repeat(249)} FC 25`,
    scannerReply({ type: 'data', codeType: 0xf1, payload: LONG_PAYLOAD.slice(1) }),
    'GM-DT-03: the longest short frame',
  ),
  // 06+F3+00+01+F2+55 = 241, 10000-241 = FDBF
  vector(
    'DataMatrix 55 again',
    '06 F3 00 01 F2 55 FD BF',
    scannerReply({ type: 'data', codeType: 0xf2, payload: Uint8Array.of(0x55) }, 0x01),
    'GM-DT-04',
  ),
];

export const BAD_COMMANDS: readonly BadVector[] = [
  {
    name: 'low byte of the checksum',
    source: 'GM-FR-02',
    hex: '04 E4 04 00 FF 15',
    code: 'checksum',
    offset: 4,
  },
  {
    name: 'high byte of the checksum',
    source: 'GM-FR-02',
    hex: '04 E4 04 00 FE 14',
    code: 'checksum',
    offset: 4,
  },
  {
    name: 'checksum bytes swapped',
    source: 'GM-FR-02',
    hex: '04 E4 04 00 14 FF',
    code: 'checksum',
    offset: 4,
  },
  { name: 'stops half-way', source: 'GM-FR-03', hex: '04 E4 04', code: 'truncated', offset: 3 },
  { name: 'LEN 3', source: 'GM-FR-04', hex: '03 E4 04 FF 15', code: 'length', offset: 0 },
  {
    name: '00 with a byte behind it',
    source: 'wake byte',
    hex: '00 04 E4 04 00 FF 14',
    code: 'length',
    offset: 0,
  },
  { name: 'LEN 5 for start', source: 'GM-FR-04', hex: '05 E4 04 00 00 FF 13', code: 'length', offset: 0 },
  { name: 'LEN 4 for beep', source: 'GM-FR-04', hex: '04 E6 04 00 FF 12', code: 'length', offset: 0 },
  {
    name: 'LEN 6 for NAK',
    source: 'LEN, D1 4..5',
    hex: '06 D1 04 00 01 01 FF 23',
    code: 'length',
    offset: 0,
  },
  {
    name: 'LEN 7 with a two-byte number',
    source: 'LEN, C6 8',
    hex: '07 C6 04 00 00 F2 05 FE 38',
    code: 'length',
    offset: 0,
  },
  {
    name: 'LEN 8 with a one-byte number',
    source: 'LEN, C6 7',
    hex: '08 C6 04 00 00 8A 08 00 FE 9C',
    code: 'length',
    offset: 0,
  },
  {
    name: 'LEN 5 for an unknown opcode',
    source: 'LEN, all others 4',
    hex: '05 99 04 00 00 FF 5E',
    code: 'length',
    offset: 0,
  },
  {
    name: 'a long frame from the host',
    source: 'FF from the host',
    hex: 'FF F4 00 08',
    code: 'length',
    offset: 0,
  },
];

export const BAD_REPLIES: readonly BadVector[] = [
  { name: 'SOURCE 04', source: 'GM-FR-01', hex: '04 D0 04 00 FF 28', code: 'constant', offset: 2 },
  { name: 'a host opcode', source: 'GM-FR-01', hex: '04 E4 00 00 FF 18', code: 'unknown-form', offset: 1 },
  { name: 'wrong checksum', source: 'GM-FR-01', hex: '04 D0 00 00 FF 2D', code: 'checksum', offset: 4 },
  { name: 'NAK without a cause', source: 'GM-FR-01', hex: '04 D1 00 00 FF 2B', code: 'length', offset: 0 },
  {
    name: 'data without a code type',
    source: 'GM-FR-01',
    hex: '04 F3 00 00 FF 09',
    code: 'length',
    offset: 0,
  },
  { name: '8-bit revision', source: 'ASCII text', hex: '05 A4 00 00 E9 FE 6E', code: 'range', offset: 4 },
  {
    name: 'a long frame of one payload byte',
    source: 'GM-DT-03',
    hex: 'FF F4 00 09 F4 00 00 F2 55 FB C9',
    code: 'length',
    offset: 2,
  },
  {
    name: 'hhll 0007: no code type',
    source: 'long frames',
    hex: 'FF F4 00 07 F4 00 00 FD 12',
    code: 'length',
    offset: 2,
  },
  {
    name: 'F4 missing behind hhll',
    source: 'long frames',
    hex: 'FF F4 01 02 F3',
    code: 'truncated',
    offset: 5,
  },
  { name: 'F4 missing behind FF', source: 'long frames', hex: 'FF F3', code: 'constant', offset: 1 },
];
