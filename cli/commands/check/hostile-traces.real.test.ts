/** Files that are wrong on purpose, or cut off: each is an error with its place, or said beside the verdict. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkInSteps } from '../../../scenarios/monitor/trace/check-run';
import { protocolOf } from '../../../scenarios/protocols';
import type { JournalEvent } from '../../../scenarios/record';
import { measure } from '../../testing/attack/measured-process';
import { cleanUp, folder, lines, wirejig } from '../../testing/wirejig-process';
import { analyserTrace } from './traces/analyser-trace';
import { fileBytes, memoryBytes, type ByteSource } from './traces/byte-source';
import type { Packet } from './traces/capture-packets';
import { pcapngPackets } from './traces/pcapng-blocks';
import type { TraceOptions } from './traces/trace-source';

afterAll(cleanUp);

const OPTIONS: TraceOptions = {
  suite: 'stm',
  links: [{ name: 'main', baud: 115_200 }],
  host: 'tx',
  board: 'rx',
  samplerate: 1e6,
};

function readPcapng(file: Buffer): { readonly packets: readonly Packet[]; readonly damage?: string } {
  const packets: Packet[] = [];
  const reading = pcapngPackets(memoryBytes(file));
  for (;;) {
    const { done, value } = reading.next();
    if (done === true) return { packets, ...(value === undefined ? {} : { damage: value }) };
    packets.push(value);
  }
}

interface Fault {
  readonly length?: number;
  readonly last?: number;
}

function block(type: number, body: readonly number[], fault: Fault = {}): Buffer {
  const { length = body.length + 12 } = fault;
  const { last = length } = fault;
  const words = (...all: number[]): Buffer => {
    const bytes = Buffer.alloc(4 * all.length);
    all.forEach((word, at) => bytes.writeUInt32LE(word, 4 * at));
    return bytes;
  };
  return Buffer.concat([words(type, length), Buffer.from(body), words(last)]);
}

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const SECTION = block(0x0a0d0d0a, [0x4d, 0x3c, 0x2b, 0x1a, ...zeros(12)]);
const INTERFACE = block(1, [250, ...zeros(7)]);
/** Its time has a resolution of 1 s. */
const SLOW_INTERFACE = block(1, [250, ...zeros(7), 9, 0, 1, 0, 0, 0, 0, 0]);

describe('a malformed block is refused with its place', () => {
  test.each<readonly [string, readonly Buffer[], RegExp]>([
    [
      'a short section',
      [block(0x0a0d0d0a, [0x4d, 0x3c, 0x2b, 0x1a])],
      /block at byte 0 is malformed: its length/,
    ],
    ['no byte order', [block(0x0a0d0d0a, zeros(16))], /block at byte 0 .*its byte order is none/],
    ['an empty interface', [SECTION, block(1, [])], /block at byte 28 .*its length is wrong/],
    ['an odd length', [SECTION, block(1, zeros(8), { length: 19 })], /its length is wrong/],
    ['two lengths', [SECTION, block(1, zeros(8), { last: 24 })], /its two lengths differ/],
    ['an empty packet', [SECTION, INTERFACE, block(6, [])], /block at byte 48 .*its length is wrong/],
    ['no interface', [SECTION, block(6, zeros(20))], /there is no interface 0/],
    [
      'more data than the block',
      [SECTION, INTERFACE, block(6, [...zeros(12), 9, 0, 0, 0, ...zeros(4)])],
      /its data are longer than the block/,
    ],
    [
      'a time beyond all clocks',
      [SECTION, SLOW_INTERFACE, block(6, [...zeros(4), 255, 255, 255, 255, ...zeros(12)])],
      /its time is impossible/,
    ],
  ])('%s', (_, blocks, message) => {
    expect(() => readPcapng(Buffer.concat(blocks))).toThrow(message);
  });

  test('a file cut anywhere is read as far as it goes, and it is said; whole, nothing is said', () => {
    const packet = block(6, [...zeros(12), 4, 0, 0, 0, 4, 0, 0, 0, ...zeros(4)]);
    const file = Buffer.concat([SECTION, INTERFACE, packet]);
    expect(readPcapng(file)).toEqual({ packets: [expect.objectContaining({ at: 0, original: 4 })] });
    for (let length = file.length - packet.length + 1; length < file.length; length++)
      expect(readPcapng(file.subarray(0, length))).toEqual({
        packets: [],
        damage: 'the file is cut off in the block at byte 48',
      });
  });
});

