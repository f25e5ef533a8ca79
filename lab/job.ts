/**
 * A job is data, checked where it is made and where it is carried out: which suite, which clauses, which parameters, which seed.
 * It has no link, reset, path or command: those come from the configuration of the worker alone.
 */
import { z } from 'zod';
import { LabError } from './lab-error';

const FORMAT = 1;
const MOST_BYTES = 1 << 16;
const SEEDS = 2 ** 31;

const word = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/, 'is no name');
const names = z.array(word).max(500).readonly();
const parameters = z
  .array(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}=[A-Za-z0-9._+-]{1,64}$/, 'is no parameter'))
  .max(64)
  .readonly();
const seed = z
  .int()
  .min(0)
  .max(SEEDS - 1);
/** Milliseconds: at most a week. */
const time = z
  .int()
  .min(1)
  .max(7 * 86_400_000);

const run = z.strictObject({
  kind: z.literal('run'),
  suite: word,
  only: names,
  skip: names,
  parameters,
  seed,
  /** Percent. */
  leastJudged: z.number().min(0).max(100).exactOptional(),
  repeat: z.int().min(1).max(10_000).exactOptional(),
  bail: z.literal(true).exactOptional(),
  time: time.exactOptional(),
});

const fuzz = z.strictObject({
  kind: z.literal('fuzz'),
  suite: word,
  parameters,
  seed,
  cases: z.int().min(1).max(1e12).exactOptional(),
  time: time.exactOptional(),
});

/** A suite on a virtual board with a defect, or the conformant one. */
const audit = z.strictObject({
  kind: z.literal('audit'),
  suite: word,
  board: z.string().regex(/^virtual:[a-z0-9-]{1,64}(?:\+[a-z0-9-]{1,64})*$/, 'is no virtual board'),
  seed,
  only: names.exactOptional(),
  until: word.exactOptional(),
  asReal: z.boolean().exactOptional(),
});

const task = z.discriminatedUnion('kind', [run, fuzz, audit]);
export type Task = z.infer<typeof task>;

const job = z.strictObject({
  format: z.literal(FORMAT),
  /** The request that it belongs to, and its place in that. */
  request: z.string().regex(/^[0-9a-f]{32}$/, 'is no id'),
  index: z.int().min(0).max(99_999),
  /** For people. */
  requester: z.string().regex(/^[\w.@-]{1,80}$/, 'is no name'),
  task,
});
export type Job = z.infer<typeof job>;

export const JOB_FORMAT = FORMAT;

/** What came from Redis as a job. Throws {@link LabError} with the first thing that is wrong, in one line. */
export function readJob(value: unknown): Job {
  const text = JSON.stringify(value) ?? '';
  if (text.length > MOST_BYTES)
    throw new LabError(`the job has ${text.length} bytes, more than ${MOST_BYTES}`, 2);
  const read = job.safeParse(value);
  if (read.success) return read.data;
  throw new LabError(`the job is refused: ${firstIssue(read.error)}`, 2);
}

export function firstIssue({ issues: [first] }: z.ZodError): string {
  return [first?.path.join('.'), first?.message].filter((part) => part !== '').join(': ');
}

export const outcomeSchema = z.strictObject({
  /** The exit code of the command: 0, 1, 2, 3 or 130. */
  code: z.int().min(0).max(255),
  reason: z.string().max(1000).exactOptional(),
  answer: z
    .strictObject({
      verdicts: z.record(word, z.enum(['pass', 'fail', 'inconclusive', 'error', 'skip'])),
      outcome: word,
      duration: z.number(),
      reason: z.string().max(4000).exactOptional(),
    })
    .exactOptional(),
});
export type Outcome = z.infer<typeof outcomeSchema>;
