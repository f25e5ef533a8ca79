/** The cases of an audit, carried out by the virtual boards of a lab: the same findings as the processes of this machine give. */
import type { LabOptions } from '../../shared/command-options';
import { carryOutJobs, boardsWithTags } from '../../shared/lab/lab-jobs';
import { withLab } from '../../shared/lab/lab-url';
import type { JobEvent } from '../../../lab/result-reader';
import { selectorOf } from '../../../lab/tags';
import type { Suite } from '../../../scenarios/suite';
import { UsageError } from '../../shared/usage-error';
import type { AuditCase, AuditFinding } from './audit-messages';

/** `suites`: that of each case. Calls `found` for each case as it ends, in any order. Rejects where a case was not decided. */
export async function runCasesInLab(
  cases: readonly (AuditCase & { readonly suite: Suite['id'] })[],
  options: LabOptions,
  signal: AbortSignal,
  found: (index: number, finding: AuditFinding) => void,
): Promise<void> {
  await withLab(options.lab, 'wait', async (client) => {
    const tags = (suite: string): readonly string[] => [`suite=${suite}`, 'kind=virtual'];
    for (const suite of new Set(cases.map((one) => one.suite))) await boardsWithTags(client, tags(suite));
    const jobs = cases.map(({ tries: _tries, ...one }) => ({
      selector: selectorOf(tags(one.suite)),
      task: { kind: 'audit' as const, ...one },
    }));
    const take = (event: JobEvent): void => {
      if (event.type === 'start' || event.type === 'bytes') return;
      const name = cases[event.index]?.board ?? '';
      if (event.type === 'failed') throw new UsageError(`the audit of ${name}: ${event.reason}`, 3);
      const { answer, reason = 'its worker gave no finding' } = event.outcome;
      if (answer === undefined) throw new UsageError(`the audit of ${name}: ${reason}`, 3);
      found(event.index, answer);
    };
    await carryOutJobs(client, jobs, options, signal, { take });
  });
}
