/** The reason of a requirement's verdict, in one line. */
import type { CheckRecord } from '../../scenarios/record';
import { clip, printable } from './printable';
import { formatMeasurement, plural } from './quantity';
import type { RequirementSummary } from '../summary/summary';

/** What a check tried. Of a time the value and its limit come first, so that they are never cut: `150 ms, limit 100 ms: TITLE`. */
export function checkHeadline({ title, measurement }: CheckRecord): string {
  return measurement === undefined ? title : `${formatMeasurement(measurement)}: ${title}`;
}

/**
 * What a check showed, in a line: `TITLE: expected X, saw Y`. Of a time that decides nothing, why: `Measured 0–233.5 ms, limit
 * 100 ms: this machine was too busy to tell. Close programs and rerun.`
 */
function checkText(check: CheckRecord): string {
  const { title, expected, seen, doubt, measurement } = check;
  if (doubt !== undefined)
    return `${measurement === undefined ? title : `Measured ${formatMeasurement(measurement)}`}: ${doubt}`;
  if (measurement !== undefined) return checkHeadline(check);
  const saw = seen === undefined || seen === title ? '' : `, saw ${seen}`;
  return expected === undefined ? `${title}${saw}` : `${title}: expected ${expected}${saw}`;
}

/** Of a failure the check whose evidence is shown first, in every report; else the reason that the run gave; nothing for a pass. */
export function reasonOf(
  { deciding: [check], verdict, reason }: RequirementSummary,
  limit = 2000,
): string | undefined {
  const shown = check === undefined ? undefined : checkText(check);
  const isOfCheck = verdict === 'fail' || (check?.doubt !== undefined && check.verdict === verdict);
  const text = isOfCheck ? (shown ?? reason) : (reason ?? shown);
  return text === undefined ? undefined : clip(printable(text), limit);
}

/** Requirements grouped by reason, the most frequent first: `needs a reset line: OV-TM-03, OV-GM-03`. */
export function groupByReason(
  requirements: readonly RequirementSummary[],
): readonly { readonly reason: string; readonly requirements: readonly RequirementSummary[] }[] {
  const groups = new Map<string, RequirementSummary[]>();
  for (const requirement of requirements) {
    const reason = reasonOf(requirement) ?? `no reason was recorded (${plural(requirement.checks, 'check')})`;
    groups.set(reason, [...(groups.get(reason) ?? []), requirement]);
  }
  return [...groups]
    .map(([reason, members]) => ({ reason, requirements: members }))
    .sort((one, other) => other.requirements.length - one.requirements.length);
}