test('a file is read in pieces, with packets across their borders, as it would be as a whole', () => {
  const data = zeros(1500);
  const word = (value: number): number[] => [value & 0xff, value >> 8, 0, 0];
  const packet = (time: number) =>
    block(6, [...zeros(8), ...word(time), ...word(data.length), ...word(data.length), ...data]);
  const whole = Buffer.concat([SECTION, INTERFACE, ...Array.from({ length: 2000 }, (_, n) => packet(n))]);
  const path = join(folder(), 'long.pcapng');
  writeFileSync(path, whole);
  expect(whole.length).toBeGreaterThan(2 << 20);
  const inPieces = [...pcapngPackets(fileBytes(path))];
  expect(inPieces.map(({ at }) => at)).toEqual(Array.from({ length: 2000 }, (_, n) => n));
  expect(inPieces).toEqual(readPcapng(whole).packets);
});

test('a block that is longer than any packet is refused before it is read', () => {
  const length = (1 << 24) + 4;
  const long: ByteSource = () => ({
    length: 2 ** 32,
    read: (at, count) => {
      expect(count).toBeLessThan(100);
      return Buffer.concat([SECTION, block(6, zeros(20), { length })]).subarray(at, at + count);
    },
    close: () => undefined,
  });
  expect(() => [...pcapngPackets(long)]).toThrow(
    'the block at byte 28 is malformed: it is longer than 16 MiB',
  );
});

