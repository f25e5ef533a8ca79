const { matchers, open } = require('wirejig/testing');
const { lamp } = require('../lamp');
const { missing, simulateLamp, untilJudged } = require('../simulated-lamp');

expect.extend(matchers);

const reason = missing();
// Never silently: its title says why.
const where = reason ? `a lamp on a serial port: not tried, as ${reason}` : 'a lamp on a serial port';
(reason ? describe.skip : describe)(where, () => {
  let simulated;
  beforeAll(async () => {
    simulated = await simulateLamp();
  }, 30_000);
  afterAll(() => simulated.end());

  test(
    'takes a level, and says it',
    untilJudged(async () => {
      const board = await open(`serial:${simulated.port}`, lamp, { out: 'wirejig-report/jest-pty' });
      await board.begin();
      const exchange = await board.exchange({ type: 'set', level: 42 });
      expect(exchange.answer).toEqual({ type: 'level', level: 42 });
      expect(exchange.ms.low).toBeLessThanOrEqual(exchange.ms.high);
      await board.play({ type: 'get' });
      expect(board).toPassClause('LP-FR-01');
      await board.close();
    }),
    30_000,
  );
});
