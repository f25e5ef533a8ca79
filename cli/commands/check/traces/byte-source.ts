/** The bytes of a file, read in pieces: a trace may be larger than the memory. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { constants, gunzipSync } from 'node:zlib';
import { errorCode, UsageError } from '../../../shared/usage-error';

export interface OpenBytes {
  readonly length: number;
  /** `count` bytes from `at`, within the length. The result stays valid. */
  read(at: number, count: number): Buffer;
  close(): void;
}

/** Opens the bytes from their beginning; each call anew. */
export type ByteSource = () => OpenBytes;

const PIECE_BYTES = 1 << 20;

/** Opening and reading throw what node:fs throws. */
export function fileBytes(path: string): ByteSource {
  return () => {
    const file = openSync(path, 'r');
    const { size: length } = fstatSync(file);
    let piece = Buffer.alloc(0);
    let from = 0;
    return {
      length,
      read: (at, count) => {
        if (at < from || at + count > from + piece.length) {
          const next = Buffer.alloc(Math.min(Math.max(count, PIECE_BYTES), length - at));
          piece = next.subarray(0, readSync(file, next, 0, next.length, at));
          from = at;
        }
        return piece.subarray(at - from, at - from + count);
      },
      close: () => closeSync(file),
    };
  };
}

export function memoryBytes(bytes: Buffer): ByteSource {
  return () => ({
    length: bytes.length,
    read: (at, count) => bytes.subarray(at, at + count),
    close: () => undefined,
  });
}

const SIGNATURES: readonly (readonly [string, string])[] = [
  ['504b0304', 'a zip file, as captures of sigrok (.sr) and Saleae (.sal) are: export the decoded bytes'],
  ['fd377a58', 'packed by xz: unpack it'],
  ['28b52ffd', 'packed by zstd: unpack it'],
  ['04224d18', 'packed by lz4: unpack it'],
  ['425a68', 'packed by bzip2: unpack it'],
  ['34cdb2a1', 'a pcap file of a modified format: convert it (editcap -F pcapng)'],
  ['a1b2cd34', 'a pcap file of a modified format: convert it (editcap -F pcapng)'],
  ['736e6f6f70', 'a snoop file: convert it (editcap -F pcapng)'],
  ['fffe', 'a text in UTF-16: save it in UTF-8'],
  ['feff', 'a text in UTF-16: save it in UTF-8'],
];

export function refuseSignature(head: Buffer, file: string): void {
  const hex = head.toString('hex');
  const known = SIGNATURES.find(([signature]) => hex.startsWith(signature));
  if (known !== undefined) throw new UsageError(`${file} is ${known[1]}`);
}

export function isGzip(head: Buffer): boolean {
  return head.toString('hex').startsWith('1f8b');
}

/** undefined: there are more than `most` bytes. Throws {@link UsageError} where the file cannot be unpacked. */
export function unpackGzip(
  packed: Buffer,
  most: number,
): { readonly bytes: Buffer; readonly damage?: string } | undefined {
  try {
    return { bytes: gunzipSync(packed, { maxOutputLength: most }) };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    if (code !== 'Z_BUF_ERROR')
      throw new UsageError('the file is packed by gzip, and cannot be unpacked: it is damaged');
  }
  const part = { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH };
  return { bytes: gunzipSync(packed, part), damage: 'the packed file is cut off' };
}
