import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchers, open, type BoardMatchers } from 'wirejig/testing';
import { lamp } from '../lamp';

declare module 'vitest' {
  interface Matchers<T> extends BoardMatchers<T> {}
}
expect.extend(matchers);

let board: Awaited<ReturnType<typeof openLamp>>;
const openLamp = () => open('virtual', lamp, { out: 'wirejig-report/vitest' });
beforeAll(async () => {
  board = await openLamp();
});
afterAll(() => board.close());

test('the lamp takes a level', async () => {
  const exchange = await board.exchange({ type: 'set', level: 42 });
  expect(exchange.answer).toEqual({ type: 'level', level: 42 });
  expect(exchange).toAnswerWithin(60);
  expect(board).toPassClause('LP-LV-01');
});

test('a level that is too high is refused', async () => {
  const { answers } = await board.play({ type: 'set', level: 101 });
  expect(answers).toEqual([{ type: 'refused' }]);
});
