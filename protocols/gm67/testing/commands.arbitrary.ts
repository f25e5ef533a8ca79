/** Frames of both sides, and sessions with a scanner. */
import fc, { type Arbitrary } from 'fast-check';
import { byte, parameterNumber, payload } from './gm67.arbitrary';
import {
  BARE,
  CAUSE,
  CODE_TYPE,
  hostCommand,
  isHostOpcode,
  SCANNER_OPCODES,
  scannerReply,
  STATUS,
  SYMBOLOGIES,
  WAKE,
  type Command,
  type CommandBody,
  type Reply,
  type ReplyBody,
  type Symbology,
} from '../wire/message';
import { PARAMETER, scannerParameters, TRIGGER } from '../wire/parameters';
import { LAST_PATTERN } from '../rules';

const PAGE = scannerParameters();

/** An opcode without a meaning on either side. FF is left out: from the host, the page calls it bad. */
export function unknownOpcode(): Arbitrary<number> {
  return byte(0, 0xfe).filter((opcode) => !isHostOpcode(opcode) && !SCANNER_OPCODES.includes(opcode));
}

/** Any frame from the host: SOURCE 04, and any values of the two status bits. */
export function frameCommand(): Arbitrary<Command> {
  const body = fc.oneof<Arbitrary<CommandBody>[]>(
    fc.constantFrom(...BARE).map((type) => ({ type })),
    fc.oneof(
      fc.constant<CommandBody>({ type: 'nak' }),
      byte().map((cause): CommandBody => ({ type: 'nak', cause })),
    ),
    fc
      .tuple(fc.constantFrom('led-on' as const, 'led-off' as const), byte())
      .map(([type, led]) => ({ type, led })),
    byte().map((pattern) => ({ type: 'beep', pattern })),
    fc
      .tuple(fc.constantFrom(0x00, 0xff), parameterNumber(), byte())
      .map(([prefix, number, value]) => ({ type: 'write', prefix, number, value })),
    parameterNumber().map((number) => ({ type: 'read', number })),
    unknownOpcode().map((opcode) => ({ type: 'unknown', opcode })),
  );
  const status = fc.constantFrom(
    0,
    STATUS.retransmission,
    STATUS.permanent,
    STATUS.retransmission | STATUS.permanent,
  );
  return fc.tuple(body, status).map(([what, bits]) => hostCommand(what, bits));
}

/** Any frame from the host, or the wake byte. */
export function command(): Arbitrary<Command> {
  return fc.oneof({ arbitrary: frameCommand(), weight: 9 }, { arbitrary: fc.constant(WAKE), weight: 1 });
}

/** A write of an allowed value. */
function goodWrite(): Arbitrary<Command> {
  return fc
    .constantFrom(...PAGE)
    .chain(({ number, values }) => fc.constantFrom(...values).map((value) => ({ number, value })))
    .map((what) => hostCommand({ type: 'write', prefix: 0, ...what }));
}

/** A command of the page's table with values in range: it gets an ACK or a reply of its own. No sleep, no reset. */
export function validCommand(): Arbitrary<Command> {
  const bare = ['enable', 'disable', 'defaults', 'revision', 'start', 'stop'] as const;
  return fc.oneof(
    fc.constantFrom(...bare).map((type) => hostCommand({ type })),
    fc.constantFrom('led-on' as const, 'led-off' as const).map((type) => hostCommand({ type, led: 1 })),
    byte(0, LAST_PATTERN).map((pattern) => hostCommand({ type: 'beep', pattern })),
    goodWrite(),
    fc.constantFrom(...PAGE).map(({ number }) => hostCommand({ type: 'read', number })),
  );
}

/** A code that can be shown to a scanner. */
export interface Code {
  readonly symbology: Symbology;
  readonly payload: Uint8Array;
}

function digits(length: number): Arbitrary<Uint8Array> {
  return fc
    .array(byte(0x30, 0x39), { minLength: length, maxLength: length })
    .map((all) => Uint8Array.from(all));
}

/** A code that its symbology can hold: EAN-13 has 13 digits (any check digit), Code 128 has ASCII. */
function code(): Arbitrary<Code> {
  const content: Readonly<Record<Symbology, Arbitrary<Uint8Array>>> = {
    datamatrix: payload(),
    qr: payload(),
    ean13: digits(13),
    code128: fc.array(byte(0, 0x7f), { minLength: 1, maxLength: 40 }).map((all) => Uint8Array.from(all)),
  };
  return fc
    .constantFrom(...SYMBOLOGIES)
    .chain((symbology) => content[symbology].map((bytes) => ({ symbology, payload: bytes })));
}

/** Any frame from the scanner. */
export function reply(): Arbitrary<Reply> {
  const text = fc.array(byte(0x20, 0x7e), { maxLength: 250 }).map((all) => String.fromCharCode(...all));
  const body = fc.oneof<Arbitrary<ReplyBody>[]>(
    fc.constant({ type: 'ack' }),
    fc.constantFrom(...Object.values(CAUSE)).map((cause) => ({ type: 'nak', cause })),
    fc
      .tuple(parameterNumber(), byte())
      .map(([number, value]) => ({ type: 'value', prefix: 0xff, number, value })),
    text.map((one) => ({ type: 'revision', text: one })),
    code().map(({ symbology, payload: bytes }) => ({
      type: 'data',
      codeType: CODE_TYPE[symbology],
      payload: bytes,
    })),
  );
  return fc
    .tuple(body, fc.constantFrom(0, STATUS.retransmission))
    .map(([what, bits]) => scannerReply(what, bits));
}

/** One step of a session with a scanner. */
export type SessionStep =
  | { readonly type: 'command'; readonly command: Command }
  /** The last command again, with the retransmission bit. */
  | { readonly type: 'repeat' }
  /** A frame with a wrong checksum. */
  | { readonly type: 'garble' }
  | { readonly type: 'show'; readonly code: Code };

/** Commands, good and bad, repeats and shown codes; trigger mode host comes often. */
export function session(maxLength = 30): Arbitrary<SessionStep[]> {
  const toHost = hostCommand({ type: 'write', prefix: 0, number: PARAMETER.trigger, value: TRIGGER.host });
  const asked = fc.oneof(
    { arbitrary: validCommand(), weight: 6 },
    {
      arbitrary: fc.constantFrom(toHost, hostCommand({ type: 'start' }), hostCommand({ type: 'stop' })),
      weight: 6,
    },
    { arbitrary: frameCommand(), weight: 2 },
  );
  const step = fc.oneof(
    { arbitrary: asked.map((one): SessionStep => ({ type: 'command', command: one })), weight: 6 },
    { arbitrary: fc.constantFrom<SessionStep>({ type: 'repeat' }, { type: 'garble' }), weight: 3 },
    { arbitrary: code().map((one): SessionStep => ({ type: 'show', code: one })), weight: 2 },
  );
  return fc.array(step, { minLength: 1, maxLength, size: 'max' });
}
