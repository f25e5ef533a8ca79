/** `wirejig fuzz`: finds inputs that break a board, and writes each as a file. */
import { join } from 'node:path';
import { drawCampaign } from '../../shared/output/campaign-report';
import { JOURNAL } from '../../shared/output/output-folder';
import { resumeOptions } from './fuzz-command-line';
import { exportsOf } from './fuzz-exports';
import { loadCheckpoint, openFuzzOutput } from './fuzz-output';
import { planFuzz } from './fuzz-plan';
import { FuzzRun, type FuzzRequest } from './fuzz-run';

/** Resolves with the exit code. Rejects with {@link UsageError} for a wrong command and an unwritable --out. */
export async function fuzzCommand(request: FuzzRequest): Promise<number> {
  const earlier = request.resume === true ? loadCheckpoint(request.out) : undefined;
  const options = earlier === undefined ? request : resumeOptions(request, earlier);
  const plan = await planFuzz(options);
  const output = openFuzzOutput(request.out, earlier !== undefined, exportsOf(plan));
  let code: number;
  try {
    code = await new FuzzRun(options, plan, output, earlier).run();
  } finally {
    output.close();
    plan.board.stimulus?.close();
    await plan.board.real?.close();
  }
  drawCampaign(join(request.out, JOURNAL), request.out);
  return code;
}
