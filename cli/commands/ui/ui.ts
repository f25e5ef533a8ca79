/** `wirejig ui`: shows the runs of a folder on a page of this machine, until it is interrupted. */
import { statSync } from 'node:fs';
import { untilInterrupted } from '../../shared/interrupts';
import { say } from '../../shared/console';
import { LiveView } from '../../shared/ui/live-view';
import { PastRuns } from '../../shared/ui/past-runs';
import { openUiServer } from '../../shared/ui/ui-server';
import { UsageError } from '../../shared/usage-error';
import type { UiRequest } from './command';

const PUBLISH_MS = 5000;

/** Resolves with 0 when it was interrupted. Rejects with {@link UsageError} for a folder without runs. */
export async function uiCommand({ folder }: UiRequest): Promise<number> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`there is no folder ${folder}: give the --out DIR of a run, or a folder of runs`);
  const runs = new PastRuns(folder);
  if (runs.list().runs.length === 0)
    throw new UsageError(`no run in ${folder}: wirejig run makes one, or give a folder of runs`);
  const view = new LiveView(runs, false);
  const server = await openUiServer({ title: 'wirejig runs', runs, parts: () => view.parts() });
  const timer = setInterval(() => server.publish(), PUBLISH_MS);
  say(`runs  ${server.url}\n\nCtrl-C ends\n`);
  await untilInterrupted();
  clearInterval(timer);
  server.close();
  return 0;
}
