/** Set: frames on the scanner link: one byte, none, back to back, and with all terminators of a scanner. */
import { byteText } from '../../../protocols/byte-text';
import { cardByte, cardOf, type Card } from '../../../protocols/set/card';
import { micros } from '../../../protocols/time';
import { CR, LF, byteStimulus, cardStimulus, type Stimulus } from './stimulus';
import type { SetHost } from './host';
import { range } from '../range';
import { setScenario } from './scenario';

const ROW = 12;
/** Above this many cards the table is cleared. Other scenarios have large tables. */
const LARGE_TABLE = 40;
/** More in a row than a counter of errors may count. */
const MANY = 1030;

const frames = setScenario(
  {
    id: 'set/frames',
    title: 'a byte and CR is one frame, and every line ends in CR LF',
    covers: ['SET-FR-01', 'SET-FR-08'],
  },
  async (host, bench) => {
    const id = 'SET-FR-01';
    await host.clearTable();
    const all = range(0, 255).filter((byte) => byte !== CR && byte !== LF);
    const cards = host.unusedCards(6).map((card) => cardByte(card, host.encoding));
    const some = [...cards, 0x00, 0xff, 0x20, 0x0c, 0x0e, 0x1b, 0x7f, 0x80, ...cards.slice(0, 2)];
    for (const byte of bench.exhaustive ? [...cards, ...all] : some) {
      if (bench.failedEnough(id)) return;
      if (host.cards.length > LARGE_TABLE) await host.clearTable();
      const { judgements } = await host.exchange([byteStimulus(byte)], ['end']);
      host.record(judgements, `${byteText(byte)} 0D`);
    }
  },
);

const loneCr = (count: number): Stimulus => ({
  what: `${count} CR`,
  parts: [new Uint8Array(count).fill(CR)],
});

const emptyFrames = setScenario(
  { id: 'set/empty-frames', title: 'a CR with nothing before it adds no card', covers: ['SET-FR-02'] },
  async (host, bench) => {
    const id = 'SET-FR-02';
    const pauseOf = (share: number): Stimulus => ({
      what: 'a pause',
      parts: [{ pause: micros(share * host.idleReset) }],
    });
    const [longPause, shortPause] = [pauseOf(1.2), pauseOf(0.1)];
    await host.clearTable();
    await host.trial(id, 'a lone CR before any card', [loneCr(1), shortPause]);
    for (let round = 0; round < (bench.exhaustive ? 6 : 1); round++) {
      if (bench.failedEnough(id)) return;
      await host.trial(id, 'a lone CR, a card right after it', [shortPause, loneCr(1)], { noPause: true });
      await host.trial(id, 'a lone CR, and a pause', [shortPause, loneCr(1), shortPause]);
      await host.trial(id, 'a lone CR after a long pause', [longPause, loneCr(1)]);
      await host.trial(id, 'a lone CR between long pauses', [longPause, loneCr(1), longPause]);
      const three = [shortPause, loneCr(1), shortPause, loneCr(1), shortPause, loneCr(1), shortPause];
      await host.trial(id, 'three CR, paused', three);
    }
    if (!bench.failedEnough(id))
      await host.trial(id, `${MANY} CR in a row`, [shortPause, loneCr(MANY), shortPause]);
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
      await host.clearTable();
      const count = Math.min(ROW, host.rules.tableLimit);
      const cards =
        round % 2 === 0
          ? host.unusedCards(81).slice(7 * round, 7 * round + count)
          : cardsRichInSets(host, count);
      const stimuli = cards.map((card) => cardStimulus(card, host.encoding));
      const what = `${count} cards in a row: ${stimuli.map((stimulus) => stimulus.what).join(', ')}`;
      await host.trial(id, what, stimuli, {
        noFollowUp: true,
        setClause: 'SET-SO-01',
      });
    }
  },
);

/** Cards: nearly all of them complete a set. */
function cardsRichInSets(host: SetHost, count: number): Card[] {
  const cards: Card[] = host.unusedCards(2);
  while (cards.length < count) cards.push(host.cardCompletingSet(cards));
  return cards.slice(0, count);
}

const terminators = setScenario(
  {
    id: 'set/terminators',
    title: 'CR LF and CR CR end a card and add none',
    covers: ['SET-FR-07'],
  },
  async (host, bench) => {
    for (const [name, terminator] of [
      ['CR LF', LF],
      ['CR CR', CR],
    ] as const)
      for (let round = 0; round < (bench.exhaustive ? 4 : 1); round++)
        await checkTerminator(host, name, terminator);
    await checkLfCard(host);
  },
);

async function checkTerminator(host: SetHost, name: string, terminator: number): Promise<void> {
  const { bench } = host;
  const id = 'SET-FR-07';
  const pauses = [0, 0.02, 0.3, 0.48, 1.25, 2.5];
  for (const share of bench.exhaustive ? pauses : [0, 0.1, 1.25]) {
    if (bench.failedEnough(id)) return;
    if (!(await host.prepareTable(4))) return bench.inconclusive(id, 'plain cards go wrong');
    const [card] = cardsBesidesLf(host, 1);
    if (card === undefined) return;
    const rest = share === 0 ? [] : [{ pause: micros(share * host.idleReset) }];
    const stimulus = withTerminator(host, card, name, terminator);
    const situation = share === 0 ? 'the next card right after it' : `and a pause of ${share} idleResetMs`;
    const paused = { ...stimulus, parts: [...stimulus.parts, ...rest] };
    await host.trial(id, `a card with ${name}, ${situation}`, [paused], {
      noPause: true,
    });
  }
  for (const count of [3, ROW]) {
    await host.clearTable();
    const cards = cardsBesidesLf(host, Math.min(count, host.rules.tableLimit));
    const stimuli = cards.map((card) => withTerminator(host, card, name, terminator));
    await host.trial(id, `${cards.length} cards in a row, each with ${name}`, stimuli, {
      noFollowUp: true,
    });
  }
}

/** Cards that are not on the table, without the card whose byte is LF. */
function cardsBesidesLf(host: SetHost, count: number): Card[] {
  const line = cardOf(LF, host.encoding);
  return host
    .unusedCards(81)
    .filter((card) => card !== line)
    .slice(0, count);
}

function withTerminator(host: SetHost, card: Card, name: string, terminator: number): Stimulus {
  const byte = cardByte(card, host.encoding);
  return {
    what: `${byteText(byte)} ${name}`,
    parts: [Uint8Array.of(byte, CR, terminator)],
    cards: [card],
  };
}

/** Judges an LF before a CR: it is a payload, and a card if the encoding has it. */
async function checkLfCard(host: SetHost): Promise<void> {
  const lfCard = cardOf(LF, host.encoding);
  if (lfCard === undefined) return;
  await host.clearTable();
  const [card] = cardsBesidesLf(host, 1);
  if (card === undefined || host.rules.tableLimit < 3) return;
  const stimuli = [cardStimulus(card, host.encoding), { ...byteStimulus(LF, 'LF and CR'), cards: [lfCard] }];
  await host.trial('SET-FR-07', 'LF and CR right after a card', stimuli);
}

export const linkScenarios = [frames, emptyFrames, backToBack, terminators];
