/** A campaign's journal lines, checked: see record.ts. */
import { z } from 'zod';
import type { BoardRecord, BytesRecord } from '../record';
import { FAILURE_KINDS } from '../oracle/failure';

const count = z.int().min(0);
const counts = z.record(z.string(), count);
const names = z.array(z.string());

/** `bytes` and `board` are those of every journal. */
export function fuzzEvents(bytes: z.ZodType<BytesRecord>, board: z.ZodType<BoardRecord>) {
  return [
    z.object({
      type: z.literal('fuzz'),
      version: z.string(),
      suite: z.string(),
      seed: z.number(),
      board,
      parameters: z.record(z.string(), z.union([z.number(), z.string()])),
      cases: count.exactOptional(),
      seconds: z.number().exactOptional(),
      generators: z.array(
        z.object({
          name: z.string(),
          group: z.enum(['valid', 'near-miss', 'noise', 'timing', 'session', 'corpus']),
        }),
      ),
      fields: names,
      states: names,
      triggers: names,
      responses: names,
      beyond: z.record(z.string(), z.string()).exactOptional(),
      command: z.string(),
      startedAt: z.string().exactOptional(),
      platform: z.string(),
    }),
    z.object({
      type: z.literal('fuzz-progress'),
      cases: count,
      exchanges: count,
      failures: count,
      findings: count,
      corpus: count,
      reached: count,
      seconds: z.number().exactOptional(),
    }),
    z.object({
      type: z.literal('fuzz-finding'),
      case: count,
      id: z.string(),
      kind: z.enum(FAILURE_KINDS),
      title: z.string(),
      requirement: z.string(),
      level: z.enum(['MUST', 'SHOULD']),
      cause: z.string(),
      expected: z.string(),
      seen: z.string(),
      bytes: count,
      foundBytes: count,
      history: count,
      repeats: z.object({
        shown: count,
        tried: count,
        rounds: z.object({ most: count, played: count }).exactOptional(),
      }),
      file: z.string(),
      evidence: z.array(bytes),
    }),
    z.object({ type: z.literal('fuzz-resume'), cases: count }),
    z.object({
      type: z.literal('fuzz-resync'),
      link: z.string(),
      requirement: z.string(),
      ask: z.string(),
      limitUs: z.number(),
      asked: z.boolean(),
      rows: z.array(
        z.object({
          kind: z.string(),
          length: count,
          tries: count,
          frames: count,
          bytes: count,
          leastUs: z.number().exactOptional(),
          worstUs: z.number().exactOptional(),
          never: count,
          over: z.boolean(),
          spoilt: count.exactOptional(),
        }),
      ),
    }),
    z.object({
      type: z.literal('fuzz-end'),
      outcome: z.enum(['done', 'interrupted', 'lost', 'wedged', 'unreachable']),
      reason: z.string().exactOptional(),
      cases: count,
      exchanges: count,
      findings: counts,
      flakes: count,
      kinds: z.record(z.string(), z.tuple([count, count])),
      fields: counts,
      states: counts,
      triggers: counts,
      responses: counts,
      reached: counts,
      wireShare: z.number().exactOptional(),
    }),
  ] as const;
}
