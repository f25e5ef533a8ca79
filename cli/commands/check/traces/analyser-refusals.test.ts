/** Exports of analysers that cannot be read, each refused with its reason. */
import { logic, LOGIC, sigrok, SIGROK } from '../testing/analyser-texts';
import { analyserTrace } from './analyser-trace';
import type { TraceOptions } from './trace-source';

test.each<readonly [string, string, TraceOptions, RegExp]>([
  [
    'hex or decimal',
    sigrok('rx-data: 10', 'tx-data: 99'),
    SIGROK,
    /'10', may be hex or dec: give --notation hex/,
  ],
  ['nine bits', sigrok('rx-data: 001', 'tx-data: 1FF'), SIGROK, /'001', is of more than 8 bits as hex/],
  [
    'nine bits of which the ninth is never set',
    sigrok('rx-data: 001', 'tx-data: 0AB'),
    SIGROK,
    /'001', is of more than 8 bits as hex/,
  ],
  [
    'another samplerate',
    sigrok('rx-data: 01', 'tx-data: FF'),
    { ...SIGROK, samplerate: 10e6 },
    /a byte of the file lasts 8.8 us, and at 115200 baud 86.8 us: give the --samplerate/,
  ],
  [
    'half as high a samplerate again',
    sigrok('rx-data: 01', 'tx-data: FF'),
    { ...SIGROK, samplerate: 666_667 },
    /a byte of the file lasts 105.0 us, and at 115200 baud 86.8 us/,
  ],
  [
    'milliseconds in a heading without a unit',
    logic('h,data,100,0.08,0x01,', 'b,data,200,0.08,0xFF,'),
    LOGIC,
    /a byte of the file lasts 0.080000 s, and at 115200 baud a byte lasts 0.000087 s: name the unit/,
  ],
  [
    'seconds in a heading of microseconds',
    logic('h,data,0.1,0.00008,0x01,', 'b,data,0.2,0.00008,0xFF,').replace('duration', 'duration [us]'),
    LOGIC,
    /name the unit of times in the heading/,
  ],
  [
    'microseconds in a heading without a unit, and no durations',
    'name,Time,data\nh,100000,0x01\nh,100087,0x02\nb,200000,0xFF\n',
    LOGIC,
    /no two bytes of a channel are closer than 87.000000 s/,
  ],
  [
    'a time below 0',
    `-5-3 uart-1: rx-data: 01\n${sigrok('tx-data: FF')}`,
    SIGROK,
    /line 1 of the file is not a sigrok annotation/,
  ],
  [
    'a line that is spoilt in its times',
    '9-79 UART: RX: 01\n100-q79 UART: RX: 02\n209-279 UART: TX: FF\n',
    { ...SIGROK, host: 'UART RX', board: 'UART TX' },
    /line 2 of the file is not a sigrok annotation/,
  ],
  [
    'a line that is spoilt at its begin',
    `x09-79 uart-1: rx-data: 01\n${sigrok('tx-data: FF')}`,
    SIGROK,
    /line 1 of the file is not a sigrok annotation/,
  ],
  [
    'a row of another type on a wire',
    logic('h,data,0.1,0.00008,0x01,', 'b,result,0.2,0.00008,0xFF,', 'b,data,0.3,0.00008,0xFF,'),
    LOGIC,
    /line 3 of the file, of 'b', is of type 'result', and only data are read/,
  ],
  [
    'a quote without an end',
    logic('"h,"data",0.1,0.00008,0x01,', 'h,data,0.2,0.00008,0x01,', 'b,data,0.3,0.00008,0xFF,'),
    LOGIC,
    /line 2 of the file has no time and byte/,
  ],
  [
    'durations in another unit',
    logic(...[1, 2, 3].map((at) => `h,data,0.1${at},80,0x01,`), 'b,data,0.2,80,0xFF,'),
    LOGIC,
    /most bytes of 'h' last until after the next one has begun: name the unit/,
  ],
  [
    'no notation',
    sigrok('rx-data: 01', 'tx-data: xyz'),
    SIGROK,
    /line 2 of the file has no time and byte: its value is 'xyz'/,
  ],
  [
    'no class and no single wire',
    '9-79 uart-1: 01\n12-82 uart-1: 02\n',
    SIGROK,
    /of one time, and do not say of which wire/,
  ],
  ['bits', '9-79 uart-1: Start bit\n12-82 uart-1: 02\n', SIGROK, /line 1 of the file is not UART data/],
  ['no times', 'uart-1: 01\nuart-1: 02\n', SIGROK, /have no times here: write them with sigrok-cli -l 4/],
  [
    'half a line in the midst',
    '9-79 uart-1: rx-data: 01\n100-17\n200-270 uart-1: tx-data: 02\n',
    SIGROK,
    /line 2 of the file is not a sigrok annotation/,
  ],
  [
    'half a row in the midst',
    logic('h,data,0.1', 'b,data,0.2,0.00008,0xFF,'),
    LOGIC,
    /line 2 of the file has no time and byte/,
  ],
  [
    'two rows in one line',
    logic('h,data,0.1,0.00008,0x01,\vh,data,0.2,0.00008,0x02,', 'b,data,0.3,0.00008,0xFF,'),
    LOGIC,
    /line 2 of the file has more cells than the heading/,
  ],
  [
    'a byte that is far too long',
    logic(
      'h,data,0.1,0.5,0x01,',
      ...[2, 3, 4].map((at) => `h,data,0.${at},0.00008,0x02,`),
      'b,data,0.5,0.00008,0xFF,',
    ),
    LOGIC,
    /line 2 of the file: a byte of 'h' lasts 0.500000 s, and the others 0.000080 s/,
  ],
  ['a unit that is none', 'name,Time [h],data\nh,1,0x01\n', LOGIC, /'time \[h\]' of the file is in no unit/],
])('%s: refused with the reason', (_, text, options, reason) => {
  expect(() => analyserTrace(text, options)).toThrow(reason);
});
