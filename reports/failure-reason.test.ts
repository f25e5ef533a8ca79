import type { JournalEvent } from '../scenarios/record';
import { ctrfReport } from './ci/ctrf';
import { githubAnnotations, githubSummary } from './ci/github';
import { junitReport } from './ci/junit';
import { runReport } from './html/run-page';
import { summarize } from './summary/summary';
import { finalSummaryLines } from './terminal/final-summary';
import { sampleJournal } from './testing/sample-journal';
import { plainPaint } from './text/exchange-text';

const OTHER = 'another check: expected silence, saw an answer';
const measurement = {
  name: 'answer',
  unit: 'us',
  low: 150_000,
  high: 150_000,
  min: 0,
  max: 100_000,
} as const;

/** The run names its first failed check; the one with the plainest evidence is another. */
const summary = summarize(
  sampleJournal().map((event): JournalEvent => {
    if (event.type === 'run-end')
      return { ...event, verdicts: { 'STM-FR-02': { verdict: 'fail', checks: 9, reason: OTHER } } };
    const isShown = event.type === 'check' && event.requirement === 'STM-FR-02';
    return isShown ? { ...event, measurement } : event;
  }),
);

const DATE = new Date(0);
const terminal = (verbose: boolean): string =>
  finalSummaryLines(summary, { columns: 100, paint: plainPaint, verbose }).join('\n');

test.each([
  ['the report', runReport(summary), /150 ms, limit 100 ms: Start with the checksum 00 instead of FE/],
  ['JUnit', junitReport(summary, DATE), /<failure message="150 ms, limit 100 ms: Start with the checksum/],
  ['CTRF', ctrfReport(summary, DATE), /"message": "150 ms, limit 100 ms: Start with the checksum/],
  ['annotations', githubAnnotations(summary), /::150 ms, limit 100 ms: Start with the checksum/],
  ['the job summary', githubSummary(summary), /fail: 150 ms, limit 100 ms&#58; Start with the checksum/],
  ['the terminal', terminal(false), /^ +150 ms, limit 100 ms: Start with the checksum/m],
  ['the terminal, verbose', terminal(true), /150 ms, limit 100 ms: Start with the checksum/],
])(
  '%s names the check whose evidence it shows, and of a time the value and its limit first',
  (_, text, own) => {
    expect(text).toMatch(own);
    // Nothing puts its bytes under another name.
    expect(text).not.toMatch(/^\W*Start with the checksum|<h4>Start with the checksum/m);
    expect(text).not.toContain(OTHER);
  },
);

const BUSY = 'this machine was too busy to tell. Close programs and rerun.';
const UNDECIDED = `Measured 0–233.5 ms, limit 100 ms: ${BUSY}`;

/** The same run where the check decides nothing, for the reason `doubt`. */
const undecided = summarize(
  sampleJournal().map((event): JournalEvent => {
    if (event.type === 'run-end')
      return { ...event, verdicts: { 'STM-FR-02': { verdict: 'inconclusive', checks: 9, reason: OTHER } } };
    if (event.type !== 'check' || event.requirement !== 'STM-FR-02') return event;
    const { low, high } = { low: 0, high: 233_500 };
    return { ...event, verdict: 'inconclusive', measurement: { ...measurement, low, high }, doubt: BUSY };
  }),
);

test.each([
  ['the report', runReport(undecided)],
  ['JUnit', junitReport(undecided, DATE)],
  ['CTRF', ctrfReport(undecided, DATE)],
  ['annotations', githubAnnotations(undecided)],
  [
    'the terminal',
    finalSummaryLines(undecided, { columns: 200, paint: plainPaint, verbose: false }).join('\n'),
  ],
])('%s says of a time that decides nothing what was measured, why, and what to do', (_, text) => {
  expect(text).toContain(UNDECIDED);
  expect(text).not.toContain(OTHER);
});
