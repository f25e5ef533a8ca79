import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareRuns } from '../../../reports/comparison/comparison';
import { comparisonHtml } from '../../../reports/comparison/comparison-html';
import { auditPage } from '../../../reports/html/audit-page';
import { summarize } from '../../../reports/summary/summary';
import { sampleJournal } from '../../../reports/testing/sample-journal';
import { BrowserPage, chromiumTest, closeBrowser, NARROW } from '../../testing/browser/browser-page';
import { cleanUp, folder } from '../../testing/wirejig-process';

afterAll(async () => {
  await closeBrowser();
  cleanUp();
});

chromiumTest('a comparison and an audit are axe clean, and as wide as a screen or a phone', async () => {
  const summary = summarize(sampleJournal());
  const answer = {
    scenario: 'stm/crc',
    link: 'main',
    alike: 3,
    sent: '01ffab',
    before: 'ee01ef',
    after: '01fffe',
  };
  const defect = {
    name: 'crc-ignored',
    text: 'The CRC.',
    breaks: 'STM-FR-02',
    verdict: 'fail',
    alsoFailed: [],
  } as const;
  const clauses = summary.requirements.map(({ id }) => id);
  const defects = [
    { ...defect, caught: true },
    { ...defect, name: 'crc-twice', caught: false },
  ];
  const pages = [
    comparisonHtml(summary, summary, compareRuns(summary, summary), [answer]),
    auditPage([{ name: 'stm', conformantPassed: true, conformantFailed: [], clauses, defects }], 7),
  ];
  for (const text of pages) {
    const file = join(folder(), 'page.html');
    writeFileSync(file, text);
    const opened = await (await BrowserPage.open(file)).ready();
    expect(await opened.problemsWithAxe()).toEqual([]);
    await opened.resize(NARROW, 'dark');
    expect(await opened.problemsWithAxe()).toEqual([]);
    await opened.close();
  }
});
