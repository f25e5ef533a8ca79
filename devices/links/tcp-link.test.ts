import { millis } from '../../protocols/time';
import { realClock } from '../clock/clock';
import { linkLaws, type Rig } from '../testing/link-laws';
import { tcpFarEnd, tcpServer } from '../testing/tcp-server';
import { TCP } from './tcp-link';

function open(host: string, port: number, sendTimeout = millis(5000)) {
  return TCP.open({
    scheme: 'tcp',
    name: 'uart',
    url: `tcp://${host}:${port}`,
    clock: realClock(),
    host,
    port,
    sendTimeout,
  });
}

async function rig(): Promise<Rig> {
  const server = await tcpServer();
  return { link: await open('127.0.0.1', server.port), far: await tcpFarEnd(server) };
}

linkLaws('TCP', { open: rig, bulk: 1 << 20, flood: { size: 40 << 20, held: 20 << 20 } });

describe('a TCP link that cannot be opened', () => {
  test('says that nothing listens there', async () => {
    const { port, close } = await tcpServer();
    await close();
    await expect(open('127.0.0.1', port)).rejects.toMatchObject({ fault: 'refused', link: 'uart' });
    await expect(open('127.0.0.1', port)).rejects.toThrow(`nothing listens on 127.0.0.1:${port}`);
    await expect(open('localhost', port)).rejects.toThrow(`nothing listens on localhost:${port}`);
  });

  test('says that there is no such host', async () => {
    await expect(open('no-such-host.invalid', 4000)).rejects.toMatchObject({ fault: 'missing' });
  });
});

test('a send stalls when the far end stops reading', async () => {
  const server = await tcpServer();
  const link = await open('127.0.0.1', server.port, millis(200));
  await expect(link.send(new Uint8Array(64 << 20))).rejects.toMatchObject({ fault: 'stalled' });
  await link.close();
  await server.close();
});
