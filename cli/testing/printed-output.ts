/** What commands print with `--json`, and results.json, by the schemas that wirejig publishes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditOutput, fuzzAuditOutput, fuzzOutput } from '../schemas/campaign-output';
import { gamesOutput, resultsFile, runOutput } from '../schemas/run-output';

export const printedRun = (stdout: string) => runOutput.parse(JSON.parse(stdout));
export const printedGames = (stdout: string) => gamesOutput.parse(JSON.parse(stdout));
export const printedCampaign = (stdout: string) => fuzzOutput.parse(JSON.parse(stdout));
export const printedAudit = (stdout: string) => auditOutput.parse(JSON.parse(stdout));
export const printedFuzzAudit = (stdout: string) => fuzzAuditOutput.parse(JSON.parse(stdout));

/** The verdict of each clause, by results.json of a report. */
export function requirementsIn(directory: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(directory, 'results.json'), 'utf8');
  return resultsFile.parse(JSON.parse(text)).results.extra.requirements;
}
