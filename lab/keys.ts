/** The keys of the lab in Redis. Those of BullMQ begin with the same word: one pattern gives access to all of them. */
export const PREFIX = 'wirejig';
const OWN = `${PREFIX}:lab`;

export const KEYS = {
  /** A number that only grows: the fencing token of an attempt. */
  fence: `${OWN}:fence`,
  /** The selectors that somebody asked for, by the time in ms since 1970. */
  selectors: `${OWN}:selectors`,
  /** A message here: look at the queues, and at what was cancelled. */
  wake: `${OWN}:wake`,
  /** A message here: the request that has ended. */
  gone: `${OWN}:gone`,
  /** A message here: the files of an earlier run are asked for. */
  fetch: `${OWN}:fetch`,
  boards: `${OWN}:boards`,
  board: (id: string) => `${OWN}:board:${id}`,
  lease: (id: string) => `${OWN}:lease:${id}`,
  hold: (id: string) => `${OWN}:hold:${id}`,
  /** The attempt that is on the board, or was when it was cut. */
  attempt: (id: string) => `${OWN}:attempt:${id}`,
  history: (id: string) => `${OWN}:history:${id}`,
  /** Lives as long as the requester. */
  request: (id: string) => `${OWN}:request:${id}`,
  results: (id: string) => `${OWN}:results:${id}`,
};

/** Milliseconds. */
export const TIMES = {
  /** A worker renews its leases and the locks of its jobs this often. */
  beat: 2500,
  lease: 12_000,
  /** The lock of a job, and how often jobs without one are looked for. */
  lock: 9000,
  stalled: 4000,
  /** A requester's lease, and how often it is renewed. */
  request: 6000,
  requestBeat: 2000,
  /** It looks after jobs of which nothing comes this often. */
  poll: 2000,
  /** From the end of a run, for a requester that reads slowly. */
  delivery: 600_000,
} as const;
export type Times = { readonly [key in keyof typeof TIMES]: number };
