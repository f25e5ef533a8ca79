/**
 * The record of a run: the events of its journal, one JSON object per line.
 *
 * The journal is written during the run and every report is a function of it, so a killed run still has a report. Times
 * are microseconds on the run's own clock, from its start. Bytes are hex text.
 */
import { z } from 'zod';
import {
  accounting,
  board,
  bytes,
  chunkHex,
  count,
  field,
  direction,
  hexText,
  instant,
  level,
  measurement,
  names,
  outcome,
  parameters,
  screen,
  unit,
  type Recorded,
} from './common-record';
import { fuzzEnd, fuzzFinding, fuzzProgress, fuzzResume, fuzzResync, fuzzStart } from './fuzz-record';

export type {
  AccountingRecord,
  BoardRecord,
  BytesRecord,
  FieldRecord,
  MeasurementRecord,
  ScreenRecord,
  ScreenRunRecord,
} from './common-record';
export type { FuzzEnd, FuzzFinding, FuzzProgress, FuzzResync, FuzzStart } from './fuzz-record';

export const verdict = z.enum(['pass', 'fail', 'inconclusive', 'error', 'skip']);

/** fail: the board broke it. error: it could not be judged. skip: not tried, with the reason. */
export type Verdict = Recorded<typeof verdict>;

const standings = z.record(
  z.string(),
  z.object({
    verdict,
    checks: count,
    reason: z.string().exactOptional(),
    /** The command line did not ask for it. */
    selected: z.literal(false).exactOptional(),
  }),
);

const counterexample = z.object({
  /** The generated value, as text for people. */
  text: z.string(),
  /** The cases tried before it failed, and the steps of shrinking. */
  cases: count,
  shrinks: count,
  seed: z.number(),
});

export type CounterexampleRecord = Recorded<typeof counterexample>;

const due = z.object({ link: z.string(), hex: hexText, fields: z.array(field).exactOptional() });

/** The bytes of the expected answer, if only one is right. */
export type DueRecord = Recorded<typeof due>;

const check = z.object({
  type: z.literal('check'),
  at: instant,
  scenario: z.string(),
  requirement: z.string(),
  verdict,
  /** The tried situation and the result, in one sentence. */
  title: z.string(),
  expected: z.string().exactOptional(),
  seen: z.string().exactOptional(),
  /** Why it could not be decided, and the remedy: sentences that can follow the measured value. */
  doubt: z.string().exactOptional(),
  /** The right answer in place of the one that came, if its bytes are known. */
  due: due.exactOptional(),
  measurement: measurement.exactOptional(),
  /** The traffic around it, oldest first (only if it did not pass). */
  evidence: z.array(bytes).exactOptional(),
  /** The terminal's screen at that time, if there is one (only if it did not pass). */
  screen: screen.exactOptional(),
  /** The smallest input that still shows it, if the check was a property. */
  counterexample: counterexample.exactOptional(),
});

/** One requirement in one situation, judged. */
export type CheckRecord = Recorded<typeof check>;

export const requirement = z.object({
  id: z.string(),
  level,
  origin: z.enum(['documented', 'implied', 'profile', 'family']),
  group: z.string(),
  text: z.string(),
});

export type RequirementRecord = Recorded<typeof requirement>;

const suite = z.object({
  id: z.string(),
  title: z.string(),
  requirements: z.array(requirement),
  parameters,
  scenarios: z.array(z.object({ id: z.string(), title: z.string(), covers: names })),
});

export type SuiteRecord = Recorded<typeof suite>;

const runStart = z.object({
  type: z.literal('run'),
  /** The same in `run-end`: the journal belongs to one run. */
  id: z.string().exactOptional(),
  version: z.string(),
  seed: z.number(),
  board,
  suites: z.array(suite),
  /** The command that repeats this run. */
  command: z.string(),
  /** How often all of it is run; absent: once. */
  repeat: count.exactOptional(),
  /** The least share of exchanges that a pass needs judged, in percent; absent: 95. */
  leastJudged: z.number().min(0).max(100).exactOptional(),
  /** Wall time of the start, ISO 8601; absent in virtual runs, which repeat byte for byte. */
  startedAt: z.string().exactOptional(),
  platform: z.string(),
});

export type RunStart = Recorded<typeof runStart>;

const scenarioStart = z.object({
  type: z.literal('scenario'),
  at: instant,
  suite: z.string(),
  scenario: z.string(),
});

export type ScenarioStart = Recorded<typeof scenarioStart>;

