/**
 * The record of a fuzzing campaign: the events of its journal.
 *
 *     fuzz  (fuzz-progress | fuzz-finding)*  fuzz-resync?  fuzz-end      a resumed one goes on after fuzz-resume
 *
 * Times are microseconds on the campaign's own clock. What was tried is counted, not listed: 100 000 cases stay small.
 */
import { z } from 'zod';
import { board, bytes, count, level, names, parameters, type Recorded } from './common-record';
import { FAILURE_KINDS } from './oracle/failure';

const counts = z.record(z.string(), count);

export const fuzzStart = z.object({
  type: z.literal('fuzz'),
  version: z.string(),
  suite: z.string(),
  seed: z.number(),
  board,
  parameters,
  /** Cases asked for, or seconds. */
  cases: count.exactOptional(),
  seconds: z.number().exactOptional(),
  generators: z.array(
    z.object({
      name: z.string(),
      group: z.enum(['valid', 'near-miss', 'noise', 'timing', 'session', 'corpus']),
    }),
  ),
  /** Everything there is to reach. */
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
  /** Steps of cases that were sent. */
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

export const fuzzFinding = z.object({
  type: z.literal('fuzz-finding'),
  /** The case that showed it first. */
  case: count,
  id: z.string(),
  kind: z.enum(FAILURE_KINDS),
  title: z.string(),
  requirement: z.string(),
  level,
  cause: z.string(),
  expected: z.string(),
  seen: z.string(),
  /** Bytes of the smallest case, and of what was found. */
  bytes: count,
  foundBytes: count,
  history: count,
  /** `rounds`: from the beginning, at most for one of the times, and for all of them together. */
  repeats: z.object({
    shown: count,
    tried: count,
    rounds: z.object({ most: count, played: count }).exactOptional(),
  }),
  file: z.string(),
  evidence: z.array(bytes),
});

/** A cause, as soon as it has been minimised, and again when a better case replaces the first one. Its file says more. */
export type FuzzFinding = Recorded<typeof fuzzFinding>;

const resyncRow = z.object({
  kind: z.string(),
  /** Bytes of garbage. */
  length: count,
  tries: count,
  /** Good frames until one was answered, and their bytes: the worst of the tries. */
  frames: count,
  bytes: count,
  /** From the last byte of garbage to the answer; absent where none ever came. */
  leastUs: z.number().exactOptional(),
  worstUs: z.number().exactOptional(),
  /** Tries after which it answered nothing any more. */
  never: count,
  /** Most tries took longer than the limit, more frames than the page allows, or for ever. */
  over: z.boolean(),
  /** Further tries that decide nothing, because this host stalled the board. If all are such, the row is undecided. */
  spoilt: count.exactOptional(),
});

/** Garbage of one kind and length, and how soon the board answered again. */
export type ResyncRow = Recorded<typeof resyncRow>;

export const fuzzResync = z.object({
  type: z.literal('fuzz-resync'),
  link: z.string(),
  requirement: z.string(),
  /** The good frame that is sent until it is answered. */
  ask: z.string(),
  limitUs: z.number(),
  /** The limit is not the page's. */
  asked: z.boolean(),
  rows: z.array(resyncRow),
});

/** How soon the board answers again after garbage, measured at the campaign's end. */
export type FuzzResync = Recorded<typeof fuzzResync>;

/** The campaign was interrupted here and goes on: cases after the last whole block are tried again. */
export const fuzzResume = z.object({ type: z.literal('fuzz-resume'), cases: count });

export const fuzzEnd = z.object({
  type: z.literal('fuzz-end'),
  /** done: all cases, or all the time, asked for. wedged: the board stayed dead. */
  outcome: z.enum(['done', 'interrupted', 'lost', 'wedged', 'unreachable']),
  reason: z.string().exactOptional(),
  cases: count,
  exchanges: count,
  /** Failures of each finding, by its id. */
  findings: counts,
  /** Failures that never showed again. */
  flakes: count,
  /** By generator: cases, and failures among them. */
  kinds: z.record(z.string(), z.tuple([count, count])),
  /** Cases that tried a field. */
  fields: counts,
  /** Exchanges in each state, of each trigger, with each response; and all three together, joined by ` | `. */
  states: counts,
  triggers: counts,
  responses: counts,
  reached: counts,
  /** The share of the time that wire and board need, in percent; the host took the rest. Absent in virtual time. */
  wireShare: z.number().exactOptional(),
});

export type FuzzEnd = Recorded<typeof fuzzEnd>;
