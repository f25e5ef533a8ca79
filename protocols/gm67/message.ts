/**
 * The messages of host and scanner, and their text for a person. Source: GM67 page, tables.
 */
import { millis, type Micros } from '../time';

/** SOURCE of a frame: who sent it. */
export const SOURCE = { scanner: 0x00, host: 0x04 } as const;

/** Bits of STATUS; the page gives the others as 0. */
export const STATUS = { retransmission: 0x01, permanent: 0x08 } as const;

/** Causes of a NAK. */
export const CAUSE = { resend: 0x01, badContext: 0x02, denied: 0x06 } as const;

/** Code types of packet mode, by the names the page gives them. */
export const CODE_TYPE = { datamatrix: 0xf2, qr: 0xf1, ean13: 0x0b, code128: 0x03 } as const;

export type Symbology = keyof typeof CODE_TYPE;

/** Opcodes of the page, host's and scanner's. */
export const OPCODE = {
  revision: 0xa3,
  revisionReply: 0xa4,
  parameter: 0xc6,
  read: 0xc7,
  defaults: 0xc8,
  ack: 0xd0,
  nak: 0xd1,
  start: 0xe4,
  stop: 0xe5,
  beep: 0xe6,
  ledOn: 0xe7,
  ledOff: 0xe8,
  enable: 0xe9,
  disable: 0xea,
  sleep: 0xeb,
  data: 0xf3,
  longData: 0xf4,
  reset: 0xfa,
} as const;

/** Host commands of an opcode alone, by name. */
export const BARE = {
  ack: OPCODE.ack,
  start: OPCODE.start,
  stop: OPCODE.stop,
  enable: OPCODE.enable,
  disable: OPCODE.disable,
  sleep: OPCODE.sleep,
  reset: OPCODE.reset,
  defaults: OPCODE.defaults,
  revision: OPCODE.revision,
} as const;

export type BareType = keyof typeof BARE;

export const BARE_TYPES = [
  'ack',
  'start',
  'stop',
  'enable',
  'disable',
  'sleep',
  'reset',
  'defaults',
  'revision',
] as const satisfies readonly BareType[];

/** First byte of a long frame, and bytes of one before and behind its DATA. */
export const LONG = { firstByte: 0xff, header: 7, checksum: 2 } as const;

/** Payload bytes above which data goes in a long frame (GM-DT-03). */
export const LONGEST_SHORT_PAYLOAD = 249;
/** What the 16-bit length of a long frame leaves for the payload. */
export const LONGEST_PAYLOAD = 0xffff - LONG.header - 1;
/** Bytes of the longest frames: LEN 254, and a long frame whose hhll is FFFF, each with checksum. */
export const LONGEST_SHORT_FRAME = 254 + 2;
export const LONGEST_FRAME = 0xffff + 2;

/** Silence after a lone 00 that makes it a wake byte. */
export const WAKE_SILENCE: Micros = millis(25);
/** From the wake byte on, after this long a sleeping module answers (GM-CM-07). */
export const WAKE_TIME: Micros = millis(50);

/** What the host asks. Numbers are bytes, but for a parameter's `number` (see {@link isTwoByte}). */
export type CommandBody =
  | { readonly type: BareType }
  /** No cause: the frame of LEN 4. */
  | { readonly type: 'nak'; readonly cause?: number }
  | { readonly type: 'led-on' | 'led-off'; readonly led: number }
  | { readonly type: 'beep'; readonly pattern: number }
  /** `prefix` is the byte before the number: 00 or FF. */
  | { readonly type: 'write'; readonly prefix: number; readonly number: number; readonly value: number }
  | { readonly type: 'read'; readonly number: number }
  /** An opcode that the page does not give to the host, without data. */
  | { readonly type: 'unknown'; readonly opcode: number };

/** A host frame, or the lone 00 that wakes a sleeping scanner. */
export type Command =
  (CommandBody & { readonly source: number; readonly status: number }) | { readonly type: 'wake' };

export type ReplyBody =
  | { readonly type: 'ack' }
  | { readonly type: 'nak'; readonly cause: number }
  | { readonly type: 'value'; readonly prefix: number; readonly number: number; readonly value: number }
  /** ASCII. */
  | { readonly type: 'revision'; readonly text: string }
  /** A code in packet mode: long frame above 249 payload bytes. */
  | { readonly type: 'data'; readonly codeType: number; readonly payload: Uint8Array };

/** A scanner frame; its SOURCE is always 00. */
export type Reply = ReplyBody & { readonly status: number };

/** A command as the host sends it: SOURCE 04, STATUS 0 unless given. */
export function hostCommand(body: CommandBody, status = 0): Command {
  return { ...body, source: SOURCE.host, status };
}

export const WAKE: Command = { type: 'wake' };

/** A reply with STATUS 0 unless given. */
export function scannerReply(body: ReplyBody, status = 0): Reply {
  return { ...body, status };
}

/** True for a number that goes as two bytes: F2xx and F3xx. */
export function isTwoByte(number: number): boolean {
  return number > 0xff;
}

/** True for a byte that begins a two-byte parameter number. */
export function isNumberPrefix(byte: number): boolean {
  return byte === 0xf2 || byte === 0xf3;
}

/** True for what a C6 or C7 frame can name: a byte but F2 and F3, or F200..F3FF. */
export function isParameterNumber(number: number): boolean {
  if (!Number.isInteger(number) || number < 0 || number > 0xffff) return false;
  return isTwoByte(number) ? isNumberPrefix(number >> 8) : !isNumberPrefix(number);
}

/** The checksum of the first `length` bytes of a frame: 0x10000 less their sum, 16 bits. */
export function checksum(bytes: Uint8Array, length: number): number {
  let sum = 0;
  for (let i = 0; i < length; i++) sum += bytes[i]!;
  return -sum & 0xffff;
}

/** A byte as two digits, a larger number as two for each of its bytes: `8A`, `F2 05`. */
export function hex(value: number): string {
  const digits = value.toString(16).toUpperCase();
  const even = digits.padStart(digits.length + (digits.length % 2), '0');
  return even.replace(/..(?=.)/g, '$& ');
}

/** `datamatrix` for F2; undefined for a type that the page does not name. */
export function symbologyOf(codeType: number): Symbology | undefined {
  for (const name of SYMBOLOGIES) if (CODE_TYPE[name] === codeType) return name;
  return undefined;
}

/** `datamatrix`; undefined for a name that the page does not give. */
export function symbologyNamed(name: string): Symbology | undefined {
  return SYMBOLOGIES.find((one) => one === name);
}

export const SYMBOLOGIES = ['datamatrix', 'qr', 'ean13', 'code128'] as const satisfies readonly Symbology[];
