import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { longJournal } from '../../../bench/long-journal';
import type { FrameReaders } from '../../../reports/html/evidence/wire-frames';
import { runReport } from '../../../reports/html/run-page';
import { HOSTILE, sampleJournal } from '../../../reports/testing/sample-journal';
import { summarize } from '../../../reports/summary/summary';
import { runSuite, type SuiteRunOptions } from '../../../scenarios/testing/suite-run';
import { SUITES } from '../../../scenarios/testing/loaded-protocols';
import { cleanUp, folder } from '../../testing/wirejig-process';
import { reportCommand } from './report';
import { BrowserPage, chromiumTest, closeBrowser, NARROW, WIDE } from '../../testing/browser/browser-page';

afterAll(async () => {
  await closeBrowser();
  cleanUp();
});

/** Writes the report of these events to a file. Returns its path. */
function drawPage(events: Parameters<typeof summarize>[0], readers?: FrameReaders): string {
  const file = join(folder(), 'report.html');
  writeFileSync(file, runReport(summarize(events), readers));
  return file;
}

/** Calls every chunk a frame of this name, with one wrong field. */
const named = (text: string): FrameReaders => {
  const reader: ReturnType<FrameReaders> = {
    decoder: () => ({
      push: (raw) => [{ raw, error: { code: text, offset: 0, expected: text, message: text } }],
      deadline: () => undefined,
      tick: () => [],
    }),
    fields: () => [{ name: text, offset: 0, length: 1, value: text, meaning: text }],
  };
  return () => reader;
};

/** Runs a suite that fails. Resolves with the directory of its journal. */
async function journalOf(asked: SuiteRunOptions & { readonly board: string }): Promise<string> {
  const suite = SUITES.find(({ id }) => asked.board.startsWith(id));
  if (suite === undefined) throw new Error(`no suite for ${asked.board}`);
  const { events, end } = await runSuite(suite, { seed: 1, sampled: true, ...asked });
  expect(Object.values(end.verdicts).some(({ verdict }) => verdict === 'fail')).toBe(true);
  const out = folder();
  writeFileSync(join(out, 'journal.jsonl'), events.map((event) => JSON.stringify(event)).join('\n'));
  return out;
}

/** The output of `wirejig report` for these journals. */
async function report(paths: readonly string[], out: string): Promise<string> {
  const output: string[] = [];
  const write = jest
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => output.push(String(text)) > 0);
  try {
    expect(await reportCommand({ paths, out, params: [], quiet: paths.length === 1 })).toBe(0);
  } finally {
    write.mockRestore();
  }
  return output.join('');
}

/** A failing board of each system. */
const SIX: readonly (SuiteRunOptions & { readonly board: string; readonly clause: string })[] = [
  { board: 'stm+crc-ignored', only: ['STM-FR-02'], clause: 'STM-FR-02' },
  { board: 'durak-published', only: ['DRK-LK-04'], clause: 'DRK-LK-04' },
  { board: 'gm67+value-source-host', only: ['GM-FR-01'], clause: 'GM-FR-01' },
  { board: 'set-published', only: ['SET-FR-02'], clause: 'SET-FR-02' },
  { board: 'ttt+moves-in-binary', only: ['TTT-01'], clause: 'TTT-01' },
  {
    board: 'chinese-ten+three-lie-open',
    scenarios: ['chinese-ten/games-of-2'],
    clause: 'CT-DL-01',
  },
];

