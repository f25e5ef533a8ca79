import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { sampleCampaign } from '../../../reports/testing/sample-campaign';
import { HOSTILE, sampleJournal } from '../../../reports/testing/sample-journal';
import type { JournalEvent } from '../../../scenarios/record';
import { BrowserPage, chromiumTest, closeBrowser, NARROW } from '../../testing/browser/browser-page';
import { cleanUp, folder } from '../../testing/wirejig-process';
import { LiveView } from './live-view';
import { PastRuns } from './past-runs';
import { openUiServer, type UiServer } from './ui-server';

let server: UiServer | undefined;
afterEach(() => server?.close());
afterAll(async () => {
  await closeBrowser();
  cleanUp();
});

/** A folder with two runs, one whose journal is broken, and a link to a run elsewhere. */
function runFolder(hostile = ''): string {
  const top = folder();
  const write = (name: string, text: string): void => {
    mkdirSync(join(top, name));
    writeFileSync(join(top, name, 'journal.jsonl'), text);
  };
  const lines = sampleJournal(hostile).map((event) => JSON.stringify(event));
  write('monday', lines.join('\n'));
  write('friday', lines.join('\n'));
  write('broken', '{"type":"run"}\n');
  const elsewhere = folder();
  writeFileSync(join(elsewhere, 'journal.jsonl'), lines.join('\n'));
  symlinkSync(elsewhere, join(top, 'linked'));
  return top;
}

interface Done {
  readonly stopped: string[];
}

async function open(
  events = sampleJournal(),
  top = runFolder(),
): Promise<Done & { readonly view: LiveView }> {
  const runs = new PastRuns(top);
  const view = new LiveView(runs, true);
  const stopped: string[] = [];
  view.add({ events, progress: undefined, gap: false });
  server = await openUiServer({
    title: 'a test',
    runs,
    parts: () => view.parts(),
    stop: () => stopped.push('stop') > 0,
    again: (clause) => view.hasClause(clause) && stopped.push(clause) > 0,
  });
  return { stopped, view };
}

