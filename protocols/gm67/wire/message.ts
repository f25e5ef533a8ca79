/**
 * The frames of host and scanner, described: bytes, types and names follow. Source: GM67 page, tables.
 *
 *     LEN OPCODE SOURCE STATUS DATA (LEN - 4) CHECKSUM (2)
 *     FF F4 hh ll F4 SOURCE STATUS DATA (hhll - 7) CHECKSUM (2)     from the scanner, packet mode
 */
import {
  extended,
  fixed,
  lengthOf,
  millis,
  oneOf,
  optional,
  rest,
  sum16be,
  text,
  u16be,
  u8,
  wire,
  type Messages,
  type Micros,
} from '../../../api/index';
import { PARAMETER_NAMES, VALUE_NAMES } from './parameters';

export const SOURCE = { scanner: 0x00, host: 0x04 } as const;

/** Bits of STATUS; on the page the others are 0. */
export const STATUS = { retransmission: 0x01, permanent: 0x08 } as const;

export const CAUSE = { resend: 0x01, badContext: 0x02, denied: 0x06 } as const;

/** Code types of packet mode, by their names on the page. */
export const CODE_TYPE = { datamatrix: 0xf2, qr: 0xf1, ean13: 0x0b, code128: 0x03 } as const;

export type Symbology = keyof typeof CODE_TYPE;

export const SYMBOLOGIES = ['datamatrix', 'qr', 'ean13', 'code128'] as const satisfies readonly Symbology[];

export const OPCODE = {
  defaults: 0xc8,
  ack: 0xd0,
  nak: 0xd1,
  data: 0xf3,
  longData: 0xf4,
  reset: 0xfa,
} as const;

/** Opcodes of the scanner alone: of the revision, and of data. */
export const SCANNER_OPCODES: readonly number[] = [0xa4, OPCODE.data, OPCODE.longData];

/** The longest payload of a short frame, in bytes; longer data goes in a long frame (GM-DT-03). */
export const LONGEST_SHORT_PAYLOAD = 249;
/** Bytes of a long frame before its payload, and the longest payload that a 16-bit length leaves room for. */
const LONG_HEADER = 8;
export const LONGEST_PAYLOAD = 0xffff - LONG_HEADER;

/** Silence after a lone 00 that makes it a wake byte. */
export const WAKE_SILENCE: Micros = millis(25);

const OPCODE_NAMES: Readonly<Record<number, string>> = {
  0xa3: 'revision',
  0xa4: 'revision text',
  0xc6: 'parameter',
  0xc7: 'parameter read',
  0xc8: 'parameter defaults',
  0xd0: 'ACK',
  0xd1: 'NAK',
  0xe4: 'start decode',
  0xe5: 'stop decode',
  0xe6: 'beep',
  0xe7: 'LED on',
  0xe8: 'LED off',
  0xe9: 'scan enable',
  0xea: 'scan disable',
  0xeb: 'sleep',
  0xf3: 'decoded data',
  0xf4: 'long frame',
  0xfa: 'reset',
};

const { retransmission, permanent } = STATUS;
const status = u8({
  base: 'hex',
  names: {
    0: 'none',
    [retransmission]: 'retransmission',
    [permanent]: 'permanent write',
    [retransmission | permanent]: 'retransmission, permanent write',
  },
});
const fromHost = { source: u8({ base: 'hex', names: { 0: 'scanner', 4: 'host' } }), status };
const fromScanner = { source: fixed(SOURCE.scanner), status };
const cause = u8({
  base: 'hex',
  names: { [CAUSE.resend]: 'resend', [CAUSE.badContext]: 'bad context', [CAUSE.denied]: 'denied' },
});
/** Bytes that begin a parameter number of two bytes. */
export const NUMBER_PREFIXES: readonly number[] = [0xf2, 0xf3];
/** A byte, or F2xx and F3xx. */
const number = extended(NUMBER_PREFIXES, { base: 'hex', names: PARAMETER_NAMES });
/** The byte before the number is 00 or FF. */
const parameter = {
  prefix: u8({ base: 'hex' }),
  number,
  value: u8({ base: 'hex', namesBy: { field: 'number', names: VALUE_NAMES } }),
};
const code = {
  codeType: u8({
    base: 'hex',
    names: Object.fromEntries(Object.entries(CODE_TYPE).map(([name, value]) => [value, name])),
  }),
  payload: rest(),
};
const SUM = sum16be({ complement: 'twos' });
const short = {
  head: { LEN: lengthOf(u8(), { plus: -2, strict: true }) },
  tag: { opcode: u8({ base: 'hex', names: OPCODE_NAMES }) },
  sum: SUM,
  longest: 254 + 2,
};

