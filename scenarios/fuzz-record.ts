/**
 * The record of a fuzzing campaign: the events of its journal.
 *
 *     fuzz  (fuzz-progress | fuzz-finding)*  fuzz-resync?  fuzz-end      a resumed campaign goes on after fuzz-resume
 *
 * Times are microseconds on the campaign's own clock. Cases are counted, not listed, so that the record of 100 000 cases is
 * small.
 */
import { z } from 'zod';
import { board, bytes, count, level, names, parameters, sentence, type Recorded } from './common-record';
import { FAILURE_KINDS } from '../protocols/monitor/failure';

const counts = z.record(z.string(), count);

export const fuzzStart = z.object({
  type: z.literal('fuzz'),
  /** The same in `fuzz-end`, in `fuzz-resume` and in the checkpoint: they belong to one campaign. */
  id: z.string().exactOptional(),
  version: z.string(),
  suite: z.string(),
  seed: z.number(),
  board,
  parameters,
  /** The requested cases, or seconds. */
  cases: count.exactOptional(),
  seconds: z.number().exactOptional(),
  generators: z.array(
    z.object({
      name: z.string(),
      group: z.enum(['valid', 'near-miss', 'noise', 'timing', 'session', 'corpus']),
    }),
  ),
  /** All fields, states, triggers and responses that can be reached. */
  fields: names,
  states: names,
  triggers: names,
  responses: names,
  /** Clauses that no input breaks, each with the reason. */
  beyond: z.record(z.string(), z.string()).exactOptional(),
  command: z.string(),
  /** Wall time of the start, ISO 8601; absent in virtual campaigns, which repeat byte for byte. */
  startedAt: z.string().exactOptional(),
  platform: z.string(),
});

export type FuzzStart = Recorded<typeof fuzzStart>;

export const fuzzProgress = z.object({
  type: z.literal('fuzz-progress'),
  cases: count,
  /** Sent steps of cases. */
  exchanges: count,
  failures: count,
  findings: count,
  corpus: count,
  /** Classes of (state, trigger, response) seen. */
  reached: count,
  /** Wall time so far; absent in virtual campaigns of a given number of cases, which repeat byte for byte. */
  seconds: z.number().exactOptional(),
});

export type FuzzProgress = Recorded<typeof fuzzProgress>;

/** Far above the rounds of any finding: its file is untrusted data, and must not keep a machine busy. */
const MOST_ROUNDS = 100_000;

/** What a finding's file and the journal have of it. */
export const findingOutline = z.object({
  /** Made from the suite and the cause: the same bug keeps its id. */
  id: sentence,
  kind: z.enum(FAILURE_KINDS),
  /** One sentence: what was sent, what was due, and what came. */
  title: sentence,
  requirement: sentence,
  level,
  /** The cause, if only a later answer shows it: `after wrong CRC`. */
  cause: sentence,
  expected: sentence,
  seen: sentence,
  /** Bytes of the minimised case, and of the case as found. */
  bytes: count,
  foundBytes: count,
  /** How many cases before the failing one were needed. */
  history: count,
  /**
   * The failure showed in `shown` of `tried` repetitions; 0: it is not confirmed. `rounds`: it depends on the board's choices, and one repetition
   * takes up to `most` rounds, each from the known state. All repetitions together took `played` rounds.
   */
  repeats: z.object({
    shown: count,
    tried: count,
    rounds: z.object({ most: count.max(MOST_ROUNDS), played: count }).exactOptional(),
  }),
  /** Why the repetitions ended early, or there were none: the board was lost, or the time was used up. */
  replaysEndedBy: sentence.exactOptional(),
  /** The chunks when the failure was last seen. */
  evidence: z.array(bytes),
});

export const fuzzFinding = z.object({
  type: z.literal('fuzz-finding'),
  /** The first case that showed the failure. */
  case: count,
  ...findingOutline.shape,
  file: z.string(),
});

/** A finding or an unconfirmed failure: when it is triaged, and again when its record is replaced. Its file has the details. */
export type FuzzFinding = Recorded<typeof fuzzFinding>;

export const resyncRow = z.object({
  kind: z.string(),
  /** Bytes of garbage. */
  length: count,
  tries: count,
  /** Good frames until one was answered, and their bytes, in the worst try. */
  frames: count,
  bytes: count,
  /** Time from the last byte of garbage to the answer; absent if no answer came. */
  leastUs: z.number().exactOptional(),
  worstUs: z.number().exactOptional(),
  /** Tries after which the board no longer answered at all. */
  never: count,
  /** true: most tries took longer than the limit or more frames than the page allows, or had no answer. */
  over: z.boolean(),
  /** More tries, undecided because this host stalled the board. If all tries are such, the row is undecided. */
  spoilt: count.exactOptional(),
});

/** Garbage of one kind and length, and the time until the board answered again. */
export type ResyncRow = Recorded<typeof resyncRow>;

export const fuzzResync = z.object({
  type: z.literal('fuzz-resync'),
  link: z.string(),
  requirement: z.string(),
  /** The good frame that is sent until it is answered. */
  ask: z.string(),
  limitUs: z.number(),
  /** The user gave the limit: it is not the page's. */
  asked: z.boolean(),
  rows: z.array(resyncRow),
  /** The number of rows that were not measured, because the time was used up. */
  missing: count.exactOptional(),
});

/** The time until the board answers again after garbage, measured at the campaign's end. */
export type FuzzResync = Recorded<typeof fuzzResync>;

/** The campaign was interrupted here and goes on. Cases after the last whole block are repeated. */
export const fuzzResume = z.object({
  type: z.literal('fuzz-resume'),
  id: z.string().exactOptional(),
  cases: count,
});

/** What a campaign tried and reached. */
export const fuzzTally = z.object({
  cases: count,
  exchanges: count,
  /** By generator: cases, and failures among them. */
  kinds: z.record(z.string(), z.tuple([count, count])),
  /** Cases that tried a field. */
  fields: counts,
  /** Exchanges by state, by trigger and by response. `reached`: by all three, joined by ` | `. */
  states: counts,
  triggers: counts,
  responses: counts,
  reached: counts,
});

export type FuzzTally = Recorded<typeof fuzzTally>;

export const fuzzEnd = z.object({
  type: z.literal('fuzz-end'),
  id: z.string().exactOptional(),
  /** done: all cases were tried, or the time is over. wedged: the board stayed dead. */
  outcome: z.enum(['done', 'interrupted', 'lost', 'wedged', 'unreachable']),
  reason: z.string().exactOptional(),
  ...fuzzTally.shape,
  /** Failures of each finding, by its id. */
  findings: counts,
  /** Failures that did not reproduce and belong to no finding, by the id of their record; absent: there are none. */
  unconfirmed: counts.exactOptional(),
  /** Triages in which a failure did not reproduce. */
  flakes: count,
  /** Those of them that a stall of this host may have caused: they are in no list. Absent: none. */
  ofHost: count.exactOptional(),
  /** The share of the time that wire and board need, in percent; the host took the rest. Absent in virtual time. */
  wireShare: z.number().exactOptional(),
});

export type FuzzEnd = Recorded<typeof fuzzEnd>;
