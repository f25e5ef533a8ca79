/** Set: frames on the scanner link: one byte, none, back to back, and with the terminators that a scanner can be set to. */
import { cardByte, cardOf, type Card } from '../../../protocols/set/card';
import { micros } from '../../../protocols/time';
import { byteFrame, CR, hexByte, LF, NOTHING, plainByte, plainCard, type Act } from './act';
import type { FaultKind } from '../../oracle/set/clauses';
import type { SetHost } from './host';
import { range } from '../range';
import { setScenario } from './scenario';

const CARDS_AND_SETS: readonly FaultKind[] = ['card', 'set'];
const ROW = 12;
/** More cards are for others to lay. */
const LARGE_TABLE = 40;

const frames = setScenario(
  {
    id: 'set/frames',
    title: 'a byte and CR is one frame, and every line ends in CR LF',
    covers: ['SET-FR-01', 'SET-FR-08'],
  },
  async (host, bench) => {
    const id = 'SET-FR-01';
    await host.empty();
    const all = range(0, 255).filter((byte) => byte !== CR && byte !== LF);
    const cards = host.unused(6).map((card) => cardByte(card, host.encoding));
    const some = [...cards, 0x00, 0xff, 0x20, 0x0c, 0x0e, 0x1b, 0x7f, 0x80, ...cards.slice(0, 2)];
    for (const byte of bench.exhaustive ? [...cards, ...all] : some) {
      if (bench.failedEnough(id)) return;
      if (host.cards.length > LARGE_TABLE) await host.empty();
      const { faults, heard } = await host.react([plainByte(byte)], ['end']);
      const fault = faults[0];
      if (fault !== undefined && heard.length === 0) await host.trustReset();
      bench.check(id, fault === undefined, () => ({
        title: `${hexByte(byte)} 0D`,
        expected: fault?.expected ?? '',
        seen: fault?.seen ?? '',
      }));
    }
  },
);

const lone = (count: number): Act => ({
  what: `${count} CR`,
  parts: [new Uint8Array(count).fill(CR)],
  frames: Array.from({ length: count }, () => NOTHING),
});

const emptyFrames = setScenario(
  { id: 'set/empty-frames', title: 'a CR with nothing before it adds no card', covers: ['SET-FR-02'] },
  async (host, bench) => {
    const id = 'SET-FR-02';
    const pause: Act = { what: 'a pause', parts: [{ pause: micros(1.2 * host.idleReset) }], frames: [] };
    const breath: Act = { what: 'a pause', parts: [{ pause: micros(0.1 * host.idleReset) }], frames: [] };
    await host.empty();
    await host.trial(id, 'a lone CR before any card', [lone(1), breath]);
    for (let round = 0; round < (bench.exhaustive ? 6 : 1); round++) {
      if (bench.failedEnough(id)) return;
      await host.trial(id, 'a lone CR, a card right behind it', [breath, lone(1)], { close: true });
      await host.trial(id, 'a lone CR, and a pause', [breath, lone(1), breath]);
      await host.trial(id, 'a lone CR after a long pause', [pause, lone(1)]);
      await host.trial(id, 'a lone CR between long pauses', [pause, lone(1), pause]);
      await host.trial(id, 'three CR, paused', [breath, lone(1), breath, lone(1), breath, lone(1), breath]);
    }
  },
);

const backToBack = setScenario(
  {
    id: 'set/back-to-back',
    title: 'twelve cards without a pause are each taken',
    covers: ['SET-FR-06'],
  },
  async (host, bench) => {
    const id = 'SET-FR-06';
    for (let round = 0; round < (bench.exhaustive ? 8 : 3) && !bench.failedEnough(id); round++) {
      await host.empty();
      const count = Math.min(ROW, host.rules.tableLimit);
      const cards = round % 2 === 0 ? host.unused(81).slice(7 * round, 7 * round + count) : rich(host, count);
      const acts = cards.map((card) => plainCard(card, host.encoding));
      const what = `${count} cards in a row: ${acts.map((act) => act.what).join(', ')}`;
      await host.trial(id, what, acts, { alone: true, sets: 'SET-SO-01', heed: CARDS_AND_SETS });
    }
  },
);

/** Cards of which nearly every one completes a set. */
function rich(host: SetHost, count: number): Card[] {
  const cards: Card[] = host.unused(2);
  while (cards.length < count) cards.push(host.completing(cards));
  return cards.slice(0, count);
}

const terminators = setScenario(
  {
    id: 'set/terminators',
    title: 'CR LF and CR CR end a card and add none',
    covers: ['SET-FR-07'],
  },
  async (host, bench) => {
    for (const [name, behind] of [
      ['CR LF', LF],
      ['CR CR', CR],
    ] as const)
      for (let round = 0; round < (bench.exhaustive ? 4 : 1); round++) await ended(host, name, behind);
    await lineFeedCard(host);
  },
);

async function ended(host: SetHost, name: string, behind: number): Promise<void> {
  const { bench } = host;
  const id = 'SET-FR-07';
  const heed = CARDS_AND_SETS;
  const pauses = [0, 0.02, 0.3, 0.48, 1.25, 2.5];
  for (const share of bench.exhaustive ? pauses : [0, 0.1, 1.25]) {
    if (bench.failedEnough(id)) return;
    if (!(await host.ready(4))) return bench.inconclusive(id, 'plain cards go wrong');
    const [card] = cardsBut(host, 1);
    if (card === undefined) return;
    const rest = share === 0 ? [] : [{ pause: micros(share * host.idleReset) }];
    const act = withEnd(host, card, behind, name);
    const situation = share === 0 ? 'the next card right behind' : `and a pause of ${share} idleResetMs`;
    await host.trial(id, `a card with ${name}, ${situation}`, [{ ...act, parts: [...act.parts, ...rest] }], {
      heed,
      close: true,
    });
  }
  for (const count of [3, ROW]) {
    await host.empty();
    const cards = cardsBut(host, Math.min(count, host.rules.tableLimit));
    const acts = cards.map((card) => withEnd(host, card, behind, name));
    await host.trial(id, `${cards.length} cards in a row, each with ${name}`, acts, { alone: true, heed });
  }
}

/** Cards not on the table, none of which is LF. */
function cardsBut(host: SetHost, count: number): Card[] {
  const line = cardOf(LF, host.encoding);
  return host
    .unused(81)
    .filter((card) => card !== line)
    .slice(0, count);
}

function withEnd(host: SetHost, card: Card, behind: number, name: string): Act {
  const byte = cardByte(card, host.encoding);
  return {
    what: `${hexByte(byte)} ${name}`,
    parts: [Uint8Array.of(byte, CR, behind)],
    frames: [byteFrame(byte), NOTHING],
  };
}

/** An LF that a CR follows is a payload, and a card where the encoding has it as one. */
async function lineFeedCard(host: SetHost): Promise<void> {
  if (cardOf(LF, host.encoding) === undefined) return;
  await host.empty();
  const [card] = cardsBut(host, 1);
  if (card === undefined || host.rules.tableLimit < 3) return;
  const acts = [plainCard(card, host.encoding), plainByte(LF, 'LF and CR')];
  await host.trial('SET-FR-07', 'LF and CR right behind a card', acts, { heed: CARDS_AND_SETS });
}

export const linkScenarios = [frames, emptyFrames, backToBack, terminators];
