import fc from 'fast-check';
import { EncodeError } from '../../frame';
import { codecLaws } from '../../testing/laws';
import { micros, millis } from '../../time';
import { DecodeError } from '../../decode-error';
import { type Packet, encodeTexts } from './packet';
import { decode } from '../testing/decode';
import { codec, encode, packets } from './wire';
import { anyDeck, nearMiss, packet } from '../testing/durak.arbitrary';
import { badVectors, vectors } from '../testing/durak.vectors';
import { MALFORMATIONS } from './malformations';
import { MALFORMED_CODES } from './line';

codecLaws('Durak', {
  codec: () => codec,
  decodeOnce: decode,
  messages: packet(),
  longestFrame: 2048,
  gap: millis(3000),
});

codecLaws('Durak under another line timeout', {
  codec: () => packets(millis(700)),
  messages: fc.constantFrom<Packet>({ type: 'hello' }, { type: 'ack' }),
  longestFrame: 2048,
  gap: millis(700),
});

const AT = micros(0);

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

describe('golden bytes', () => {
  test.each(vectors)('$name', ({ hex, packet: value }) => {
    const bytes = bytesOf(hex);
    expect(encode(value)).toEqual(bytes);
    expect(decode(bytes)).toEqual(value);
  });

  test.each(badVectors)('no packet: $name', ({ hex, code, offset }) => {
    const decoder = codec.decoder();
    const raw = bytesOf(hex);
    const events = [...decoder.push(raw, AT), ...decoder.tick(millis(3000))];
    expect(events).toMatchObject([{ kind: 'reject', error: { code, offset } }]);
    expect(() => decode(raw)).toThrow(DecodeError);
  });
});

describe('malformed packets (DRK-LK-06)', () => {
  test('every case has a malformation, and every malformation its code', () => {
    expect(new Set(MALFORMATIONS.map(({ code }) => code))).toEqual(new Set(MALFORMED_CODES));
    for (const { make, code, label } of MALFORMATIONS) {
      fc.assert(
        fc.property(anyDeck(), fc.infiniteStream(fc.nat()), (cards, numbers) => {
          const bytes = make(cards, (below) => numbers.next().value % below);
          expect({ label, events: codec.decoder().push(bytes, AT) }).toMatchObject({
            label,
            events: [{ kind: 'reject', error: { code } }],
          });
        }),
        { numRuns: 20 },
      );
    }
  });

  test('a field that is no integer is the only error, also to a board that reads it leniently', () => {
    const lenient = (bytes: Uint8Array): readonly number[][] =>
      Buffer.from(bytes.subarray(4, -2))
        .toString('latin1')
        .split('\x1E')
        .map((record) => record.split('\x1F').map((text) => Number.parseInt(text, 10) || 0));
    const misspelt = MALFORMATIONS.filter(({ code }) => code === 'integer');
    fc.assert(
      fc.property(anyDeck(), fc.constantFrom(...misspelt), fc.nat(), (cards, { make }, n) => {
        const good = encode({ type: 'deck', cards });
        expect(lenient(make(cards, (below) => n % below))).toEqual(lenient(good));
      }),
    );
  });

  test('the offset of the error is the first byte that no good packet can have there', () => {
    fc.assert(
      fc.property(nearMiss(), ({ bytes, cards, malformation }) => {
        const [event] = codec.decoder().push(bytes, AT);
        const good = encode({ type: 'deck', cards });
        const same = good.findIndex((byte, i) => byte !== bytes[i]);
        const offset = event?.kind === 'reject' ? event.error.offset : -1;
        expect({ malformation, late: offset >= same }).toEqual({ malformation, late: true });
        // The error is near the byte: never beyond its record.
        if (malformation.code !== 'twice' && malformation.code !== 'trumps')
          expect({ malformation, near: offset - same <= 13 }).toEqual({ malformation, near: true });
      }),
      { numRuns: 300 },
    );
  });

  test('a changed byte is refused, or makes another packet of exactly these bytes', () => {
    const good = encode(vectors[2]!.packet);
    const decoder = codec.decoder();
    let accepted = 0;
    for (let at = 1; at < good.length - 1; at++) {
      for (let byte = 0x17; byte < 0x40; byte++) {
        const bytes = good.with(at, byte);
        const events = decoder.push(bytes, AT);
        const frame = events.find((event) => event.kind === 'frame');
        if (frame === undefined) continue;
        accepted++;
        expect({ at, byte, same: encode(frame.value) }).toEqual({ at, byte, same: bytes });
      }
    }
    expect(accepted).toBeGreaterThan(good.length);
  });

  test('error messages name the record, the field and the value', () => {
    const message = (texts: string[]) => {
      try {
        decode(encodeTexts([texts]));
      } catch (error) {
        return error instanceof DecodeError ? error.error : undefined;
      }
      return undefined;
    };
    expect(message(['0', '4', '0', '0', '0'])).toEqual({
      code: 'range',
      offset: 6,
      expected: '0..3',
      seen: '4',
      message: 'suit of record 0 is 4',
    });
    expect(message(['0', '2', '0', '0', '0'])?.message).toBe('color of record 0 is 0, but clubs have 1');
    expect(message(['0', '2', '1', '0', '0', '0'])?.message).toBe('record 0 has 6 fields, not 5');
    expect(message(['0', '2', '1', '-1', '0'])?.message).toBe('the deck has 1 records, not 36');
  });

  test('a deck that is not well-formed cannot be encoded', () => {
    fc.assert(
      fc.property(anyDeck(), fc.nat({ max: 35 }), fc.nat({ max: 34 }), (cards, at, step) => {
        const other = cards[(at + 1 + step) % 36]!;
        const changed = (change: object): Packet => ({
          type: 'deck',
          cards: cards.map((c, i) => (i === at ? { ...c, ...change } : c)),
        });
        const { card, suit, color } = other;
        for (const wrong of [
          { card, suit, color },
          { card: 9 },
          { suit: -1 },
          { color: 1 - cards[at]!.color },
          { field: 11 },
          { field: 0.5 },
          { property: NaN },
        ])
          expect(() => encode(changed(wrong))).toThrow(EncodeError);
        expect(() => encode({ type: 'deck', cards: cards.slice(1) })).toThrow(EncodeError);
        const trumps = cards.map((c, i) => (i < 2 ? { ...c, property: 0 } : c));
        expect(() => encode({ type: 'deck', cards: trumps })).toThrow(EncodeError);
      }),
      { numRuns: 30 },
    );
  });
});

