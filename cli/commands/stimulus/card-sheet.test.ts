import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cardByte, cardName, CARDS, type CardEncoding } from '../../../protocols/set/card';
import { cleanUp, folder, wirejig } from '../../testing/wirejig-process';
import { cardSheet } from './card-sheet';
import { PAPERS, type Paper } from './card-sheet-style';
import { needing } from '../../../devices/testing/needed-tools';
import { openBrowser, readDataMatrices } from '../../testing/stimulus-tools';

afterAll(cleanUp);

const CARD_NUMBERS = Array.from({ length: CARDS }, (_, card) => card);

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Asked of the browser: where each code is. */
const BOXES = `Array.from(document.querySelectorAll('article .code'), (code) => code.getBoundingClientRect().toJSON())`;

/** The sheet in a browser, with the picture of each code as a file. */
async function photographed(encoding: CardEncoding, paper: Paper) {
  const place = folder();
  const sheet = join(place, 'cards.html');
  writeFileSync(sheet, cardSheet({ encoding, paper }));
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 820, height: 10_600 } });
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto(pathToFileURL(sheet).href);
    const boxes = await page.evaluate<readonly Box[]>(BOXES);
    const files: string[] = [];
    for (const [at, clip] of boxes.entries()) {
      const file = join(place, `${at}.png`);
      await page.screenshot({ path: file, clip });
      files.push(file);
    }
    const words = await page.locator('article h2').allTextContents();
    const bytes = await page.locator('article .byte').allTextContents();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    return { files, words, bytes, pdf: pdf.toString('latin1'), fetched };
  } finally {
    await browser.close();
  }
}

/** Pages of a PDF by their size in mm, to a tenth of a mm of what a browser rounds to. */
function pageSizes(pdf: string): readonly (readonly [number, number])[] {
  const MM_PER_POINT = 25.4 / 72;
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Number(width) * MM_PER_POINT,
    Number(height) * MM_PER_POINT,
  ]);
}

describe.each([
  ['1..3', 'a4'],
  ['0..2', 'letter'],
] as const)('the sheet of card bytes %s on %s', (encoding, paper) => {
  needing('sheets of codes, read back', 'chromium', 'dmtx-utils').test(
    'shows 81 codes that a decoder reads as the byte of their card',
    async () => {
      const { files, words, bytes, pdf, fetched } = await photographed(encoding, paper);
      const expected = CARD_NUMBERS.map((card) => cardByte(card, encoding));
      expect(files).toHaveLength(CARDS);
      expect(readDataMatrices(files).toString('hex')).toBe(Buffer.from(expected).toString('hex'));
      expect(words).toEqual(CARD_NUMBERS.map(cardName));
      expect(bytes.map((text) => Number.parseInt(text, 16))).toEqual(expected);
      expect(fetched).toHaveLength(1);
      const sizes = pageSizes(pdf);
      expect(sizes).toHaveLength(9);
      for (const [width, height] of sizes) {
        expect(Math.abs(width - PAPERS[paper].width)).toBeLessThan(0.5);
        expect(Math.abs(height - PAPERS[paper].height)).toBeLessThan(0.5);
      }
    },
  );
});

test('the sheet needs no other file and no script', () => {
  const sheet = cardSheet({ encoding: '1..3', paper: 'a4' });
  expect(sheet).not.toMatch(/<script|<link|https?:|@import|url\((?!#)/);
  expect([...sheet.matchAll(/<article/g)]).toHaveLength(CARDS);
});

test('wirejig stimulus sheet writes it where it was told to', async () => {
  const cwd = folder();
  const { code, stdout } = await wirejig(['stimulus', 'sheet', '--out', 'my cards.html'], { cwd });
  expect([code, stdout]).toEqual([0, expect.stringContaining('my cards.html')]);
});

test.each([
  [['poster'], /no stimulus named 'poster': .*sheet/],
  [['sheet', '--paper', 'a5'], /--paper is not 'a5': give a4 or letter/],
  [['sheet', '--encoding', '1..4'], /--encoding is not '1\.\.4': give 1\.\.3 or 0\.\.2/],
  [['sheet', '--out', 'no/where.html'], /cannot write 'no\/where\.html': .*--out FILE/],
])('wirejig stimulus %j is refused', async (words, message) => {
  const { code, stderr } = await wirejig(['stimulus', ...words]);
  expect(stderr).toMatch(/^wirejig: [^\n]+\n$/);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});
