import fc from 'fast-check';
import type { FieldSpan } from '../frame';
import { crc, describeAnswer, describeRequest, kindName } from './message';
import { answers, requests } from './stm';
import { request } from './stm.arbitrary';
import { nearMiss } from './testing/near-misses.arbitrary';
import { answer } from './testing/answers.arbitrary';
import { ANSWER_VECTORS, REQUEST_VECTORS } from './testing/stm.vectors';

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
    expect([42, 255, -1, 0.5].map(kindName)).toEqual(Array(4).fill('no kind'));
  });

  test('messages as people read them', () => {
    expect(REQUEST_VECTORS.map(({ message }) => describeRequest(message))).toEqual([
      'Start',
      'Reset',
      'Shuffle 1 tile',
      'Shuffle 2 tiles',
      'Shuffle 144 tiles',
      'Select open East wind at 4,2,0',
      'Match closed season 4 at 63,31,7',
      'Set State',
    ]);
    expect(ANSWER_VECTORS.slice(2).map(({ message }) => describeAnswer(message))).toEqual([
      'Shuffle 2 tiles',
      'Shuffle 144 tiles',
      'Select TRUE',
      'Select FALSE',
      'Match TRUE',
      'Match FALSE',
      'State playing',
      'State won',
      'State game over',
      'Error 01 bad CRC',
      'Error 02 unknown command',
      'Error 03 bad data',
      'Error 04 truncated frame',
      'Error 05 shuffle blocked',
      'Error 06 no game',
    ]);
  });

  test('the CRC is the XOR of the bytes, of as many as asked', () => {
    expect(crc(Uint8Array.of(1, 0xff))).toBe(0xfe);
    expect(crc(Uint8Array.of(1, 0xff, 0x77), 2)).toBe(0xfe);
    expect(crc(new Uint8Array())).toBe(0);
  });
});
