/** `wirejig fuzz`: finds inputs that break a board, and writes each as a file. */
import { dirname, join, resolve } from 'node:path';
import { LinkError } from '../../../devices/links/link';
import type { Checkpoint } from '../../../scenarios/fuzz/campaign/checkpoint';
import { lockPorts } from '../../shared/boards/port-lock';
import { checkLinks } from '../../shared/fuzz/finding-files';
import { drawCampaign } from '../../shared/output/report-files';
import { JOURNAL } from '../../shared/output/folder-claim';
import { resumeOptions, planFuzz, type FuzzPlan } from './fuzz-plan';
import type { LiveFeed } from '../../shared/ui/live-feed';
import { UsageError } from '../../shared/usage-error';
import { exportsOf, claimFuzzFolder, loadCheckpoint, openFuzzOutput, type FuzzOutput } from './fuzz-output';
import type { FuzzRequest } from './command';
import { FuzzRun } from './fuzz-run';

/** Resolves with the exit code. Rejects with {@link UsageError} for a wrong command and an unwritable --out. */
export async function fuzzCommand(request: FuzzRequest): Promise<number> {
  if (request.lab !== undefined) return (await import('./fuzz-lab.js')).fuzzInLab(request);
  const earlier = request.resume === true ? loadCheckpoint(request.out) : undefined;
  const options = earlier === undefined ? request : resumeOptions(request, earlier);
  const plan = await planFuzz(options);
  if (earlier !== undefined) checkCorpus(plan, earlier, request.out);
  const folder = dirname(resolve(request.out));
  const live =
    request.ui === true
      ? await (
          await import('../../shared/ui/live-feed.js')
        ).LiveFeed.open({ folder, title: 'wirejig fuzz', canRepeat: false })
      : undefined;
  try {
    const { code, outcome } = await playCampaign(request.out, plan, earlier, (output) => {
      return new FuzzRun(options, plan, shownBy(live, output), earlier);
    });
    live?.end();
    await live?.linger(outcome === 'interrupted');
    return code;
  } finally {
    await live?.close();
  }
}

async function playCampaign(
  out: string,
  plan: FuzzPlan,
  earlier: Checkpoint | undefined,
  runOn: (output: FuzzOutput) => FuzzRun,
): Promise<{ readonly code: number; readonly outcome: string }> {
  // Before the board: a second campaign on the same folder may be on the same board, and must not disturb the first.
  const release = claimFuzzFolder(out);
  const { real, stimulus } = plan.board;
  let unlockPorts: (() => void) | undefined;
  try {
    unlockPorts = lockPorts(real?.linkUrls.map(({ url }) => url) ?? []);
    await openBoard(plan);
    const output = openFuzzOutput(out, earlier, await exportsOf(plan));
    const code = await runOn(output)
      .run()
      .finally(async () => {
        output.close();
        stimulus?.close();
        await real?.close();
      });
    return { code, outcome: drawCampaign(join(out, JOURNAL), out).outcome };
  } finally {
    release();
    unlockPorts?.();
  }
}

function shownBy(live: LiveFeed | undefined, output: FuzzOutput): FuzzOutput {
  if (live === undefined) return output;
  return {
    ...output,
    show: (campaign) => live.onCampaign(campaign),
    write: (event) => {
      output.write(event);
      live.onEvent(event);
    },
  };
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
