/** Child processes that run an audit's cases side by side: a virtual run keeps one processor busy. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { RuleError } from '../../../protocols/request-response/definition';
import { protocolsFile } from '../../config/protocols';
import {
  auditFinding,
  campaignFinding,
  ruleFailure,
  type AuditCase,
  type AuditFinding,
  type CampaignCase,
  type CampaignFinding,
} from './audit-messages';

type OnFinding<Finding> = (index: number, finding: Finding) => void;

/** Calls `found` for each case as it ends, in any order. Rejects when a child dies. */
export function runAuditCases(
  cases: readonly AuditCase[],
  jobs: number,
  signal: AbortSignal,
  found: OnFinding<AuditFinding>,
): Promise<void> {
  return runPool(cases, jobs, signal, (index, answer) => found(index, auditFinding.parse(answer)));
}

/** The same for campaigns. */
export function runCampaignCases(
  cases: readonly CampaignCase[],
  jobs: number,
  signal: AbortSignal,
  found: OnFinding<CampaignFinding>,
): Promise<void> {
  return runPool(cases, jobs, signal, (index, answer) => found(index, campaignFinding.parse(answer)));
}

async function runPool(
  cases: readonly (AuditCase | CampaignCase)[],
  jobs: number,
  signal: AbortSignal,
  found: OnFinding<unknown>,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    const config = protocolsFile();
    const child = fork(join(__dirname, 'audit-worker.js'), config === undefined ? [] : [config]);
    const stop = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', stop);
    try {
      for (let index = next++; index < cases.length && !signal.aborted; index = next++) {
        const one = cases[index];
        if (one !== undefined) found(index, await askWorker(child, one));
      }
    } finally {
      signal.removeEventListener('abort', stop);
      if (child.connected) child.disconnect();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, cases.length) }, work));
}

function askWorker(child: ChildProcess, one: AuditCase | CampaignCase): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const died = (code: number | null): void =>
      reject(new Error(`the run of ${one.board} with seed ${one.seed} died (${code ?? 'killed'})`));
    child.once('exit', died);
    child.once('message', (message) => {
      child.off('exit', died);
      const wrong = ruleFailure.safeParse(message);
      if (wrong.success) reject(new RuleError(wrong.data.ruleError));
      else resolve(message);
    });
    child.send(one);
  });
}
