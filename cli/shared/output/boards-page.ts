/** `report.html` of several runs: boards × suites. */
import { join } from 'node:path';
import { multiRunReport } from '../../../reports/html/multi-run-page';
import type { RunSummary } from '../../../reports/summary/summary';
import { withTypedCommands } from './report-files';
import { replaceFile, reportWriteErrors } from './folder/own-files';

/** The page of many runs. Throws {@link UsageError} where it cannot be written. */
export function drawBoards(directory: string, summaries: readonly RunSummary[]): void {
  reportWriteErrors(directory, () => {
    replaceFile(join(directory, 'report.html'), multiRunReport(summaries.map(withTypedCommands)));
  });
}
