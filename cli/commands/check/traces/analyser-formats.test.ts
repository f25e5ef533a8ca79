/** A small file of each format of an analyser's export, and the bytes that are in it. */
import { contentOf, logic, LOGIC, sigrok, SIGROK } from '../testing/analyser-texts';
import { analyserTrace } from './analyser-trace';
import type { TraceOptions } from './trace-source';

const CASES: readonly (readonly [string, string, TraceOptions, string])[] = [
  ['sigrok-cli 0.7.2', sigrok('rx-data: "01"', 'tx-data: "FF"'), SIGROK, 'tx 01, rx ff'],
  ['sigrok-cli, unquoted', sigrok('rx-data: 01', 'tx-data: FF'), SIGROK, 'tx 01, rx ff'],
  [
    'its log beside it',
    `srd: Initializing.\n${sigrok('rx-data: "01"', 'tx-data: "FF"')}`,
    SIGROK,
    'tx 01, rx ff',
  ],
  [
    'its bits beside it',
    sigrok(
      'rx-start: "Start bit" "S"',
      'rx-data-bits: "1"',
      'rx-data: "01"',
      'rx-stop: "Stop bit"',
      'tx-data: "FF"',
    ),
    SIGROK,
    'tx 01, rx ff',
  ],
  ['decimal', sigrok('rx-data: "1"', 'tx-data: "255"', 'rx-data: "10"'), SIGROK, 'tx 01, tx 0a, rx ff'],
  ['octal', sigrok('rx-data: "001"', 'tx-data: "377"'), SIGROK, 'tx 01, rx ff'],
  ['binary', sigrok('rx-data: "00000001"', 'tx-data: "11111111"'), SIGROK, 'tx 01, rx ff'],
  [
    'ascii',
    sigrok('rx-data: "A"', 'tx-data: "[0D]"', 'tx-data: """', 'tx-data: ":"', 'tx-data: " "'),
    SIGROK,
    'tx 41, rx 0d, rx 22, rx 3a, rx 20',
  ],
  [
    'ascii, unquoted',
    sigrok('rx-data: A', 'tx-data: [0D]', 'tx-data: "', 'tx-data: :', 'tx-data:  '),
    SIGROK,
    'tx 41, rx 0d, rx 22, rx 3a, rx 20',
  ],
  [
    'what may be hex or decimal, with --notation',
    sigrok('rx-data: 10', 'tx-data: 99'),
    { ...SIGROK, notation: 'dec' },
    'tx 0a, rx 63',
  ],
  [
    'PulseView, by class',
    sigrok('RX data: 01', 'TX data: FF'),
    { ...SIGROK, host: 'uart-1 RX', board: 'uart-1 TX' },
    'tx 01, rx ff',
  ],
  [
    'PulseView, by row',
    sigrok('RX: Start bit', 'RX: 01', 'RX: Stop bit', 'TX: FF'),
    { ...SIGROK, host: 'uart-1 RX', board: 'uart-1 TX' },
    'tx 01, rx ff',
  ],
  [
    'a parity error',
    '9-79 uart-1: rx-data: "01"\n79-87 uart-1: rx-parity-err: "Parity error" "PE"\n109-179 uart-1: tx-data: "FF"\n',
    SIGROK,
    'parity error in 01 of the host, rx ff',
  ],
  [
    'a framing error',
    '9-79 uart-1: tx-data: 01\n79-87 uart-1: tx-warnings: Frame error\n109-179 uart-1: rx-data: FF\n',
    SIGROK,
    'framing error in 01 of the board, tx ff',
  ],
  [
    'a parity error of PulseView',
    '9-79 UART: RX: 01\n79-87 UART: RX: Parity error\n109-179 UART: TX: FF\n',
    { ...SIGROK, host: 'UART RX', board: 'UART TX' },
    'parity error in 01 of the host, rx ff',
  ],
  [
    'a break, sorted by its begin',
    '0-200 uart-1: rx-break: "Break condition" "B"\n9-79 uart-1: rx-data: "00"\n79-87 uart-1: rx-warnings: "Frame error"\n309-379 uart-1: tx-data: "FF"\n',
    SIGROK,
    'break in 00 of the host, rx ff',
  ],
  [
    'Saleae Logic 2',
    logic('"h","data",0.1,0.00008,0x01,', '"b","data",0.2,0.00008,0xFF,'),
    LOGIC,
    'tx 01, rx ff',
  ],
  [
    'Saleae Logic 2, decimal',
    logic('h,data,0.1,0.00008,10,', 'b,data,0.2,0.00008,255,'),
    LOGIC,
    'tx 0a, rx ff',
  ],
  [
    'Saleae Logic 2, binary',
    logic('h,data,0.1,0.00008,0b00001010,', 'b,data,0.2,0.00008,0b11111111,'),
    LOGIC,
    'tx 0a, rx ff',
  ],
  [
    'Saleae Logic 2, ascii',
    logic(
      'h,data,0.1,0.00008,A,',
      'b,data,0.2,0.00008,\\r,',
      'b,data,0.3,0.00008,\\x01,',
      'b,data,0.4,0.00008,",",',
    ),
    LOGIC,
    'tx 41, rx 0d, rx 01, rx 2c',
  ],
  [
    'Saleae Logic 2, errors',
    logic(
      'h,data,0.1,0.00008,0x01,parity error',
      'b,data,0.2,0.00008,0xFF,framing error',
      'b,data,0.3,0.00008,0x02,',
    ),
    LOGIC,
    'parity error in 0x01 of the host, framing error in 0xFF of the board, rx 02',
  ],
  [
    'Saleae Logic 1, several analysers',
    'Time [s],Analyzer Name,Decoded Protocol Result\n0.1,h,0x01\n0.2,b,0xFF (framing error)\n0.3,b,A (0x41)\n',
    LOGIC,
    'tx 01, framing error in 0xFF of the board, rx 41',
  ],
  ...['framing_error', 'FramingError', 'Framing Error'].map((column): (typeof CASES)[number] => [
    `an error column ${column}`,
    `name,type,start_time,duration,data,${column}\nh,data,0.1,0.00008,0x01,\nb,data,0.2,0.00008,0xFF,true\n`,
    LOGIC,
    'tx 01, framing error in 0xFF of the board',
  ]),
  [
    'a row of type framing_error',
    logic('h,data,0.1,0.00008,0x01,', 'b,framing_error,0.2,0.00008,0xFF,'),
    LOGIC,
    'tx 01, framing error in 0xFF of the board',
  ],
  [
    'decimals with zeros before them',
    logic('h,data,0.1,0.00008,001,', 'b,data,0.2,0.00008,255,', 'b,data,0.3,0.00008,089,'),
    LOGIC,
    'tx 01, rx ff, rx 59',
  ],
  [
    'rows of another analyser beside it',
    logic('h,data,0.1,0.00008,0x01,', 'I2C,start,0.1,0.00008,,', 'b,data,0.2,0.00008,0xFF,'),
    LOGIC,
    'tx 01, rx ff',
  ],
  [
    'what other programs write before the heading',
    `sep=,\n# made by hand\n; 12 MHz\n${logic('h,data,0.1,0.00008,0x01,', 'b,data,0.2,0.00008,0xFF,')}`,
    LOGIC,
    'tx 01, rx ff',
  ],
  ['hex in quotes', logic("h,data,0.1,0.00008,'0x01',", "b,data,0.2,0.00008,'0xFF',"), LOGIC, 'tx 01, rx ff'],
  [
    'Saleae Logic 1, ascii and hex, a quote',
    'Time [s],Analyzer Name,Decoded Protocol Result\n0.1,h,A (0x41)\n0.2,b," (0x22)\n',
    LOGIC,
    'tx 41, rx 22',
  ],
  ...['OK', 'n', 'No error', 'N/A', 'null'].map((cell): (typeof CASES)[number] => [
    `an error column that says ${cell}`,
    logic(`h,data,0.1,0.00008,0x01,${cell}`, `b,data,0.2,0.00008,0xFF,${cell}`),
    LOGIC,
    'tx 01, rx ff',
  ]),
  [
    'channels in a column of directions',
    'Timestamp,Direction,Data\n0.1,h,0x01\n0.1001,h,0x02\n0.2,b,0xFF\n',
    LOGIC,
    'tx 01, tx 02, rx ff',
  ],
  ['marked octals', logic('h,data,0.1,0.00008,0o001,', 'b,data,0.2,0.00008,0o377,'), LOGIC, 'tx 01, rx ff'],
];

