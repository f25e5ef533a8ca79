/** Set: the sets that cards complete (SET-SO), how long the search takes (SET-TM-01), and what a reset leaves (SET-RS-01). */
import fc from 'fast-check';
import { CARDS, type Card } from '../../../protocols/set/card';
import { anyTable, noSetTable, richTable, table } from '../../../protocols/set/set.arbitrary';
import { cardStimulus, cardText } from './stimulus';
import { SMALL_TABLE } from '../../../protocols/set/monitor/clauses';
import type { SetHost } from './host';
import { setScenario } from './scenario';
import { untilFailed } from '../until-failed';

const NEEDS = ['reset'] as const;

const tables = setScenario(
  {
    id: 'set/tables',
    title: 'each card reports the sets it completes, and the count is theirs',
    covers: ['SET-SO-01', 'SET-SO-02', 'SET-TM-01'],
    needs: NEEDS,
  },
  async (host, bench) => {
    const largest = [
      table(SMALL_TABLE, SMALL_TABLE),
      richTable(SMALL_TABLE, SMALL_TABLE),
      noSetTable(20, 20),
    ];
    for (const cards of largest.flatMap((one) => bench.sample(one, bench.exhaustive ? 6 : 1)))
      await checkTable(host, cards);
    const runs = bench.exhaustive ? 120 : 8;
    const show = (cards: readonly Card[]): string =>
      cards.map((card) => cardText(card, host.encoding)).join(', ');
    const options = { title: 'a table', runs, show };
    await bench.forAll(anyTable(), options, (cards) => checkTable(host, cards));
    for (const [cards] of bench.sample(fc.tuple(richTable(7, 12)), bench.exhaustive ? 10 : 2))
      await checkTable(host, cards.toReversed());
  },
);

/** Lays cards on an empty table one by one, up to the first that goes wrong. */
async function checkTable(host: SetHost, cards: readonly Card[]): Promise<void> {
  if (host.bench.failedEnough('SET-SO-01') || host.bench.failedEnough('SET-CD-01')) return;
  await host.clearTable();
  for (const [i, card] of cards.slice(0, host.rules.tableLimit).entries())
    if (!(await host.place(card, `card ${i + 1} of ${cards.length}`))) {
      if (host.bench.failedEnough('SET-CD-01'))
        for (const id of ['SET-SO-01', 'SET-SO-02', 'SET-TM-01'])
          host.bench.inconclusive(id, 'plain cards are not taken as they must be');
      return;
    }
}

const wholeDeck = setScenario(
  {
    id: 'set/whole-deck',
    title: 'all 81 cards give 1080 sets, none twice, and the board still answers',
    covers: ['SET-SO-03'],
    needs: NEEDS,
  },
  async (host, bench) => {
    const id = 'SET-SO-03';
    if (host.rules.tableLimit < CARDS)
      return bench.skip(id, `the table takes ${host.rules.tableLimit} cards (tableLimit), not ${CARDS}`);
    for (let round = 0; round < (bench.exhaustive ? 3 : 1); round++) if (!(await checkAllCards(host))) return;
  },
);

async function checkAllCards(host: SetHost): Promise<boolean> {
  const { bench } = host;
  const id = 'SET-SO-03';
  await host.clearTable();
  for (const card of host.unusedCards(CARDS)) {
    const what = `card ${host.cards.length + 1} of all`;
    if (await host.place(card, what)) continue;
    bench.inconclusive(id, `not all cards were laid: ${what} went wrong`);
    return false;
  }
  return host.place(0, 'one more card after all 81', ['card', 'end']);
}

const reset = setScenario(
  {
    id: 'set/reset',
    title: 'after a reset the table is empty and sets count from 1',
    covers: ['SET-RS-01'],
    needs: NEEDS,
  },
  async (host, bench) => {
    const rounds = bench.sample(richTable(7, 9), bench.exhaustive ? 5 : 2);
    for (const cards of untilFailed(bench, 'SET-RS-01', rounds))
      for (let n = 0; n < 2; n++) await layAfterReset(host, cards);
    if (!bench.exhaustive) return;
    await host.clearTable();
    for (const card of host.unusedCards(host.rules.tableLimit))
      await host.place(card, 'before the reset', ['card']);
    await layAfterReset(host, rounds[0] ?? []);
  },
);

/** Lays cards after a reset, and judges only what it left of the cards before. */
async function layAfterReset(host: SetHost, cards: readonly Card[]): Promise<void> {
  await host.clearTable();
  for (const [i, card] of cards.slice(0, host.rules.tableLimit).entries()) {
    const { judgements } = await host.exchange([cardStimulus(card, host.encoding)], ['card', 'set', 'count']);
    host.record(
      judgements.filter(({ clause }) => clause === 'SET-RS-01'),
      `card ${i + 1} after a reset`,
    );
  }
}

export const solvingScenarios = [tables, wholeDeck, reset];
