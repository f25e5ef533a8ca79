import { setTimeout as pause } from 'node:timers/promises';
import * as fc from 'fast-check';
import { after, millis } from '../../../protocols/time';
import { realClock } from '../../clock/clock';
import { LinkError, type Link } from '../link';
import { linkLaws } from '../../testing/link-laws';
import { tcpServer } from '../../testing/tcp-server';
import { parseLinkUrl } from '../link-target';
import { farPort, type FarPort, type FarPortOptions } from './testing/far-port';
import { openRfc2217Link } from './rfc2217-link';
import { IAC, optionBytes, subBytes } from './telnet';

const QUICK = millis(300);

function open(port: number, query = 'baud=4000000&hold=0', timeout = QUICK): Promise<Link> {
  const target = parseLinkUrl('uart', `rfc2217://127.0.0.1:${port}?${query}`, 115_200);
  if (target.scheme !== 'rfc2217') throw new Error(target.scheme);
  return openRfc2217Link({ name: 'uart', clock: realClock(), timeout, ...target });
}

async function rig(options?: FarPortOptions) {
  const far = await farPort(options);
  return { link: await open(far.port, undefined, millis(5000)), far };
}

linkLaws('RFC 2217', {
  open: async () => {
    const { link, far } = await rig();
    const socket = await far.socket;
    return {
      link,
      far: {
        write: (bytes) => far.write(bytes),
        read: (count) => far.data.take(count),
        cut: async () => {
          await pause(30);
          socket.destroy();
        },
        close: () => far.close(),
      },
    };
  },
  bulk: 1 << 18,
  flood: { size: 40 << 20, held: 20 << 20 },
});

/** The result of an open: `opened`, or the fault and the text of the error. */
async function refusal(options: FarPortOptions, during?: (far: FarPort) => Promise<void>): Promise<string> {
  const far = await farPort(options);
  const opening = open(far.port, 'baud=9600').then(
    async (link) => {
      await link.close();
      return 'opened';
    },
    (error: unknown) => {
      if (!(error instanceof LinkError)) throw error;
      expect(error.message).not.toContain('\n');
      return `${error.fault}: ${error.message}`;
    },
  );
  await during?.(far);
  const outcome = await opening;
  await far.close();
  return outcome;
}

test('it sets the far port, asserts DTR and RTS, empties its buffers, and drops old bytes', async () => {
  const far = await farPort({ greeting: Buffer.from('old bytes') });
  const link = await open(far.port, 'baud=57600&data=7&parity=even&stop=2&flow=rtscts');
  expect(far.asked).toEqual([
    [1, 0, 0, 0xe1, 0],
    [2, 7],
    [3, 3],
    [4, 2],
    [5, 3],
    [10, 0],
    [11, 0],
    [5, 8],
    [5, 11],
    [12, 3],
  ]);
  await far.write(Buffer.from('new'));
  expect((await link.receive(after(link.clock.now(), millis(1000))))?.bytes).toEqual(Buffer.from('new'));
  await link.lines({ dtr: false, rts: false, brk: true });
  expect(far.asked.slice(-3)).toEqual([
    [5, 9],
    [5, 12],
    [5, 5],
  ]);
  await link.close();
  await far.close();
});

test('a modem line that the server does not drive is unsupported, with no answer or with a wrong one', async () => {
  const silent = await rig({ answer: (code, value) => (code === 5 && value[0] === 9 ? undefined : value) });
  await expect(silent.link.lines({ dtr: false })).rejects.toMatchObject({ fault: 'unsupported' });
  const stubborn = await rig({ answer: (code, value) => (code === 5 && value[0] === 9 ? [8] : value) });
  await expect(stubborn.link.lines({ dtr: false })).rejects.toMatchObject({ fault: 'unsupported' });
  for (const { link, far } of [silent, stubborn]) {
    await link.close();
    await far.close();
  }
});

