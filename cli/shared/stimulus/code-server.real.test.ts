import { request as send } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Symbology } from '../../../protocols/gm67/wire/message';
import { cleanUp, folder, start, wirejig } from '../../testing/wirejig-process';
import { openCodeServer, type CodeServer } from './code-server';
import { needing } from '../../../devices/testing/needed-tools';
import { closeBrowser, newPage } from '../../testing/browser/browser-page';
import { readCode, readDataMatrices } from '../../testing/code-readers';

afterAll(cleanUp);

let server: CodeServer;
beforeEach(async () => (server = await openCodeServer({ port: 0, sizeMm: 60 })));
afterEach(() => server.close());

interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function status({ path = '/', method = 'GET', headers = {}, body = '' }: Asked): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    send(new URL(path, server.url), { method, headers }, (response) => {
      response.destroy();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end(body);
  });
}

describe('the server', () => {
  test.each<readonly [Asked, number]>([
    [{}, 200],
    [{ path: '/page.js' }, 200],
    [{ path: '/page.css' }, 200],
    [{ path: '/events' }, 200],
    [{ path: '/events?qr=00' }, 404],
    [{ path: '/../package.json' }, 404],
    [{ method: 'POST', body: 'qr 00' }, 405],
    [{ body: 'qr 00', headers: { 'content-length': '5' } }, 413],
    [{ body: 'qr 00', headers: { 'transfer-encoding': 'chunked' } }, 413],
    [{ headers: { host: 'evil.example' } }, 421],
    [{ headers: { host: '127.0.0.1' } }, 421],
  ])('answers %j with %d', async (asked, expected) => {
    expect(await status(asked)).toBe(expected);
  });

  test('is reached by the name localhost too', async () => {
    expect(await status({ headers: { host: `localhost:${new URL(server.url).port}` } })).toBe(200);
  });

  test('refuses a code that does not exist and goes on', async () => {
    expect(() => server.show('ean13', Buffer.from('123'))).toThrow(/thirteen ASCII digits/);
    expect(() => server.show('ean13', Buffer.from('4006381333932'))).toThrow(
      /no EAN-13 of these 13 bytes: .*check digit/,
    );
    expect(() => server.show('qr', new Uint8Array(3000))).toThrow(/no QR of these 3000 bytes/);
    expect(() => server.show('datamatrix', new Uint8Array())).toThrow(/empty DataMatrix/);
    expect(await status({})).toBe(200);
  });
});

const HOSTILE = Buffer.from(
  '</script><img src=x onerror="document.title=\'broken\'">\0\x1b[2J\r\n\xff\xfe',
  'latin1',
);

/** The codes that are shown, and the decoder that reads each. */
const CODES: readonly (readonly [Symbology, Buffer, 'dmtx' | 'zbar'])[] = [
  ['datamatrix', Buffer.of(0x00), 'dmtx'],
  ['datamatrix', HOSTILE, 'dmtx'],
  ['datamatrix', Buffer.from(Array.from({ length: 256 }, (_, at) => at)), 'dmtx'],
  ['qr', Buffer.of(0x0d), 'zbar'],
  ['qr', Buffer.from('https://example.org/?a=<b>&c="d"'), 'zbar'],
  ['qr', HOSTILE, 'zbar'],
  ['qr', Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 7) & 0xff)), 'zbar'],
  ['ean13', Buffer.from('4006381333931'), 'zbar'],
  ['code128', Buffer.from('Wirejig-42 {~}'), 'zbar'],
];

describe('the page', () => {
  let page: Page;
  const open = async (url: string): Promise<void> => {
    page = await newPage({ viewport: { width: 1000, height: 800 } });
    await page.goto(url);
  };
  afterAll(closeBrowser);

  const shows = (what: 'code' | 'nothing') => page.locator(`body[data-shows=${what}]`).waitFor();
  const hex = (payload: Uint8Array) => Buffer.from(payload).toString('hex');

  needing('codes on a screen, read back', 'chromium', 'dmtx-utils', 'zbar-tools').test(
    'shows each code as decoders read it, and its bytes in hex',
    async () => {
      await open(server.url);
      const place = folder();
      for (const [at, [symbology, payload, decoder]] of CODES.entries()) {
        server.show(symbology, payload);
        await shows('code');
        const file = join(place, `${at}.png`);
        await page.locator('#stage').screenshot({ path: file });
        const read = decoder === 'dmtx' ? readDataMatrices([file]) : readCode(file);
        expect([symbology, hex(read)]).toEqual([symbology, hex(payload)]);
        expect((await page.locator('#hex').textContent())?.replaceAll(' ', '').toLowerCase()).toBe(
          hex(payload),
        );
        server.blank();
        await shows('nothing');
        expect(await page.locator('#stage svg').count()).toBe(0);
      }
      expect(await page.title()).toBe('wirejig: codes for the scanner');
      expect(await page.locator('img').count()).toBe(0);
    },
  );

  needing('codes on a screen', 'chromium').test(
    'grows and shrinks by + and -, and shows that the server has ended',
    async () => {
      await open(server.url);
      server.show('qr', Buffer.from('size'));
      await shows('code');
      const width = async () => (await page.locator('#stage svg').boundingBox())?.width ?? 0;
      const first = await width();
      for (let presses = 0; presses < 4; presses++) await page.keyboard.press('+');
      const grown = await width();
      for (let presses = 0; presses < 8; presses++) await page.keyboard.press('-');
      expect(grown).toBeGreaterThan(first);
      expect(await width()).toBeLessThan(first);
      server.close();
      await shows('nothing');
      await page.getByText('wirejig is not there').waitFor();
    },
  );

  needing('codes on a screen', 'chromium').test('shows what lines on standard input name', async () => {
    const running = start(['stimulus', 'serve', '--size', '80']);
    const [url] = await running.waitForOutput(/http:\/\/127\.0\.0\.1:\d+\//);
    await open(url);
    running.child.stdin?.write('aztec 00\n\u001b[2J\nqr 0\ndatamatrix 0D 41\n');
    await shows('code');
    expect(await page.locator('#title').textContent()).toBe('DataMatrix, 2 bytes');
    expect(await page.locator('#hex').textContent()).toBe('0D 41');
    running.child.stdin?.write('\n');
    await shows('nothing');
    running.child.kill('SIGTERM');
    const { code, stderr } = await running.ended;
    expect(code).toBe(0);
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^wirejig: 'aztec 00' names no symbology: give datamatrix, qr, ean13, code128/),
      expect.stringMatching(/^wirejig: '\\x1B\[2J' names no symbology/),
      expect.stringMatching(/^wirejig: 'qr 0' has no bytes: give two hex digits/),
    ]);
  });
});

test('a port that is taken is refused with a remedy', async () => {
  const { code, stderr } = await wirejig(['stimulus', 'serve', '--port', new URL(server.url).port]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/cannot listen .*: give another --port/)]);
});
