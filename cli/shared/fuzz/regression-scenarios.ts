/** The findings that a project keeps as regression scenarios: `wirejig-findings/*.json` in the current folder. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fuzzTarget } from '../../../scenarios/protocols';
import type { Suite } from '../../../scenarios/suite';

const FOLDER = 'wirejig-findings';

/** What adds those of a suite to it, sorted by name. Rejects with {@link UsageError} for a file that is no finding. */
export async function regressionScenarios(): Promise<(suite: Suite) => Suite> {
  if (!existsSync(FOLDER)) return (suite) => suite;
  const { readFindingFile } = await import('./finding-files.js');
  const { withRegressionScenarios } = await import('../../../scenarios/fuzz/regression-scenarios.js');
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const kept = await Promise.all(names.sort().map((name) => readFindingFile(join(FOLDER, name))));
  return (suite) => withRegressionScenarios(suite, kept, fuzzTarget);
}
