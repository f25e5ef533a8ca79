import fc from 'fast-check';
import { EncodeError, type Decoder, type FrameEvent } from '../../frame';
import { codecLaws } from '../../testing/laws';
import { after, micros, millis } from '../../time';
import { commands, replies } from './wire';
import { decodeCommand, decodeReply } from '../testing/decode';
import { messages } from '../../wire/wire.arbitrary';
import { BAD_COMMANDS, BAD_REPLIES, COMMAND_VECTORS, REPLY_VECTORS } from '../testing/gm67.vectors';
import type { BadVector } from '../testing/gm67.vectors';
import { COMMANDS, hostCommand, LONGEST_PAYLOAD, REPLIES, scannerReply, WAKE, type Command } from './message';

const AT = millis(1000);
const PAUSE = millis(200);
const START = hostCommand({ type: 'start' });
const START_BYTES = commands().encode(START);

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

/** The events of the bytes and of a pause after them. */
function settle<T>(decoder: Decoder<T>, bytes: Uint8Array): FrameEvent<T>[] {
  return [...decoder.push(bytes, AT), ...decoder.tick(after(AT, PAUSE))];
}

function words<T>(events: readonly FrameEvent<T>[]): string[] {
  return events.map((event) => (event.kind === 'frame' ? 'frame' : event.error.code));
}

codecLaws('GM67 command frames', {
  codec: () => commands(),
  messages: messages(COMMANDS),
  longestFrame: COMMANDS.longest,
  gap: PAUSE,
  checksum: { singleBit: true },
});

codecLaws('GM67 commands, the wake byte among them', {
  codec: () => commands(millis(500)),
  decodeOnce: decodeCommand,
  messages: fc.oneof({ arbitrary: messages(COMMANDS), weight: 9 }, fc.constant<Command>(WAKE)),
  longestFrame: COMMANDS.longest,
  gap: millis(500),
  silenceDelimited: true,
});

codecLaws('GM67 replies', {
  codec: () => replies(),
  decodeOnce: decodeReply,
  messages: messages(REPLIES),
  longestFrame: REPLIES.longest,
  noise: fc.uint8Array({ minLength: 1, maxLength: 700 }),
  gap: PAUSE,
  checksum: { singleBit: true },
});

describe('vectors', () => {
  test.each(COMMAND_VECTORS)('host: $name ($source)', ({ hex, message }) => {
    expect(commands().encode(message)).toEqual(bytesOf(hex));
    expect(settle(commands().decoder(), bytesOf(hex))).toMatchObject([{ kind: 'frame', value: message }]);
  });

  test.each(REPLY_VECTORS)('scanner: $name ($source)', ({ hex, message }) => {
    expect(replies().encode(message)).toEqual(bytesOf(hex));
    expect(settle(replies().decoder(), bytesOf(hex))).toMatchObject([{ kind: 'frame', value: message }]);
  });

  test.each([...COMMAND_VECTORS, ...REPLY_VECTORS].filter(({ hex }) => hex !== '00'))(
    'the bytes of $name and their checksum add up to 0 modulo 0x10000, and LEN counts up to the checksum',
    ({ hex }) => {
      const raw = bytesOf(hex);
      const body = raw.subarray(0, -2);
      const sum = body.reduce((all, one) => all + one, 0);
      expect((sum + raw.at(-2)! * 256 + raw.at(-1)!) % 0x10000).toBe(0);
      expect(raw[0] === 0xff ? raw[2]! * 256 + raw[3]! : raw[0]).toBe(body.length);
    },
  );

  function refused<T>(decoder: Decoder<T>, { hex, code, offset }: BadVector): void {
    const events = settle(decoder, bytesOf(hex));
    expect(words(events)).toEqual([code]);
    expect(events).toMatchObject([{ raw: bytesOf(hex), error: { offset } }]);
  }

  test.each(BAD_COMMANDS)('refused from the host: $name ($source)', (bad) =>
    refused(commands().decoder(), bad),
  );
  test.each(BAD_REPLIES)('refused from the scanner: $name ($source)', (bad) =>
    refused(replies().decoder(), bad),
  );
});

