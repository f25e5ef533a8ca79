/** STM: what holds for every exchange: silence, one answer, its form, its time, and requests back to back. */
import { millis, after } from '../../../protocols/time';
import { describeRequest, type Request } from '../../../protocols/stm/stm';
import type { Bench } from '../../bench/bench';
import type { Scenario } from '../../suite';
import { describeEvent } from './answer-judge';
import { StmHost } from './host';
import { BAD_CRC } from './refusals';
import { hasForm } from '../../oracle/stm/clauses';
import { join, match, RESET, row, select, SET_STATE, shuffle, START, tile, wrongCrc } from './requests';
import { encodeRequest } from '../../../protocols/stm/stm';
import { follow } from '../../../protocols/stm/rules';
import { stmScenario } from './scenario';

const SILENCE = millis(2000);

async function checkSilence(host: StmHost, when: string): Promise<void> {
  const { channel, bench } = host;
  const seen = await channel.collectUntil(after(channel.now(), SILENCE), 1);
  bench.check('STM-TM-03', seen.length === 0, () => ({
    title: `the line ${when}`,
    expected: 'silence for 2 s',
    seen: seen.map(describeEvent).join('; '),
  }));
  if (seen.length > 0) await host.awaitQuiet();
}

/** Discards what may still follow an answer (FR-11), then watches. */
async function checkSilenceAfter(host: StmHost, when: string): Promise<void> {
  await host.channel.collectUntil(after(host.channel.now(), host.response), 4);
  host.channel.discardInput();
  await checkSilence(host, when);
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
    if (await bench.reset()) {
      await checkSilence(host, 'after a reset');
      await host.awaitQuiet();
    }
    await host.ask(START);
    await checkSilenceAfter(host, 'after Start was answered');
    await host.ask(shuffle(row(20)));
    await host.ask(select(tile(3)));
    await checkSilenceAfter(host, 'with a tile selected');
    await host.checkRefused(wrongCrc(SET_STATE, 1), BAD_CRC, 'a wrong CRC');
    await checkSilenceAfter(host, 'after an Error');
    await host.ask(START);
    await pairs(host, 72);
    await checkSilenceAfter(host, 'after the 72nd pair');
    await host.ask(SET_STATE);
    await checkSilenceAfter(host, 'after the game was won');
    await host.ask(START);
    for (let i = 0; i < 5; i++) await host.ask(shuffle(row(8)));
    await checkSilenceAfter(host, 'after the fifth shuffle left no move');
    await host.ask(SET_STATE);
    await checkSilenceAfter(host, 'after the game was over');
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
      const answer = await host.ask(request);
      await host.expectNoMore('STM-FR-11', describeRequest(request), host.response);
      if (answer !== undefined) host.game = follow(host.game, request, answer);
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
  async (host, bench) => {
    for (const [first, second] of PAIRS) {
      await host.start();
      const sent = await host.channel.sendBytes(join(encodeRequest(first), encodeRequest(second)));
      for (const request of [first, second]) {
        const received = await host.channel.next(after(sent.notAfter, millis(700)));
        const answer = received?.event.value;
        const holds = answer !== undefined && answer.type !== 'error' && hasForm(request, answer);
        bench.check('STM-FR-10', holds, () => ({
          title: `${describeRequest(first)} and ${describeRequest(second)} in one write`,
          expected: `an answer to ${describeRequest(request)}`,
          seen: received === undefined ? 'nothing' : describeEvent(received),
        }));
      }
      await host.awaitQuiet();
    }
  },
);

export const linkScenarios = [oneAnswer, watchSilence, backToBack];
