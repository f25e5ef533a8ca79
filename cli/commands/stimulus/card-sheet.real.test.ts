import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cardByte, cardName, CARDS, type CardEncoding } from '../../../protocols/set/card';
import { cleanUp, folder, wirejig } from '../../testing/wirejig-process';
import { cardSheet, PAPERS, type Paper } from './card-sheet';
import { needing } from '../../../devices/testing/needed-tools';
import { closeBrowser, newPage } from '../../testing/browser/browser-page';
import { readDataMatrices } from '../../testing/code-readers';

afterAll(async () => {
  await closeBrowser();
  cleanUp();
});

const CARD_NUMBERS = Array.from({ length: CARDS }, (_, card) => card);

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A browser script: the place of each code. */
const BOXES = `Array.from(document.querySelectorAll('article .code'), (code) => code.getBoundingClientRect().toJSON())`;

/** The sheet in a browser, with pictures of the codes of these cards as files. */
async function photograph(encoding: CardEncoding, paper: Paper, cards: readonly number[]) {
  const place = folder();
  const sheet = join(place, 'cards.html');
  writeFileSync(sheet, cardSheet({ encoding, paper }));
  const page = await newPage({ viewport: { width: 820, height: 10_600 } });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto(pathToFileURL(sheet).href);
  const boxes = await page.evaluate<readonly Box[]>(BOXES);
  expect(boxes).toHaveLength(CARDS);
  const files: string[] = [];
  for (const card of cards) {
    const file = join(place, `${card}.png`);
    await page.screenshot({ path: file, clip: boxes[card]! });
    files.push(file);
  }
  const words = await page.locator('article h2').allTextContents();
  const bytes = await page.locator('article .byte').allTextContents();
  const pdf = await page.pdf({ preferCSSPageSize: true });
  await page.close();
  return { files, words, bytes, pdf: pdf.toString('latin1'), fetched };
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
  ['1..3', 'a4', 'all 81 codes', CARD_NUMBERS],
  ['0..2', 'letter', 'a code of each page', CARD_NUMBERS.filter((card) => card % 9 === 4)],
] as const)('the sheet of card bytes %s on %s', (encoding, paper, which, cards) => {
  needing('sheets of codes, read back', 'chromium', 'dmtx-utils').test(
    `shows ${which} so that a decoder reads the byte of the card`,
    async () => {
      const { files, words, bytes, pdf, fetched } = await photograph(encoding, paper, cards);
      const expected = cards.map((card) => cardByte(card, encoding));
      expect(readDataMatrices(files).toString('hex')).toBe(Buffer.from(expected).toString('hex'));
      expect(words).toEqual(CARD_NUMBERS.map(cardName));
      expect(bytes.map((text) => Number.parseInt(text, 16))).toEqual(
        CARD_NUMBERS.map((card) => cardByte(card, encoding)),
      );
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

test('wirejig stimulus sheet writes the file of --out', async () => {
  const cwd = folder();
  const { code, stdout } = await wirejig(['stimulus', 'sheet', '--out', 'my cards.html'], { cwd });
  expect([code, stdout]).toEqual([0, expect.stringContaining('my cards.html')]);
});
