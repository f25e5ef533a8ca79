/** Capture files, block by block, and what is read from them. */
import { memoryBytes } from '../traces/byte-source';
import type { Packets } from '../traces/capture-packets';
import { captureTrace } from '../traces/capture-trace';
import { pcapngPackets } from '../traces/pcapng-blocks';
import type { TraceOptions } from '../traces/trace-source';

export const OPTIONS: TraceOptions = { suite: 'stm', links: [{ name: 'main', baud: 115_200 }] };
export const RTAC = 250;
export const SECOND = 1_000_000;

export type Reader = (file: ReturnType<typeof memoryBytes>) => Packets;

/** `tx 01@0, rx ff@1000`, with the reason for what is missing. */
export function contentOf(file: Buffer, read: Reader = pcapngPackets): string {
  const { events, damage } = captureTrace(memoryBytes(file), read, OPTIONS);
  const words = [...events].map((event) => {
    if (event.kind !== 'chunk') return 'detail' in event ? `${event.kind} (${event.detail})` : event.kind;
    const { direction, bytes, notAfter } = event.chunk;
    return `${direction} ${Buffer.from(bytes).toString('hex')}@${Math.round(notAfter)}`;
  });
  return [...words, ...(damage === undefined ? [] : [damage])].join(', ');
}

export const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);

/** RTAC data: seconds, microseconds, event. */
export function rtac(event: number, us: number, ...bytes: readonly number[]): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt32BE(Math.floor(us / SECOND));
  head.writeUInt32BE(us % SECOND, 4);
  head.writeUInt8(event, 8);
  return Buffer.concat([head, Buffer.from(bytes)]);
}

export function block(type: number, ...parts: readonly Buffer[]): Buffer {
  const body = padded(Buffer.concat(parts));
  return Buffer.concat([word(type), word(body.length + 12), body, word(body.length + 12)]);
}

export const SECTION = block(0x0a0d0d0a, word(0x1a2b3c4d), word(1), word(-1), word(-1));
/** Named `main`. */
export const INTERFACE = block(1, word(RTAC), word(0), word(2 | (4 << 16)), Buffer.from('main'));
export const START = Buffer.concat([SECTION, INTERFACE]);
export const enhanced = (us: number, data: Buffer, options: Buffer = Buffer.alloc(0)): Buffer =>
  block(
    6,
    word(0),
    word(us / 2 ** 32),
    word(us),
    word(data.length),
    word(data.length),
    padded(data),
    options,
  );
export const obsolete = (us: number, data: Buffer, drops = 0): Buffer =>
  block(2, word(drops << 16), word(us / 2 ** 32), word(us), word(data.length), word(data.length), data);
export const simple = (data: Buffer): Buffer => block(3, word(data.length), data);