describe('lengths', () => {
  /** The page's sentence, in code. */
  function fitsHost(len: number, opcode: number, prefixed: boolean): boolean {
    if (opcode === 0xc6) return len === (prefixed ? 8 : 7);
    if (opcode === 0xc7) return len === (prefixed ? 6 : 5);
    if (opcode === 0xe6 || opcode === 0xe7 || opcode === 0xe8) return len === 5;
    if (opcode === 0xd1) return len === 4 || len === 5;
    return len === 4;
  }

  /** All lengths on the page and some around them; then the powers of two and their neighbours. */
  const LENGTHS = [...Array(18).keys(), 31, 32, 33, 63, 64, 65, 127, 128, 129, 254, 255];

  test.each([false, true])('these LENs with every opcode from the host, two-byte number: %s', (prefixed) => {
    const wrong: object[] = [];
    for (const len of LENGTHS) {
      for (let opcode = 0; opcode < 256; opcode++) {
        const raw = new Uint8Array(Math.min(Math.max(len, 4), 8) + 2).fill(0x8a);
        raw.set([len, opcode, 4, 0]);
        if (prefixed) raw.set([0xf2, 0xf2], 4);
        const sum = -raw.subarray(0, -2).reduce((all, one) => all + one, 0) & 0xffff;
        raw.set([sum >> 8, sum & 0xff], raw.length - 2);
        const right = fitsHost(len, opcode, prefixed) ? 'frame' : 'length';
        const seen = words(settle(commands().decoder(), raw));
        if (seen.length !== 1 || seen[0] !== right) wrong.push({ len, opcode, seen, right });
      }
    }
    expect(wrong).toEqual([]);
  });

  test('the longest payload makes the longest frame; one byte more is no frame', () => {
    const payload = Uint8Array.from({ length: LONGEST_PAYLOAD }, (_, i) => i * 7);
    const message = scannerReply({ type: 'data', codeType: 0xf1, payload });
    const raw = replies().encode(message);
    expect(raw.length).toBe(REPLIES.longest);
    const decoder = replies().decoder();
    expect(decoder.push(raw.subarray(0, -1), AT)).toEqual([]);
    expect(decoder.push(raw.subarray(-1), AT)).toMatchObject([{ kind: 'frame', value: message }]);
    const over = scannerReply({ type: 'data', codeType: 0xf1, payload: new Uint8Array(LONGEST_PAYLOAD + 1) });
    expect(() => replies().encode(over)).toThrow('should be 250..65527');
  });

  test.each([
    hostCommand({ type: 'read', number: 0xf2 }),
    hostCommand({ type: 'read', number: 0xf105 }),
    hostCommand({ type: 'write', prefix: 0, number: 0x8a, value: 256 }),
    hostCommand({ type: 'write', prefix: -1, number: 0x8a, value: 0 }),
    hostCommand({ type: 'unknown', opcode: 0xe4 }),
    hostCommand({ type: 'beep', pattern: 1.5 }),
    hostCommand({ type: 'start' }, 0x100),
  ])("what no frame can carry is the caller's error: %j", (message) => {
    expect(() => commands().encode(message)).toThrow(EncodeError);
  });
});

test.each([60, 200])('a frame cut short is dropped after %i ms, as interByteMs says', (ms) => {
  const decoder = commands(millis(ms)).decoder();
  expect(decoder.push(START_BYTES.subarray(0, 3), AT)).toEqual([]);
  expect(decoder.deadline()).toBe(after(AT, millis(ms)));
  expect(words(decoder.push(START_BYTES, after(AT, millis(ms))))).toEqual(['truncated', 'frame']);
});

describe('the wake byte', () => {
  test('a lone 00 is a wake byte after 25 ms, not before', () => {
    const decoder = commands().decoder();
    decoder.push(Uint8Array.of(0), AT);
    expect(decoder.deadline()).toBe(after(AT, millis(25)));
    expect(decoder.tick(micros(AT + 24_999))).toEqual([]);
    expect(decoder.tick(after(AT, millis(25)))).toMatchObject([{ kind: 'frame', value: { type: 'wake' } }]);
    expect(words(decoder.push(START_BYTES, after(AT, millis(50))))).toEqual(['frame']);
  });

  test('a 00 with a frame close after it is a bad LEN', () => {
    const decoder = commands().decoder();
    decoder.push(Uint8Array.of(0), AT);
    expect(decoder.push(START_BYTES, micros(AT + 24_999))).toEqual([]);
    expect(words(decoder.tick(after(AT, millis(225))))).toEqual(['length']);
  });

  test('a 00 in a dropped stretch is no wake byte', () => {
    const decoder = commands().decoder();
    decoder.push(Uint8Array.of(0xff), AT);
    decoder.push(Uint8Array.of(0), after(AT, millis(100)));
    expect(decoder.deadline()).toBe(after(AT, millis(300)));
    expect(words(decoder.tick(after(AT, millis(300))))).toEqual(['length']);
  });

  test('a 00 from the scanner is a bad LEN', () => {
    expect(words(settle(replies().decoder(), Uint8Array.of(0)))).toEqual(['length']);
  });
});

describe('fields', () => {
  const named = (raw: string) =>
    commands()
      .fields(bytesOf(raw))
      .map(({ name, value, meaning }) => [name, value, meaning]);

  test('of a parameter write', () => {
    expect(named('08 C6 04 09 00 F2 05 02 FE 2C')).toEqual([
      ['LEN', 8, undefined],
      ['opcode', 0xc6, 'parameter'],
      ['source', 4, 'host'],
      ['status', 9, 'retransmission, permanent write'],
      ['prefix', 0, undefined],
      ['number', 0xf205, 'terminator'],
      ['value', 2, 'CR'],
      ['checksum', 'FE 2C', 'right'],
    ]);
  });

  test('of a wrong checksum, a wake byte and bytes that begin no frame', () => {
    expect(named('04 E4 04 00 FF 15').at(-1)).toEqual(['checksum', 'FF 15', 'wrong, should be FF 14']);
    expect(named('00')).toEqual([['wake', 0, 'wakes a sleeping scanner']]);
    expect(named('04 E4 04 00 FF 14 09 E4').slice(-2)).toEqual([
      ['LEN', 9, '9 bytes are missing'],
      ['opcode', 0xe4, 'start decode'],
    ]);
  });

  test('of a long frame cover all its bytes', () => {
    const raw = bytesOf(`FF F4 01 02 F4 00 00 F1${' 01'.repeat(250)} FB 2B`);
    const spans = replies().fields(raw);
    expect(spans.map(({ name, length }) => [name, length])).toEqual([
      ['mark', 2],
      ['hhll', 2],
      ['opcode', 1],
      ['source', 1],
      ['status', 1],
      ['codeType', 1],
      ['payload', 250],
      ['checksum', 2],
    ]);
  });
});