describe('reports of boards that fail', () => {
  chromiumTest(
    'of all six systems in one page: no error, no request, axe clean, not wider than a screen or a phone; a cell links to its failures',
    async () => {
      const runs: string[] = [];
      for (const { clause: _, ...asked } of SIX) runs.push(await journalOf(asked));
      const out = folder();
      expect(await report(runs, out)).toContain('✗ FAIL  virtual:set-published: ');
      const opened = await (await BrowserPage.open(join(out, 'report.html'))).ready();
      expect(await opened.problemsWithAxe()).toEqual([]);
      await opened.page.locator('.runs a.chip').first().click();
      await opened.page.locator('#r1-STM-FR-02').getByText('Reproduce it').waitFor();
      expect(await opened.page.locator('.runs td:not(:has(a))').count()).toBeGreaterThan(1);
      for (const { clause } of SIX)
        expect([clause, await opened.page.locator(`article[id$="-${clause}"]`).count()]).toEqual([clause, 1]);
      await opened.unfold();
      expect(await opened.problems()).toEqual([]);
      await opened.resize(NARROW, 'dark');
      expect(await opened.problemsWithAxe()).toEqual([]);
      await opened.close();
    },
  );

  chromiumTest('of a killed run: the verdicts so far, and that it was killed', async () => {
    const out = await journalOf({ board: 'stm+crc-ignored', only: ['STM-FR-02'] });
    const journal = join(out, 'journal.jsonl');
    const whole = readFileSync(journal, 'utf8').split('\n');
    const failed = whole.findIndex((line) => line.includes('"verdict":"fail"'));
    writeFileSync(journal, whole.slice(0, failed + 1).join('\n'));
    appendFileSync(journal, '\n{"type":"chunk","link":"ma');
    await report([out], out);
    const opened = await (await BrowserPage.open(join(out, 'report.html'))).ready();
    await opened.page.getByText('The record stops before the run ended.').waitFor();
    await opened.page.getByText('it was killed, or is still going on').waitFor();
    await opened.page.locator('article#STM-FR-02').waitFor();
    await opened.close();
  });
});

/** All tests use one page, in order. Each test leaves it unfiltered. */
describe('the page', () => {
  let opened: BrowserPage;
  let page: Page;
  let file: string;
  const begun = async (): Promise<void> => {
    file ??= drawPage(sampleJournal());
    opened ??= await (await BrowserPage.open(file, {}, '#stm-gm-05')).ready();
    ({ page } = opened);
  };
  const inView = async (id: string): Promise<boolean> => {
    const box = await page.locator(`[id="${id}"]`).boundingBox();
    return box !== null && box.y + box.height > 0 && box.y < WIDE.height;
  };

  chromiumTest('follows deep links in upper and lower case, also to folded and filtered rows', async () => {
    await begun();
    expect(await inView('STM-GM-05')).toBe(true);
    await page.locator('.find').fill('nothing is called so');
    await page.evaluate(`location.hash = 'STM-TM-02'`);
    await page.locator('[id="STM-TM-02"].flash').waitFor();
    expect(await inView('STM-TM-02')).toBe(true);
  });

  chromiumTest('filters by text and verdict, and goes from failure to failure by key', async () => {
    await begun();
    const found = page.locator('.found');
    await page.locator('.find').fill('');
    await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
    await page.keyboard.press('n');
    expect(await page.evaluate('document.activeElement.id')).toBe('STM-FR-02');
    await page.keyboard.press('n');
    expect(await page.evaluate('document.activeElement.id')).toBe('STM-GM-05');
    await page.keyboard.press('p');
    expect(await page.evaluate('document.activeElement.id')).toBe('STM-FR-02');
    await page.keyboard.press('/');
    await page.keyboard.type('shuffl');
    await found.getByText('3 of 12').waitFor();
    await page.locator('.only').selectOption('fail');
    await found.getByText('1 of 12').waitFor();
    expect(await page.locator('article.failure:visible').count()).toBe(1);
    expect(await page.locator('tr.clause:visible').count()).toBe(1);
    await page.locator('.find').fill('');
    await page.locator('.only').selectOption({ index: 0 });
  });

  chromiumTest('shows the meaning of a field, by pointer and by key, until Escape', async () => {
    await begun();
    const fields = page.locator('#STM-FR-02 .bytes').first().locator('[data-t]');
    const tip = page.locator('#tip');
    await fields.nth(1).hover();
    await tip.getByText('descriptor = 255 — command only, no data').waitFor();
    await fields.first().focus();
    await tip.getByText('CMD = 1 — Start').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await tip.getByText('CRC = 0 — wrong, should be FE').waitFor();
    await page.keyboard.press('Escape');
    expect(await tip.isHidden()).toBe(true);
  });

  chromiumTest('zooms into a ladder, and an arrow links to its bytes', async () => {
    await begun();
    const ladder = page.locator('#STM-FR-02 .ladder').first();
    const gap = async (): Promise<number> => {
      const rects = ladder.locator('.rung rect');
      const [first, second] = [await rects.nth(0).boundingBox(), await rects.nth(1).boundingBox()];
      return (second?.y ?? 0) - (first?.y ?? 0);
    };
    const before = await gap();
    await ladder.getByRole('button', { name: 'Zoom in' }).click();
    expect((await gap()) / before).toBeCloseTo(2, 1);
    await ladder.getByRole('link').nth(1).click();
    await page.locator('#STM-FR-02 .exchanges li.flash.rx').waitFor();
  });

  chromiumTest('shows the wire on request, and finds bytes in it', async () => {
    await begun();
    await page.locator('#STM-FR-02').getByRole('button', { name: 'See it on the wire' }).first().click();
    await page.locator('.wr.chosen').getByText('STM-FR-02').waitFor();
    await page.locator('.wire-find').fill('fffe');
    await page.keyboard.press('Enter');
    await page.getByText('1 found').waitFor();
    await page
      .locator('.wire-detail')
      .getByText('board → host on main, at 0:00.000 600 for 260 µs, 3 bytes')
      .waitFor();
    await page.locator('.wire-list').press('ArrowUp');
    await page.locator('.wire-detail').getByText('0000 01 FF 00').waitFor();
  });

  chromiumTest('is axe clean when unfolded, light and wide, dark and narrow; prints', async () => {
    await begun();
    await opened.unfold();
    expect(await opened.problemsWithAxe()).toEqual([]);
    await opened.resize(NARROW, 'dark');
    expect(await opened.problemsWithAxe()).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('nav:visible, button:visible, .wire-card:visible').count()).toBe(0);
    await opened.close();
  });

  chromiumTest('has the verdict, the failures and every clause without scripts', async () => {
    await begun();
    const { page: plain } = await BrowserPage.open(file, { javaScriptEnabled: false });
    for (const text of [
      '2 of 10 MUST clauses failed',
      'exactly one Error (01), and no game',
      'Smallest input that shows it',
    ])
      expect(await plain.getByText(text).first().isVisible()).toBe(true);
    expect(await plain.locator('tr.clause:visible').count()).toBe(12);
    expect(await plain.locator('.ladder svg').first().isVisible()).toBe(true);
    expect(await plain.locator('button:visible, .filter:visible').count()).toBe(0);
    await plain.close();
  });
});

