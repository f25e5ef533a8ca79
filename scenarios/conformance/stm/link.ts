/** STM: what holds for every exchange: silence, one answer, its form, its time, and requests back to back. */
import { concat } from '../../../protocols/bytes';
import { millis } from '../../../protocols/time';
import { describeRequest, type Request } from '../../../protocols/stm/stm';
import type { Bench } from '../../bench/bench';
import type { Scenario } from '../../suite';
import { StmHost } from './host';
import { match, RESET, row, select, SET_STATE, shuffle, START, tile, wrongCrc } from './requests';
import { encodeRequest } from '../../../protocols/stm/stm';
import { stmScenario } from './scenario';

const SILENCE = millis(2000);

async function checkSilence(host: StmHost, when: string): Promise<void> {
  await host.quiet(SILENCE, `the line ${when}`);
}

async function pairs(host: StmHost, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await host.ask(select(tile(i % 34, 0)));
    await host.ask(match(tile(i % 34, 1)));
  }
}

const watchSilence: Scenario = {
  id: 'stm/silence',
  title: 'the board sends nothing unasked',
  covers: ['STM-TM-03'],
  async run(bench: Bench): Promise<void> {
    const host = new StmHost(bench);
    await host.awaitQuiet();
    await checkSilence(host, 'after it was opened and flushed');
    if (await bench.reset()) await checkSilence(host, 'after a reset');
    await host.begin();
    await host.ask(START);
    await checkSilence(host, 'after Start was answered');
    await host.ask(shuffle(row(20)));
    await host.ask(select(tile(3)));
    await checkSilence(host, 'with a tile selected');
    await host.refuse(wrongCrc(SET_STATE, 1), 'a wrong CRC');
    await checkSilence(host, 'after an Error');
    await host.ask(START);
    await pairs(host, 72);
    await checkSilence(host, 'after the 72nd pair');
    await host.ask(SET_STATE);
    await checkSilence(host, 'after the game was won');
    await host.ask(START);
    for (let i = 0; i < 5; i++) await host.ask(shuffle(row(8)));
    await checkSilence(host, 'after the fifth shuffle left no move');
    await host.ask(SET_STATE);
    await checkSilence(host, 'after the game was over');
  },
};

/** One of each kind of exchange, in an order in which each gets its own kind of answer. */
const EXCHANGES: readonly Request[] = [
  SET_STATE,
  select(tile(27), false),
  select(tile(27)),
  select(tile(28)),
  match(tile(27, 5)),
  match(tile(27, 5)),
  select(tile(34)),
  match(tile(35, 4), false),
  shuffle(row(1)),
  shuffle(row(20)),
  shuffle(row(144)),
  shuffle(row(36)),
  shuffle(row(8)),
  shuffle(row(2)),
  SET_STATE,
  select(tile(1)),
  RESET,
  ...Array.from({ length: 5 }, () => shuffle(row(144))),
  SET_STATE,
  shuffle(row(144)),
  RESET,
  SET_STATE,
  START,
];

const oneAnswer = stmScenario(
  {
    id: 'stm/one-answer',
    title: 'each request gets exactly one frame of its form, in time',
    covers: ['STM-FR-01', 'STM-FR-11', 'STM-TM-01', 'STM-TM-04'],
  },
  async (host) => {
    for (const request of EXCHANGES) {
      await host.ask(request);
      await host.quiet(host.response, describeRequest(request));
    }
  },
);

const PAIRS: readonly (readonly [Request, Request])[] = [
  [SET_STATE, SET_STATE],
  [select(tile(5)), match(tile(5, 3))],
  [select(tile(5)), select(tile(5, 3))],
  [START, SET_STATE],
  [RESET, select(tile(9))],
  [shuffle(row(20)), SET_STATE],
  [SET_STATE, shuffle(row(30))],
  [shuffle(row(144)), select(tile(2))],
  [START, START],
];

const backToBack = stmScenario(
  {
    id: 'stm/back-to-back',
    title: 'two requests without a pause are both answered, in order',
    covers: ['STM-FR-10'],
  },
  async (host) => {
    for (const [first, second] of PAIRS) {
      await host.start();
      const bytes = concat(encodeRequest(first), encodeRequest(second));
      await host.raw(bytes, {
        what: `${describeRequest(first)} and ${describeRequest(second)} in one write`,
      });
    }
  },
);

export const linkScenarios = [oneAnswer, watchSilence, backToBack];
