/** What a table of decoded bytes says of times and channels. */
import { contentOf, logic, LOGIC, sigrok, SIGROK } from '../testing/analyser-texts';
import { analyserTrace } from './analyser-trace';

test.each<readonly [string, string]>([
  ['semicolons', 'name;type;start_time;duration;data\nh;data;0,1;0,00008;0x01\nb;data;0,2;0,00008;0xFF\n'],
  ['tabs', 'name\tstart_time\tduration\tdata\nh\t0.1\t0.00008\t0x01\nb\t0.2\t0.00008\t0xFF\n'],
  ['milliseconds', 'name,start_time [ms],duration (ms),data\nh,100,0.08,0x01\nb,200,0.08,0xFF\n'],
  ['microseconds', 'name,Time [us],duration [us],data\nh,100000,80,0x01\nb,200000,80,0xFF\n'],
  [
    'dates',
    'name,start_time,duration,data\nh,2026-11-27T10:00:00.1+00:00,0.00008,0x01\nb,2026-11-27T11:00:00.2+01:00,0.00008,0xFF\n',
  ],
])('times and cells of a table with %s', (_, text) => {
  const found = [...analyserTrace(text, LOGIC).events].map((event) =>
    event.kind === 'chunk' ? [Math.round(event.chunk.notBefore), Math.round(event.chunk.notAfter)] : [],
  );
  expect(found).toEqual([
    [100_000, 100_080],
    [200_000, 200_080],
  ]);
});

test('a board that sent nothing has no channel: it counts as silent, and that is said', () => {
  const alone = logic('h,data,0.1,0.00008,0x01,', 'h,data,0.2,0.00008,0x02,');
  const { warning, wires } = analyserTrace(alone, LOGIC);
  expect([contentOf(alone, LOGIC), warning, wires]).toEqual([
    'tx 01, tx 02',
    expect.stringContaining("no byte of the channel 'b' is in the file"),
    undefined,
  ]);
  const other = logic('h,data,0.1,0.00008,0x01,', 'x,data,0.2,0.00008,0x02,');
  expect(() => analyserTrace(other, LOGIC)).toThrow("no channel named 'b'");
  expect(() => analyserTrace(alone.replaceAll('h,', 'b,'), LOGIC)).toThrow("no channel named 'h'");
});

test('rows of channels that nobody named are counted', () => {
  const text = logic(
    'h,data,0.1,0.00008,0x01,',
    'b,data,0.2,0.00008,0xFF,',
    'j,data,0.3,0.00008,0x02,',
    'i,start,1,,,',
  );
  const { warning } = analyserTrace(text, LOGIC);
  expect([contentOf(text, LOGIC), warning]).toEqual([
    'tx 01, rx ff',
    "the file has other channels, which are not read: 2 rows of 'j', 'i'",
  ]);
  expect(
    analyserTrace(text.replace('j,', 'h,').replace('i,start,1,,,\n', ''), LOGIC).warning,
  ).toBeUndefined();
});

test('annotations of no UART are counted, and what is beside the bytes is not', () => {
  const bytes = ['rx-data: "01"', 'rx-stop: "Stop bit"', 'tx-data: "FF"'];
  const { warning } = analyserTrace(sigrok(...bytes, 'sx-data: "02"'), SIGROK);
  expect(warning).toBe("the file has other channels, which are not read: 1 row of 'uart-1 sx-data'");
  expect(analyserTrace(sigrok(...bytes), SIGROK).warning).toBeUndefined();
});

test('where each wire is a link, --link names the wires', () => {
  const links = [
    { name: 'scanner', baud: 9600, wire: 'tx', called: 'h' },
    { name: 'console', baud: 9600, wire: 'rx', called: 'b' },
  ] as const;
  const text = logic('h,data,0.1,0.00008,0x01,', 'b,data,0.2,0.00008,0xFF,');
  expect(contentOf(text, { suite: 'set', links })).toBe('tx 01, rx ff');
});

test('where nobody sends to the board, its own channel is the whole line', () => {
  const text = logic('b,data,0.1,0.00008,0x01,', 'x,data,0.2,0.00008,0xFF,');
  const stream = { suite: 'gnss', links: [{ name: 'main', baud: 115_200, wire: 'rx' }], board: 'b' } as const;
  expect([contentOf(text, stream), analyserTrace(text, stream).wires]).toEqual(['rx 01', undefined]);
});

test('a clock that is set back is a loss, and said', () => {
  const rows = [4, 4.2, 1.3, 1.5, 1.7].flatMap((at) => [
    `h,data,${at},0.00008,0x01,`,
    `b,data,${at + 0.01},0.00008,0xFF,`,
  ]);
  const text = logic(...rows);
  const set = 'the times step back';
  expect(contentOf(text, LOGIC)).toBe(
    `tx 01, rx ff, tx 01, rx ff, ${set}, ${set}, tx 01, rx ff, tx 01, rx ff, tx 01, rx ff`,
  );
  expect(analyserTrace(text, LOGIC).damage).toContain('step back from 4.210000 s to 1.300000 s');
});

test('a byte whose time alone steps back is lost; a table in another order is read by its times', () => {
  const row = (at: number): string => `h,data,${at},0.00008,0x01,`;
  const alone = logic(...[1, 2, 0.5, 3, 4].map(row), 'b,data,5,0.00008,0xFF,');
  const back = 'the times step back';
  expect(contentOf(alone, LOGIC)).toBe(`tx 01, tx 01, ${back}, ${back}, tx 01, tx 01, rx ff`);
  expect(analyserTrace(alone, LOGIC).damage).toContain('step back from 2.000000 s to 0.500000 s');
  const mixed = logic(...[3, 2, 1, 4, 2.5].map(row), 'b,data,5,0.00008,0xFF,');
  expect(contentOf(mixed, LOGIC)).toBe('tx 01, tx 01, tx 01, tx 01, tx 01, rx ff');
  expect(analyserTrace(mixed, LOGIC).damage).toBeUndefined();
});
