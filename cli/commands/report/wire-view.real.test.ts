import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runReport } from '../../../reports/html/run-page';
import { summarize } from '../../../reports/summary/summary';
import { SUITES } from '../../../scenarios/testing/loaded-protocols';
import { runSuite } from '../../../scenarios/testing/suite-run';
import { loadFrameReaders } from '../../shared/output/frame-readers';
import { BrowserPage, chromiumTest, closeBrowser, NARROW } from '../../testing/browser/browser-page';
import { cleanUp, folder } from '../../testing/wirejig-process';

afterAll(async () => {
  await closeBrowser();
  cleanUp();
});

/** The report of a board that takes wrong checksums, in a browser. */
async function openReport(): Promise<BrowserPage> {
  const suite = SUITES.find(({ id }) => id === 'stm');
  if (suite === undefined) throw new Error('no stm');
  const { events } = await runSuite(suite, {
    board: 'stm+crc-ignored',
    only: ['STM-FR-02'],
    seed: 1,
    sampled: true,
  });
  const summary = summarize(events);
  const file = join(folder(), 'report.html');
  writeFileSync(file, runReport(summary, await loadFrameReaders(summary.start)));
  return (await BrowserPage.open(file)).ready('wire');
}

chromiumTest(
  'the wire begins at the first failure, with the names of its frames and the wrong byte; a silence is measured where one points',
  async () => {
    const opened = await openReport();
    const { page } = opened;
    await page.locator('.wr.mark.fail.chosen').getByText('STM-FR-02').waitFor();
    const rows = page.locator('.wire-list .wr');
    const chosen = await page.evaluate<number>(
      `[...document.querySelectorAll('.wire-list .wr')].findIndex((each) => each.matches('.chosen'))`,
    );
    await rows
      .nth(chosen - 2)
      .locator('.wrong')
      .waitFor();
    await rows.nth(chosen - 2).click();
    await page.locator('.wire-detail .seg.wrong').getByText('✗ checksum').waitFor();
    await page.locator('.wire-detail .refused').getByText('not a frame: checksum').waitFor();
    const line = page.locator('.wire-time');
    await line.scrollIntoViewIfNeeded();
    const box = await line.boundingBox();
    const told: string[] = [];
    for (let x = 90; x < (box?.width ?? 0); x += 12) {
      await line.hover({ position: { x, y: 40 } });
      told.push((await page.locator('.wire-hover').textContent()) ?? '');
    }
    const has = (pattern: RegExp): boolean => told.some((text) => pattern.test(text));
    expect(has(/3 bytes in \d+ µs, byte 3 is ([0-9A-F]{2}) = checksum, wrong, should be (?!\1)/)).toBe(true);
    expect(has(/silence of [\d.]+ (µs|ms) from ▸ .* to ◂ /)).toBe(true);
    await page.locator('.wire-find').fill('set state');
    await page.keyboard.press('Enter');
    await page
      .locator('.wire-found')
      .getByText(/^[1-9]\d* found$/)
      .waitFor();
    expect(await opened.problemsWithAxe()).toEqual([]);
    await opened.resize(NARROW, 'dark');
    expect(await opened.problemsWithAxe()).toEqual([]);
    await opened.close();
  },
);