describe('the error names what an unusable server lacks: it', () => {
  test.each<[string, FarPortOptions, RegExp]>([
    ['does not answer', { agrees: false }, /^refused: .* speaks no RFC 2217: .*tcp:\/\//],
    [
      'refuses the option',
      { agrees: false, greeting: optionBytes('dont', 44) },
      /^refused: .* speaks no RFC 2217/,
    ],
    ['answers to no setting', { answer: () => undefined }, /^refused: .* did not answer to 9600 baud/],
    [
      'sets another rate',
      { answer: (code, value) => (code === 1 ? [0, 0, 0x4b, 0] : value) },
      /^invalid: .* cannot do 9600 baud/,
    ],
    [
      'answers half a rate',
      { answer: (code, value) => (code === 1 ? [0] : value) },
      /^invalid: .* cannot do 9600 baud/,
    ],
  ])('%s', async (_title, options, message) => {
    expect(await refusal(options)).toMatch(message);
  });

  test('sends a reason and closes the connection', async () => {
    const options = { agrees: false, greeting: Buffer.from('Device open failure:\r\n busy') };
    const message = await refusal(options, async (far) => {
      await pause(30);
      (await far.socket).end();
    });
    expect(message).toMatch(/^refused: .* closed the connection: it says Device open failure: busy$/);
  });
});

describe('a hostile server', () => {
  test('that sends random bytes is opened or refused within the time limit', async () => {
    const words = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.tuple(fc.constantFrom('will', 'wont', 'do', 'dont'), fc.nat(255)).map(([v, o]) => optionBytes(v, o)),
      fc.tuple(fc.nat(255), fc.uint8Array({ maxLength: 30 })).map(([o, payload]) => subBytes(o, payload)),
      fc.constant(Uint8Array.of(IAC)),
      fc.constant(Uint8Array.of(IAC, 250, 44)),
    );
    const sent = fc.sample(fc.tuple(fc.array(words, { maxLength: 12 }), fc.boolean()), 25);
    const outcomes = sent.map(([list, agrees]) => refusal({ greeting: Buffer.concat(list), agrees }));
    for (const outcome of await Promise.all(outcomes)) expect(outcome).toMatch(/^(opened|refused|invalid)/);
  });

  test('that negotiates options without end loses its connection', async () => {
    const toggles = Array.from({ length: 500 }, (_, i) => optionBytes('do', 50 + (i % 100)));
    expect(await refusal({ greeting: Buffer.concat(toggles) })).toMatch(/^refused: .*closed|^refused/);
    const { link, far } = await rig();
    (await far.socket).write(Buffer.concat(toggles));
    await expect(link.receive(after(link.clock.now(), millis(3000)))).rejects.toThrow(/options without end/);
    await link.close();
    await far.close();
  });

  test('that repeats its answers, or answers without a request, has no effect', async () => {
    const { link, far } = await rig();
    const socket = await far.socket;
    for (let i = 0; i < 50; i++) {
      socket.write(optionBytes('do', 44));
      socket.write(optionBytes('will', 0));
      socket.write(subBytes(44, Uint8Array.of(101, 0, 0, 0, 0)));
      socket.write(subBytes(44, Uint8Array.of(107, 255)));
      socket.write(subBytes(44, Uint8Array.of()));
    }
    await far.write(Uint8Array.of(1, 255, 2));
    expect((await link.receive(after(link.clock.now(), millis(1000))))?.bytes).toEqual(
      Uint8Array.of(1, 255, 2),
    );
    await link.close();
    await far.close();
  });
});

test('the server’s flow control stops a send until it resumes; a server that never resumes stalls the send', async () => {
  const { link, far } = await rig();
  const socket = await far.socket;
  socket.write(subBytes(44, Uint8Array.of(108)));
  await pause(50);
  let sent = false;
  const sending = link.send(Uint8Array.of(1, 2)).then(() => (sent = true));
  await pause(100);
  expect(sent).toBe(false);
  socket.write(subBytes(44, Uint8Array.of(109)));
  expect(await far.data.take(2)).toEqual(Uint8Array.of(1, 2));
  await sending;
  await link.close();
  await far.close();
  const held = await farPort();
  const stuck = await open(held.port);
  (await held.socket).write(subBytes(44, Uint8Array.of(108)));
  await pause(50);
  await expect(stuck.send(Uint8Array.of(1))).rejects.toMatchObject({
    fault: 'stalled',
    message: expect.stringContaining('flow control') as string,
  });
  await stuck.close();
  await held.close();
});

test('a send takes the time of the far port’s rate, and the bounds of received bytes include the hold', async () => {
  const far = await farPort();
  const link = await open(far.port, 'baud=9600&hold=5');
  const sent = await link.send(new Uint8Array(48));
  expect(sent.notAfter - sent.notBefore).toBeGreaterThanOrEqual(48 * 1041);
  await far.write(Uint8Array.of(1));
  const got = await link.receive(after(link.clock.now(), millis(1000)));
  expect((got?.notAfter ?? 0) - (got?.notBefore ?? 0)).toBeGreaterThanOrEqual(millis(5));
  await link.close();
  await far.close();
});

test.each([
  ['unknown', 0, 48 * 1041],
  ['line', 48 * 1041, 48 * 1041],
  ['none', 0, 0],
])(
  'pace=%s: the last byte leaves %d us after the first at the earliest, and at the latest by %d us',
  async (pace, least, most) => {
    const far = await farPort();
    const link = await open(far.port, `baud=9600&pace=${pace}`);
    const { notBefore, notAfter, lastNotBefore } = await link.send(new Uint8Array(48));
    expect(lastNotBefore - notBefore >= least && (least > 0 || lastNotBefore === notBefore)).toBe(true);
    expect(notAfter - notBefore >= most).toBe(true);
    await link.close();
    await far.close();
  },
);

test('a plain TCP board that talks first is no RFC 2217 server', async () => {
  const { port, close } = await tcpServer((socket) => socket.write('hello\r\n'));
  await expect(open(port)).rejects.toThrow(/speaks no RFC 2217: for a plain TCP port give tcp:/);
  await close();
});
