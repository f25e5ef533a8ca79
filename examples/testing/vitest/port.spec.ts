import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matchers, open } from 'wirejig/testing';
import { lamp } from '../lamp';
import { missing, simulateLamp, untilJudged } from '../simulated-lamp';

expect.extend(matchers);

describe.skipIf(missing())('a lamp on a serial port', () => {
  let simulated: Awaited<ReturnType<typeof simulateLamp>>;
  beforeAll(async () => {
    simulated = await simulateLamp();
  }, 30_000);
  afterAll(() => simulated.end());

  test(
    'takes a level, and says it',
    untilJudged(async () => {
      const board = await open(`serial:${simulated.port}`, lamp, { out: 'wirejig-report/vitest-pty' });
      await board.begin();
      const exchange = await board.exchange({ type: 'set', level: 42 });
      expect(exchange.answer).toEqual({ type: 'level', level: 42 });
      await board.play({ type: 'get' });
      expect(board).toPassClause('LP-FR-01');
      await board.close();
    }),
    30_000,
  );
});
