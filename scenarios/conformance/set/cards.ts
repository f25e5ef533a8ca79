/** Set: which bytes are cards, duplicates, and a full table (SET-CD). */
import { byteText } from '../../../protocols/byte-text';
import { cardByte, CARDS, cardOf, type Card } from '../../../protocols/set/card';
import { millis } from '../../../protocols/time';
import { LF, byteStimulus, cardStimulus, type Stimulus } from './stimulus';
import { nonCards } from './non-cards';
import type { Aspect } from '../../../protocols/set/monitor/clauses';
import type { SetHost } from './host';
import { range } from '../range';
import { setScenario } from './scenario';
import { untilFailed } from '../until-failed';

const NEEDS = ['reset'] as const;
const CARDS_ONLY: readonly Aspect[] = ['card'];

const everyCard = setScenario(
  { id: 'set/cards', title: 'each of the 81 bytes is taken once', covers: ['SET-CD-01'], needs: NEEDS },
  async (host, bench) => {
    const ascending = range(0, CARDS - 1).sort(
      (a, b) => cardByte(a, host.encoding) - cardByte(b, host.encoding),
    );
    const orders = bench.exhaustive ? [ascending, ascending.toReversed()] : [];
    await host.clearTable();
    for (const order of [host.unusedCards(CARDS), ...orders]) await checkEachCard(host, order);
  },
);

/** Judges only the line of the card. Other scenarios judge sets and counts. */
async function checkEachCard(host: SetHost, order: readonly Card[]): Promise<void> {
  const { bench } = host;
  await host.clearTable();
  for (const card of untilFailed(bench, 'SET-CD-01', order)) {
    if (host.cards.length >= host.rules.tableLimit) await host.clearTable();
    if (!(await host.place(card, 'each card', CARDS_ONLY))) await host.clearTable();
  }
}

const duplicates = setScenario(
  { id: 'set/duplicates', title: 'a card again is a duplicate and adds nothing', covers: ['SET-CD-02'] },
  async (host, bench) => {
    const id = 'SET-CD-02';
    await host.clearTable();
    for (let round = 0; round < (bench.exhaustive ? 60 : 12) && !bench.failedEnough(id); round++) {
      if (!(await host.prepareTable(4))) return bench.inconclusive(id, 'plain cards go wrong');
      const { cards, encoding } = host;
      const card = cards[(round * 5) % Math.max(1, cards.length)] ?? host.nextCard();
      const stimulus = cardStimulus(card, encoding);
      // On an unknown table the card may be new the first time.
      const times = cards.length === 0 ? 2 : round % 4 === 3 ? 3 : 1;
      const stimuli = Array.from({ length: times }, () => stimulus);
      await host.trial(id, `${stimulus.what} again, with ${cards.length} cards on the table`, stimuli);
    }
    for (let round = 0; round < (bench.exhaustive ? 8 : 2) && !bench.failedEnough(id); round++) {
      if (!(await host.prepareTable(3))) return;
      const card = host.unusedCards(CARDS).find((one) => one !== host.nextCard()) ?? 0;
      const stimulus = cardStimulus(card, host.encoding);
      await host.trial(id, `${stimulus.what} twice without a pause`, [stimulus, stimulus]);
    }
    if (host.resettable && bench.exhaustive && !bench.failedEnough(id))
      await checkDuplicatesOnLargeTable(host);
  },
);

/** Sends every card again, one card short of a full table. */
async function checkDuplicatesOnLargeTable(host: SetHost): Promise<void> {
  const { bench } = host;
  if (!(await fillTable(host, host.rules.tableLimit - 1))) return;
  for (const card of untilFailed(bench, 'SET-CD-02', host.cards))
    if (!(await host.place(card, 'again, one card short of a full table', CARDS_ONLY))) return;
}

/** Lays cards on an empty table, and judges only their own lines. false: some are not taken. */
async function fillTable(host: SetHost, count: number): Promise<boolean> {
  await host.clearTable();
  for (const card of host.unusedCards(count))
    if (!(await host.place(card, `card ${host.cards.length + 1} of ${count}`, CARDS_ONLY))) return false;
  return true;
}

const full = setScenario(
  {
    id: 'set/full',
    title: 'a full table takes no card and reports it',
    covers: ['SET-CD-03'],
    needs: NEEDS,
  },
  async (host, bench) => {
    const id = 'SET-CD-03';
    const { tableLimit } = host.rules;
    if (!(await fillTable(host, tableLimit)))
      return bench.inconclusive(id, `no table of ${tableLimit} cards: some are not taken`);
    const cards = range(0, CARDS - 1);
    for (const card of untilFailed(
      bench,
      id,
      bench.exhaustive ? cards : cards.filter((one) => one % 8 === 0),
    )) {
      if (!(await host.place(card, `on a table of ${tableLimit} cards`, ['card', 'set']))) return;
    }
  },
);

/** Frames that are sent together to a real board, to save time. */
const GROUP = 6;

const noCards = setScenario(
  { id: 'set/non-cards', title: 'a byte that is no card adds no card', covers: ['SET-CD-04'] },
  async (host, bench) => {
    const id = 'SET-CD-04';
    const bytes = nonCards(host.encoding);
    const apart: Stimulus = { what: 'a pause', parts: [{ pause: millis(10) }] };
    await host.clearTable();
    const size = bench.exhaustive ? 1 : GROUP;
    for (let at = 0; at < bytes.length && !bench.failedEnough(id); at += size) {
      const group = bytes.slice(at, at + size);
      const what = `${group.map(byteText).join(', ')}, no card${group.length > 1 ? 's' : ''}`;
      const stimuli = group.flatMap((byte) => [byteStimulus(byte), apart]);
      await host.trial(id, what, stimuli);
    }
    if (cardOf(LF, host.encoding) !== undefined) return;
    const ignored = { what: 'LF', parts: [Uint8Array.of(LF)] };
    if (await host.trial('SET-FR-07', 'LF right after a CR', [ignored]))
      await host.trial(id, '0A, no card', [byteStimulus(LF)]);
  },
);

export const cardScenarios = [everyCard, duplicates, full, noCards];
