import fc from 'fast-check';
import type { FieldSpan } from '../frame';
import { crc, answers, requests, encodeRequest } from './testing/codecs';
import { request } from './testing/stm.arbitrary';
import { nearMiss } from './testing/near-misses.arbitrary';
import { answer } from './testing/answers.arbitrary';

function lines(spans: readonly FieldSpan[]): string[] {
  return spans.map(({ name, value, meaning }) =>
    [name, value, meaning].filter((part) => part !== undefined).join(' | '),
  );
}

function ofRequest(hex: string): string[] {
  return lines(requests().fields(Buffer.from(hex.replaceAll(' ', ''), 'hex')));
}

function ofAnswer(hex: string): string[] {
  return lines(answers().fields(Buffer.from(hex.replaceAll(' ', ''), 'hex')));
}

describe('fields', () => {
  test('of a whole request', () => {
    expect(ofRequest('04 0A 04 02 00 1B 01 12')).toEqual([
      'CMD | 4 | Select',
      'descriptor | 0A | payload',
      'tile.x | 4',
      'tile.y | 2',
      'tile.z | 0',
      'tile.kind | 27 | East wind',
      'open | 1 | open',
      'checksum | 12 | right',
    ]);
  });

  test('of answers', () => {
    expect(ofAnswer('06 0A 02 0F')).toEqual([
      'CMD | 6 | Set State',
      'descriptor | 0A | payload',
      'state | 2 | game over',
      'checksum | 0F | wrong, should be 0E',
    ]);
    expect(ofAnswer('EE 06 E8')).toEqual([
      'CMD | 238 | Error',
      'code | 6 | no game',
      'checksum | E8 | right',
    ]);
    expect(ofAnswer('04 01')).toEqual(['CMD | 4 | Select', 'result | 1 | TRUE']);
  });

  test('of a shuffle cut short', () => {
    expect(ofRequest('03 0A 02 04 02 00 1B 06 02')).toEqual([
      'CMD | 3 | Shuffle',
      'descriptor | 0A | payload',
      'tiles count | 2',
      'tiles[0].x | 4',
      'tiles[0].y | 2',
      'tiles[0].z | 0',
      'tiles[0].kind | 27 | East wind',
      'tiles[1].x | 6',
      'tiles[1].y | 2',
    ]);
  });

  test('of what begins no frame', () => {
    expect(ofRequest('EE 01 EF')).toEqual([
      'CMD | 238 | should be 0x1, 0x2, 0x3, 0x4, 0x5, 0x6',
      'unknown | 01',
      'checksum | EF | right',
    ]);
    expect(ofRequest('01 0A 55')[1]).toBe('descriptor | 0A | should be FF');
    expect(ofRequest('03 0A 91')[2]).toBe('tiles count | 145 | should be 1..144');
  });

  test('of two frames, one after the other', () => {
    expect(ofRequest('01 FF FE 06 FF F9').map((line) => line.split(' | ')[2])).toEqual([
      'Start',
      'command only',
      'right',
      'Set State',
      'command only',
      'right',
    ]);
  });

  test('cover every byte', () => {
    const bytes = fc.oneof(
      request().map((one) => requests().encode(one)),
      answer().map((one) => answers().encode(one)),
      nearMiss().map((miss) => miss.bytes),
      fc.uint8Array({ maxLength: 40, size: 'max' }),
    );
    fc.assert(
      fc.property(bytes, (raw) => {
        for (const spans of [requests().fields(raw), answers().fields(raw)]) {
          let end = 0;
          for (const { offset, length } of spans) {
            expect(offset).toBe(end);
            end += length;
          }
          expect(end).toBe(raw.length);
        }
      }),
    );
  });

  test('call a CRC right exactly where it is right', () => {
    fc.assert(
      fc.property(request(), fc.integer({ min: 0, max: 255 }), (one, flip) => {
        const raw = requests().encode(one);
        const right = raw[raw.length - 1]!;
        raw[raw.length - 1] = right ^ flip;
        const hex = right.toString(16).toUpperCase().padStart(2, '0');
        const meaning = flip === 0 ? 'right' : `wrong, should be ${hex}`;
        expect(requests().fields(raw).at(-1)).toMatchObject({ name: 'checksum', meaning });
      }),
    );
  });
});

/** The name that a dissection gives to a kind. */
function kindName(kind: number): string | undefined {
  const select = encodeRequest({ type: 'select', tile: { x: 0, y: 0, z: 0, kind }, open: true });
  return requests()
    .fields(select)
    .find(({ name }) => name === 'tile.kind')?.meaning;
}

describe('words', () => {
  test('every kind has a name of its own', () => {
    const names = Array.from({ length: 42 }, (_, kind) => kindName(kind));
    expect(new Set(names).size).toBe(42);
    expect([0, 8, 9, 13, 17, 18, 26, 27, 28, 29, 30].map((kind) => names[kind])).toEqual([
      '1 of characters',
      '9 of characters',
      '1 of bamboos',
      '5 of bamboos',
      '9 of bamboos',
      '1 of circles',
      '9 of circles',
      'East wind',
      'South wind',
      'West wind',
      'North wind',
    ]);
    expect(names.slice(31)).toEqual([
      'Red dragon',
      'Green dragon',
      'White dragon',
      'flower 1',
      'flower 2',
      'flower 3',
      'flower 4',
      'season 1',
      'season 2',
      'season 3',
      'season 4',
    ]);
  });

  test('the CRC is the XOR of the bytes, of as many as asked', () => {
    expect(crc(Uint8Array.of(1, 0xff))).toBe(0xfe);
    expect(crc(Uint8Array.of(1, 0xff, 0x77), 2)).toBe(0xfe);
    expect(crc(new Uint8Array())).toBe(0);
  });
});
