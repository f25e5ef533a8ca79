import type { FieldSpan } from '../frame';
import { answers, requests, encodeRequest } from './testing/codecs';

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

  test('of what begins no frame', () => {
    expect(ofRequest('EE 01 EF')).toEqual([
      'CMD | 238 | should be 0x1, 0x2, 0x3, 0x4, 0x5, 0x6',
      'unknown | 01',
      'checksum | EF | right',
    ]);
    expect(ofRequest('01 0A 55')[1]).toBe('descriptor | 0A | should be FF');
    expect(ofRequest('03 0A 91')[2]).toBe('tiles count | 145 | should be 1..144');
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
});
