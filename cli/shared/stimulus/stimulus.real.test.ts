import { get } from 'node:http';
import { PassThrough } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { realBoard } from '../../../devices/board/real-board';
import { simulated } from '../../testing/tcp-boards';
import { cleanUp, wirejig } from '../../testing/wirejig-process';
import { operatorStimulus, pageStimulus, type Stimulus } from './stimulus';

afterAll(cleanUp);

const never = new AbortController().signal;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The events that a page receives, in order. */
function readEvents(url: string): { readonly received: string[]; readonly leave: () => void } {
  const received: string[] = [];
  const request = get(new URL('/events', url), (response) => {
    response.setEncoding('utf8').on('data', (text: string) => {
      for (const [, data = ''] of text.matchAll(/^data: (.*)$/gm)) received.push(data);
    });
    response.on('error', () => undefined);
  });
  request.on('error', () => undefined);
  return { received, leave: () => request.destroy() };
}

describe('a page', () => {
  const opened = async (timeoutMs: number, signal = never) => {
    let url = '';
    const stimulus = pageStimulus({ announce: (at) => (url = at), timeoutMs });
    await stimulus.open(signal);
    return { stimulus, url };
  };

  test('shows each code once, with an empty page before and after it', async () => {
    const { stimulus, url } = await opened(10_000);
    const { received, leave } = readEvents(url);
    await stimulus.present('qr', Buffer.from('same'));
    await stimulus.present('qr', Buffer.from('same'));
    expect(received.map((data) => (data === 'null' ? '' : /"hex":"([^"]*)"/.exec(data)?.[1]))).toEqual([
      '',
      '73 61 6D 65',
      '',
      '73 61 6D 65',
      '',
    ]);
    leave();
    stimulus.close();
  });

  test('that is not open, and a code that does not exist, are errors', async () => {
    const { stimulus, url } = await opened(120);
    // A deadline without a reference could be collected, and would never come.
    const collecting = setInterval(collectGarbage, 20);
    await expect(stimulus.present('qr', Buffer.of(1))).rejects.toThrow(
      /no browser shows http.* after 0\.12 s/,
    );
    clearInterval(collecting);
    const { received, leave } = readEvents(url);
    while (received.length === 0) await new Promise(setImmediate);
    await expect(stimulus.present('ean13', Buffer.of(1))).rejects.toThrow('thirteen ASCII digits');
    leave();
    stimulus.close();
  });

  test('is not waited for once the run is interrupted', async () => {
    const interrupt = new AbortController();
    const { stimulus } = await opened(60_000, interrupt.signal);
    const waiting = stimulus.present('qr', Buffer.of(1));
    interrupt.abort();
    await expect(waiting).rejects.toThrow();
    stimulus.close();
  });
});

describe('an operator', () => {
  const asked = async (timeoutMs = 60_000, signal = never) => {
    const input = new PassThrough();
    const prompts: string[] = [];
    const stimulus: Stimulus = operatorStimulus({ input, prompt: (text) => prompts.push(text), timeoutMs });
    await stimulus.open(signal);
    return { input, prompts, stimulus };
  };

  test('sees the code and the card, and confirms with Enter', async () => {
    const { input, prompts, stimulus } = await asked();
    input.write('too early\n');
    await new Promise(setImmediate);
    let done = false;
    const showing = stimulus.present('datamatrix', Buffer.of(0x55)).then(() => (done = true));
    await new Promise(setImmediate);
    expect([done, prompts.join('')]).toEqual([
      false,
      expect.stringContaining('DataMatrix 55 (card 1 open purple wave), then press Enter (60 s)'),
    ]);
    input.write('\n');
    await showing;
    stimulus.close();
  });

  test('ends the wait by a timeout, the end of input or an interrupt', async () => {
    const slow = await asked(30);
    await expect(slow.stimulus.present('qr', Buffer.of(1))).rejects.toThrow('nobody pressed Enter in 0.03 s');
    const gone = await asked();
    const waiting = gone.stimulus.present('qr', Buffer.of(1));
    gone.input.end();
    await expect(waiting).rejects.toThrow('nobody is at the terminal');
    await expect(gone.stimulus.present('qr', Buffer.of(1))).rejects.toThrow('nobody is at the terminal');
    const interrupt = new AbortController();
    const stopped = await asked(60_000, interrupt.signal);
    const showing = stopped.stimulus.present('qr', Buffer.of(1));
    interrupt.abort();
    await expect(showing).rejects.toThrow('interrupted');
  });
});

test('a real board presents codes by its recipe', async () => {
  const shown: string[] = [];
  const present = (symbology: string, payload: Uint8Array) => {
    shown.push(`${symbology} ${Buffer.from(payload).toString('hex')}`);
    return Promise.resolve();
  };
  const stimulus = { way: 'shown', text: 'a page', present } as const;
  const board = realBoard({ name: 'real', kind: 'gm67', targets: new Map(), stimulus });
  await board.stimulus?.present('qr', Buffer.of(0x0d));
  expect([board.stimulus?.text, shown]).toEqual(['a page', ['qr 0d']]);
});

test('a run with --stimulus page prints the URL of the page, serves it, and ends', async () => {
  const { url: link } = await simulated(['stm']);
  const { code, stderr, stdout } = await wirejig(
    `run stm --link ${link} --stimulus page --only STM-FR-01 --seed 1 --json`.split(' '),
  );
  expect(stderr).toMatch(/^wirejig: codes are shown on http:\/\/127\.0\.0\.1:\d+\/: open it full screen/);
  expect(() => void JSON.parse(stdout)).not.toThrow();
  expect(code).toBe(0);
});