test.each(CASES)('%s', (_, text, options, content) => {
  const found = contentOf(text, options);
  expect(found.split(', ').sort()).toEqual(content.split(', ').sort());
});

test('a byte of sigrok is as long as its frame, and no longer than it says otherwise', () => {
  const timesOf = (text: string) =>
    [...analyserTrace(text, SIGROK).events].map((event) =>
      event.kind === 'chunk' ? [event.chunk.notBefore, event.chunk.lastNotBefore, event.chunk.notAfter] : [],
    );
  const other = '900-987 uart-1: rx-data: "FF"\n';
  expect(timesOf(`108-178 uart-1: tx-data: "01"\n${other}`)).toEqual(
    expect.arrayContaining([
      [99.25, 186.75, 186.75],
      [900, 987, 987],
    ]),
  );
});

test.each<readonly [string, string, TraceOptions]>([
  [
    'a table',
    logic('h,data,0.1,0.00008,0x01,', 'b,data,0.2,0.00008,0xFF,', 'b,data,0.3,0.00008,0x0A,'),
    LOGIC,
  ],
  ['annotations', sigrok('rx-data: "01"', 'tx-data: "FF"', 'tx-data: "0A"'), SIGROK],
])('%s cut anywhere in the last line: what is whole is read, and it is said', (_, text, options) => {
  const begin = text.lastIndexOf('\n', text.length - 2) + 1;
  for (let length = begin + 1; length < text.length; length++) {
    const cut = text.slice(0, length);
    expect([contentOf(cut, options), analyserTrace(cut, options).damage]).toEqual([
      'tx 01, rx ff',
      'the last line of the file has no end: the file is cut off there',
    ]);
  }
  expect(analyserTrace(text, options).damage).toBeUndefined();
  const half = text.replace(/,0x0A,\n$/, '\n');
  if (half !== text) expect(analyserTrace(half, options).damage).toContain('is cut off');
});
