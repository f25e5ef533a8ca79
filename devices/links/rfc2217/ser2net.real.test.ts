/** The link with ser2net, a server of another project, on a pair of pseudo-terminals. */
import { closeSync, openSync } from 'node:fs';
import { realClock } from '../../clock/clock';
import { needing } from '../../testing/needed-tools';
import { linkLaws, type FarEnd, type Rig } from '../../testing/link-laws';
import { startSer2net } from '../../testing/ser2net';
import { socatTerminal } from '../../testing/socat';
import { parseLinkUrl } from '../link-target';
import { openRfc2217Link } from './rfc2217-link';

/** The far end is the other side of the port that ser2net serves. */
async function served(): Promise<{ readonly port: number; readonly far: FarEnd }> {
  const { path, folder, far } = await socatTerminal();
  // Held open, so that the far end does not notice when ser2net closes and opens the port.
  const hold = openSync(path, 'r+');
  const server = await startSer2net(path, folder, 'telnet(rfc2217)');
  const close = async (): Promise<void> => {
    closeSync(hold);
    await server.close();
    await far.close();
  };
  return { port: server.port, far: { ...far, close } };
}

function open(port: number, query: string) {
  const target = parseLinkUrl('uart', `rfc2217://127.0.0.1:${port}?${query}`, 115_200);
  if (target.scheme !== 'rfc2217') throw new Error(target.scheme);
  return openRfc2217Link({ name: 'uart', clock: realClock(), ...target });
}

async function rig(): Promise<Rig> {
  const { port, far } = await served();
  return { link: await open(port, 'baud=4000000&hold=0'), far };
}

needing('rfc2217:// against ser2net', 'ser2net', 'socat').describe('ser2net', () => {
  linkLaws('links', { open: rig, bulk: 1 << 17 });

  test('a format is set, and the missing modem lines of a pseudo-terminal are an error', async () => {
    const { port, far } = await served();
    const link = await open(port, 'baud=57600&parity=even&stop=2&data=7');
    await expect(link.lines({ dtr: false })).rejects.toMatchObject({ fault: 'unsupported' });
    await link.close();
    await far.close();
  });

  test('the server refuses a second client', async () => {
    const { port, far } = await served();
    const link = await open(port, 'baud=115200');
    await expect(open(port, 'baud=115200')).rejects.toMatchObject({ fault: 'refused' });
    await link.close();
    await far.close();
  });
});
