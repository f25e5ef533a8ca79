import { readFileSync } from 'node:fs';
import { EncodeError } from '../frame';
import { codecLaws } from '../testing/laws';
import { pageLaws } from '../testing/page-laws';
import { micros, millis } from '../time';
import { answers, decodeAnswer, decodeRequest, requests } from './testing/codecs';
import { stm } from './stm';

const { parameters, requirements } = stm.suite;
const LONGEST = 580;
import { type Request } from './message';
import { request } from './testing/stm.arbitrary';
import { answer } from './testing/answers.arbitrary';

codecLaws('STM requests', {
  codec: () => requests(),
  decodeOnce: decodeRequest,
  messages: request(),
  longestFrame: LONGEST,
  gap: millis(50),
  checksum: { singleBit: true },
});

codecLaws('STM answers', {
  codec: () => answers(),
  decodeOnce: (raw) => decodeAnswer(raw),
  messages: answer(),
  longestFrame: LONGEST,
  gap: millis(50),
  checksum: { singleBit: true },
});

codecLaws('STM answers under another Error command and idle gap', {
  codec: () => answers({ errorCmd: 0x07, idleGap: millis(400) }),
  messages: answer(),
  longestFrame: LONGEST,
  gap: millis(400),
  checksum: { singleBit: true },
});

describe('a message that the protocol cannot carry', () => {
  const at = { x: 0, y: 0, z: 0, kind: 0 };
  const wrongTiles = [
    { ...at, x: 64 },
    { ...at, y: 32 },
    { ...at, z: 8 },
    { ...at, kind: 42 },
    { ...at, x: -1 },
    { ...at, y: 0.5 },
    { ...at, kind: Number.NaN },
    { ...at, kind: 256 },
  ];
  const wrong: Request[] = [
    { type: 'shuffle', tiles: [] },
    { type: 'shuffle', tiles: Array.from({ length: 145 }, (_, i) => ({ ...at, x: i % 64, y: i >> 6 })) },
    { type: 'shuffle', tiles: [at, { ...at, kind: 4 }] },
    ...wrongTiles.map((tile): Request => ({ type: 'select', tile, open: true })),
    ...wrongTiles.map((tile): Request => ({ type: 'shuffle', tiles: [at, tile] })),
  ];

  test.each(wrong)('no frame is made of %j', (one) => {
    expect(() => requests().encode(one)).toThrow(EncodeError);
  });

  test.each([1, 6, -1, 256, 1.5])('an errorCmd of %d is refused', (errorCmd) => {
    expect(() => answers({ errorCmd })).toThrow();
  });
});

pageLaws(readFileSync(`${__dirname}/README.md`, 'utf8'), requirements, parameters);

test('every parameter defaults to a value within its bounds, and the codec takes the bounds', () => {
  for (const { default: value, min = Infinity, max = -Infinity } of parameters) {
    expect(Number(value)).toBeGreaterThanOrEqual(min);
    expect(Number(value)).toBeLessThanOrEqual(max);
  }
  const bounds = parameters.find(({ name }) => name === 'errorCmd');
  for (const errorCmd of [bounds?.min, bounds?.max]) {
    if (errorCmd === undefined) throw new Error('errorCmd has no bounds');
    const raw = answers({ errorCmd }).encode({ type: 'error', code: 1 });
    expect(answers({ errorCmd }).decoder().push(raw, micros(0))).toMatchObject([{ kind: 'frame' }]);
  }
});
