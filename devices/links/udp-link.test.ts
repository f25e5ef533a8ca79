import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { after, millis } from '../../protocols/time';
import { openLink } from '../board/board-links';
import { realBoard } from '../board/real-board';
import { realClock } from '../clock/clock';
import { LinkError, type Link } from './link';
import { parseLinkUrl } from './link-target';
import { UDP } from './udp-link';

const ascii = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

/** A server that keeps each datagram with its source port and sends it back, until it is closed. */
async function echo(): Promise<{ server: Socket; port: number; requests: string[] }> {
  const server = createSocket('udp4');
  const requests: string[] = [];
  server.on('message', (bytes, from) => {
    requests.push(`${from.port} ${bytes.toString('latin1')}`);
    server.send(bytes, from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: server.address().port, requests };
}

function open(port: number, host = '127.0.0.1'): Promise<Link> {
  return UDP.open({ scheme: 'udp', name: 'a', url: `udp://${host}:${port}`, clock: realClock(), host, port });
}

async function text(link: Link): Promise<string | undefined> {
  const chunk = await link.receive(after(link.clock.now(), millis(2000)));
  return chunk && Buffer.from(chunk.bytes).toString('latin1');
}

test('datagrams keep their limits both ways, empty ones too', async () => {
  const { server, port } = await echo();
  const link = await open(port);
  for (const one of ['J', '', '45', '']) await link.send(ascii(one));
  expect([await text(link), await text(link), await text(link), await text(link)]).toEqual([
    'J',
    '',
    '45',
    '',
  ]);
  await link.close();
  await link.close();
  await expect(link.receive(millis(0))).rejects.toMatchObject({ fault: 'closed' });
  server.close();
});

test('times are bounds, and a deadline is kept', async () => {
  const { server, port } = await echo();
  const link = await open(port);
  const sent = await link.send(ascii('0'));
  const chunk = await link.receive(after(link.clock.now(), millis(2000)));
  expect(chunk?.notAfter).toBeGreaterThanOrEqual(sent.notBefore);
  expect(chunk?.notBefore).toBeLessThanOrEqual(chunk?.notAfter ?? -1);
  expect(await link.receive(after(link.clock.now(), millis(20)))).toBeUndefined();
  await link.close();
  server.close();
});

test('the link is lost if nothing listens, and the error has the remedy', async () => {
  const { server, port } = await echo();
  server.close();
  await once(server, 'close');
  const link = await open(port);
  await link.send(ascii('0'));
  const lost = await link.receive(after(link.clock.now(), millis(2000))).catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(LinkError);
  expect(lost).toMatchObject({ fault: 'lost' });
  expect(String(lost)).toContain('nothing listens there');
  await link.close();
});

test('a URL opened by two players has a source port for each, and a new one each time', async () => {
  const { server, port, requests } = await echo();
  const targets = new Map(['a', 'b'].map((name) => [name, parseLinkUrl(name, `udp://127.0.0.1:${port}`, 0)]));
  const board = realBoard({ name: 'x', kind: 'x', targets, onDemand: true });
  await board.open();
  expect(() => board.link('a')).toThrow('not open');
  for (const name of ['a', 'b', 'a']) {
    const link = await openLink(board, name);
    await link.send(ascii(name));
    expect(await text(link)).toBe(name);
    expect(board.link(name)).toBe(link);
  }
  expect(requests.map((line) => line.split(' ')[1])).toEqual(['a', 'b', 'a']);
  expect(new Set(requests.map((line) => line.split(' ')[0])).size).toBe(3);
  expect([board.binding('a'), board.linkUrls.length]).toEqual(['udp', 2]);
  await board.close();
  await expect(openLink(board, 'a')).rejects.toMatchObject({ fault: 'closed' });
  server.close();
});
