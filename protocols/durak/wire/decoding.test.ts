import fc from 'fast-check';
import type { FrameEvent } from '../../frame';
import { after, micros, millis, type Micros } from '../../time';
import { DurakDecoder, encode } from './wire';
import type { Packet } from './packet';
import { deckInPlay } from '../testing/durak.arbitrary';
import { DEAL_ROLES, dealOf } from '../game/game';

const AT = micros(0);
const CARDS = dealOf(
  Array.from({ length: 36 }, (_, i) => i),
  DEAL_ROLES,
);
const DECK = encode({ type: 'deck', cards: CARDS });
const HELLO = encode({ type: 'hello' });
const ACK = encode({ type: 'ack' });

function outcome(events: readonly FrameEvent<Packet>[]): string[] {
  return events.map((event) => (event.kind === 'frame' ? event.value.type : event.error.code));
}

function at(ms: number): Micros {
  return millis(ms);
}

function join(...parts: (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function filler(length: number, byte = 0x61): Uint8Array {
  return new Uint8Array(length).fill(byte);
}

describe('garbage before SYN or EOT (DRK-LK-05)', () => {
  test.each([HELLO, DECK, ACK])('any number of bytes, odd and even, cut anywhere: case %#', (packet) => {
    const name = packet === DECK ? 'deck' : packet === HELLO ? 'hello' : 'ack';
    for (let count = 0; count <= 300; count++) {
      const garbage = filler(count).map((_, i) => [0x0a, 0x03, 0x31, 0xff, 0x1e][(i + count) % 5]!);
      const decoder = new DurakDecoder();
      const cut = (count * 7) % (count + packet.length);
      const bytes = join(garbage, packet);
      const events = [...decoder.push(bytes.subarray(0, cut), AT), ...decoder.push(bytes.subarray(cut), AT)];
      expect({ count, seen: outcome(events) }).toEqual({
        count,
        seen: count === 0 ? [name] : ['garbage', name],
      });
      expect(events[0]!.raw).toEqual(count === 0 ? packet : garbage);
    }
  });

  test('endless garbage comes out in parts, and at silence', () => {
    const decoder = new DurakDecoder();
    let out = 0;
    for (let i = 0; i < 100; i++) {
      for (const event of decoder.push(filler(97), AT)) out += event.raw.length;
      expect(decoder.pending).toBeLessThanOrEqual(2048);
      expect(out + decoder.pending).toBe(97 * (i + 1));
    }
    expect(outcome(decoder.tick(at(3000)))).toEqual(['garbage']);
    expect(decoder.deadline()).toBeUndefined();
  });
});

describe('a SYN inside a line (DRK-LK-10)', () => {
  test('starts a new packet, wherever the line is cut', () => {
    for (let cut = 1; cut < DECK.length; cut++) {
      const whole = new DurakDecoder().push(join(DECK.subarray(0, cut), DECK), AT);
      expect({ cut, seen: outcome(whole) }).toEqual({ cut, seen: ['interrupted', 'deck'] });
      expect(whole[0]).toMatchObject({ raw: DECK.slice(0, cut), error: { offset: cut, seen: 'SYN' } });
    }
  });

  test('also after an EOT', () => {
    expect(outcome(new DurakDecoder().push(join([0x04], HELLO), AT))).toEqual(['interrupted', 'hello']);
  });

  test('an EOT inside a line starts nothing', () => {
    expect(outcome(new DurakDecoder().push(join([0x16, 0x31], ACK), AT))).toEqual(['missing-gs']);
  });

  test('inside an over-long line too', () => {
    for (const length of [2046, 2047, 2048, 2049, 5000, 65_536]) {
      const events = new DurakDecoder().push(join([0x16], filler(length), DECK), AT);
      const codes = outcome(events);
      expect({ length, last: codes.at(-1) }).toEqual({ length, last: 'deck' });
      const dropped = length + 1 > 2048 ? 'too-long' : 'interrupted';
      expect(new Set(codes.slice(0, -1))).toEqual(new Set([dropped]));
    }
  });
});

describe('over-long lines (DRK-LK-12)', () => {
  test.each([2048, 2049, 4096, 4097, 65_536])('a line of %i bytes is dropped up to its LF', (length) => {
    const line = join([0x16], filler(length - 2), [0x0a]);
    for (const step of [1, 64, 1000, 70_000]) {
      const decoder = new DurakDecoder();
      const bytes = join(line, HELLO);
      const events: FrameEvent<Packet>[] = [];
      let most = 0;
      for (let i = 0; i < bytes.length; i += step) {
        events.push(...decoder.push(bytes.subarray(i, i + step), AT));
        most = Math.max(most, decoder.pending);
      }
      expect(most).toBeLessThanOrEqual(2048);
      const rejects = outcome(events.slice(0, -1));
      expect(new Set(rejects)).toEqual(new Set([length > 2048 ? 'too-long' : 'type']));
      expect(rejects).toHaveLength(Math.ceil(length / 2048));
      expect(outcome(events.slice(-1))).toEqual(['hello']);
    }
  });

  test('an acknowledgement inside it does not count; one after its LF does', () => {
    const inside = join([0x16], filler(3000), ACK, ACK);
    expect(outcome(new DurakDecoder().push(inside, AT))).toEqual(['too-long', 'too-long', 'ack']);
  });

  test('one that does not end is over 3000 ms after its first byte', () => {
    const decoder = new DurakDecoder();
    decoder.push(join([0x16], filler(1500)), at(0));
    expect(outcome(decoder.push(filler(1500), at(2900)))).toEqual(['too-long']);
    expect(decoder.deadline()).toBe(at(3000));
    expect(outcome(decoder.tick(at(3000)))).toEqual(['too-long']);
    expect(outcome(decoder.push(ACK, at(3100)))).toEqual(['ack']);
  });
});

describe('lines that do not end (DRK-LK-11, DRK-LK-13)', () => {
  test.each([
    [2200, true, ['deck']],
    [2999, false, ['deck']],
    [3000, false, ['unfinished', 'garbage']],
    [3600, false, ['unfinished', 'garbage']],
    [3600, true, ['unfinished', 'garbage']],
  ])('two halves %i ms apart, with ticks between: %s', (gap, told, seen) => {
    for (const cut of [1, 2, 200, DECK.length - 1]) {
      const decoder = new DurakDecoder();
      const events = [...decoder.push(DECK.subarray(0, cut), at(100))];
      expect(decoder.deadline()).toBe(at(3100));
      if (told) events.push(...decoder.tick(at(Math.min(3100, 100 + gap))));
      events.push(...decoder.push(DECK.subarray(cut), at(100 + gap)), ...decoder.tick(at(20_000)));
      expect({ cut, seen: outcome(events) }).toEqual({ cut, seen });
      const [first] = events;
      expect([first?.first, first?.last]).toEqual([at(100), at(seen[0] === 'deck' ? 100 + gap : 100)]);
    }
  });

  test('the time runs from the first byte, not from the last', () => {
    const decoder = new DurakDecoder();
    for (let i = 0; i < 4; i++)
      expect(decoder.push(DECK.subarray(i * 40, i * 40 + 40), at(i * 900))).toEqual([]);
    expect(outcome(decoder.push(DECK.subarray(160), at(3600)))).toEqual(['unfinished']);
  });

  test('a packet one byte at a time within 2400 ms', () => {
    for (const packet of [DECK, HELLO, ACK]) {
      const decoder = new DurakDecoder();
      const step = 2400 / packet.length;
      const events: FrameEvent<Packet>[] = [];
      packet.forEach((byte, i) => events.push(...decoder.push(Uint8Array.of(byte), at(i * step))));
      expect(events.map((event) => event.kind)).toEqual(['frame']);
    }
  });

  test('a lone SYN or EOT delays no other line for longer', () => {
    for (const byte of [0x16, 0x04]) {
      const decoder = new DurakDecoder();
      decoder.push(Uint8Array.of(byte), at(0));
      expect(decoder.tick(at(2999))).toEqual([]);
      expect(outcome(decoder.tick(at(3000)))).toEqual(['unfinished']);
      expect(outcome(decoder.push(ACK, at(3000)))).toEqual(['ack']);
    }
  });

  test('the timeout is an option', () => {
    const decoder = new DurakDecoder(millis(50));
    decoder.push(Uint8Array.of(0x16), at(7));
    expect(decoder.deadline()).toBe(after(at(7), millis(50)));
  });
});

test('decks in play are read after any other line, whole or in parts', () => {
  fc.assert(
    fc.property(
      fc.array(deckInPlay(), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 600 }),
      (decks, step) => {
        const bytes = join(
          ...decks.flatMap((cards) => [encode({ type: 'deck', cards }), [0x16, 0x39, 0x0a], ACK]),
        );
        const decoder = new DurakDecoder();
        const events: FrameEvent<Packet>[] = [];
        for (let i = 0; i < bytes.length; i += step)
          events.push(...decoder.push(Buffer.from(bytes.subarray(i, i + step)), AT));
        const frames = events.flatMap((event) =>
          event.kind === 'frame' && event.value.type === 'deck' ? [event] : [],
        );
        expect(frames.map(({ value }) => value)).toEqual(decks.map((cards) => ({ type: 'deck', cards })));
        expect(frames.every(({ raw }) => !Buffer.isBuffer(raw))).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
});