const scenarioEnd = z.object({
  type: z.literal('scenario-end'),
  at: instant,
  suite: z.string(),
  scenario: z.string(),
  /** A requirement's verdict within one scenario: the worst of its checks there. */
  requirements: standings,
  /** Absent where nothing counts exchanges. */
  accounting: accounting.exactOptional(),
});

export type ScenarioEnd = Recorded<typeof scenarioEnd>;

const chunk = z
  .object({
    type: z.literal('chunk'),
    link: z.string(),
    direction,
    notBefore: instant,
    notAfter: instant,
    lastNotBefore: instant.exactOptional(),
    hex: chunkHex,
    elided: count.exactOptional(),
  })
  .refine(({ notBefore, notAfter }) => notBefore <= notAfter, 'notAfter is before notBefore');

/** A chunk on the wire. `lastNotBefore`: the earliest time of its last byte; absent: by the baud rate. `elided`: bytes cut off behind `hex`. */
export type ChunkRecord = Recorded<typeof chunk>;

const line = z.object({
  type: z.literal('line'),
  at: instant,
  link: z.string(),
  event: z.string(),
  detail: z.string().exactOptional(),
});

/** An event of a link or the board other than bytes: DTR, RTS, break, reset, lost. */
export type LineRecord = Recorded<typeof line>;

const move = z.object({
  type: z.literal('move'),
  at: instant,
  /** The link of the board that made it. */
  link: z.string(),
  player: z.number(),
  text: z.string(),
});

/** A move of a monitored game in a player's words: `attacks with 7 of clubs`. */
export type MoveRecord = Recorded<typeof move>;

const histogram = z.object({
  type: z.literal('histogram'),
  suite: z.string(),
  requirement: z.string(),
  name: z.string(),
  unit,
  count,
  least: z.number().exactOptional(),
  p50: z.number(),
  p90: z.number().exactOptional(),
  p99: z.number(),
  worst: z.number(),
  /** The largest value allowed. */
  limit: z.number().exactOptional(),
  /** The smallest value allowed. */
  floor: z.number().exactOptional(),
  /** The width of the bounds of a measurement: half of them are at most `p50`, none is above `worst`. */
  uncertainty: z.object({ p50: z.number(), worst: z.number() }).exactOptional(),
  /** Measurements with bounds on both sides of a limit, and those beyond one. */
  undecided: count.exactOptional(),
  beyond: count.exactOptional(),
  buckets: z.array(z.tuple([z.number(), count])),
});

/**
 * All measurements of one name, as a histogram of their upper bounds: from a bucket's lower bound (unit) to its count.
 * Optional fields are missing in journals of earlier versions.
 */
export type HistogramRecord = Recorded<typeof histogram>;

const repetition = z.object({
  type: z.literal('repetition'),
  at: instant,
  /** From 1. */
  number: count,
  seed: z.number(),
  outcome,
  reason: z.string().exactOptional(),
  verdicts: standings,
});

/** The end of one of several runs: `repeat` of {@link RunStart} says how many there are. */
export type RepetitionRecord = Recorded<typeof repetition>;

const runEnd = z.object({
  type: z.literal('run-end'),
  id: z.string().exactOptional(),
  at: instant,
  outcome,
  reason: z.string().exactOptional(),
  /** Why the judged recording is incomplete. */
  damage: z.string().exactOptional(),
  /** Of a recording of one wire: how many frames of the host, of the board, or of both, could be read. */
  frames: z
    .object({ of: z.enum(['host', 'board', 'both']), right: count, wrong: count, unread: count })
    .exactOptional(),
  /** One for every requirement of every suite in the run. */
  verdicts: standings,
  exchanges: count,
});

export type RunEnd = Recorded<typeof runEnd>;

export const journalRecord = z.discriminatedUnion('type', [
  runStart,
  scenarioStart,
  scenarioEnd,
  check,
  chunk,
  line,
  move,
  histogram,
  repetition,
  runEnd,
  fuzzStart,
  fuzzProgress,
  fuzzFinding,
  fuzzResume,
  fuzzResync,
  fuzzEnd,
]);

export type JournalEvent = Recorded<typeof journalRecord>;

/** The progress of a run. Call it at reading speed (ten times a second), not for each exchange. */
export interface Progress {
  readonly suite: string;
  /** The scenario's title, or its id. */
  readonly scenario: string;
  /** Completed scenarios, of `total`. */
  readonly done: number;
  readonly total: number;
  readonly exchanges: number;
  /** A note for the person at the board. */
  readonly note?: string;
}