interface Asked {
  readonly path?: string;
  /** In place of the server's own. */
  readonly token?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function ask({
  path = '',
  token,
  method = 'GET',
  headers = {},
}: Asked): Promise<{ code: number; text: string }> {
  const url = new URL(server?.url ?? '');
  const place = token === undefined ? url.pathname : token;
  return new Promise((resolve, reject) => {
    send({ host: url.hostname, port: url.port, path: `${place}${path}`, method, headers }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += String(part);
        if (path === 'events') response.destroy();
      });
      response.on('close', () => resolve({ code: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}

describe('the server of the live view', () => {
  test.each<readonly [Asked, number]>([
    [{}, 200],
    [{ path: 'events' }, 200],
    [{ path: 'run?name=monday' }, 200],
    [{ path: 'compare?before=monday&now=friday' }, 200],
    [{ token: '/' }, 404],
    [{ token: '/events' }, 404],
    [{ token: `/${'0'.repeat(32)}/` }, 404],
    [{ token: `/${'%C3%A9'.repeat(16)}/` }, 404],
    [{ path: 'run' }, 404],
    [{ path: 'run?name=linked' }, 404],
    [{ path: 'run?name=..' }, 404],
    [{ path: 'run?name=monday%2F..%2Ffriday' }, 404],
    [{ path: 'compare?before=monday&now=%2Fetc' }, 404],
    [{ path: 'run/monday' }, 404],
    [{ path: 'stop' }, 404],
    [{ headers: { host: 'evil.example' } }, 421],
    [{ path: 'stop', method: 'POST', headers: { host: 'evil.example' } }, 421],
    [{ path: 'stop', method: 'POST', headers: { origin: 'http://evil.example' } }, 403],
    [{ path: 'again?clause=NOT-A-01', method: 'POST' }, 409],
    [{ path: 'again', method: 'POST' }, 404],
    [{ path: 'nothing', method: 'POST' }, 404],
    [{ path: 'stop', method: 'PUT' }, 405],
    [{ path: 'run?name=broken' }, 422],
  ])('answers %j with %d, and does nothing that was not asked for', async (asked, expected) => {
    const { stopped } = await open();
    expect((await ask(asked)).code).toBe(expected);
    expect(stopped).toEqual([]);
  });

  test('answers whatever the target of a request is, and goes on', async () => {
    await open();
    const url = new URL(server?.url ?? '');
    const exchange = (line: string): Promise<string> =>
      new Promise((resolve) => {
        let text = '';
        const socket = connect({ host: url.hostname, port: Number(url.port) });
        socket.on('data', (part) => (text += String(part))).on('error', () => resolve(text));
        socket.on('close', () => resolve(text));
        socket.write(Buffer.from(`${line}\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`, 'latin1'));
      });
    for (const target of [
      '//',
      '///',
      '/\\\\',
      '//[',
      'http://',
      'http://[',
      '*',
      '/%',
      '/%zz?%',
      '?',
      '//?name=%',
      '/..//..',
    ])
      expect([target, await exchange(`GET ${target} HTTP/1.1`)]).toEqual([
        target,
        expect.stringMatching(/^HTTP\/1\.1 40[04] /),
      ]);
    const texts = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replace(/[\r\n]/g, ''));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('GET', 'POST', 'HEAD', 'x'), texts, async (method, target) => {
        const answer = await exchange(`${method} /${target} HTTP/1.1`);
        return answer === '' || /^HTTP\/1\.1 4\d\d /.test(answer);
      }),
      { numRuns: 300 },
    );
    expect((await ask({})).code).toBe(200);
  });

  test('is on 127.0.0.1 and on no other address, and at another one each time', async () => {
    await open();
    const first = server?.url ?? '';
    const tried = await new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.2', port: Number(new URL(first).port) });
      socket.on('connect', () => resolve('connected')).on('error', () => resolve('refused'));
    });
    expect(tried).toBe('refused');
    server?.close();
    await open();
    expect(new URL(server?.url ?? '').pathname).not.toBe(new URL(first).pathname);
  });

  test('stops, and runs a clause again, for whoever knows the token', async () => {
    const { stopped } = await open();
    expect((await ask({ path: 'stop', method: 'POST' })).code).toBe(204);
    expect((await ask({ path: 'again?clause=STM-FR-02', method: 'POST' })).code).toBe(204);
    expect(stopped).toEqual(['stop', 'STM-FR-02']);
  });

  test('keeps nothing for a page that does not read: it gets the newest when it reads again', async () => {
    let version = 0;
    const body = 'x'.repeat(300_000);
    server = await openUiServer({
      title: 'a test',
      runs: new PastRuns(runFolder()),
      parts: () => new Map([['now', `${version} ${body}`]]),
    });
    const url = new URL(server.url);
    const socket = connect({ host: url.hostname, port: Number(url.port) });
    socket.write(`GET ${url.pathname}events HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    const before = process.memoryUsage().rss;
    for (version = 1; version <= 400; version++) {
      server.publish();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(60e6);
    let text = '';
    socket.on('data', (part) => (text += String(part)));
    socket.resume();
    for (let tries = 0; !text.includes('"now","401 ') && tries < 100; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      server.publish();
    }
    expect(text).toContain('"now","401 ');
    socket.destroy();
  });
});

test('of a campaign a case is shown, until the next one begins', () => {
  const view = new LiveView(new PastRuns(folder()), false);
  const [start, ...rest] = sampleCampaign();
  if (start === undefined) throw new Error('no campaign');
  const progress = rest.filter(({ type }) => type === 'fuzz-progress').slice(0, 1);
  const chunk = (hex: string): JournalEvent => ({
    ...{ type: 'chunk', link: 'main', direction: 'tx', hex },
    ...{ notBefore: 2e6, notAfter: 2e6 },
  });
  const shown = (events: readonly JournalEvent[]): string => {
    view.add({ events, progress: undefined, gap: false });
    return view.parts().get('exchange') ?? '';
  };
  expect(shown([start, ...progress])).toBe('');
  expect(shown([chunk('01fffe')])).toMatch(/A case on the wire[^]*from 0:02\.000[^]*01 FF FE/);
  // It stays while nothing else is known.
  expect(shown(progress)).toContain('01 FF FE');
  const next = shown([chunk('06fff9')]);
  expect(next).toContain('06 FF F9');
  expect(next).not.toContain('01 FF FE');
});

describe('the page', () => {
  chromiumTest(
    'shows a run in its middle: what is judged, the exchange under way, the failure; stops it; then its end, and a clause again',
    async () => {
      const all = sampleJournal();
      const end = all.findIndex(({ type }) => type === 'run-end');
      const failed = all.findIndex((event) => event.type === 'check' && event.verdict === 'fail');
      const { stopped, view } = await open(all.slice(0, failed + 1));
      const opened = await BrowserPage.open(server?.url ?? '');
      const { page } = opened;
      await page.locator('html[data-ready=live]').waitFor({ state: 'attached' });
      await page.getByRole('heading', { name: /^RUNNING/ }).waitFor();
      await page.getByText(/\d+ of 12 clauses judged/).waitFor();
      await page.locator('#failures article#STM-FR-02').waitFor();
      await page.locator('#exchange .ladder .rung').first().waitFor();
      expect(await page.locator('.cell.never').count()).toBeGreaterThan(3);
      expect(await opened.problemsOfLivePage()).toEqual([]);
      await opened.resize(NARROW, 'dark');
      expect(await opened.problemsOfLivePage()).toEqual([]);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.locator('[data-act=stop][disabled]').waitFor();
      view.add({ events: all.slice(failed + 1, end + 1), progress: undefined, gap: false });
      view.end();
      server?.publish();
      await page.getByRole('heading', { name: /^FAIL/ }).waitFor();
      await page.locator('#clause').selectOption('STM-FR-02');
      await page.getByRole('button', { name: 'Run' }).click();
      await page.locator('[data-act=again][disabled]').waitFor();
      await page.getByRole('link', { name: 'monday' }).click();
      await page.locator('html[data-ready=wire]').waitFor({ state: 'attached' });
      await page.goBack();
      await page.getByRole('radio', { name: 'before: monday' }).check();
      await page.getByRole('radio', { name: 'now: friday' }).check();
      await page.getByRole('button', { name: 'Compare before and now' }).click();
      await page.getByRole('heading', { name: 'Nothing worse' }).waitFor();
      expect(stopped).toEqual(['stop', 'STM-FR-02']);
      await opened.close();
    },
  );

  chromiumTest('says when wirejig has ended, and stays as it was', async () => {
    await open();
    const { page } = await BrowserPage.open(server?.url ?? '');
    await page.locator('html[data-ready=live]').waitFor({ state: 'attached' });
    server?.close();
    await page.getByText('wirejig has ended').waitFor();
    await page.locator('#clauses .cell').first().waitFor();
    expect(await page.locator('[data-act]:not([disabled])').count()).toBe(0);
    await page.close();
  });

  chromiumTest('gets no element and no script from a hostile board or folder', async () => {
    const hostile = `${HOSTILE}</script><img src=x onerror=alert(1)>`;
    const anatomies: unknown[] = [];
    for (const board of ['', hostile]) {
      await open(sampleJournal(board), runFolder(board));
      const opened = await BrowserPage.open(server?.url ?? '');
      await opened.page.locator('html[data-ready=live]').waitFor({ state: 'attached' });
      anatomies.push(await opened.anatomy());
      expect(opened.complained()).toEqual([]);
      await opened.close();
      server?.close();
    }
    expect(anatomies[1]).toEqual(anatomies[0]);
  });
});
