/** The time until the report of a hundred thousand exchanges is ready in a browser, with the whole wire. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { runReport } from '../reports/html/run-page';
import { summarize } from '../reports/summary/summary';
import { longJournal } from './long-journal';
import type { Contender, Prepared } from './measure';

const CHROMIUM = '/usr/bin/chromium';
const EXCHANGES = 100_000;
/** Seconds until the page must accept keys, and its most bytes. */
const LIMIT_SECONDS = 0.5;
const LIMIT_BYTES = 5_000_000;

/** Evaluated in the page: ms from its opening until it is ready and its wire is drawn. */
const READY = `new Promise((resolve) => {
  const look = () => document.documentElement.dataset.ready === 'wire' ? resolve(performance.now()) : setTimeout(look, 2);
  look();
})`;

function pageContender(page: Page, url: string): Contender {
  return {
    name: 'report.html',
    work: async (count) => {
      let seconds = 0;
      for (let index = 0; index < count; index++) {
        await page.goto(url, { waitUntil: 'commit' });
        seconds += (await page.evaluate<number>(READY)) / 1000;
      }
      return seconds;
    },
  };
}

/** Pages from their opening until they are complete. */
export async function reportPage(): Promise<Prepared> {
  if (!existsSync(CHROMIUM)) return { skipped: `there is no ${CHROMIUM}` };
  const text = runReport(summarize(longJournal(EXCHANGES)));
  const place = mkdtempSync(join(tmpdir(), 'wirejig-'));
  const file = join(place, 'report.html');
  writeFileSync(file, text);
  const browser = await chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: false });
  const page = await browser.newPage();
  const size = `${(text.length / 1e6).toFixed(2)} MB (limit ${LIMIT_BYTES / 1e6} MB${text.length > LIMIT_BYTES ? ', SHORT' : ''})`;
  return {
    comparison: {
      title: `Report of ${EXCHANGES} exchanges: ${size}, until it is interactive with its wire drawn`,
      unit: 'pages',
      per: 'second',
      contenders: [
        pageContender(page, pathToFileURL(file).href),
        { name: `a page in ${LIMIT_SECONDS * 1000} ms`, work: (count) => LIMIT_SECONDS * count },
      ],
      limits: [
        {
          peer: `a page in ${LIMIT_SECONDS * 1000} ms`,
          atLeast: 1,
          reason: 'the wire is inflated and laid out',
        },
      ],
      rounds: 7,
      turnMs: 500,
    },
    done: async () => {
      await browser.close();
      rmSync(place, { recursive: true, force: true });
    },
  };
}
