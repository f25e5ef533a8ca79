/** Traffic on which the Wireshark dissectors are compared with the decoders: boards, clauses, and bytes that are no good frame. */
import type { Codec, FrameError, FrameEvent } from '../../protocols/frame';
import { deal, type Choose } from '../../protocols/durak/game/game';
import { packets } from '../../protocols/durak/wire/wire';
import { MALFORMATIONS } from '../../protocols/durak/wire/malformations';
import { commands, replies } from '../../protocols/gm67/wire/wire';
import { sealed } from '../../protocols/gm67/wire/message';
import { scannerLink } from '../../protocols/set/wire';
import { answers, requests } from '../../protocols/stm/testing/codecs';
import { consoleLines } from '../../protocols/terminal/console-line';
import { consoleText } from '../../protocols/terminal/console-text';
import { millis, type Micros } from '../../protocols/time';
import { playerMessages, serverMessages } from '../../protocols/ttt/wire';

type CodecPair = readonly [tx: Codec<unknown>, rx: Codec<unknown>];

export interface DissectionCase {
  readonly suite: string;
  /** A conformant board, and some that send what they must not. */
  readonly boards: readonly string[];
  readonly only: readonly string[];
  readonly links: Readonly<Record<string, CodecPair>>;
  /** Put before the names of links, if a suite is listed more than once. */
  readonly by?: 'tcp' | 'udp' | 'serial';
  readonly strange?: readonly Strange[];
  /** Cases of each generator. */
  readonly cases: number;
  /** The least number of different reasons why bytes are no frame. */
  readonly reasons: number;
}

/** Bytes after everything else, `gap` milliseconds after the bytes before. */
type Strange = readonly [link: string, direction: 'tx' | 'rx', gap: number, hex: string];

const utf8 = (words: string): string => Buffer.from(words).toString('hex');
const text = (words: string): string => Buffer.from(words, 'latin1').toString('hex');

/** An empty datagram means nothing to a board, but the trace contains it. `refused`: why the board must not send it. */
function withEmptyDatagrams(codec: Codec<unknown>, refused?: FrameError): Codec<unknown> {
  const empty = (at: Micros): FrameEvent<unknown> => {
    const times = { raw: new Uint8Array(0), first: at, last: at };
    return refused === undefined
      ? { kind: 'frame', ...times, value: 0 }
      : { kind: 'reject', ...times, error: refused };
  };
  return {
    ...codec,
    decoder: () => {
      const decoder = codec.decoder();
      return {
        ...decoder,
        pending: 0,
        deadline: () => undefined,
        tick: () => [],
        push: (bytes, at) => (bytes.length > 0 ? decoder.push(bytes, at) : [empty(at)]),
      };
    },
  };
}

const NO_BYTE = {
  code: 'length',
  offset: 0,
  message: 'a message is one byte, and this datagram has none',
} as const;

const CONSOLE = consoleLines({ silence: millis(2000) });

/** Always chooses the first. */
const FIRST: Choose = () => 0;

/** A GM67 frame with its checksum appended. */
function withChecksum(hex: string): string {
  return Buffer.from(sealed(Buffer.from(hex, 'hex'))).toString('hex');
}

