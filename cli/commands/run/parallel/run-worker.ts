/** A process of `run`: plays one part of a run after the other, and sends what happens. */
import type { JournalEvent } from '../../../../scenarios/record';
import { runPart } from '../../../../scenarios/runner/merged-run';
import { stopAtFailure } from '../../../../scenarios/runner/run-stop';
import { regressionScenarios } from '../../../shared/fuzz/regression-scenarios';
import { serveTasks } from '../../../shared/worker-process';
import { throttle } from '../../../shared/output/run-output';
import { runOptionsOf, planRun } from '../run-plan';
import { packEvents, runTask, type WorkerPart } from './parallel-run';

/** Of events. A message for each would cost more than the event. */
const BATCH = 256;

serveTasks(async ({ asked, send, signal }) => {
  const { options, index } = runTask.parse(asked);
  const plan = await planRun(options, { addRegressions: await regressionScenarios() });
  const batch: JournalEvent[] = [];
  const flush = (): void => {
    if (batch.length > 0) send(packEvents(batch.splice(0)));
  };
  // It ends itself where this process's own part fails: what comes after that is not to be sent.
  const bail = stopAtFailure((event) => {
    batch.push(event);
    if (batch.length >= BATCH || event.type === 'scenario') flush();
  });
  const parts = runOptionsOf(
    plan,
    {},
    {
      signal: options.bail === true ? AbortSignal.any([signal, bail.signal]) : signal,
      emit: bail.emit,
      progress: throttle((progress) => send({ progress } satisfies WorkerPart), false),
      resetFirst: options.resetFirst === true,
    },
  );
  await runPart(parts, index);
  flush();
  return {};
});
