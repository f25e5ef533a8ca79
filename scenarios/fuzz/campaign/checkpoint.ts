/** A campaign's state at the end of a block, as a file. `--resume` continues from it. */
import { z } from 'zod';
import type { CampaignState } from './campaign';
import { checkedText, count, parameters, type Recorded } from '../../common-record';
import { fuzzTally } from '../../fuzz-record';
import { caseSchema, findingSchema, recordedSteps, stepsOf } from '../triage/finding';

const schema = z.object({
  format: z.literal('wirejig-campaign'),
  version: z.literal(1),
  /** The id of the campaign's journal. */
  id: z.string().optional(),
  suite: z.string(),
  seed: z.int(),
  board: z.string(),
  parameters,
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
    tally: fuzzTally.extend({ failures: count }),
    corpus: z.object({ entries: z.array(caseSchema), known: z.array(z.string()), added: count }),
    classes: z.record(z.string(), z.object({ id: z.string(), shown: count })),
    /** Files of earlier versions have neither these nor what is unconfirmed. */
    fingerprints: z.record(z.string(), z.string()).default({}),
    findings: z.array(findingSchema),
    unconfirmed: z.array(findingSchema).default([]),
    flakes: count,
    ofHost: count.exactOptional(),
  }),
});

export type Checkpoint = Omit<Recorded<typeof schema>, 'format' | 'version' | 'state'> & {
  readonly state: CampaignState;
};

export function writeCheckpoint({ state, ...rest }: Checkpoint): string {
  const entries = state.corpus.entries.map((steps) => recordedSteps(steps, () => ''));
  const recorded = { ...state, corpus: { ...state.corpus, entries } };
  return JSON.stringify({ format: 'wirejig-campaign', version: 1, ...rest, state: recorded });
}

/** Throws an Error with a message of one line if the text is no checkpoint. */
export function readCheckpoint(text: string): Checkpoint {
  const { state, format: _format, version: _version, ...rest } = checkedText(schema, text, 'campaign');
  const corpus = { ...state.corpus, entries: state.corpus.entries.map(stepsOf) };
  return { ...rest, state: { ...state, corpus } };
}
