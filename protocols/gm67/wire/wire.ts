/**
 * GM67: the codec of the barcode scanner's serial line (SSI). The host asks ({@link commands}), the scanner replies
 * ({@link replies}); codes in raw mode have no frame (raw-mode.ts). The wire page is README.md; message.ts describes
 * the frames.
 */
import { byLength, codec, millis } from '../../../api/index';
import type { Codec, LinkSide, Micros, NamedMessage, TraceOptions } from '../../../api/index';
import { BARE, COMMANDS, hostCommand, REPLIES, WAKE } from './message';
import type { Command, CommandBody, Reply } from './message';
import { isDamagedReply, outputDecoder, WAKE_BYTE, WAKE_MEANING, WakeDecoder } from './decoders';
import type { Output, Refusal } from './decoders';
import { PARAMETER, scannerParameters } from './parameters';
import { codeForm } from './raw-mode';

/** Silence that drops an unfinished frame, and ends a stretch after a bad LEN. */
export const DEFAULT_INTER_BYTE: Micros = millis(200);

/** The command's frame, or the wake byte. Throws EncodeError for values that no frame carries. */
export function encodeCommand(command: Command): Uint8Array {
  return command.type === 'wake' ? Uint8Array.of(WAKE_BYTE) : COMMANDS.encode(command);
}

/** The bytes of a reply, or of a raw code. Throws EncodeError for values that no frame carries. */
export function encodeReply(reply: Output): Uint8Array {
  return reply.type === 'raw' ? reply.bytes : REPLIES.encode(reply);
}

/** Host to scanner. At most 256 bytes are pending. */
export function commands(interByte = DEFAULT_INTER_BYTE): Codec<Command> {
  const frames = codec(COMMANDS, byLength({ idle: interByte }));
  return {
    encode: encodeCommand,
    decoder: () => new WakeDecoder(frames.decoder()),
    fields: (raw) =>
      isWake(raw)
        ? [{ name: 'wake', offset: 0, length: 1, value: WAKE_BYTE, meaning: WAKE_MEANING }]
        : frames.fields(raw),
  };
}

export function isWake(raw: Uint8Array): boolean {
  return raw.length === 1 && raw[0] === WAKE_BYTE;
}

/** Scanner to host, codes of packet mode included. At most 65537 bytes are pending. */
export function replies(interByte = DEFAULT_INTER_BYTE): Codec<Reply> {
  return codec(REPLIES, byLength({ idle: interByte }));
}

export function hostSide(interByteMs: number): LinkSide<Command> {
  const interByte = millis(interByteMs);
  return { codec: commands(interByte), silence: interByte };
}

/** A longer pause ends what is no frame, or half of one. */
const LEAST_PAUSE_MS = 100;

/** The scanner's: replies and packets, and the bytes between them, in which codes of raw mode come. */
export function scannerSide(interByteMs: number): LinkSide<Output> {
  const silence = millis(Math.max(LEAST_PAUSE_MS, interByteMs / 2));
  const frames = replies(silence);
  const fields: typeof frames.fields = (raw) => frames.fields(raw);
  return { silence, codec: { encode: encodeReply, fields, decoder: () => outputDecoder(silence) } };
}

/** After this, the next byte begins a frame or a code. */
const IDLE = millis(250);
/** A longer pause is in no code. */
const PAUSE = millis(22);

const DAMAGED = { code: 'checksum', offset: 0, message: 'a reply with an error' };
const UNENDED = { code: 'truncated', offset: 0, message: 'a code without its terminator, or a part of one' };

/** How each direction is read without the other one. The settings of codes are not known. */
export const oneWire: NonNullable<TraceOptions['frames']> = (given) => {
  const table = scannerParameters(given);
  const valuesOf = (number: number) => table.find((one) => one.number === number)?.values ?? [];
  const formOf = (raw: Uint8Array) =>
    codeForm(raw, valuesOf(PARAMETER.terminator), valuesOf(PARAMETER.stxEtx));
  const isRaw = (raw: Uint8Array) => REPLIES.decode(raw).kind !== 'frame';
  const refusal: Refusal = (raw) =>
    isDamagedReply(raw) ? DAMAGED : formOf(raw) === 'none' ? UNENDED : undefined;
  return {
    tx: commands(),
    rx: { decoder: () => outputDecoder(PAUSE, refusal) },
    idle: IDLE,
    clausesOf: (event) => {
      const isCode = event.kind === 'frame' ? isRaw(event.raw) : event.error.code === UNENDED.code;
      return [isCode ? 'GM-DT-01' : 'GM-FR-01'];
    },
    doubtOf: ({ raw }) => (isRaw(raw) && formOf(raw) === 'open' ? UNENDED.message : undefined),
  };
};

export function bytesOf(body: CommandBody, status = 0): Uint8Array {
  return encodeCommand(hostCommand(body, status));
}

export function namedMessages(): readonly NamedMessage[] {
  return [
    ...BARE.map((type) => ({ name: type, description: `the command ${type}`, bytes: bytesOf({ type }) })),
    { name: 'wake', description: 'the byte 00 that wakes it', bytes: encodeCommand(WAKE) },
    { name: 'beep', description: 'beep once', bytes: bytesOf({ type: 'beep', pattern: 0 }) },
    { name: 'led-on', description: 'LED on', bytes: bytesOf({ type: 'led-on', led: 1 }) },
    { name: 'led-off', description: 'LED off', bytes: bytesOf({ type: 'led-off', led: 1 }) },
  ];
}
