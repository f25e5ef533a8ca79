/** Findings of `wirejig fuzz` as files. */
import { readFinding, stepsOf, type Finding } from '../../../scenarios/fuzz/triage/finding';
import type { Protocol } from '../../../scenarios/protocol';
import { protocolOf } from '../../../scenarios/protocols';
import type { Suite } from '../../../scenarios/suite';
import { checkParameters, quoted } from '../option-values';
import { readBoundedText } from '../output/own-files';
import { refuseErrors, reportFileErrors, UsageError } from '../usage-error';

/** With its evidence a finding has some kilobytes. */
const FINDING_BYTES = 1 << 24;

/** Rejects with {@link UsageError} for a file that cannot be read or is no finding. */
export async function readFindingFile(path: string): Promise<Finding> {
  const text = reportFileErrors(
    () => readBoundedText(path, FINDING_BYTES),
    (cause) => `cannot read ${path}: ${cause}: give the file of a finding`,
  );
  const refusal = (cause: string): string =>
    `${path} cannot be replayed: ${cause}: give a file that wirejig fuzz wrote`;
  const finding = refuseErrors(() => readFinding(text), refusal);
  const protocol = await protocolOf(finding.suite);
  const suite = protocol?.suite;
  if (suite !== undefined) {
    checkLinks(suite, finding.steps, refusal);
    checkParameters(suite, finding.parameters, path);
  }
  const presented = stepsOf(finding.steps).flatMap((step) =>
    step.kind === 'present' ? [step.symbology] : [],
  );
  const known = presented.length === 0 ? [] : await symbologiesOf(protocol);
  const stranger = presented.find((symbology) => !known.includes(symbology));
  if (stranger !== undefined)
    throw new UsageError(refusal(`${finding.suite} has no codes of the symbology '${stranger}'`));
  return finding;
}

/** Throws {@link UsageError} where a step is on a link that the suite does not have. */
export function checkLinks(
  { id, links }: Suite,
  steps: readonly object[],
  refusal: (cause: string) => string,
): void {
  const names = links.map(({ name }) => name);
  for (const [at, step] of steps.entries())
    if ('link' in step && typeof step.link === 'string' && !names.includes(step.link))
      throw new UsageError(
        refusal(`step ${at + 1} is on the link ${quoted(step.link)}: ${id} has ${names.join(', ')}`),
      );
}

async function symbologiesOf(protocol: Protocol | undefined): Promise<readonly string[]> {
  const targets = (await protocol?.targets?.()) ?? [];
  return targets.flatMap(({ symbologies = [] }) => symbologies);
}
