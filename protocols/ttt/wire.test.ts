import fc from 'fast-check';
import { EncodeError } from '../frame';
import { codecLaws } from '../testing/laws';
import { micros, millis } from '../time';
import { CELLS, invalidCharacters, playerMessages, serverMessages } from './wire';
import type { Binding, PlayerMessage, ServerMessage } from './wire';

const AT = micros(1000);

const MOVES = CELLS.map((cell) => ({ type: 'move' as const, cell }));
const OF_PLAYERS: Readonly<Record<'tcp' | 'serial', readonly PlayerMessage[]>> = {
  tcp: MOVES,
  serial: [...MOVES, { type: 'join' }, { type: 'leave' }],
};
const OF_SERVER: readonly ServerMessage[] = [
  ...MOVES,
  ...(['shutdown', 'full', 'play', 'wait'] as const).map((type) => ({ type })),
];

for (const binding of ['tcp', 'serial'] as const) {
  codecLaws(`TTT player messages on ${binding}`, {
    codec: () => playerMessages(binding),
    messages: fc.constantFrom(...OF_PLAYERS[binding]),
    longestFrame: 1,
    gap: millis(1),
  });
  codecLaws(`TTT server messages on ${binding}`, {
    codec: () => serverMessages(binding),
    messages: fc.constantFrom(...OF_SERVER),
    longestFrame: 1,
    gap: millis(1),
  });
}

describe('TTT bytes', () => {
  test('every byte from a player, on every binding', () => {
    for (const binding of ['tcp', 'serial', 'udp'] as const) {
      const taken = framesOf(binding, everyByte());
      const letters = binding === 'tcp' ? '' : 'JQ';
      expect(String.fromCharCode(...taken)).toBe(`012345678${letters}`);
      expect(invalidCharacters(binding)).toHaveLength(256 - taken.length);
      expect(invalidCharacters(binding).some((byte) => taken.includes(byte))).toBe(false);
    }
    expect(invalidCharacters('tcp')).toHaveLength(247);
    expect(invalidCharacters('udp')).toHaveLength(245);
  });

  test('every byte from the server', () => {
    const frames = everyByte().filter(
      (byte) => serverMessages('tcp').decoder().push(Uint8Array.of(byte), AT)[0]?.kind === 'frame',
    );
    expect(String.fromCharCode(...frames)).toBe('012345678FPSW');
  });

  test("an invalid cell is the caller's error", () => {
    for (const cell of [-1, 9, 0.5, NaN]) {
      const message = Object.assign<PlayerMessage, { cell: number }>({ type: 'move', cell: 0 }, { cell });
      expect(() => playerMessages('tcp').encode(message)).toThrow(EncodeError);
    }
  });
});

describe('TTT datagrams', () => {
  test('the first byte counts, the rest is ignored, also after an invalid one (TTT-02)', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        const [event, ...more] = playerMessages('udp').decoder().push(bytes, AT);
        expect(more).toEqual([]);
        expect(event?.raw).toEqual(bytes);
        const [alone] = playerMessages('udp').decoder().push(bytes.subarray(0, 1), AT);
        expect(event?.kind).toBe(alone?.kind);
        expect(event?.value).toEqual(alone?.value);
      }),
    );
  });

  test('an empty datagram is no message, and does not repeat an earlier one (TTT-03)', () => {
    const decoder = playerMessages('udp').decoder();
    expect(decoder.push(Uint8Array.of(0x34), AT)).toHaveLength(1);
    for (let i = 0; i < 50; i++) expect(decoder.push(new Uint8Array(0), AT)).toEqual([]);
  });

  test('a longer datagram from the server is a reject that still shows its message (TTT-01)', () => {
    const [event] = serverMessages('udp').decoder().push(Uint8Array.of(0x50, 0x0a), AT);
    expect(event).toMatchObject({
      kind: 'reject',
      error: { code: 'length', offset: 1 },
      value: { type: 'play' },
    });
  });

  test('the spans of any datagram cover it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), (bytes) => {
        for (const codec of [playerMessages('udp'), serverMessages('udp')]) {
          const spans = codec.fields(bytes);
          expect(spans.reduce((sum, { length }) => sum + length, 0)).toBe(bytes.length);
        }
      }),
    );
  });
});

function everyByte(): number[] {
  return Array.from({ length: 256 }, (_, byte) => byte);
}

function framesOf(binding: Binding, bytes: readonly number[]): number[] {
  return bytes.filter(
    (byte) => playerMessages(binding).decoder().push(Uint8Array.of(byte), AT)[0]?.kind === 'frame',
  );
}
