/** The reports of a run as files. Not loaded on demand: they are also written in a team's own tests, and Jest has no `import()` there. */
import { join } from 'node:path';
import { ctrfReport } from '../../../reports/ci/ctrf';
import { junitReport } from '../../../reports/ci/junit';
import type { FrameReaders } from '../../../reports/html/evidence/wire-frames';
import { runReport } from '../../../reports/html/run-page';
import type { RunSummary } from '../../../reports/summary/summary';
import { replaceFile, reportWriteErrors } from './folder/own-files';

const REPORTS: readonly {
  readonly file: string;
  readonly draw: (summary: RunSummary, readers: FrameReaders) => string;
}[] = [
  { file: 'report.html', draw: runReport },
  { file: 'results.json', draw: ctrfReport },
  { file: 'junit.xml', draw: junitReport },
];

/** Every report of a run. `readers` name the frames on the wire. Throws {@link UsageError} where one cannot be written. */
export function drawReports(directory: string, summary: RunSummary, readers: FrameReaders): void {
  // All are drawn before the first is written: they are of one run, or of none.
  const texts = REPORTS.map(({ file, draw }) => [join(directory, file), draw(summary, readers)] as const);
  reportWriteErrors(directory, () => {
    for (const [path, text] of texts) replaceFile(path, text);
  });
}
