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
