import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { summarizeCampaign } from '../../../reports/summary/campaign';
import { campaignReport } from '../../../reports/html/campaign/campaign-page';
import { sampleCampaign, type SampleCampaign } from '../../../reports/testing/sample-campaign';
import { HOSTILE } from '../../../reports/testing/sample-journal';
import { cleanUp, ONE_FINDING_CAMPAIGN, folder, wirejig } from '../../testing/wirejig-process';
import { BrowserPage, chromiumTest, closeBrowser, NARROW } from '../../testing/browser/browser-page';

afterAll(async () => {
  await closeBrowser();
  cleanUp();
});

/** A campaign's page with everything unfolded. */
async function openCampaign(
  sample: SampleCampaign,
  options: BrowserContextOptions = {},
): Promise<BrowserPage> {
  const file = join(folder(), 'report.html');
  writeFileSync(file, campaignReport(summarizeCampaign(sampleCampaign(sample))));
  const opened = await (await BrowserPage.open(file, options)).ready();
  await opened.unfold();
  return opened;
}

test('a campaign writes its page, and wirejig report draws the same page in any folder', async () => {
  const cwd = folder();
  const words = [...ONE_FINDING_CAMPAIGN, '--out', 'a'];
  expect((await wirejig(words, { cwd })).code).toBe(1);
  const { code, stdout } = await wirejig(['report', 'a', '--out', 'b'], { cwd });
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('✗ FAIL  virtual:stm+crc-ignored: 1 finding in 250 cases.'),
  ]);
  const text = readFileSync(join(cwd, 'b/report.html'), 'utf8');
  expect(text).toBe(readFileSync(join(cwd, 'a/report.html'), 'utf8'));
  expect(text).toContain('STM-FR-02');
});

chromiumTest(
  'the page is axe clean and no wider than the screen, light and wide, dark and narrow',
  async () => {
    const opened = await openCampaign({ findings: 24 });
    expect(await opened.problemsWithAxe()).toEqual([]);
    await opened.resize(NARROW, 'dark');
    expect(await opened.problemsWithAxe()).toEqual([]);
    await opened.close();
  },
);

chromiumTest('on paper nothing scrolls, and no table is wider than the page', async () => {
  // A4 within its margins.
  const opened = await openCampaign({ findings: 2 }, { viewport: { width: 703, height: 1030 } });
  await opened.page.emulateMedia({ media: 'print' });
  const beyond = await opened.page.evaluate<
    readonly number[]
  >(`[...document.querySelectorAll('.scroll')].map((each) =>
    getComputedStyle(each).overflowX === 'visible' ? each.scrollWidth - each.clientWidth : Infinity)`);
  expect(beyond.length).toBeGreaterThan(0);
  expect(Math.max(...beyond)).toBeLessThanOrEqual(0);
  expect(await opened.problems()).toEqual([]);
  await opened.close();
});

chromiumTest('a hostile board makes no element and no attribute, and runs nothing', async () => {
  const hostile = `${HOSTILE}</script><img src=x onerror=alert(1)>\` onmouseover=alert(2) x="`;
  const anatomies: unknown[] = [];
  for (const sample of [{}, { hostile }]) {
    const opened = await openCampaign(sample, { viewport: NARROW });
    anatomies.push(await opened.anatomy());
    expect(await opened.problems()).toEqual([]);
    await opened.close();
  }
  expect(anatomies[1]).toEqual(anatomies[0]);
});
