/** `wirejig fuzz`: finds inputs that break a board, and writes each as a file. */
import { join } from 'node:path';
import { LinkError } from '../../../devices/links/link';
import type { Checkpoint } from '../../../scenarios/fuzz/campaign/checkpoint';
import { checkLinks } from '../../shared/fuzz/finding-files';
import { drawCampaign } from '../../shared/output/campaign-report';
import { JOURNAL } from '../../shared/output/folder/folder-claim';
import { resumeOptions } from './fuzz-command-line';
import { UsageError } from '../../shared/usage-error';
import { exportsOf } from './fuzz-exports';
import { claimFuzzFolder, loadCheckpoint, openFuzzOutput, type FuzzOutput } from './fuzz-output';
import { planFuzz, type FuzzPlan } from './fuzz-plan';
import { FuzzRun, type FuzzRequest } from './fuzz-run';

/** Resolves with the exit code. Rejects with {@link UsageError} for a wrong command and an unwritable --out. */
export async function fuzzCommand(request: FuzzRequest): Promise<number> {
  const earlier = request.resume === true ? loadCheckpoint(request.out) : undefined;
  const options = earlier === undefined ? request : resumeOptions(request, earlier);
  const plan = await planFuzz(options);
  if (earlier !== undefined) checkCorpus(plan, earlier, request.out);
  // Before the board: a second campaign on the same folder may be on the same board, and must not disturb the first.
  const release = claimFuzzFolder(request.out);
  try {
    await openBoard(plan);
    const output = openFuzzOutput(request.out, earlier, exportsOf(plan));
    const code = await play(new FuzzRun(options, plan, output, earlier), plan, output);
    drawCampaign(join(request.out, JOURNAL), request.out);
    return code;
  } finally {
    release();
  }
}

/** Before anything is written: a board that is not there leaves no campaign behind. Rejects with {@link UsageError}. */
async function openBoard({ board }: FuzzPlan): Promise<void> {
  try {
    await board.real?.open();
  } catch (error) {
    await board.real?.close();
    throw error instanceof LinkError ? new UsageError(error.message, 3) : error;
  }
}

/** The corpus comes from a file. */
function checkCorpus({ suite }: FuzzPlan, { state }: Checkpoint, out: string): void {
  for (const steps of [...state.corpus.entries, ...state.findings.map((finding) => finding.steps)])
    checkLinks(suite, steps, (cause) => `cannot resume from ${out}: a case of its corpus: ${cause}`);
}

async function play(run: FuzzRun, { board }: FuzzPlan, output: FuzzOutput): Promise<number> {
  try {
    return await run.run();
  } finally {
    output.close();
    board.stimulus?.close();
    await board.real?.close();
  }
}