export const DISSECTION_CASES: readonly DissectionCase[] = [
  {
    suite: 'stm',
    boards: ['stm', 'stm+error-crc-without-cmd+false-match-as-select', 'stm+answer-trailing-byte'],
    only: ['STM-FR-02', 'STM-FR-07', 'STM-GM-08'],
    // An answer goes on for longer than a request: its pauses are measured.
    links: { main: [requests(), answers({ idleGap: millis(250) })] },
    cases: 1,
    reasons: 40,
    strange: [
      ['main', 'tx', 100, `99${'01fffe'.repeat(400)}`],
      ['main', 'tx', 100, '030a03' + '00000000'.repeat(2) + '02000001' + '08'],
      ['main', 'rx', 100, '030a91'],
      ['main', 'rx', 100, '01'],
      ['main', 'rx', 100, 'ff09f6060a0905ff'],
      ['main', 'rx', 100, '030a03ff0000000000000002000001'],
    ],
  },
  {
    suite: 'durak',
    boards: ['durak', 'durak+malformed-is-a-move', 'durak-published'],
    only: ['DRK-LK-05', 'DRK-LK-06', 'DRK-DL-01'],
    links: { main: [packets(), packets()] },
    cases: 1,
    reasons: 60,
    strange: [
      ...MALFORMATIONS.map(({ make }): Strange => [
        'main',
        'rx',
        100,
        Buffer.from(make(deal(FIRST), FIRST)).toString('hex'),
      ]),
      ['main', 'rx', 100, '16310a16320a160a16311d0a16311d030a16321d1e300a040404040a040a'],
      ['main', 'rx', 100, '0a0a410a16311d1e301f301f301f310a16311d1e301f301f301f311f0a'],
      ['main', 'rx', 100, '16311e301f311d0a16331d1e391f2d321f781f30311f391f350a16'],
      ['main', 'rx', 100, '41'.repeat(5000)],
      ['main', 'rx', 100, '16'],
      ['main', 'rx', 2000, '31'.repeat(5000)],
      ['main', 'rx', 2000, '31'],
      ['main', 'rx', 100, '0416040a'],
    ],
  },
  {
    suite: 'gm67',
    boards: ['gm67', 'gm67+nak-checksum', 'gm67+checksum-carry'],
    only: ['GM-CM-01', 'GM-CM-07', 'GM-DT-03', 'GM-FR-04'],
    links: { main: [commands(), replies()] },
    cases: 2,
    reasons: 40,
    strange: [
      ...[
        '00',
        '000004',
        '04d00400ff28',
        'fff4',
        'fff400',
        'fff30008',
        'fff40007f4',
        'fff4000af40000f131f32e',
        'fff4' + '0100' + 'f40000f1' + '61'.repeat(20),
        '04c70000fe35',
        '0448000000',
        '0448000000ff',
      ].flatMap((hex): Strange[] => [
        ['main', 'tx', 500, hex],
        ['main', 'rx', 500, hex],
      ]),
      ['main', 'rx', 500, withChecksum('05a40000e9')],
      ['main', 'rx', 500, withChecksum('04d00100')],
      ['main', 'rx', 500, withChecksum('04e40000')],
      ['main', 'rx', 500, withChecksum('04c70000')],
      ['main', 'rx', 500, withChecksum('fec70000f205' + '41'.repeat(248))],
      ['main', 'rx', 500, withChecksum('fff40008f40000f1')],
      ['main', 'rx', 500, withChecksum('fff40009f40000f141')],
      ['main', 'rx', 500, withChecksum('06a4000041e9')],
      ['main', 'rx', 500, withChecksum('05f30000f1')],
      ['main', 'rx', 500, withChecksum('06f30000f141')],
      ['main', 'rx', 500, withChecksum('19f30000f1' + '41'.repeat(20))],
      ['main', 'rx', 500, 'fe'.repeat(700)],
      ['main', 'tx', 500, 'fe'.repeat(700)],
      ['main', 'tx', 500, '00'],
      ['main', 'tx', 30, '04e4040000'],
    ],
  },
  {
    suite: 'set',
    boards: ['set'],
    only: ['SET-FR-01', 'SET-FR-02', 'SET-FR-03', 'SET-FR-04', 'SET-FR-05', 'SET-FR-07'],
    links: {
      scanner: [scannerLink(), scannerLink()],
      console: [CONSOLE, CONSOLE],
    },
    cases: 1,
    reasons: 5,
    strange: [
      ['scanner', 'tx', 3000, '550d0a'],
      ['scanner', 'tx', 100, '560d0d0a0d'],
      ['scanner', 'tx', 100, '0a'],
      ['scanner', 'tx', 3000, '00ff550d0a'],
      ['scanner', 'tx', 100, '55'],
      ['scanner', 'tx', 100, '0d5556'],
      ['scanner', 'tx', 3000, '0d'],
      ['scanner', 'tx', 100, '41'.repeat(149) + '0d' + '42'.repeat(150) + '0d'],
      ['scanner', 'tx', 100, '43'.repeat(400) + '0d550d'],
      ['scanner', 'tx', 100, '44'.repeat(60_000)],
      ['scanner', 'tx', 3000, '550d'],
      ['console', 'rx', 100, text('\x1b[32mgreen\x1b[0m\r\nplain\nbell \x07\x00\x7f\r')],
      ['console', 'rx', 100, text('behind a CR\r\r\n\r\n\n\x1b]0;title\x07of a window\x1b(B\x1b\r\n')],
      ['console', 'rx', 100, text('stops')],
      ['console', 'rx', 3000, text('\x1b[33m')],
      ['console', 'rx', 3000, text('colour waits\r\r')],
      ['console', 'rx', 3000, text('a CR ends it\r')],
      ['console', 'rx', 100, '00'],
      ['console', 'rx', 3000, text('and goes on\r')],
      ['console', 'rx', 100, text('\r')],
      ['console', 'rx', 100, text('\n')],
      ['console', 'rx', 3000, 'e29982c3ff41e282edf0908080c0800d0a'],
      ['console', 'rx', 100, text('m'.repeat(1022) + '\r\n' + 'n'.repeat(1023) + '\r\n')],
      ['console', 'rx', 100, text('o'.repeat(3000) + '\r\nand on\r\n')],
      ['console', 'rx', 100, utf8('a\u202eb\u2066c\u200dd\u0085e\ufefff\u{e0041}g\ue000h\u0378i\r\n')],
      ['console', 'rx', 100, utf8(`e${'\u0301'.repeat(9)} \ufe0f\ufe0f\ufe0f\ufe0f\u0301\r\n`)],
      ['console', 'rx', 100, utf8(`${'p'.repeat(59)}\u{1f600}q\r\n${'\u{1f600}'.repeat(31)}\r\n`)],
    ],
  },
  {
    suite: 'chinese-ten',
    boards: ['chinese-ten'],
    only: ['CT-DL-01', 'CT-DL-02'],
    links: { main: [consoleText, consoleText] },
    cases: 1,
    reasons: 0,
    strange: [
      ['main', 'rx', 100, utf8('\ufeffA\u202e\x1b[2J\r\n')],
      ['main', 'rx', 100, utf8('\u00e9'.repeat(300))],
      ['main', 'rx', 100, `c3${'41'.repeat(398)}c3a9`],
      ['main', 'tx', 100, '00ff1b5b41'],
    ],
  },
  ...(['tcp', 'udp', 'serial'] as const).map((by): DissectionCase => ({
    suite: 'ttt',
    boards: [by === 'tcp' ? 'ttt' : `ttt-${by}`],
    only: ['TTT-04', 'TTT-20', 'TTT-21'],
    links: Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [
        name,
        [
          by === 'udp' ? withEmptyDatagrams(playerMessages(by)) : playerMessages(by),
          by === 'udp' ? withEmptyDatagrams(serverMessages(by), NO_BYTE) : serverMessages(by),
        ],
      ]),
    ),
    by,
    cases: 1,
    reasons: 10,
    strange: ['57', '5000', '7a', '', '5a5038', 'ff4a51', '4a'].flatMap((hex): Strange[] => [
      ['a', 'rx', 100, hex],
      ['a', 'tx', 0, hex],
    ]),
  })),
];
