/** Set: the sets that cards complete (SET-SO), how long the search takes (SET-TM-01), and what a reset leaves (SET-RS-01). */
import fc from 'fast-check';
import { CARDS, type Card } from '../../../protocols/set/card';
import { anyTable, noSetTable, richTable, table } from '../../../protocols/set/set.arbitrary';
import { cardStimulus, cardText } from './stimulus';
import { kindOf, SMALL_TABLE } from '../../oracle/set/clauses';
import type { SetHost } from './host';
import { plainReports, type Reaction } from './session';
import { setScenario } from './scenario';
import { untilFailed } from '../until-failed';

const NEEDS = ['reset'] as const;
const SETS_IN_ALL = 1080;

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
  const seen = new Set<string>();
  let reported = 0;
  await host.clearTable();
  for (const card of host.unusedCards(CARDS)) {
    const stimulus = cardStimulus(card, host.encoding);
    const reaction = await host.exchange([stimulus]);
    for (const report of plainReports(reaction.reports))
      if (report.type === 'set') {
        reported++;
        seen.add(report.triple.join(','));
      }
    const what = `${stimulus.what}, card ${host.cards.length} of all`;
    if (!(await host.judge(reaction, what))) {
      bench.inconclusive(id, `not all cards were laid: ${what} went wrong`);
      return false;
    }
  }
  bench.check(id, reported === SETS_IN_ALL && seen.size === SETS_IN_ALL, () => ({
    title: 'all cards on the table',
    expected: `${SETS_IN_ALL} sets, none twice`,
    seen: `${reported} sets reported, ${seen.size} different`,
  }));
  const { reports } = await host.exchange([cardStimulus(0, host.encoding)], ['card']);
  return bench.check(id, reports.length > 0, () => ({
    title: 'one more card after all 81',
    expected: 'the board lives',
    seen: 'nothing on the console',
  }));
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
    for (const cards of untilFailed(bench, 'SET-RS-01', rounds)) {
      const few = cards.slice(0, host.rules.tableLimit);
      const before = await replayAfterReset(host, few);
      compareReplays(host, before, await replayAfterReset(host, few));
    }
    if (!bench.exhaustive) return;
    await host.clearTable();
    for (const card of host.unusedCards(host.rules.tableLimit))
      await host.exchange([cardStimulus(card, host.encoding)], ['card']);
    const [cards = []] = rounds;
    const few = cards.slice(0, host.rules.tableLimit);
    const before = await replayAfterReset(host, few);
    compareReplays(host, before, await replayAfterReset(host, few));
  },
);

interface ResetReplay {
  /** Faults of each card: `what` without the cards of a missing set, which may change, and `text` in full. */
  readonly faults: readonly { readonly what: string; readonly text: string }[];
  /** The first card was on the table already, or the table was full. */
  readonly stale: boolean;
  /** The first card had no line, a later one did. */
  readonly missedFirst: boolean;
  readonly numbers: readonly number[];
}

async function replayAfterReset(host: SetHost, cards: readonly Card[]): Promise<ResetReplay> {
  await host.clearTable();
  const drawn: Reaction[] = [];
  for (const card of cards) drawn.push(await host.exchange([cardStimulus(card, host.encoding)]));
  const faults = drawn.flatMap((one, i) =>
    one.faults
      .filter((fault) => kindOf(fault) !== 'end')
      .map(({ code, expected, seen }) => ({
        what: `card ${i + 1}, ${code}`,
        text: `card ${i + 1}: expected ${expected}, saw ${seen}`,
      })),
  );
  return {
    faults,
    stale: drawn[0]?.faults.some(({ code }) => code === 'extra-duplicate' || code === 'extra-full') ?? false,
    missedFirst: drawn[0]?.reports.length === 0 && drawn.some(({ reports }) => reports.length > 0),
    numbers: drawn
      .flatMap(({ reports }) => plainReports(reports))
      .flatMap((report) => (report.type === 'set' ? [report.number] : [])),
  };
}

/** Judges the faults after the reset that were not there before it. */
function compareReplays(host: SetHost, before: ResetReplay, now: ResetReplay): void {
  const { bench } = host;
  const id = 'SET-RS-01';
  const boot = bench.number('bootMs');
  const known = new Set(before.faults.map(({ what }) => what));
  const left = now.faults.filter(({ what }) => now.stale || !known.has(what));
  bench.check(id, left.length === 0, () => ({
    title: 'the same cards before and after a reset',
    expected: 'they are new on an empty table, with the same sets as before',
    seen: left
      .slice(0, 3)
      .map(({ text }) => text)
      .join('; '),
  }));
  bench.check(id, !now.missedFirst, () => ({
    title: `the first card ${boot} ms after a reset`,
    expected: 'it is taken',
    seen: 'nothing on the console',
  }));
  const first = Math.min(...now.numbers);
  bench.check(id, now.numbers.length === 0 || first === 1, () => ({
    title: 'the first set after a reset',
    expected: 'its number is 1',
    seen: String(first),
  }));
}

export const solvingScenarios = [tables, wholeDeck, reset];
