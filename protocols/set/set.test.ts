import fc from 'fast-check';
import { withoutEscapes } from '../terminal/console-line';
import { codecLaws } from '../testing/laws';
import { after, micros, millis } from '../time';
import { attributes, byteMeaning, cardByte, cardOf, CARDS, thirdCard, type CardEncoding } from './card';
import { scannerLink, consoleSide } from './wire';
import { readReport, reportText } from './reports';
import { isSet, triplesOfLast } from './board';
import { anyTable, noSetTable, table } from './set.arbitrary';
import { framed, FRAMINGS, report, scannerFrame, wrapping } from './testing/lines.arbitrary';
import { CARD_VECTORS, LINE_VECTORS, NO_CARDS } from './testing/set.vectors';
import { isSetOf, setsOnTable } from './testing/published-reports';

const ENCODINGS: readonly CardEncoding[] = ['1..3', '0..2'];
const AT = millis(5000);
const IDLE = millis(1000);

codecLaws('Set scanner link', {
  codec: () => scannerLink(),
  messages: scannerFrame(),
  longestFrame: 150,
  gap: IDLE,
});

codecLaws('Set scanner link with a small buffer', {
  codec: () => scannerLink({ longest: 4, idleReset: millis(40) }),
  messages: scannerFrame(4),
  longestFrame: 4,
  gap: millis(40),
});

describe('cards', () => {
  test.each(CARD_VECTORS)('$byte in $encoding', ({ encoding, byte, attributes: right }) => {
    const card = cardOf(byte, encoding);
    expect(card).toBeDefined();
    expect(attributes(card!)).toEqual(right);
    expect(cardByte(card!, encoding)).toBe(byte);
  });

  test.each(NO_CARDS)('$byte is no card in $encoding', ({ encoding, byte }) => {
    expect(cardOf(byte, encoding)).toBeUndefined();
    expect(byteMeaning(byte, encoding)).toContain('fourth value');
  });

  test.each(ENCODINGS)('81 of the 256 bytes are cards in %s, each a different one', (encoding) => {
    const bytes = Array.from({ length: 256 }, (_, byte) => byte).filter(
      (byte) => cardOf(byte, encoding) !== undefined,
    );
    expect(bytes.length).toBe(CARDS);
    expect(new Set(bytes.map((byte) => cardOf(byte, encoding))).size).toBe(CARDS);
    for (const byte of bytes) expect(cardByte(cardOf(byte, encoding)!, encoding)).toBe(byte);
  });
});

describe('the solver', () => {
  test('the third card of every two is the one that makes a set', () => {
    for (let a = 0; a < CARDS; a++)
      for (let b = 0; b < CARDS; b++) {
        const third = thirdCard(a, b);
        if (!isSetOf(a, b, third) || (a === b) !== (third === a)) throw new Error(`${a}, ${b}: ${third}`);
      }
  });

  test('bytes make a set as their cards do', () => {
    fc.assert(
      fc.property(table(3, 3), fc.constantFrom(...ENCODINGS), ([a = 0, b = 0, c = 0], encoding) => {
        const [x = 0, y = 0, z = 0] = [a, b, c].map((card) => cardByte(card, encoding));
        expect(isSet(x, y, z)).toBe(isSetOf(a, b, c));
      }),
    );
  });

  test('a table without a set has none', () => {
    fc.assert(fc.property(noSetTable(), (cards) => expect(setsOnTable(cards)).toEqual([])));
  });

  test('the sets that the cards complete one by one are all sets', () => {
    fc.assert(
      fc.property(anyTable(), (cards) => {
        const bytes = cards.map((card) => cardByte(card, '1..3'));
        const one = bytes.flatMap((_, k) => triplesOfLast(bytes.slice(0, k + 1)));
        expect(one).toEqual(setsOnTable(cards));
      }),
    );
  });
});

test.each<[string, string | undefined]>([
  ['Set\r\n', undefined],
  ['Set\r\r\n', undefined],
  ['Set\n', 'should be CR LF'],
  ['Set\r', 'should be CR LF'],
])('the end of the line %j: %s', (line, meaning) => {
  const [, end] = consoleSide.codec.fields(Buffer.from(line));
  expect(end?.meaning).toBe(meaning);
});

