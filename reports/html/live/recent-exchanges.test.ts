import type { ChunkRecord } from '../../../scenarios/record';
import { RecentExchanges } from './recent-exchanges';

test('of a long run few exchanges and answers are kept, the answers of its beginning as those of its end', () => {
  const recent = new RecentExchanges(() => undefined);
  const chunk = (direction: 'tx' | 'rx', at: number): ChunkRecord => ({
    type: 'chunk',
    link: 'main',
    direction,
    notBefore: at,
    notAfter: at,
    hex: '00'.repeat(5000),
  });
  const count = 60_000;
  for (let index = 0; index < count; index++) {
    recent.add(chunk('tx', 1000 * index), 'stm');
    recent.add(chunk('rx', 1000 * index + 300), 'stm');
  }
  expect(recent.records).toHaveLength(8);
  expect(recent.records.every(({ hex }) => hex.length <= 256)).toBe(true);
  const { answers } = recent;
  expect(answers.length).toBeLessThanOrEqual(2000);
  const early = answers.filter(({ at }) => at < 500 * count).length;
  expect(early / answers.length).toBeCloseTo(0.5, 1);
  expect(answers.every(({ span }) => span === 300)).toBe(true);
});

test('bytes that are no whole frame yet are shown, in their place', () => {
  const waiting = { push: () => [], deadline: () => undefined, tick: () => [] };
  const recent = new RecentExchanges((_suite, _link, direction) =>
    direction === 'tx' ? { decoder: () => waiting, fields: () => [] } : undefined,
  );
  const add = (direction: 'tx' | 'rx', at: number, hex: string): void =>
    recent.add({ type: 'chunk', link: 'main', direction, notBefore: at, notAfter: at, hex }, 'stm');
  add('tx', 1, '0102');
  add('rx', 2, 'ee');
  add('tx', 3, '03');
  expect(recent.records.map(({ hex, elided = 0, notBefore }) => [hex, elided, notBefore])).toEqual([
    ['010203', 0, 1],
    ['ee', 0, 2],
  ]);
});