describe('a hostile board', () => {
  const hostile = `${HOSTILE}</script><img src=x onerror=alert(1)>\` onmouseover=alert(2) x="${'A'.repeat(200_000)}`;

  chromiumTest('adds no element and no attribute, and runs no script', async () => {
    const anatomies: unknown[] = [];
    for (const board of ['', hostile]) {
      const page = drawPage(sampleJournal(board), named(`a name ${board}`));
      const opened = await (await BrowserPage.open(page)).ready('wire');
      await opened.page.locator('.wire-list .wr.tx').first().click();
      await opened.unfold();
      anatomies.push(await opened.anatomy());
      expect(await opened.problems()).toEqual([]);
      await opened.close();
    }
    expect(anatomies[1]).toEqual(anatomies[0]);
  });
});

describe('a long run', () => {
  chromiumTest('of 20 000 exchanges is under 1 MB, with all of its wire', async () => {
    const file = drawPage(longJournal(20_000));
    expect(readFileSync(file).length).toBeLessThan(1_000_000);
    const opened = await (await BrowserPage.open(file)).ready('wire');
    const { page } = opened;
    await page.getByText(/40.000 chunks/).waitFor();
    await page.locator('.wr.chosen').getByText('LNG-CL-05').waitFor();
    await page.getByRole('button', { name: 'Next problem' }).click();
    await page.locator('.wr.chosen').getByText('LNG-CL-10').waitFor();
    await page.evaluate(`document.querySelector('.wire-list').scrollTop = 1e9`);
    await page.locator('.wr[data-row="40029"]').waitFor();
    expect(await opened.problems()).toEqual([]);
    await opened.close();
  });

  chromiumTest('with hundreds of failures responds in time', async () => {
    const [start] = sampleJournal();
    const check = sampleJournal().find((event) => event.type === 'check' && event.verdict === 'fail');
    if (start?.type !== 'run' || check?.type !== 'check') throw new Error('not the sample');
    const many = Array.from({ length: 250 }, (_, index) => ({ ...check, requirement: `BAD-${index}` }));
    const { page } = await (await BrowserPage.open(drawPage([start, ...many]))).ready();
    await page.locator('.find').fill('BAD-249');
    await page.getByText('1 of 262').waitFor();
    expect(await page.locator('article.failure:visible').count()).toBe(1);
    await page.close();
  });
});
