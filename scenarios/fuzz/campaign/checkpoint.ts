/** A campaign's state at the end of a block, as a file. `--resume` continues from it. */
import { z } from 'zod';
import type { CampaignState } from './campaign';
import { caseSchema, findingSchema, recordedSteps, stepsOf } from '../triage/finding';

const count = z.int().min(0);
const counts = z.record(z.string(), count);

const schema = z.object({
  format: z.literal('wirejig-campaign'),
  version: z.literal(1),
  /** The id of the campaign's journal. */
  id: z.string().optional(),
  suite: z.string(),
  seed: z.int(),
  board: z.string(),
  parameters: z.record(z.string(), z.union([z.number(), z.string()])),
  /** The options as the user typed them. */
  wishes: z.object({
    board: z.string().optional(),
    config: z.string().optional(),
    links: z.array(z.string()).readonly(),
    resets: z.array(z.string()).readonly(),
    params: z.array(z.string()).readonly(),
    stimulus: z.string().optional(),
    cases: z.string().optional(),
    time: z.string().optional(),
    resyncLimit: z.string().optional(),
  }),
  /** Milliseconds of wall time so far. */
  elapsed: z.number().min(0),
  state: z.object({
    block: count,
    tally: z.object({
      cases: count,
      exchanges: count,
      failures: count,
      kinds: z.record(z.string(), z.tuple([count, count])),
      fields: counts,
      states: counts,
      triggers: counts,
      responses: counts,
      reached: counts,
    }),
    corpus: z.object({ entries: z.array(caseSchema), known: z.array(z.string()), added: count }),
    classes: z.record(z.string(), z.object({ id: z.string(), shown: count })),
    findings: z.array(findingSchema),
    flakes: count,
  }),
});

export interface Checkpoint {
  readonly id?: string | undefined;
  readonly suite: string;
  readonly seed: number;
  readonly board: string;
  readonly parameters: Readonly<Record<string, number | string>>;
  readonly wishes: z.infer<typeof schema>['wishes'];
  readonly elapsed: number;
  readonly state: CampaignState;
}

export function writeCheckpoint({ state, ...rest }: Checkpoint): string {
  const entries = state.corpus.entries.map((steps) => recordedSteps(steps, () => ''));
  const recorded = { ...state, corpus: { ...state.corpus, entries } };
  return JSON.stringify({ format: 'wirejig-campaign', version: 1, ...rest, state: recorded });
}

/** Throws an Error with a message of one line if the text is no checkpoint. */
export function readCheckpoint(text: string): Checkpoint {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('it is no JSON');
  }
  const read = schema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Error(
      `it is no campaign: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not understood'}`,
    );
  }
  const { state, format: _format, version: _version, ...rest } = read.data;
  const corpus = { ...state.corpus, entries: state.corpus.entries.map(stepsOf) };
  return { ...rest, state: { ...state, corpus } };
}
