/** For tests: one Chromium for the pages of all test files. It starts when the first file asks, and ends with jest. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';

/** Where test files ask for the browser: the port on this host. */
const PORT = 'WIREJIG_BROWSER';

let server: Promise<BrowserServer> | undefined;

/** In the process that runs jest. Its workers inherit the environment. */
export async function offerBrowser(): Promise<void> {
  const asked = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    server ??= chromium.launchServer({ executablePath: '/usr/bin/chromium', chromiumSandbox: false });
    void server.then(
      (one) => socket.end(one.wsEndpoint()),
      (error: unknown) => socket.destroy(error as Error),
    );
  }).listen(0, '127.0.0.1');
  await once(asked, 'listening');
  asked.unref();
  process.env[PORT] = String((asked.address() as AddressInfo).port);
}

/** In the process that runs jest, after the tests. */
export default async function endBrowser(): Promise<void> {
  await (await server)?.close();
}

/** In a test file. */
export async function connectToBrowser(): Promise<Browser> {
  return chromium.connect(await text(connect(Number(process.env[PORT]), '127.0.0.1')));
}
