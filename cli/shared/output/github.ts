/** `--reporter github`: annotations between the words for people, and the summary of the job. */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { githubAnnotations, githubSummary } from '../../../reports/ci/github';
import type { RunSummary } from '../../../reports/summary/summary';
import { say, warn } from '../console';
import { pickByName } from '../option-values';
import { fileErrorCause, UsageError } from '../usage-error';

const REPORTERS = ['github'] as const;

/** true: GitHub is told. Throws {@link UsageError} for another name, and where JSON is asked for as well. */
export function wantsGithub(reporter: string | undefined, json: boolean | undefined): boolean {
  if (reporter === undefined) return false;
  if (json === true) throw new UsageError('--json prints nothing else: give --reporter or --json');
  return pickByName(REPORTERS, (one) => one, reporter, 'reporter', 'there is') === 'github';
}

/** Says that what is printed up to the call of what it gives is words, whatever a board says in them. */
export function stopCommands(): () => void {
  const token = randomUUID();
  say(`::stop-commands::${token}\n`);
  return () => say(`::${token}::\n`);
}

/** Prints the annotations, and adds to the file that the runner names in GITHUB_STEP_SUMMARY. */
export function reportToGithub(summary: RunSummary): void {
  say(githubAnnotations(summary));
  const path = process.env['GITHUB_STEP_SUMMARY'];
  if (path === undefined || path === '') return;
  try {
    appendFileSync(path, githubSummary(summary));
  } catch (error) {
    const cause = fileErrorCause(error);
    if (cause === undefined) throw error;
    warn(`wirejig: the job summary could not be written to ${path}: ${cause}`);
  }
}
