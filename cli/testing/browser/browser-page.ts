/** Pages in a real browser, for tests. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { needing } from '../../../devices/testing/needed-tools';
import { connectToBrowser } from './browser-server';

/** Jest's own where Chromium is here. */
export const chromiumTest = needing('pages in a browser', 'chromium').test;

export const WIDE = { width: 1440, height: 1000 };
export const NARROW = { width: 390, height: 844 };

let browser: Promise<Browser> | undefined;

export async function newPage(options: BrowserContextOptions): Promise<Page> {
  browser ??= connectToBrowser();
  return (await browser).newPage(options);
}

/** Closes the pages of this test file. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
}

const AXE = readFileSync(require.resolve('axe-core'), 'utf8');

/** WCAG 2.1 AA, as rule and element. Only violations are described: that takes half the time. */
const VIOLATIONS = `axe.run({
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'], preload: false,
}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.slice(0, 3).map(({ target, failureSummary }) => id + ' ' + target + ' ' + failureSummary)))`;

/** Opens all that is folded, to the last. */
const UNFOLD = `(async () => {
  for (let left = 1; left > 0; ) {
    for (const each of document.querySelectorAll('details:not([open])')) each.open = true;
    await new Promise((done) => setTimeout(done, 30));
    left = document.querySelectorAll('details:not([open]), [data-fold]').length;
  }
})()`;

/** Elements by name with the names of their attributes, counted: what board bytes must not add to. */
const ANATOMY = `Object.entries(Object.groupBy(document.querySelectorAll('*'), (element) =>
  element.tagName + ' ' + [...element.attributes].map(({ name }) => name).sort().join(' ')))
  .map(([shape, all]) => shape + ' × ' + all.length).sort()`;

/** A page of ours from a file or a server. Every complaint and every request of it is remembered. */
export class BrowserPage {
  private readonly complaints: string[] = [];
  private readonly requests: string[] = [];

  private constructor(readonly page: Page) {
    page.on('console', (message) => this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('dialog', (dialog) => this.complaints.push(`dialog: ${dialog.message()}`));
    page.on('request', (request) => this.requests.push(request.url()));
  }

  static async open(file: string, options: BrowserContextOptions = {}, hash = ''): Promise<BrowserPage> {
    const opened = new BrowserPage(await newPage({ viewport: WIDE, ...options }));
    await opened.page.goto(file.startsWith('http') ? file : pathToFileURL(file).href + hash);
    return opened;
  }

  /** Once its script has run; `wire`: and the wire's bytes are there. */
  async ready(what?: 'wire'): Promise<this> {
    const attribute = what === undefined ? 'data-ready' : `data-ready=${what}`;
    await this.page.locator(`html[${attribute}]`).waitFor({ state: 'attached' });
    return this;
  }

  async resize(viewport: typeof WIDE, colorScheme: 'light' | 'dark'): Promise<void> {
    await this.page.setViewportSize(viewport);
    await this.page.emulateMedia({ colorScheme });
  }

  async unfold(): Promise<void> {
    await this.page.evaluate(UNFOLD);
  }

  /** What the page complained of. */
  complained(): readonly string[] {
    return this.complaints;
  }

  /** What axe finds, and what the page complained of or by how much it is too wide: of a page that its server goes on to fill. */
  async problemsOfLivePage(): Promise<readonly string[]> {
    const own = new Set(this.requests.slice(1));
    return (await this.problemsWithAxe()).filter((problem) => !own.has(problem));
  }

  /** What the page complained of, what it loaded besides itself, and by how much it is too wide. */
  async problems(): Promise<readonly string[]> {
    const excess = await this.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    const width = excess > 0 ? [`${excess} pixels wider than the screen`] : [];
    return [...this.complaints, ...this.requests.slice(1), ...width];
  }

  /** These, and what axe finds. */
  async problemsWithAxe(): Promise<readonly string[]> {
    await this.page.evaluate(AXE);
    return [...(await this.problems()), ...(await this.page.evaluate<readonly string[]>(VIOLATIONS))];
  }

  anatomy(): Promise<readonly string[]> {
    return this.page.evaluate(ANATOMY);
  }

  close(): Promise<void> {
    return this.page.close();
  }
}