/** Frames from the host. */
export const COMMANDS = wire({
  ...short,
  forms: {
    ack: [OPCODE.ack, fromHost],
    start: [0xe4, fromHost],
    stop: [0xe5, fromHost],
    enable: [0xe9, fromHost],
    disable: [0xea, fromHost],
    sleep: [0xeb, fromHost],
    reset: [OPCODE.reset, fromHost],
    defaults: [OPCODE.defaults, fromHost],
    revision: [0xa3, fromHost],
    nak: [OPCODE.nak, { ...fromHost, cause: optional(cause) }],
    'led-on': [0xe7, { ...fromHost, led: u8() }],
    'led-off': [0xe8, { ...fromHost, led: u8() }],
    beep: [0xe6, { ...fromHost, pattern: u8() }],
    write: [0xc6, { ...fromHost, ...parameter }],
    read: [0xc7, { ...fromHost, number }],
    /** An opcode that is not the host's on the page, without data. */
    unknown: [{ tag: (opcode) => !isHostOpcode(opcode) }, fromHost],
  },
});

/** Frames from the scanner: short ones, and codes of more than 249 bytes in long ones. */
export const REPLIES = oneOf(
  wire({
    ...short,
    forms: {
      ack: [OPCODE.ack, fromScanner],
      nak: [OPCODE.nak, { ...fromScanner, cause }],
      value: [0xc6, { ...fromScanner, ...parameter }],
      revision: [0xa4, { ...fromScanner, text: text({ rest: true }) }],
      data: [OPCODE.data, { ...fromScanner, ...code }],
    },
  }),
  wire({
    forms: {
      data: {
        mark: fixed(0xff, OPCODE.longData),
        hhll: lengthOf(u16be(), { plus: -2 }),
        opcode: fixed(OPCODE.longData),
        ...fromScanner,
        codeType: code.codeType,
        payload: rest({ least: LONGEST_SHORT_PAYLOAD + 1, most: LONGEST_PAYLOAD }),
      },
    },
    sum: SUM,
  }),
);

/** A frame from the host. Numbers are bytes, except a parameter's `number` (see {@link isTwoByte}). */
export type FramedCommand = Messages<typeof COMMANDS>;

/** A host frame, or the lone 00 that wakes a sleeping scanner. */
export type Command = FramedCommand | { readonly type: 'wake' };

/** A scanner frame; its SOURCE is always 00. */
export type Reply = Messages<typeof REPLIES>;

/** The content of a frame, without its sender. */
type Body<F> = F extends unknown ? Omit<F, 'source' | 'status'> : never;
type BareType = (typeof BARE)[number];
export type CommandBody =
  { readonly type: BareType } | Body<Exclude<FramedCommand, { readonly type: BareType }>>;
export type ReplyBody = Body<Reply>;

/** Host commands that are only an opcode. */
export const BARE = [
  'ack',
  'start',
  'stop',
  'enable',
  'disable',
  'sleep',
  'reset',
  'defaults',
  'revision',
] as const;

/** A command as the host sends it: SOURCE 04, STATUS 0 unless given. */
export function hostCommand(body: CommandBody, status = 0): FramedCommand {
  return { ...body, source: SOURCE.host, status };
}

export const WAKE: Command = { type: 'wake' };

/** A reply with STATUS 0 unless given. */
export function scannerReply(body: ReplyBody, status = 0): Reply {
  return { ...body, status };
}

export function isHostOpcode(opcode: number): boolean {
  return COMMANDS.layout.forms.some(({ tag }) => tag === opcode);
}

/** The least and the most LEN of an opcode from the host. */
export function hostLengths(opcode: number): readonly [least: number, most: number] {
  const size = COMMANDS.layout.forms.find(({ tag }) => tag === opcode)?.size;
  return size === undefined ? [4, 4] : [size.min - 2, size.max - 2];
}

/** True for the first bytes of a long frame whose code fits a short one (GM-DT-03). */
export function isNeedlesslyLong(raw: Uint8Array): boolean {
  const [mark, opcode, high = 0xff, low = 0xff] = raw;
  const counted = high * 0x100 + low;
  return mark === 0xff && opcode === OPCODE.longData && counted <= LONG_HEADER + LONGEST_SHORT_PAYLOAD;
}

/** True for a number that goes as two bytes: F2xx and F3xx. */
export function isTwoByte(number: number): boolean {
  return number > 0xff;
}

/** The given bytes and their checksum: 0x10000 minus their sum, 16 bits. */
export function sealed(bytes: ArrayLike<number>): Uint8Array {
  return COMMANDS.resum(Uint8Array.of(...Array.from(bytes), 0, 0));
}

/** `datamatrix`; undefined for a name that is not on the page. */
export function symbologyNamed(name: string): Symbology | undefined {
  return SYMBOLOGIES.find((one) => one === name);
}

export function isRepeat(command: Command): boolean {
  return 'status' in command && (command.status & STATUS.retransmission) !== 0;
}
