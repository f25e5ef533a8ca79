import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ByteQueue } from '../testing/byte-queue';
import { millis } from '../../protocols/time';
import { realClock } from '../clock/clock';
import { LinkError } from './link';
import { linkLaws, type FarEnd, type Rig } from '../testing/link-laws';
import { openTcpLink } from './tcp-link';

async function listening(): Promise<{ server: Server; port: number }> {
  const server = createServer({ noDelay: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { server, port: address.port };
}

function farEnd(server: Server, socket: Socket): FarEnd {
  const queue = new ByteQueue();
  socket.on('data', (bytes) => queue.push(bytes));
  socket.on('error', () => undefined);
  return {
    write: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
    read: (count) => queue.take(count),
    cut: async () => {
      await pause(30);
      socket.destroy();
    },
    close: async () => {
      socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function rig(): Promise<Rig> {
  const { server, port } = await listening();
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const url = `tcp://127.0.0.1:${port}`;
  const link = await openTcpLink({ name: 'uart', url, clock: realClock(), host: '127.0.0.1', port });
  return { link, far: farEnd(server, await accepted) };
}

linkLaws('TCP', { open: rig, bulk: 1 << 20, flood: { size: 40 << 20, held: 20 << 20 } });

function open(host: string, port: number) {
  return openTcpLink({ name: 'uart', url: `tcp://${host}:${port}`, clock: realClock(), host, port });
}

describe('a TCP link that cannot be opened', () => {
  test('says that nothing listens there', async () => {
    const { server, port } = await listening();
    await new Promise((resolve) => server.close(resolve));
    await expect(open('127.0.0.1', port)).rejects.toMatchObject({ fault: 'refused', link: 'uart' });
    await expect(open('127.0.0.1', port)).rejects.toThrow(`nothing listens on 127.0.0.1:${port}`);
    await expect(open('localhost', port)).rejects.toThrow(`nothing listens on localhost:${port}`);
  });

  test('says that there is no such host', async () => {
    await expect(open('no-such-host.invalid', 4000)).rejects.toMatchObject({ fault: 'missing' });
  });
});

test('a far end that stops reading stalls a send, by name', async () => {
  const { server, port } = await listening();
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const link = await openTcpLink({
    name: 'uart',
    url: 'tcp://x',
    clock: realClock(),
    host: '127.0.0.1',
    port,
    sendTimeout: millis(200),
  });
  const far = await accepted;
  const error: unknown = await link.send(new Uint8Array(64 << 20)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(LinkError);
  expect(error).toMatchObject({ fault: 'stalled' });
  await link.close();
  far.destroy();
  server.close();
});
