import type { FrameEvent } from '../../frame';
import { micros, millis, type Micros } from '../../time';
import { DurakDecoder, encode } from './wire';
import type { Packet } from './packet';
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
});

describe('a SYN inside a line (DRK-LK-10)', () => {
  test('starts a new packet, wherever the line is cut', () => {
    for (let cut = 1; cut < DECK.length; cut++) {
      const whole = new DurakDecoder().push(join(DECK.subarray(0, cut), DECK), AT);
      expect({ cut, seen: outcome(whole) }).toEqual({ cut, seen: ['interrupted', 'deck'] });
      expect(whole[0]).toMatchObject({ raw: DECK.slice(0, cut), error: { offset: cut, seen: 'SYN' } });
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
});
