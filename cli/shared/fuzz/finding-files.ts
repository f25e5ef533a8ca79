/** Findings of `wirejig fuzz` as files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFinding, stepsOf, type Finding } from '../../../scenarios/fuzz/triage/finding';
import { protocols } from '../../../scenarios/protocols';
import { refuseErrors, reportFileErrors, UsageError } from '../usage-error';

const REGRESSION_FOLDER = 'wirejig-findings';

/** Rejects with {@link UsageError} for a file that cannot be read or is no finding. */
export async function readFindingFile(path: string): Promise<Finding> {
  const text = reportFileErrors(
    () => readFileSync(path, 'utf8'),
    (cause) => `cannot read ${path}: ${cause}: give the file of a finding`,
  );
  const refusal = (cause: string): string =>
    `${path} cannot be replayed: ${cause}: give a file that wirejig fuzz wrote`;
  const finding = refuseErrors(() => readFinding(text), refusal);
  const presented = stepsOf(finding.steps).flatMap((step) =>
    step.kind === 'present' ? [step.symbology] : [],
  );
  const known = presented.length === 0 ? [] : await symbologiesOf(finding.suite);
  const stranger = presented.find((symbology) => !known.includes(symbology));
  if (stranger !== undefined)
    throw new UsageError(refusal(`${finding.suite} has no codes of the symbology '${stranger}'`));
  return finding;
}

async function symbologiesOf(suite: string): Promise<readonly string[]> {
  const targets =
    (await protocols()
      .find(({ id }) => id === suite)
      ?.targets?.()) ?? [];
  return targets.flatMap(({ symbologies = [] }) => symbologies);
}

/**
 * The findings that a project keeps as regression scenarios: `wirejig-findings/*.json` in the current folder, sorted by name.
 * Rejects with {@link UsageError} for a file that is no finding.
 */
export async function regressionFindings(): Promise<readonly Finding[]> {
  if (!existsSync(REGRESSION_FOLDER)) return [];
  const names = readdirSync(REGRESSION_FOLDER).filter((name) => name.endsWith('.json'));
  return Promise.all(names.sort().map((name) => readFindingFile(join(REGRESSION_FOLDER, name))));
}