describe('an export that is none is refused in linear time', () => {
  const head = 'name,type,start_time,duration,data\n';
  test.each<readonly [string, string, RegExp]>([
    ['blanks', `1-2 ${' '.repeat(2e6)}x\n`, /line 1 of the file has more than 1000 characters/],
    ['quotes', `${head}${'"'.repeat(2e6)}\n`, /line 2 of the file has more than 1000 characters/],
    ['deep cells', `${head}${',"'.repeat(1e6)}\n`, /line 2 of the file has more than/],
    ['an endless byte', `${head}tx,data,0,1e308,0x01\n`, /a byte of the file is from 0 s to Infinity s/],
    ['a byte that ends before it begins', `${head}tx,data,5,-1,0x01\n`, /from 5 s to 4 s/],
    ['a far time', `${head}tx,data,1e300,0,0x01\n`, /no recorder tells such times/],
    ['a far sample', `${'9'.repeat(300)} uart: tx data: 01\n`, /no recorder tells such times/],
  ])('%s', (_, text, message) => {
    const began = performance.now();
    expect(() => analyserTrace(text, OPTIONS)).toThrow(message);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

test('parameters in a file that no board takes, and a journal without line ends, are refused', async () => {
  const cwd = folder();
  await wirejig(['run', 'stm', '--only', 'STM-GM-03', '--seed', '1', '-q', '--out', 'run'], { cwd });
  const journal = readFileSync(join(cwd, 'run/journal.jsonl'), 'utf8');
  const check = async (text: string) => {
    writeFileSync(join(cwd, 'a.jsonl'), text);
    return wirejig(['check', 'a.jsonl', '--suite', 'stm', '-q', '--out', 'out'], { cwd });
  };
  const wrong = await check(journal.replace('"idleGapMs":50', '"idleGapMs":"x"'));
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    "wirejig: a.jsonl: parameter idleGapMs is not 'x': give a number from 2 to 10000 ms\n",
  ]);
  const endless = await check(`{"type":"run","version":"${'a'.repeat(9e6)}`);
  expect([endless.code, endless.stderr]).toEqual([2, expect.stringContaining('has a line of more than')]);
  const lines = journal.trimEnd().split('\n');
  const cut = await check(`${lines.slice(0, -1).join('\n')}\n`);
  expect([cut.code, cut.stdout]).toEqual([
    3,
    expect.stringMatching(
      /^\? INCOMPLETE .*Incomplete: the journal stops before its run ended\. Next: give a recording that is whole\.\n$/,
    ),
  ]);
  expect((await check(journal)).code).toBe(0);
});

describe('a journal that no run wrote', () => {
  const cwd = folder();
  let head = '';
  let end = '';
  beforeAll(async () => {
    await wirejig(['run', 'stm', '--only', 'STM-GM-03', '--seed', '1', '-q', '--out', 'run'], { cwd });
    const all = lines(join(cwd, 'run/journal.jsonl'));
    [head = '', end = ''] = [all.at(0), all.at(-1)];
  });
  const write = (name: string, events: readonly object[]): void =>
    writeFileSync(join(cwd, name), [head, ...events.map((one) => JSON.stringify(one)), end, ''].join('\n'));

  test('6 MB of it are judged in less than 200 MB, and their pcapng in less than 240', async () => {
    const chunk = (direction: 'tx' | 'rx', at: number, hex: string) => ({
      type: 'chunk',
      link: 'main',
      direction,
      notBefore: at,
      notAfter: at,
      hex,
    });
    const pair = (at: number) => [chunk('tx', at * 1000, '0505'), chunk('rx', at * 1000 + 500, '0909')];
    write('many.jsonl', Array.from({ length: 33_000 }, (_, at) => pair(at)).flat());
    expect(statSync(join(cwd, 'many.jsonl')).size).toBeGreaterThan(6e6);
    // In what `check` writes the board is no virtual one: its state is not known.
    for (const [file, out, exit, most] of [
      ['many.jsonl', 'out', 1, 200],
      ['out/trace.pcapng', 'again', 3, 240],
    ] as const) {
      const words = ['check', file, '--suite', 'stm', '-q', '--out', out];
      const { code, stderr, memory } = await measure(words, { cwd });
      expect([code, stderr]).toEqual([exit, '']);
      expect(memory).toBeGreaterThan(40);
      expect(memory).toBeLessThan(most);
    }
  });

  test('more stalls than a call has arguments are no error', async () => {
    const stall = (at: number) => ({
      type: 'line',
      at,
      link: 'main',
      event: 'stalled',
      detail: '5 us since 0',
    });
    const sent = { type: 'chunk', link: 'main', direction: 'tx', notBefore: 50, notAfter: 50, hex: '0505' };
    write('stalls.jsonl', [...Array.from({ length: 130_000 }, (_, at) => stall(at + 100)), sent]);
    const { code, stderr } = await wirejig(
      ['check', 'stalls.jsonl', '--suite', 'stm', '-q', '--out', 'stalls'],
      {
        cwd,
      },
    );
    expect([code, stderr]).toEqual([1, '']);
  });
});

test('what is checked can be stopped between any thousand events, and says so', async () => {
  const kind = await (await protocolOf('stm'))?.traceMonitor?.();
  if (kind === undefined) throw new Error('stm has no monitor');
  const events: JournalEvent[] = [];
  const chunk = (at: number) => ({ kind: 'reset', at, detail: '' }) as never;
  const shared = { fresh: false, exact: true, recordsResets: false, binding: undefined };
  const described = { name: 'a', version: '0', command: '', platform: '' };
  const parameters = Object.fromEntries(kind.parameters.map((one) => [one.name, one.default]));
  const options = {
    kind,
    parameters,
    ...shared,
    ...described,
    emit: (event: JournalEvent) => events.push(event),
  };
  const steps = checkInSteps(
    { ...options, events: Array.from({ length: 5000 }, (_, at) => chunk(at)) },
    () => events.length > 2000,
  );
  let parts = 0;
  let last = steps.next();
  for (; last.done !== true; last = steps.next()) parts++;
  expect(parts).toBe(2);
  expect(last.value).toMatchObject({ outcome: 'interrupted' });
});
