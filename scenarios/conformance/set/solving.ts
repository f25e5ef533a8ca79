/** Set: the sets that cards complete (SET-SO), how long the search takes (SET-TM-01), and what a reset leaves (SET-RS-01). */
import fc from 'fast-check';
import { CARDS, type Card } from '../../../protocols/set/card';
import { anyTable, noSetTable, richTable, table } from '../../../protocols/set/set.arbitrary';
import type { Report } from '../../../protocols/set/set';
import { cardText, plainCard } from './act';
import { kindOf, SMALL_TABLE } from '../../oracle/set/clauses';
import type { Reaction, SetHost } from './host';
import { setScenario } from './scenario';

const NEEDS = { reset: true } as const;
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
      await laid(host, cards);
    const runs = bench.exhaustive ? 120 : 8;
    const show = (cards: readonly Card[]): string =>
      cards.map((card) => cardText(card, host.encoding)).join(', ');
    const options = { title: 'a table', runs, show };
    await bench.forAll(anyTable(), options, (cards) => laid(host, cards));
    for (const [cards] of bench.sample(fc.tuple(richTable(7, 12)), bench.exhaustive ? 10 : 2))
      await laid(host, cards.toReversed());
  },
);

/** Cards on an empty table one by one, up to the first that goes wrong. */
async function laid(host: SetHost, cards: readonly Card[]): Promise<void> {
  if (host.bench.failedEnough('SET-SO-01') || host.bench.failedEnough('SET-CD-01')) return;
  await host.empty();
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
    title: 'all 81 cards give 1080 sets, none twice, and the board lives',
    covers: ['SET-SO-03'],
    needs: NEEDS,
  },
  async (host, bench) => {
    const id = 'SET-SO-03';
    if (host.rules.tableLimit < CARDS)
      return bench.skip(id, `the table takes ${host.rules.tableLimit} cards (tableLimit), not ${CARDS}`);
    for (let round = 0; round < (bench.exhaustive ? 3 : 1); round++) if (!(await allCards(host))) return;
  },
);

async function allCards(host: SetHost): Promise<boolean> {
  const { bench } = host;
  const id = 'SET-SO-03';
  const seen = new Set<string>();
  let reported = 0;
  await host.empty();
  for (const card of host.unused(CARDS)) {
    const act = plainCard(card, host.encoding);
    const reaction = await host.react([act]);
    for (const report of reportsOf(reaction))
      if (report.type === 'set') {
        reported++;
        seen.add(report.triple.join(','));
      }
    const what = `${act.what}, card ${host.cards.length} of all`;
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
  const { heard } = await host.react([plainCard(0, host.encoding)], ['card']);
  return bench.check(id, heard.length > 0, () => ({
    title: 'one more card after all 81',
    expected: 'the board lives',
    seen: 'the console says nothing',
  }));
}

const reportsOf = ({ heard }: Reaction): readonly Report[] => heard.map(({ report }) => report);

const reset = setScenario(
  {
    id: 'set/reset',
    title: 'after a reset the table is empty and sets count from 1',
    covers: ['SET-RS-01'],
    needs: NEEDS,
  },
  async (host, bench) => {
    const rounds = bench.sample(richTable(7, 9), bench.exhaustive ? 5 : 2);
    for (const cards of rounds) {
      if (bench.failedEnough('SET-RS-01')) return;
      const few = cards.slice(0, host.rules.tableLimit);
      const before = await afterReset(host, few);
      compared(host, before, await afterReset(host, few));
    }
    if (!bench.exhaustive) return;
    await host.empty();
    for (const card of host.unused(host.rules.tableLimit))
      await host.react([plainCard(card, host.encoding)], ['card']);
    const [cards = []] = rounds;
    const few = cards.slice(0, host.rules.tableLimit);
    const before = await afterReset(host, few);
    compared(host, before, await afterReset(host, few));
  },
);

interface Laid {
  /** Faults of each card: of which kind, and in full. Which set of a card is left out may change. */
  readonly faults: readonly { readonly what: string; readonly text: string }[];
  /** The first card lay there already, or the table was full. */
  readonly stale: boolean;
  /** The first card drew nothing, a later one did. */
  readonly asleep: boolean;
  readonly numbers: readonly number[];
}

async function afterReset(host: SetHost, cards: readonly Card[]): Promise<Laid> {
  await host.empty();
  const drawn: Reaction[] = [];
  for (const card of cards) drawn.push(await host.react([plainCard(card, host.encoding)]));
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
    asleep: drawn[0]?.heard.length === 0 && drawn.some(({ heard }) => heard.length > 0),
    numbers: drawn.flatMap(reportsOf).flatMap((report) => (report.type === 'set' ? [report.number] : [])),
  };
}

/** What goes wrong the same way each time is no matter of the reset. */
function compared(host: SetHost, before: Laid, now: Laid): void {
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
  bench.check(id, !now.asleep, () => ({
    title: `the first card ${boot} ms after a reset`,
    expected: 'it is taken',
    seen: 'the console says nothing',
  }));
  const first = Math.min(...now.numbers);
  bench.check(id, now.numbers.length === 0 || first === 1, () => ({
    title: 'the first set after a reset',
    expected: 'its number is 1',
    seen: String(first),
  }));
}

export const solvingScenarios = [tables, wholeDeck, reset];
