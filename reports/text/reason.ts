/** The reason of a requirement's verdict, in one line. */
import { clip, printable } from './printable';
import { plural } from './quantity';
import type { RequirementSummary } from '../summary/summary';

/** The reason that the run gave, else the title of the first deciding check; nothing for a pass. */
export function reasonOf(requirement: RequirementSummary, limit = 2000): string | undefined {
  const [check] = requirement.deciding;
  const seen = check?.seen === undefined ? '' : ` — seen: ${check.seen}`;
  const text = requirement.reason ?? (check === undefined ? undefined : `${check.title}${seen}`);
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
