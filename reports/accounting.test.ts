import { runReport } from './html/run-page';
import { githubAnnotations, githubSummary } from './ci/github';
import { summarize } from './summary/summary';
import { judgedJournal } from './testing/judged-journal';
import { terminalText } from './testing/terminal-text';

const FEW = judgedJournal({}, { judged: 30, unjudged: { 'bytes-lost': 7, 'left-open': 3 } });
const ALL = judgedJournal({}, { judged: 40, unjudged: {} });
const TEXT =
  '30 of 40 exchanges judged; 10 not: 7 because bytes or times are missing, 3 because the specification leaves it open';

const terminal = (events: typeof FEW): string => terminalText(events, { columns: 200 });
const plain = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

test('the terminal has a line of its own, and the reason of INCOMPLETE; an older journal has no such line', () => {
  expect(terminal(FEW)).toMatch(/\n\? INCOMPLETE\s[^]*\(a pass needs 95 %\)/);
  expect(terminal(FEW)).toMatch(/^\? stm /m);
  expect(terminal(ALL)).toMatch(/^✓ stm /m);
  expect(terminal(FEW)).toContain(`\n  wire    ${TEXT}\n`);
  expect(terminal(ALL)).toMatch(/\n✓ PASS [^]*\n {2}wire {4}40 of 40 exchanges judged\n/);
  expect(terminal(judgedJournal({}))).not.toContain('wire  ');
});

test('the page has the numbers in its head and its tiles, and what to do next', () => {
  const text = plain(runReport(summarize(FEW)));
  expect(text).toContain(TEXT);
  expect(text).toContain('Next: close other programs and run again; or accept it with --least-judged 75.');
  expect(text).toMatch(/exchanges judged 30 of 40/);
  expect(plain(runReport(summarize(ALL)))).not.toContain('Next:');
});

test('GitHub has an error for a run that is not known, and the numbers in the summary of the job', () => {
  const [first, ...rest] = githubAnnotations(summarize(FEW)).split('\n');
  expect(first).toMatch(/^::error title=INCOMPLETE::.*Next: close other programs and run again/);
  expect(rest).toEqual(['']);
  expect(githubAnnotations(summarize(ALL))).toBe('');
  expect(githubSummary(summarize(FEW))).toContain('30 of 40 exchanges judged; 10 not');
});
