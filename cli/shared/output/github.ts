/** `--reporter github`: annotations after the output for people, and the summary of the job. */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { githubAnnotations, githubSummary } from '../../../reports/ci/github';
import type { RunSummary } from '../../../reports/summary/summary';
import { asTyped } from '../program';
import { say, remark } from '../console';
import { pickByName } from '../option-values';
import { fileErrorCause, UsageError } from '../usage-error';

const REPORTERS = ['github'] as const;

/** Whether the reporter is GitHub's. Throws {@link UsageError} for another name, and together with --json. */
export function wantsGithub(reporter: string | undefined, json: boolean | undefined): boolean {
  if (reporter === undefined) return false;
  if (json === true) throw new UsageError('--json prints nothing else: give --reporter or --json');
  return pickByName(REPORTERS, (one) => one, reporter, 'reporter', 'there is') === 'github';
}

/** GitHub reads no commands in the output until the returned function is called: a board may have sent some. */
export function stopCommands(): () => void {
  const token = randomUUID();
  say(`::stop-commands::${token}\n`);
  return () => say(`::${token}::\n`);
}

/** Prints the annotations, and appends the summary to the file that GITHUB_STEP_SUMMARY names. */
export function reportToGithub(summary: RunSummary): void {
  say(githubAnnotations(summary));
  const path = process.env['GITHUB_STEP_SUMMARY'];
  if (path === undefined || path === '') return;
  try {
    appendFileSync(path, asTyped(githubSummary(summary)));
  } catch (error) {
    const cause = fileErrorCause(error);
    if (cause === undefined) throw error;
    remark(`the job summary could not be written to ${path}: ${cause}`);
  }
}
