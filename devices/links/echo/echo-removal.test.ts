import type { Chunk } from '../../../protocols/chunk';
import { realClock } from '../../clock/clock';
import { after, millis } from '../../../protocols/time';
import { tcpServer } from '../../testing/tcp-server';
import { withoutEcho } from './echo-removal';
import { parseLinkUrl } from '../link-target';
import { openTarget } from '../link-target';

/** The far end returns all that it gets, then what `board` answers. */
async function echoing(board: (bytes: Buffer) => readonly Buffer[], query = '?echo=remove') {
  const server = await tcpServer((far) => void far.setNoDelay(true));
  const clock = realClock();
  const target = parseLinkUrl('bus', `tcp://127.0.0.1:${server.port}${query}`, 115_200);
  const link = await openTarget('bus', target, clock);
  const far = await server.socket;
  far.on('data', (bytes: Buffer) => {
    far.write(bytes);
    for (const part of board(bytes)) far.write(part);
  });
  const receive = async (): Promise<string> => {
    const chunk = await link.receive(after(clock.now(), millis(300)));
    return Buffer.from(chunk?.bytes ?? []).toString('hex');
  };
  return { link, far, receive, close: () => link.close().then(() => server.close()) };
}

test('what comes back is taken out, what the board answers is not, also where it is the same', async () => {
  const { link, far, receive, close } = await echoing((bytes) => [bytes, Buffer.of(7)]);
  await link.send(Uint8Array.of(1, 2, 3));
  let all = '';
  for (let part = await receive(); part !== ''; part = await receive()) all += part;
  expect(all).toBe('01020307');
  far.write(Buffer.of(1, 2, 3));
  expect(await receive()).toBe('010203');
  await close();
});

test('an echo that never came takes nothing from a later answer, and what is known of the link stays known', async () => {
  const chunk = (direction: 'tx' | 'rx', ms: number): Chunk => {
    const at = millis(ms);
    return { direction, bytes: Uint8Array.of(1, 2), notBefore: at, notAfter: at, lastNotBefore: at };
  };
  const later = [chunk('rx', 600), chunk('rx', 700)];
  const link = withoutEcho({
    name: 'bus',
    url: 'serial:bus',
    clock: realClock(),
    isProgram: true,
    send: () => Promise.resolve(chunk('tx', 0)),
    receive: () => Promise.resolve(later.shift()),
    lines: () => Promise.resolve(),
    close: () => Promise.resolve(),
  });
  expect(link.isProgram).toBe(true);
  await link.send(Uint8Array.of(1, 2));
  expect(await link.receive(millis(1000))).toEqual(chunk('rx', 600));
  expect(await link.receive(millis(1000))).toEqual(chunk('rx', 700));
});

test('without the option all is passed on', async () => {
  const { link, receive, close } = await echoing(() => [], '');
  await link.send(Uint8Array.of(1, 2));
  expect(await receive()).toBe('0102');
  await close();
});
