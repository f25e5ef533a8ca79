/** Findings of `wirejig fuzz` as files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TARGETS } from '../../../scenarios/fuzz/targets';
import { readFinding, stepsOf, type Finding } from '../../../scenarios/fuzz/triage/finding';
import { refuseErrors, reportFileErrors } from '../usage-error';

const REGRESSION_FOLDER = 'wirejig-findings';

/** Throws {@link UsageError} for a file that cannot be read or is no finding. */
export function readFindingFile(path: string): Finding {
  const text = reportFileErrors(
    () => readFileSync(path, 'utf8'),
    (cause) => `cannot read ${path}: ${cause}: give the file of a finding`,
  );
  return refuseErrors(
    () => {
      const finding = readFinding(text);
      const { symbologies = [] } = TARGETS.find(({ suite }) => suite === finding.suite) ?? {};
      for (const step of stepsOf(finding.steps))
        if (step.kind === 'present' && !symbologies.includes(step.symbology))
          throw new Error(`${finding.suite} has no codes of the symbology '${step.symbology}'`);
      return finding;
    },
    (cause) => `${path} cannot be replayed: ${cause}: give a file that wirejig fuzz wrote`,
  );
}

/**
 * The findings that a project keeps as regression tests: `wirejig-findings/*.json` in the current folder, sorted by name.
 * Throws {@link UsageError} for a file that is no finding.
 */
export function regressionFindings(): readonly Finding[] {
  if (!existsSync(REGRESSION_FOLDER)) return [];
  const names = readdirSync(REGRESSION_FOLDER).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => readFindingFile(join(REGRESSION_FOLDER, name)));
}
