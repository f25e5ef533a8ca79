/** serialport on a pseudo-terminal whose far end is a socat process. */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { after, millis } from '../../protocols/time';
import { realClock } from '../clock/clock';
import { LinkError, type Link } from './link';
import { linkLaws, type Rig } from '../testing/link-laws';
import { socatTerminal } from '../testing/socat';
import { needing } from '../testing/needed-tools';
import { openSerialLink } from './serial-link';

/** Whether the event loop turns fewer than 50 times in 100 ms, within the next 3 s. A busy loop never does. */
async function comesToRest(): Promise<boolean> {
  const turns = (): number => performance.nodeTiming.uvMetricsInfo.loopCount;
  for (let round = 0; round < 30; round++) {
    const before = turns();
    await pause(100);
    if (turns() - before < 50) return true;
  }
  return false;
}

function openPort(path: string): Promise<Link> {
  const settings = { path, baud: 115_200 };
  return openSerialLink({
    name: 'uart',
    url: `serial:${path}`,
    clock: realClock(),
    settings,
    sendTimeout: millis(1500),
  });
}

async function rig() {
  const terminal = await socatTerminal();
  return { link: await openPort(terminal.path), ...terminal };
}

needing('serial ports on a pseudo-terminal', 'socat').describe('a serial port', () => {
  linkLaws('on a pseudo-terminal', {
    open: rig,
    bulk: 1 << 20,
    flood: { size: 10 << 20, held: 4 << 20 },
  });

  describe('a cable that is pulled', () => {
    const phases: readonly (readonly [string, (made: Rig) => Promise<unknown>])[] = [
      ['while nothing goes on', () => pause(20)],
      ['while a receive waits', ({ link }) => endOf(link)],
      [
        'while bytes stream in',
        ({ far }) => {
          void far.write(new Uint8Array(1 << 20));
          return pause(1);
        },
      ],
      ['while a send is under way', ({ link }) => link.send(new Uint8Array(8 << 20))],
      [
        'while bytes go both ways',
        ({ link, far }) =>
          Promise.all([link.send(new Uint8Array(8 << 20)), far.write(new Uint8Array(8 << 20)), endOf(link)]),
      ],
    ];
    test.each(phases)('%s gives one error, and no busy loop', async (_title, phase) => {
      const made = await rig();
      const under = phase(made).catch((error: unknown) => error);
      await made.far.cut();
      const lost = await endOf(made.link);
      expect(lost).toMatchObject({ fault: 'lost', link: 'uart' });
      expect(await endOf(made.link)).toBe(lost);
      expect(await made.link.send(Uint8Array.of(1)).catch((error: unknown) => error)).toBe(lost);
      const outcome = await Promise.race([under, pause(2000, undefined, { ref: false })]);
      if (outcome instanceof LinkError) expect(outcome).toBe(lost);
      expect(await comesToRest()).toBe(true);
      await made.link.close();
      await made.far.close();
    });
  });

  test('a send stalls when the far end stops reading', async () => {
    const { link, far, child } = await rig();
    child.kill('SIGSTOP');
    await expect(link.send(new Uint8Array(1 << 20))).rejects.toMatchObject({ fault: 'stalled' });
    child.kill('SIGCONT');
    await link.close();
    await far.close();
  });

  test('a pseudo-terminal refuses to drive modem lines', async () => {
    const { link, far } = await rig();
    await expect(link.lines({ dtr: false })).rejects.toMatchObject({ fault: 'unsupported' });
    await link.close();
    await far.close();
  });

  test('a port that is open already is busy', async () => {
    const { link, far, path } = await rig();
    await expect(openPort(path)).rejects.toMatchObject({ fault: 'busy' });
    await link.close();
    await far.close();
  });
});

/** Receives until the link ends; returns its error. */
async function endOf(link: Link): Promise<unknown> {
  for (;;) {
    try {
      const chunk = await link.receive(after(link.clock.now(), millis(3000)));
      if (chunk === undefined) return 'nothing for 3 s, and no error';
    } catch (error) {
      if (error instanceof LinkError) return error;
      await pause(5);
    }
  }
}

describe('a port that cannot be opened', () => {
  test('is missing, or no serial port', async () => {
    await expect(openPort('/dev/ttyNOSUCH')).rejects.toMatchObject({ fault: 'missing' });
    await expect(openPort(__filename)).rejects.toMatchObject({ fault: 'invalid' });
  });
});
