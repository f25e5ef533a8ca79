/**
 * Writes the blocks of a pcapng file to a sink: memory does not grow with the file.
 *
 *     section header    byte order, version 1.0, options: application, operating system, comments
 *     interface         link type 250, name, description, microseconds
 *     enhanced packet   interface, time, captured and original length, data, flags (in or out), comments
 *     statistics        interface, time, the end of the recording
 *
 * Every block is `type, length, body, length` in little endian, everything padded to 4 bytes. Source: the pcapng draft
 * of the IETF's opsawg (PCAP Next Generation Capture File Format).
 */

/** Takes the bytes of a file. The array must not be used after the call. */
export type ByteSink = (bytes: Uint8Array) => void;

export interface PacketBlock {
  readonly interface: number;
  /** Microseconds since 1970, a whole number. */
  readonly at: number;
  readonly data: Uint8Array;
  /** The number of bytes on the line that are not in `data`. */
  readonly left: number;
  /** 1 in, 2 out; undefined: neither. */
  readonly direction?: 1 | 2 | undefined;
  readonly comments: readonly string[];
}

/** `obsolete` and `simple` packets are those of other writers. */
export const BLOCK = {
  section: 0x0a0d0d0a,
  interface: 1,
  obsolete: 2,
  simple: 3,
  statistics: 5,
  packet: 6,
} as const;
export const OPTION = {
  comment: 1,
  name: 2,
  description: 3,
  os: 3,
  ended: 3,
  application: 4,
  flags: 2,
  drops: 4,
  resolution: 9,
  offset: 14,
} as const;
export const BYTE_ORDER = 0x1a2b3c4d;
const MICROSECONDS = 6;
const UNKNOWN_LENGTH = 0xffffffff;
/** Above this number, held bytes go to the sink. */
const FLUSH_AT = 1 << 16;
/** An option's length has 16 bits. */
const OPTION_BYTES = 0xffff;

export class PcapngWriter {
  private bytes = new Uint8Array(2 * FLUSH_AT);
  private view = new DataView(this.bytes.buffer);
  private length = 0;
  private interfaces = 0;
  private readonly encoder = new TextEncoder();

  constructor(private readonly sink: ByteSink) {}

  section(application: string, os: string | undefined, comments: readonly string[]): void {
    const start = this.begin(BLOCK.section);
    this.u32(BYTE_ORDER);
    this.u16(1);
    this.u16(0);
    this.u32(UNKNOWN_LENGTH);
    this.u32(UNKNOWN_LENGTH);
    for (const comment of comments) this.text(OPTION.comment, comment);
    if (os !== undefined) this.text(OPTION.os, os);
    this.text(OPTION.application, application);
    this.endOptions();
    this.end(start);
  }

  interface(linkType: number, name: string, description: string): number {
    const start = this.begin(BLOCK.interface);
    this.u16(linkType);
    this.u16(0);
    this.u32(0);
    this.text(OPTION.name, name);
    if (description !== '') this.text(OPTION.description, description);
    this.option(OPTION.resolution, Uint8Array.of(MICROSECONDS));
    this.endOptions();
    this.end(start);
    return this.interfaces++;
  }

  packet({ interface: id, at, data, left, direction, comments }: PacketBlock): void {
    const start = this.begin(BLOCK.packet);
    this.u32(id);
    this.time(at);
    this.u32(data.length);
    this.u32(data.length + left);
    this.padded(data);
    if (direction !== undefined) this.option(OPTION.flags, Uint8Array.of(direction, 0, 0, 0));
    for (const comment of comments) this.text(OPTION.comment, comment);
    if (direction !== undefined || comments.length > 0) this.endOptions();
    this.end(start);
  }

  /** The recording of the interface ends at `at`, in microseconds since 1970: the file has all bytes up to it. */
  statistics(id: number, at: number): void {
    const start = this.begin(BLOCK.statistics);
    this.u32(id);
    this.time(at);
    this.u16(OPTION.ended);
    this.u16(8);
    this.time(at);
    this.endOptions();
    this.end(start);
  }

  /** Writes the held bytes to the sink. */
  flush(): void {
    if (this.length > 0) this.sink(this.bytes.subarray(0, this.length));
    this.length = 0;
  }

  private begin(type: number): number {
    const start = this.length;
    this.u32(type);
    this.u32(0);
    return start;
  }

  private end(start: number): void {
    const total = this.length + 4 - start;
    this.u32(total);
    this.view.setUint32(start + 4, total, true);
    if (this.length >= FLUSH_AT) this.flush();
  }

  private text(code: number, text: string): void {
    const bytes = this.encoder.encode(text);
    this.option(code, bytes.length > OPTION_BYTES ? bytes.subarray(0, OPTION_BYTES) : bytes);
  }

  private option(code: number, bytes: Uint8Array): void {
    this.u16(code);
    this.u16(bytes.length);
    this.padded(bytes);
  }

  private endOptions(): void {
    this.u32(0);
  }

  private padded(bytes: Uint8Array): void {
    this.ensureCapacity(bytes.length + 4);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
    while (this.length % 4 !== 0) this.bytes[this.length++] = 0;
  }

  private time(at: number): void {
    this.u32(Math.floor(at / 2 ** 32));
    this.u32(at % 2 ** 32);
  }

  private u16(value: number): void {
    this.ensureCapacity(2);
    this.view.setUint16(this.length, value, true);
    this.length += 2;
  }

  private u32(value: number): void {
    this.ensureCapacity(4);
    this.view.setUint32(this.length, value, true);
    this.length += 4;
  }

  private ensureCapacity(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.length + more));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}
