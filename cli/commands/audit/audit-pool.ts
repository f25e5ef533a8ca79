/** Runs an audit's cases side by side. */
import { join } from 'node:path';
import { WorkerPool } from '../../shared/worker-pool';
import {
  auditFinding,
  campaignFinding,
  type AuditCase,
  type AuditFinding,
  type CampaignCase,
  type CampaignFinding,
} from './audit-messages';

type OnFinding<Finding> = (index: number, finding: Finding) => void;

/** Calls `found` for each case as it ends, in any order. Rejects when a process dies, and when `signal` ends them. */
export function runAuditCases(
  cases: readonly AuditCase[],
  jobs: number,
  signal: AbortSignal,
  found: OnFinding<AuditFinding>,
): Promise<void> {
  return runCases(cases, jobs, signal, (index, answer) => found(index, auditFinding.parse(answer)));
}

/** The same for campaigns. */
export function runCampaignCases(
  cases: readonly CampaignCase[],
  jobs: number,
  signal: AbortSignal,
  found: OnFinding<CampaignFinding>,
): Promise<void> {
  return runCases(cases, jobs, signal, (index, answer) => found(index, campaignFinding.parse(answer)));
}

async function runCases(
  cases: readonly (AuditCase | CampaignCase)[],
  jobs: number,
  signal: AbortSignal,
  found: OnFinding<unknown>,
): Promise<void> {
  const pool = new WorkerPool(join(__dirname, 'audit-worker.js'), jobs);
  const stop = (): void => pool.close();
  signal.addEventListener('abort', stop);
  try {
    const runs = cases.map(async (one, index) => {
      const name = `the run of ${one.board} with seed ${one.seed}`;
      found(index, await pool.start({ task: one, name }).answer);
    });
    await Promise.all(runs);
  } finally {
    signal.removeEventListener('abort', stop);
    pool.close();
  }
}
