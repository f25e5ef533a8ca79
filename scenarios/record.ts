/**
 * The record of a run: the events of its journal, one JSON object per line.
 *
 * The journal is written as the run goes and every report is a function of it, so a killed run still
 * has a report. Times are microseconds on the run's own clock, from its start. Bytes are hex text.
 */
import { z } from 'zod';
import {
  board,
  bytes,
  count,
  field,
  direction,
  hexText,
  instant,
  level,
  names,
  parameters,
  type Recorded,
} from './common-record';
import { fuzzEnd, fuzzFinding, fuzzProgress, fuzzResume, fuzzResync, fuzzStart } from './fuzz-record';

export type { BoardRecord, BytesRecord, FieldRecord } from './common-record';
export type { FuzzEnd, FuzzFinding, FuzzProgress, FuzzResync, FuzzStart } from './fuzz-record';

const verdict = z.enum(['pass', 'fail', 'inconclusive', 'error', 'skip']);

/** fail: the board broke it. error: it could not be judged. skip: not tried, for the reason given. */
export type Verdict = Recorded<typeof verdict>;

const standings = z.record(
  z.string(),
  z.object({ verdict, checks: count, reason: z.string().exactOptional() }),
);

/** Colours: 0..7, bright 8..15, 16..255, or 0x1000000 + RGB. */
const colour = z.int().min(0).max(0x1ffffff).exactOptional();

const screenRun = z.object({
  text: z.string(),
  bold: z.literal(true).exactOptional(),
  foreground: colour,
  background: colour,
});

/** Neighbouring characters of one style. */
export type ScreenRunRecord = Recorded<typeof screenRun>;

const screen = z.object({
  columns: count,
  /** Down to the last row that is not empty. */
  rows: z.array(z.array(screenRun)),
  /** From 0. */
  cursor: z.object({ row: count, column: count }),
});

/** What a terminal shows: of each row its characters from the left, without the plain blanks at its end. */
export type ScreenRecord = Recorded<typeof screen>;

const unit = z.enum(['us', 'bytes', 'count']);

const measurement = z.object({
  name: z.string(),
  unit,
  low: z.number(),
  high: z.number(),
  min: z.number().exactOptional(),
  max: z.number().exactOptional(),
});

/** A quantity held against limits. `low` and `high` bound the true value. */
export type MeasurementRecord = Recorded<typeof measurement>;

const counterexample = z.object({
  /** The generated value, as a person reads it. */
  text: z.string(),
  /** Cases tried before it failed, and steps by which it was made smaller. */
  cases: count,
  shrinks: count,
  seed: z.number(),
});

export type CounterexampleRecord = Recorded<typeof counterexample>;

const due = z.object({ link: z.string(), hex: hexText, fields: z.array(field).exactOptional() });

/** The bytes of the answer that the check expected, where only one is right. */
export type DueRecord = Recorded<typeof due>;

const check = z.object({
  type: z.literal('check'),
  at: instant,
  scenario: z.string(),
  requirement: z.string(),
  verdict,
  /** What was tried and what was found, in one sentence. */
  title: z.string(),
  expected: z.string().exactOptional(),
  seen: z.string().exactOptional(),
  /** What should have come in place of what came, where its bytes are known. */
  due: due.exactOptional(),
  measurement: measurement.exactOptional(),
  /** What was on the wire around it, oldest first (of what did not pass, only). */
  evidence: z.array(bytes).exactOptional(),
  /** What the board's terminal showed then, where it has one (of what did not pass, only). */
  screen: screen.exactOptional(),
  /** The smallest input that still shows it, where the check was a property. */
  counterexample: counterexample.exactOptional(),
});

/** One requirement in one situation, judged. */
export type CheckRecord = Recorded<typeof check>;

const requirement = z.object({
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
  /** The same in `run-end`: the journal is of one run. */
  id: z.string().exactOptional(),
  version: z.string(),
  seed: z.number(),
  board,
  suites: z.array(suite),
  /** The command that shows this run again. */
  command: z.string(),
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
});

export type ScenarioEnd = Recorded<typeof scenarioEnd>;

const chunk = z.object({
  type: z.literal('chunk'),
  link: z.string(),
  direction,
  notBefore: instant,
  notAfter: instant,
  hex: hexText,
  elided: count.exactOptional(),
});

/** A chunk on the wire. `hex` may be cut: `elided` bytes are left out after its end. */
export type ChunkRecord = Recorded<typeof chunk>;

const line = z.object({
  type: z.literal('line'),
  at: instant,
  link: z.string(),
  event: z.string(),
  detail: z.string().exactOptional(),
});

/** Something that happened to a link or the board besides bytes: DTR, RTS, break, reset, lost. */
export type LineRecord = Recorded<typeof line>;

const move = z.object({
  type: z.literal('move'),
  at: instant,
  /** The link of the board that made it. */
  link: z.string(),
  player: z.number(),
  text: z.string(),
});

/** A step of a game that was watched, as a player would say it: `attacks with 7 of clubs`. */
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
  /** How far apart the bounds of one measurement lay: half of them at most `p50`, none above `worst`. */
  uncertainty: z.object({ p50: z.number(), worst: z.number() }).exactOptional(),
  /** Measurements whose bounds lay on both sides of a limit, and those that lay beyond one. */
  undecided: count.exactOptional(),
  beyond: count.exactOptional(),
  buckets: z.array(z.tuple([z.number(), count])),
});

/**
 * All measurements of one name, as a histogram of their upper bounds: bucket lower bound (unit) to count.
 * Optional fields are missing in journals of versions that did not know them.
 */
export type HistogramRecord = Recorded<typeof histogram>;

const runEnd = z.object({
  type: z.literal('run-end'),
  id: z.string().exactOptional(),
  at: instant,
  /** done: all was tried. Else the rest was not: the link was lost, never reached, the board fell silent, the time was used up, Ctrl-C. */
  outcome: z.enum(['done', 'lost', 'unreachable', 'silent', 'timeout', 'interrupted']),
  reason: z.string().exactOptional(),
  /** Why the recording that was judged is not whole. */
  damage: z.string().exactOptional(),
  /** Every requirement of every suite run has one. */
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
  runEnd,
  fuzzStart,
  fuzzProgress,
  fuzzFinding,
  fuzzResume,
  fuzzResync,
  fuzzEnd,
]);

export type JournalEvent = Recorded<typeof journalRecord>;

/** Where a run stands. Call it as often as a person can read (ten times a second), not once an exchange. */
export interface Progress {
  readonly suite: string;
  /** The scenario's title, or its id. */
  readonly scenario: string;
  /** Scenarios ended, of `total`. */
  readonly done: number;
  readonly total: number;
  readonly exchanges: number;
  /** What a person should do or know now. */
  readonly note?: string;
}