describe('fields', () => {
  test('a deck is explained card by card', () => {
    const spans = codec.fields(encode(vectors[2]!.packet));
    expect(spans).toHaveLength(3 + 36 * 6 + 2);
    const named = (name: string) => spans.find((span) => span.name === name);
    expect(named('type')).toEqual({ name: 'type', offset: 1, length: 1, value: '1', meaning: 'deck' });
    expect(named('record 35')).toMatchObject({ meaning: 'A of spades' });
    expect(named('field[10]')).toMatchObject({ value: -6, length: 2, meaning: 'table place 6' });
    expect(named('property[11]')).toMatchObject({ value: 0, meaning: 'trump card' });
  });

  test('unreadable bytes are named too', () => {
    const spans = codec.fields(bytesOf('16 31 1d 1e 2b 31 1f 39 1f 30 1f 30 1f 30 1f 30 03 20 0a'));
    expect(spans.map(({ name, meaning }) => [name, meaning])).toEqual([
      ['SYN', 'starts a packet'],
      ['type', 'deck'],
      ['GS', 'ends the type'],
      ['record 0', 'no card'],
      ['card[0]', 'no integer'],
      ['suit[0]', 'out of range'],
      ['color[0]', 'red'],
      ['property[0]', 'trump card'],
      ['field[0]', 'neither hand nor table'],
      ['surplus 5[0]', 'one field too many'],
      ['ETX', 'ends the data'],
      ['rest', 'not understood'],
      ['LF', 'ends the line'],
    ]);
    expect(codec.fields(bytesOf('31 0a')).map(({ name }) => name)).toEqual(['rest', 'LF']);
  });

  test('a number of any length has a value that JSON can hold', () => {
    const spans = codec.fields(bytesOf(`16 31 1d 1e ${'31 '.repeat(400)}1f 30 03 0a`));
    const card = spans.find(({ name }) => name === 'card[0]');
    expect(card).toMatchObject({ length: 400, value: '1'.repeat(400), meaning: 'out of range' });
  });
});
