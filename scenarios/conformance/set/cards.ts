/** Set: which bytes are cards, cards that lie there already, a full table (SET-CD). */
import { cardByte, CARDS, cardOf, type Card } from '../../../protocols/set/card';
import { millis } from '../../../protocols/time';
import { hexByte, LF, plainByte, plainCard, type Act } from './act';
import { nonCards } from './bytes';
import type { FaultKind } from '../../oracle/set/clauses';
import type { SetHost } from './host';
import { range } from '../range';
import { setScenario } from './scenario';

const NEEDS = { reset: true } as const;
const CARDS_ONLY: readonly FaultKind[] = ['card'];

const everyCard = setScenario(
  { id: 'set/cards', title: 'each of the 81 bytes is taken once', covers: ['SET-CD-01'], needs: NEEDS },
  async (host, bench) => {
    const ascending = range(0, CARDS - 1).sort(
      (a, b) => cardByte(a, host.encoding) - cardByte(b, host.encoding),
    );
    const orders = bench.exhaustive ? [ascending, ascending.toReversed()] : [];
    await host.empty();
    for (const order of [host.unused(CARDS), ...orders]) await eachOnce(host, order);
  },
);

/** Only the card's own line is looked at: what the table makes of it is for others. */
async function eachOnce(host: SetHost, order: readonly Card[]): Promise<void> {
  const { bench } = host;
  await host.empty();
  for (const card of order) {
    if (bench.failedEnough('SET-CD-01')) return;
    if (host.cards.length >= host.rules.tableLimit) await host.empty();
    const reaction = await host.react([plainCard(card, host.encoding)], CARDS_ONLY);
    const held = await host.judge(reaction, `the card ${plainCard(card, host.encoding).what}`);
    if (!held) await host.empty();
  }
}

const duplicates = setScenario(
  { id: 'set/duplicates', title: 'a card again is a duplicate and adds nothing', covers: ['SET-CD-02'] },
  async (host, bench) => {
    const id = 'SET-CD-02';
    await host.empty();
    for (let round = 0; round < (bench.exhaustive ? 60 : 12) && !bench.failedEnough(id); round++) {
      if (!(await host.ready(4))) return bench.inconclusive(id, 'plain cards go wrong');
      const { cards, encoding } = host;
      const card = cards[(round * 5) % Math.max(1, cards.length)] ?? host.fresh();
      const act = plainCard(card, encoding);
      // A card whose table is not known may be new the first time.
      const acts = cards.length === 0 ? [act, act] : round % 4 === 3 ? [act, act, act] : [act];
      await host.trial(id, `${act.what} again, with ${cards.length} cards on the table`, acts);
    }
    for (let round = 0; round < (bench.exhaustive ? 8 : 2) && !bench.failedEnough(id); round++) {
      if (!(await host.ready(3))) return;
      const card = host.unused(CARDS).find((one) => one !== host.fresh()) ?? 0;
      const act = plainCard(card, host.encoding);
      await host.trial(id, `${act.what} twice without a pause`, [act, act], { heed: ['card', 'set'] });
    }
    if (host.resettable && bench.exhaustive && !bench.failedEnough(id)) await onALargeTable(host);
  },
);

/** Every card again, one card short of a full table. */
async function onALargeTable(host: SetHost): Promise<void> {
  const { bench } = host;
  if (!(await filled(host, host.rules.tableLimit - 1))) return;
  for (const card of host.cards) {
    if (bench.failedEnough('SET-CD-02')) return;
    const act = plainCard(card, host.encoding);
    await host.judge(
      await host.react([act], CARDS_ONLY),
      `${act.what} again, one card short of a full table`,
    );
  }
}

/** Lays cards on an empty table, minding their own lines only. false: some are not taken, which has been judged. */
async function filled(host: SetHost, count: number): Promise<boolean> {
  await host.empty();
  for (const card of host.unused(count)) {
    const act = plainCard(card, host.encoding);
    const reaction = await host.react([act], CARDS_ONLY);
    if (!(await host.judge(reaction, `${act.what}, card ${host.cards.length} of ${count}`))) return false;
  }
  return true;
}

const full = setScenario(
  {
    id: 'set/full',
    title: 'a full table takes no card and says so',
    covers: ['SET-CD-03'],
    needs: NEEDS,
  },
  async (host, bench) => {
    const id = 'SET-CD-03';
    const { tableLimit } = host.rules;
    if (!(await filled(host, tableLimit)))
      return bench.inconclusive(id, `no table of ${tableLimit} cards: some are not taken`);
    const cards = range(0, CARDS - 1);
    for (const card of bench.exhaustive ? cards : cards.filter((one) => one % 8 === 0)) {
      if (bench.failedEnough(id)) return;
      const act = plainCard(card, host.encoding);
      const { faults } = await host.react([act], ['card', 'set']);
      const own = faults[0];
      bench.check(id, own === undefined, () => ({
        title: `${act.what} on a table of ${tableLimit} cards`,
        expected: own?.expected ?? '',
        seen: own?.seen ?? '',
      }));
    }
  },
);

/** Frames that are sent at once on a real board, to be done in time. */
const GROUP = 6;

const noCards = setScenario(
  { id: 'set/non-cards', title: 'a byte that is no card adds no card', covers: ['SET-CD-04'] },
  async (host, bench) => {
    const id = 'SET-CD-04';
    const bytes = nonCards(host.encoding);
    const apart: Act = { what: 'a pause', parts: [{ pause: millis(10) }], frames: [] };
    await host.empty();
    const size = bench.exhaustive ? 1 : GROUP;
    for (let at = 0; at < bytes.length && !bench.failedEnough(id); at += size) {
      const group = bytes.slice(at, at + size);
      const what = `${group.map(hexByte).join(', ')}, no card${group.length > 1 ? 's' : ''}`;
      await host.trial(
        id,
        what,
        group.flatMap((byte) => [plainByte(byte), apart]),
      );
    }
    if (cardOf(LF, host.encoding) !== undefined) return;
    const ignored = { what: 'LF', parts: [Uint8Array.of(LF)], frames: [] };
    if (await host.trial('SET-FR-07', 'LF right behind a CR', [ignored], { heed: ['card', 'set'] }))
      await host.trial(id, '0A, no card', [plainByte(LF)], { heed: ['card', 'set'] });
  },
);

export const cardScenarios = [everyCard, duplicates, full, noCards];