describe('the scanner link', () => {
  function outcome(bytes: readonly number[], longest = 150): unknown[] {
    const decoder = scannerLink({ longest }).decoder();
    const events = [...decoder.push(Uint8Array.from(bytes), AT), ...decoder.tick(after(AT, IDLE))];
    return events.map((event) => {
      if (event.kind === 'reject') return event.error.code;
      const { value } = event;
      return value.type === 'byte' ? value.byte : value.type === 'bytes' ? [...value.payload] : value.type;
    });
  }

  test.each<[string, number[], unknown[]]>([
    ['a card', [0x55, 13], [0x55]],
    ['two back to back', [0x55, 13, 0x56, 13], [0x55, 0x56]],
    ['a lone CR', [13], ['empty']],
    ['CR CR', [0x55, 13, 13, 0x56, 13, 13], [0x55, 'empty', 0x56, 'empty']],
    ['CR LF', [0x55, 13, 10, 0x56, 13, 10], [0x55, 'line-feed', 0x56, 'line-feed']],
    ['LF as a card behind a CR', [0x55, 13, 10, 13], [0x55, 10]],
    ['LF as a card, then CR LF', [13, 10, 13, 10, 0x55, 13], ['empty', 10, 'line-feed', 0x55]],
    ['LF at the start', [10, 0x55, 13], [[10, 0x55]]],
    ['two LFs behind a CR', [13, 10, 10, 13], ['empty', 'line-feed', 10]],
    ['more than one byte', [0x55, 0x56, 13], [[0x55, 0x56]]],
    ['no CR', [0x55], ['idle']],
  ])('%s', (_, bytes, right) => {
    expect(outcome(bytes)).toEqual(right);
  });

  test.each([151, 154, 306, 1024, 65_536])(
    'a frame of %i bytes is dropped as a whole, and the next card counts',
    (size) => {
      const seen = outcome([...new Uint8Array(size - 1).fill(0x55), 13, 0x56, 13]);
      expect(seen[0]).toBe('overlong');
      expect(seen.at(-1)).toBe(0x56);
      expect(new Set(seen.slice(1, -1))).toEqual(new Set(['discarded']));
    },
  );

  test('an LF in an over-long frame is no line feed', () => {
    expect(outcome([13, 0x55, 0x55, 0x55, 0x55, 10, 0x56, 13, 0x57, 13], 4)).toEqual([
      'empty',
      'overlong',
      'discarded',
      0x57,
    ]);
  });

  test('a frame of 150 bytes fits', () => {
    expect(outcome([...new Uint8Array(149).fill(0x55), 13])).toEqual([Array(149).fill(0x55)]);
  });

  test('silence drops an unfinished frame, and a CR after it is a lone CR', () => {
    const decoder = scannerLink().decoder();
    decoder.push(Uint8Array.of(0x55), AT);
    expect(decoder.tick(micros(AT + IDLE - 1))).toEqual([]);
    expect(decoder.push(Uint8Array.of(13), after(AT, IDLE))).toMatchObject([
      { kind: 'reject', error: { code: 'idle' } },
      { kind: 'frame', value: { type: 'empty' } },
    ]);
  });

  test('after silence within an over-long frame, the next frame is read', () => {
    const decoder = scannerLink({ longest: 4 }).decoder();
    decoder.push(new Uint8Array(4).fill(0x55), AT);
    decoder.push(Uint8Array.of(0x55), AT);
    const events = decoder.push(Uint8Array.of(0x56, 13), after(AT, IDLE));
    expect(events.at(-1)).toMatchObject({ kind: 'frame', value: { type: 'byte', byte: 0x56 } });
  });

  test('every framing carries every card, and no other', () => {
    fc.assert(
      fc.property(
        table(),
        fc.constantFrom(...FRAMINGS),
        fc.constantFrom(...ENCODINGS),
        (cards, framing, encoding) => {
          const seen = outcome([...framed(cards, framing, encoding)]).filter(
            (one) => typeof one === 'number',
          );
          expect(seen).toEqual(cards.map((card) => cardByte(card, encoding)));
        },
      ),
    );
  });

  test('fields name the card', () => {
    expect(scannerLink({ encoding: '0..2' }).fields(Uint8Array.of(0x61, 13, 1, 2, 13))).toEqual([
      { name: 'card', offset: 0, length: 1, value: 0x61, meaning: '2 open green diamonds' },
      { name: 'CR', offset: 1, length: 1, value: 13 },
      { name: 'payload', offset: 2, length: 2, value: '01 02', meaning: 'more than one byte' },
      { name: 'CR', offset: 4, length: 1, value: 13 },
    ]);
  });
});

describe('console lines', () => {
  test.each(LINE_VECTORS)('$text', ({ text, report: right }) => {
    expect(readReport(text)).toEqual(right);
  });

  test('the meaning of a line does not depend on its prefix and colour', () => {
    fc.assert(
      fc.property(report(), wrapping(), (one, wrap) => {
        const seen = readReport(withoutEscapes(wrap(reportText(one))));
        expect(seen?.type).toBe(one.type);
        // Free text and prefix may have the same characters. The text is not judged.
        if (!('card' in one)) expect(seen).toEqual(one);
      }),
    );
  });
});
