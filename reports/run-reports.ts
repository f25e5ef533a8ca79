/** The reports of a run by the names of their files. Each says wirejig near its beginning: so a folder of an earlier run is known. */
import { ctrfReport } from './ci/ctrf';
import { junitReport } from './ci/junit';
import type { FrameReaders } from './html/evidence/wire-frames';
import { runReport } from './html/run-page';
import type { RunSummary } from './summary/summary';

/** `readers` name the frames on the wire; `date`: that of a virtual run. */
type RunReport = (summary: RunSummary, readers: FrameReaders, date: Date) => string;

export const RUN_REPORTS: Readonly<Record<string, RunReport>> = {
  'report.html': runReport,
  'results.json': (summary, _, date) => ctrfReport(summary, date),
  'junit.xml': (summary, _, date) => junitReport(summary, date),
};
