/**
 * The packets of a capture file of any format, and those of a classic pcap file: one interface without a name. Each length is
 * checked, and a fault is told with its place.
 *
 *     header    magic (microseconds or nanoseconds, either byte order), version, 8 bytes, longest packet, link type
 *     record    seconds, fraction, captured and original length, data
 */
import { UsageError } from '../../../shared/usage-error';
import type { ByteSource } from './byte-source';

const HEADER = 24;
const RECORD = 16;
/** The microseconds of a fraction's unit. */
const UNITS: ReadonlyMap<number, number> = new Map([
  [0xa1b2c3d4, 1],
  [0xa1b23c4d, 1e-3],
]);
const MOST_RECORD = 1 << 24;

export function isPcap(file: Buffer): boolean {
  return file.length >= 4 && (UNITS.has(file.readUInt32LE(0)) || UNITS.has(file.readUInt32BE(0)));
}

export function* pcapPackets(source: ByteSource): Packets {
  const file = source();
  try {
    if (file.length < HEADER) return 'the file is cut off in its header';
    const header = file.read(0, HEADER);
    const little = UNITS.has(header.readUInt32LE(0));
    const wordAt = (bytes: Buffer, at: number): number =>
      little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    const unit = UNITS.get(wordAt(header, 0)) ?? 1;
    const place: Interface = {
      place: 0,
      name: '',
      description: '',
      // The upper bits say how packets end.
      linkType: wordAt(header, 20) & 0xffff,
      mostCaptured: Infinity,
      unit,
      zero: 0,
      section: FOREIGN_SECTION,
    };
    for (let at = HEADER; at < file.length;) {
      if (at + RECORD > file.length) return cutAt(at);
      const record = file.read(at, RECORD);
      const captured = wordAt(record, 8);
      if (captured > MOST_RECORD) throw malformed(at, `it is longer than ${MOST_RECORD >> 20} MiB`);
      if (captured > wordAt(record, 12)) throw malformed(at, 'its data are longer than its packet');
      if (at + RECORD + captured > file.length) return cutAt(at);
      const data = file.read(at + RECORD, captured);
      const time = Math.min(wordAt(record, 0) * 1e6 + wordAt(record, 4) * unit, LATEST_US);
      yield { interface: place, at: time, data, original: wordAt(record, 12), comments: NO_COMMENTS };
      at += RECORD + captured;
    }
    return undefined;
  } finally {
    file.close();
  }
}

function malformed(at: number, fault: string): UsageError {
  return new UsageError(
    `the record at byte ${at} is malformed: ${fault}: give a pcap file as it was recorded`,
  );
}

function cutAt(at: number): string {
  return `the file is cut off in the record at byte ${at}`;
}

/** The packets of a capture file of any format. */
export interface Interface {
  /** The number of interfaces before it in the file. */
  readonly place: number;
  readonly name: string;
  /** The URL of the link, if wirejig wrote the file. */
  readonly description: string;
  readonly linkType: number;
  /** Bytes of a packet; the rest was not captured. */
  readonly mostCaptured: number;
  /** Microseconds of one unit of time. */
  readonly unit: number;
  /** Where its time begins, microseconds. */
  readonly zero: number;
  readonly section: Section;
  /** The end of the recording, microseconds. */
  ends?: number;
  hasLosses?: boolean;
}

export interface Section {
  /** The number of sections before it in the file. */
  readonly number: number;
  /** wirejig wrote it: its comments have the resets. */
  readonly ours: boolean;
  /** Times are those of the wire, from the board's power-on. */
  readonly virtual: boolean;
  /** Of the board, as JSON, by suite. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The number of suites of the run; 0: not a run of wirejig. */
  readonly suites: number;
}

export const FOREIGN_SECTION: Section = {
  number: 0,
  ours: false,
  virtual: false,
  parameters: new Map(),
  suites: 0,
};

export interface Packet {
  readonly interface: Interface;
  /** Microseconds; NaN: only the header in the data says. */
  readonly at: number;
  readonly data: Buffer;
  readonly original: number;
  readonly comments: readonly string[];
  readonly isAfterLoss?: boolean;
  /** The recorder reports an error of the link in it. */
  readonly hasError?: boolean;
}

/** The packets as they stand in the file, in bounded memory. Returns where the file is cut off; undefined: it is whole. */
export type Packets = Generator<Packet, string | undefined>;

/** Beyond this, microseconds are no whole numbers any more: some 285 years. */
export const LATEST_US = Number.MAX_SAFE_INTEGER;
export const NO_COMMENTS: readonly string[] = [];
