import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { summarizeCampaign } from '../../../reports/summary/campaign';
import { campaignReport } from '../../../reports/html/campaign/campaign-page';
import { sampleCampaign, type SampleCampaign } from '../../../reports/testing/sample-campaign';
import { HOSTILE } from '../../../reports/testing/sample-journal';
import { cleanUp, ONE_FINDING_CAMPAIGN, folder, wirejig } from '../../testing/wirejig-process';
import { needing } from '../../../devices/testing/needed-tools';
import { openBrowser } from '../../testing/stimulus-tools';

const AXE = readFileSync(require.resolve('axe-core'), 'utf8');
type View = readonly ['light' | 'dark', { readonly width: number; readonly height: number }];
const WIDE: View = ['light', { width: 1440, height: 1000 }];
const NARROW: View = ['dark', { width: 390, height: 844 }];
/** A4 within its margins. */
const PAPER: View = ['light', { width: 703, height: 1030 }];

let browser: Browser | undefined;
afterAll(async () => {
  await browser?.close();
  cleanUp();
});

const chromium = needing('pages in a browser', 'chromium').test;

async function evaluate(file: string, [colorScheme, viewport]: View, script: string): Promise<unknown> {
  browser ??= await openBrowser();
  const page = await browser.newPage({ viewport, colorScheme });
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  page.on('request', (request) =>
    request.url().startsWith('file:') ? undefined : complaints.push(request.url()),
  );
  if (viewport === PAPER[1]) await page.emulateMedia({ media: 'print' });
  await page.goto(pathToFileURL(file).href);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
  await page.waitForTimeout(100);
  const sideways = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  await page.evaluate(AXE);
  const result = await page.evaluate(script);
  await page.close();
  expect([complaints, sideways]).toEqual([[], 0]);
  return result;
}

const CLEAN = `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target }) => id + ' ' + target)))`;

function drawPage(sample: SampleCampaign): string {
  const file = join(folder(), 'report.html');
  writeFileSync(file, campaignReport(summarizeCampaign(sampleCampaign(sample))));
  return file;
}

test('a campaign leaves its page, and report draws the same again, anywhere', async () => {
  const cwd = folder();
  const words = [...ONE_FINDING_CAMPAIGN, '--out', 'a'];
  expect((await wirejig(words, { cwd })).code).toBe(1);
  const { code, stdout } = await wirejig(['report', 'a', '--out', 'b'], { cwd });
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('✗ FAIL  virtual:stm+crc-ignored: 1 finding in 500 cases.'),
  ]);
  const text = readFileSync(join(cwd, 'b/report.html'), 'utf8');
  expect(text).toBe(readFileSync(join(cwd, 'a/report.html'), 'utf8'));
  expect(text).toContain('STM-FR-02');
});

chromium.each([WIDE, NARROW])(
  'the page is axe clean and no wider than the screen, %s, %j',
  async (...view) => {
    expect(await evaluate(drawPage({ findings: 24 }), view, CLEAN)).toEqual([]);
  },
);

chromium('on paper nothing scrolls, and no table is wider than the page', async () => {
  const beyond = `[...document.querySelectorAll('.scroll')].map((each) =>
    getComputedStyle(each).overflowX === 'visible' ? each.scrollWidth - each.clientWidth : Infinity)`;
  const seenBeyond = (await evaluate(drawPage({ findings: 2 }), PAPER, beyond)) as number[];
  expect(seenBeyond.length).toBeGreaterThan(0);
  expect(Math.max(...seenBeyond)).toBeLessThanOrEqual(0);
});

chromium('a hostile board makes no element and no attribute, and runs nothing', async () => {
  const hostile = `${HOSTILE}</script><img src=x onerror=alert(1)>\` onmouseover=alert(2) x="`;
  const anatomy = `[...document.querySelectorAll('*')].map(({ tagName, attributes }) =>
    tagName + ' ' + [...attributes].map(({ name }) => name).sort().join(' '))`;
  const [plain, nasty] = [
    await evaluate(drawPage({}), NARROW, anatomy),
    await evaluate(drawPage({ hostile }), NARROW, anatomy),
  ];
  expect(nasty).toEqual(plain);
});
