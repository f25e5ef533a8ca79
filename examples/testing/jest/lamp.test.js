const { matchers, open } = require('wirejig/testing');
const { lamp, requests } = require('../lamp');

expect.extend(matchers);

let board;
beforeAll(async () => {
  board = await open('virtual', lamp, { out: 'wirejig-report/jest' });
});
beforeEach(() => board.begin());
afterAll(() => board.close());

test('the lamp takes a level', async () => {
  const exchange = await board.exchange({ type: 'set', level: 42 });
  expect(exchange.answer).toEqual({ type: 'level', level: 42 });
  expect(exchange).toAnswerWithin(60);
  expect(exchange.ms.low).toBeLessThanOrEqual(exchange.ms.high);
  expect(board).toPassClause('LP-LV-01');
});

test('the rules judge what is played', async () => {
  await board.play({ type: 'set', level: 101 });
  await board.play({ type: 'get' });
  await board.send(requests.spoil(requests.encode({ type: 'get' })));
  await board.quiet(200);
  expect(board).toPassClause('LP-FR-02');
});

test('a board with a bug fails, with the clause and the bytes', async () => {
  const late = await open('virtual:lamp+late', lamp);
  await expect(late.play({ type: 'get' })).rejects.toThrow(
    /^LP-TM-01: an answer begins within 50 ms[^]*\n {2}tx .* 02 02/,
  );
  await late.close();
});
