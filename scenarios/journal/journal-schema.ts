/**
 * A journal line, checked: every field that record.ts names has its type. Fields it does not name are let
 * through unread, so that a journal of a later version can still be shown.
 */
import { z } from 'zod';
import { fuzzEvents } from './fuzz-journal-schema';
import type { JournalEvent } from '../record';

const verdict = z.enum(['pass', 'fail', 'inconclusive', 'error', 'skip']);
const direction = z.enum(['tx', 'rx']);
const unit = z.enum(['us', 'bytes', 'count']);
const count = z.int().min(0);
const instant = z.number();
const hex = z.string().regex(/^(?:[0-9a-fA-F]{2})*$/, 'is no hex text of whole bytes');

const standings = z.record(
  z.string(),
  z.object({ verdict, checks: count, reason: z.string().exactOptional() }),
);

const bytes = z.object({
  link: z.string(),
  direction,
  notBefore: instant,
  notAfter: instant,
  hex,
  elided: count.exactOptional(),
  reject: z.string().exactOptional(),
  wrong: z.strictObject({ offset: z.int().min(0), expected: z.string() }).exactOptional(),
  fields: z
    .array(
      z.object({
        name: z.string(),
        offset: count,
        length: count,
        value: z.union([z.number(), z.string()]),
        meaning: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
});

const colour = z.int().min(0).max(0x1ffffff).exactOptional();

const screen = z.object({
  columns: count,
  rows: z.array(
    z.array(
      z.object({
        text: z.string(),
        bold: z.literal(true).exactOptional(),
        foreground: colour,
        background: colour,
      }),
    ),
  ),
  cursor: z.object({ row: count, column: count }),
});

const check = z.object({
  type: z.literal('check'),
  at: instant,
  scenario: z.string(),
  requirement: z.string(),
  verdict,
  title: z.string(),
  expected: z.string().exactOptional(),
  seen: z.string().exactOptional(),
  measurement: z
    .object({
      name: z.string(),
      unit,
      low: z.number(),
      high: z.number(),
      min: z.number().exactOptional(),
      max: z.number().exactOptional(),
    })
    .exactOptional(),
  evidence: z.array(bytes).exactOptional(),
  screen: screen.exactOptional(),
  counterexample: z
    .object({ text: z.string(), cases: count, shrinks: count, seed: z.number() })
    .exactOptional(),
});

const suite = z.object({
  id: z.string(),
  title: z.string(),
  requirements: z.array(
    z.object({
      id: z.string(),
      level: z.enum(['MUST', 'SHOULD']),
      origin: z.enum(['documented', 'implied', 'profile', 'family']),
      group: z.string(),
      text: z.string(),
    }),
  ),
  parameters: z.record(z.string(), z.union([z.number(), z.string()])),
  scenarios: z.array(z.object({ id: z.string(), title: z.string(), covers: z.array(z.string()) })),
});

const start = z.object({
  type: z.literal('run'),
  version: z.string(),
  seed: z.number(),
  board: z.object({
    name: z.string(),
    kind: z.string(),
    virtual: z.boolean(),
    defects: z.array(z.string()),
    identity: z.string().exactOptional(),
    links: z.array(z.object({ name: z.string(), url: z.string() })),
  }),
  suites: z.array(suite),
  command: z.string(),
  startedAt: z.string().exactOptional(),
  platform: z.string(),
});

const event: z.ZodType<JournalEvent> = z.discriminatedUnion('type', [
  start,
  z.object({ type: z.literal('scenario'), at: instant, suite: z.string(), scenario: z.string() }),
  z.object({
    type: z.literal('scenario-end'),
    at: instant,
    suite: z.string(),
    scenario: z.string(),
    requirements: standings,
  }),
  check,
  z.object({
    type: z.literal('chunk'),
    link: z.string(),
    direction,
    notBefore: instant,
    notAfter: instant,
    hex,
    elided: count.exactOptional(),
  }),
  z.object({
    type: z.literal('line'),
    at: instant,
    link: z.string(),
    event: z.string(),
    detail: z.string().exactOptional(),
  }),
  z.object({
    type: z.literal('move'),
    at: instant,
    link: z.string(),
    player: z.number(),
    text: z.string(),
  }),
  z.object({
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
    limit: z.number().exactOptional(),
    floor: z.number().exactOptional(),
    uncertainty: z.object({ p50: z.number(), worst: z.number() }).exactOptional(),
    undecided: count.exactOptional(),
    beyond: count.exactOptional(),
    buckets: z.array(z.tuple([z.number(), count])),
  }),
  z.object({
    type: z.literal('run-end'),
    at: instant,
    outcome: z.enum(['done', 'lost', 'unreachable', 'silent', 'interrupted']),
    reason: z.string().exactOptional(),
    verdicts: standings,
    exchanges: count,
  }),
  ...fuzzEvents(bytes, start.shape.board),
]);

/** Throws an Error of one line that names the field and what is wrong with it. */
export function journalEvent(value: unknown): JournalEvent {
  const read = event.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.join('.') ?? '';
  throw new Error(`${path === '' ? '' : `${path}: `}${issue?.message ?? 'not understood'}`);
}
